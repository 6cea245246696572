//! The `shellgate` command.

use std::process::ExitCode;

/// For one thread and for many, faster than the allocator of musl.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    host_runner::main()
}
