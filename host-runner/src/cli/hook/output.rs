//! Writes an answer so that the agent gets all of it or none.
//!
//! Owns the one write.

use std::io::{self, Write as _};

use policy_core::agents::HookAnswer;

use crate::cli::terminal;

/// Writes what `answer` has for each stream.
///
/// # Errors
/// The agent cannot get what is for standard output.
pub(super) fn write(answer: &HookAnswer) -> io::Result<()> {
    if !answer.stderr.is_empty() {
        terminal::message(&answer.stderr);
    }
    if answer.stdout.is_empty() {
        return Ok(());
    }
    at_once(format!("{}\n", answer.stdout).as_bytes())
}

/// Writes to standard output without a buffer that would divide the text.
#[cfg(unix)]
fn at_once(bytes: &[u8]) -> io::Result<()> {
    use std::fs::{File, metadata};
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};

    let mut file = File::from(io::stdout().lock().as_fd().try_clone_to_owned()?);
    let found = file.metadata()?;
    // A stream that was closed is this device when a Rust program starts, and takes everything.
    if found.file_type().is_char_device()
        && metadata("/dev/null").is_ok_and(|null| null.rdev() == found.rdev())
    {
        return Err(io::Error::other("standard output is closed"));
    }
    file.write_all(bytes)
}

#[cfg(not(unix))]
fn at_once(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}
