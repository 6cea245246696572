//! No copy of a process can be made on Windows, so that nobody could mind a background task.
//!
//! Owns the sentence.

use std::io::{self, PipeReader, PipeWriter};

/// Which of the two a process is.
#[derive(Debug)]
#[expect(dead_code, reason = "the same type everywhere, and nobody makes one here")]
pub(crate) enum Side {
    /// The process that was asked; it can read the messages of the other one.
    Caller(PipeReader),
    /// The process that continues; it can send messages to the caller.
    Minder(PipeWriter),
}

/// As on other systems.
///
/// # Errors
/// Always.
pub(crate) fn detach() -> io::Result<Side> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "commands do not start in the background on Windows; leave out `--background`, or run shellgate in WSL2",
    ))
}
