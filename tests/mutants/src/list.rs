//! The mutants, as cargo-mutants lists them.

use std::io;
use std::process::Command;

use serde::Deserialize;

/// One change of the source.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Mutant {
    /// Relative to the top of the repository.
    pub(crate) file: String,
    /// The place and the change, in words. `cargo mutants --re` finds it by them.
    pub(crate) name: String,
    pub(crate) genre: Genre,
    /// What comes in the place of `span`.
    pub(crate) replacement: String,
    pub(crate) span: Span,
}

/// What kind of code is changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub(crate) enum Genre {
    /// The body of a function.
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

/// A range of the source; its end is exclusive.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Span {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A place in the source, both counted from one, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// No list of mutants.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ListError {
    #[error("`cargo mutants` does not start: {0}; install it with `cargo install cargo-mutants --locked`")]
    Start(io::Error),
    #[error("`cargo mutants --list` failed:\n{0}")]
    Failed(String),
    #[error("the output of `cargo mutants --list --json` is not as expected: {0}")]
    Unread(serde_json::Error),
}

/// The mutants of the files that `.cargo/mutants.toml` names, and whose name contains `part`.
pub(crate) fn mutants(part: &str) -> Result<Vec<Mutant>, ListError> {
    let mut list = Command::new("cargo");
    list.args(["mutants", "--list", "--json", "--package", "policy-core"]);
    let output = list.output().map_err(ListError::Start)?;
    if !output.status.success() {
        return Err(ListError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let all: Vec<Mutant> = serde_json::from_slice(&output.stdout).map_err(ListError::Unread)?;
    Ok(all.into_iter().filter(|mutant| mutant.name.contains(part)).collect())
}
