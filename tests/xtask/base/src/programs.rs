//! Other programs: how they are started, and what becomes of how they end.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use crate::failure::Failure;

/// Runs a program whose output the person sees, on the messages' stream.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    finish(command.stdout(std::io::stderr()))
}

/// The cargo that runs this program, to be started as a person does.
pub fn cargo() -> Command {
    by_person(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// `program` without the variables by which cargo tells this program about its package. Build scripts that look at them
/// would run again, and all that depends on them would be compiled again.
pub fn by_person(program: impl AsRef<OsStr>) -> Command {
    let is_told = |name: &str| {
        ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CFG_"].iter().any(|front| name.starts_with(front))
            || name == "OUT_DIR"
    };
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_told) {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a program to its end; what it prints is the job's result.
pub fn finish(command: &mut Command) -> Result<(), Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|source| Failure::Start { program: program.clone(), source })?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::Program { program, status: status.to_string() })
}

/// Runs a program to its end and returns what it prints on standard output; what it says about a failure is seen.
pub fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let told = command.stderr(Stdio::inherit()).output();
    let told = told.map_err(|source| Failure::Start { program: program.clone(), source })?;
    if told.status.success() {
        return Ok(told.stdout);
    }
    Err(Failure::Program { program, status: told.status.to_string() })
}

/// Today by the clock of this machine, in UTC.
pub fn today() -> Result<String, Failure> {
    let told = output(Command::new("date").args(["-u", "+%F"]))?;
    Ok(String::from_utf8_lossy(&told).trim().to_owned())
}
