//! The `shellgate` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", feature = "attacks"))]
    sandbox_attacks::probe_if_asked();
    host_runner::launch_if_asked();
    // A panic is an internal error, and its exit code is the documented one.
    std::panic::catch_unwind(|| host_runner::cli::main(std::env::args_os())).unwrap_or(ExitCode::FAILURE)
}
