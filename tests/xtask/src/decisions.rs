//! `cargo xtask decisions`: hands its arguments to `cargo decisions`, a program of the package `shellgate-corpus`.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use crate::toolchain::cargo;

/// Runs it in the workspace and ends as it does.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    let mut cargo = cargo();
    cargo.arg("decisions").args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    match cargo.status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)),
        Err(error) => {
            eprintln!("error: `cargo` could not be started: {error}");
            ExitCode::from(2)
        }
    }
}
