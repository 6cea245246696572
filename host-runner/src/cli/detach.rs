//! A copy of this process that survives its caller, to mind a background task.
//!
//! Owns the fork and what the copy gives up: the terminal and the standard streams. What was approved is what runs,
//! because the copy already has it in memory.

use std::fs::{self, File};
use std::io::{self, PipeReader, PipeWriter};

use nix::unistd::{ForkResult, dup2_stderr, dup2_stdin, dup2_stdout, setsid};

/// Which of the two a process is.
#[derive(Debug)]
pub(crate) enum Side {
    /// The process that was asked; it can read the messages of the other one.
    Caller(PipeReader),
    /// The process that continues; it can send messages to the caller.
    Minder(PipeWriter),
}

/// Makes the copy.
///
/// # Errors
/// There is more than one thread, or the system refuses.
pub(crate) fn detach() -> io::Result<Side> {
    if fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::other("a process with several threads cannot be copied"));
    }
    let (read, write) = io::pipe()?;
    let empty = File::options().read(true).write(true).open("/dev/null")?;
    // SAFETY: the process has one thread, so that no lock of the C library or of the allocator is held by another one,
    // and the copy may do anything.
    match unsafe { nix::unistd::fork() }? {
        ForkResult::Parent { .. } => Ok(Side::Caller(read)),
        ForkResult::Child => {
            drop(read);
            // The end of the caller's terminal is not the end of the task.
            setsid()?;
            dup2_stdin(&empty)?;
            dup2_stdout(&empty)?;
            dup2_stderr(&empty)?;
            Ok(Side::Minder(write))
        }
    }
}
