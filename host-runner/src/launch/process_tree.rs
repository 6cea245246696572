//! A process that was ended with a command, as a report names it.
//!
//! Owns the bounds of such a report. How a process is found is each system's own.

use serde::{Deserialize, Serialize};

/// Most processes that a report names.
pub(crate) const NAMED_MAX: usize = 50;

/// Longest part of a command line that a report has, in characters.
const COMMAND_CHARACTERS: usize = 200;

/// A process that the runner ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Process {
    /// Its number; in a sandbox the number that it has there.
    pub pid: i32,
    /// Its name, such as `node`.
    pub name: String,
    /// The beginning of its command line.
    pub command: String,
}

impl Process {
    /// The process `pid`, with as much of its command line as a report has.
    pub(crate) fn new(pid: i32, name: &str, command: &str) -> Self {
        let command = command.trim_end().chars().take(COMMAND_CHARACTERS).collect();
        Self { pid, name: name.trim_end().to_owned(), command }
    }
}
