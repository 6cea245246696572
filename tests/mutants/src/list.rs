//! The mutants, as cargo-mutants lists them.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::process::Command;

use serde::{Deserialize, Serialize};

/// One change of the source.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) key: Key,
    /// The place and the change, in words. `cargo mutants --re` finds it by them.
    pub(crate) name: String,
    pub(crate) genre: Genre,
    /// What comes in the place of `span`.
    pub(crate) replacement: String,
    pub(crate) span: Span,
}

/// What names a mutant when lines move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Key {
    /// Relative to the top of the repository.
    pub(crate) file: String,
    /// The change and its function, in the words of cargo-mutants.
    pub(crate) change: String,
    /// Which of the same changes of the function, counted from one.
    #[serde(default = "first")]
    pub(crate) nth: usize,
}

fn first() -> usize {
    1
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.change)?;
        if self.nth > 1 { write!(f, ", number {}", self.nth) } else { Ok(()) }
    }
}

/// A mutant as cargo-mutants prints it.
#[derive(Deserialize)]
struct Listed {
    file: String,
    name: String,
    genre: Genre,
    replacement: String,
    span: Span,
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

/// The mutants of the files that `.cargo/mutants.toml` names.
pub(crate) fn mutants() -> Result<Vec<Mutant>, ListError> {
    let mut list = Command::new("cargo");
    list.args(["mutants", "--list", "--json", "--package", "policy-core"]);
    let output = list.output().map_err(ListError::Start)?;
    if !output.status.success() {
        return Err(ListError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    serde_json::from_slice(&output.stdout).map(keyed).map_err(ListError::Unread)
}

fn keyed(listed: Vec<Listed>) -> Vec<Mutant> {
    let mut seen = HashMap::new();
    let keyed = listed.into_iter().map(|Listed { file, name, genre, replacement, span }| {
        let place = format!("{file}:{}:{}: ", span.start.line, span.start.column);
        let change = name.strip_prefix(&place).unwrap_or(&name).to_owned();
        let nth = seen.entry((file.clone(), change.clone())).or_insert(0);
        *nth += 1;
        Mutant { key: Key { file, change, nth: *nth }, name, genre, replacement, span }
    });
    keyed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_the_same_on_other_lines_and_counts_what_is_alike() {
        let at = |line| {
            let start = Position { line, column: 5 };
            let name = format!("a.rs:{line}:5: replace == with != in f");
            let (file, replacement) = ("a.rs".to_owned(), "!=".to_owned());
            Listed { file, name, genre: Genre::BinaryOperator, replacement, span: Span { start, end: start } }
        };
        let keys = |lines: &[usize]| {
            keyed(lines.iter().map(|line| at(*line)).collect())
                .into_iter()
                .map(|mutant| mutant.key)
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(&[3, 7]), keys(&[4, 9]));
        let names = keys(&[3, 7]).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names, ["a.rs: replace == with != in f", "a.rs: replace == with != in f, number 2"]);
    }
}
