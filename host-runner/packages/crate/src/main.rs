//! The program `shellgate` {{version}}.

use std::process::ExitCode;

fn main() -> ExitCode {
    host_runner::main()
}
