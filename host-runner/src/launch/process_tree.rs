//! A process that was ended with a command, as a report names it.
//!
//! Owns the bounds of such a report. How a process is found is each system's own.

pub use super::process::Process;

/// Most processes that a report names.
pub(crate) const NAMED_MAX: usize = 50;

/// Longest part of a command line that a report has, in characters.
const COMMAND_CHARACTERS: usize = 200;

impl Process {
    /// The process `pid`, with as much of its command line as a report has.
    pub(crate) fn new(pid: i32, name: &str, command: &str) -> Self {
        let command = command.trim_end().chars().take(COMMAND_CHARACTERS).collect();
        Self { pid, name: name.trim_end().to_owned(), command }
    }
}
