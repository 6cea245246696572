//! The program `shellgate-audit`.

use std::process::ExitCode;

use clap::Parser as _;
use shellgate_audit::arguments::Arguments;
use shellgate_audit::program;

fn main() -> ExitCode {
    program::run(Arguments::parse())
}
