//! The `shellgate` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    host_runner::main()
}
