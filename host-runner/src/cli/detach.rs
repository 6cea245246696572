//! A copy of this process that survives its caller, to mind a background task.
//!
//! Owns the fork and what the copy gives up: the terminal and the standard streams. What was approved is what runs,
//! because the copy already has it in memory.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Write as _};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use nix::unistd::{ForkResult, dup2_stderr, dup2_stdin, dup2_stdout, setsid};

use crate::launcher::threads;

/// Which of the two a process is.
#[derive(Debug)]
pub(crate) enum Side {
    /// The process that was asked; it can read the messages of the other one.
    Caller(PipeReader),
    /// The process that continues, and answers the caller.
    Minder(Caller),
}

/// The process that was asked, as the other one sees it.
#[derive(Debug)]
pub(crate) struct Caller(PipeWriter);

impl Caller {
    /// Gives it `message`, for which it calls what answers.
    ///
    /// # Errors
    /// Never.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere the answer can fail")]
    pub(crate) fn tell<E>(
        mut self,
        message: &[u8],
        _answers: impl FnOnce(&[u8]) -> Result<ExitCode, E>,
    ) -> Result<ExitCode, E> {
        // A caller that is gone need not know; the end of the pipe is the end of the message.
        drop(self.0.write_all(message));
        Ok(ExitCode::SUCCESS)
    }
}

/// What the process that was asked does before anything else: it goes on, and is copied later.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
pub(crate) const fn front() -> io::Result<Option<ExitCode>> {
    Ok(None)
}

/// How long a thread that was joined may stay in the system's list.
///
/// The kernel wakes the one who joins (`CLONE_CHILD_CLEARTID`, `clone(2)`) before it takes the thread out of `/proc`.
const THREADS_END_WITHIN: Duration = Duration::from_secs(5);

/// How often the list is read meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// Makes the copy.
///
/// # Errors
/// There is more than one thread, or the system refuses.
pub(crate) fn detach() -> io::Result<Side> {
    if !is_alone_within(THREADS_END_WITHIN)? {
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
            Ok(Side::Minder(Caller(write)))
        }
    }
}

/// Whether this thread is the only one of its process, or is so before `limit` is over.
fn is_alone_within(limit: Duration) -> io::Result<bool> {
    let end = Instant::now() + limit;
    while threads::count()? != 1 {
        if Instant::now() >= end {
            return Ok(false);
        }
        thread::sleep(LOOK_EVERY);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::is_alone_within;

    #[test]
    fn a_thread_that_runs_is_seen() {
        let (stop, stopped) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || stopped.recv());
            assert!(!is_alone_within(Duration::ZERO).unwrap());
            drop(stop);
        });
    }
}
