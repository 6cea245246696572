//! A second process that survives its caller, to mind a background task. Windows makes no copy of a process, so that the
//! second one does everything: it decides, asks, starts the command, and answers. What was approved is what runs, because it
//! never leaves that process.
//!
//! Owns the first process, which waits for the answer, and what the second one gives up: the console and the standard streams.

use std::env;
use std::io::{self, PipeReader, Read as _, Write as _};
use std::os::windows::process::CommandExt as _;
use std::process::{Command, ExitCode, Stdio};

use windows_sys::Win32::System::Threading::CREATE_BREAKAWAY_FROM_JOB;

use crate::system::terminal::{keep_streams, leave};

/// The variable that a second process has.
const SECOND: &str = "SHELLGATE_MINDS_A_TASK";

/// The last byte of the standard output of a second process that goes on. No answer has it.
const GOES_ON: u8 = 0;

/// Which of the two a process is.
#[derive(Debug)]
pub(crate) enum Side {
    /// The process that was asked; it can read the messages of the other one.
    #[expect(
        dead_code,
        reason = "the same type everywhere; here the first process has ended or waits in `front`"
    )]
    Caller(PipeReader),
    /// The process that continues, and answers the caller.
    Minder(Caller),
}

/// The process that was asked, as the other one sees it.
#[derive(Debug)]
pub(crate) struct Caller(io::Stdout);

impl Caller {
    /// Answers `message` in its place, and lets it end.
    ///
    /// # Errors
    /// It cannot be answered.
    pub(crate) fn tell<E>(
        mut self,
        message: &[u8],
        answers: impl FnOnce(&[u8]) -> Result<ExitCode, E>,
    ) -> Result<ExitCode, E> {
        let code = answers(message)?;
        // A caller that is gone need not know, and a console that does not go ends with the caller.
        drop(self.0.write_all(&[GOES_ON]).and_then(|()| self.0.flush()).and_then(|()| leave()));
        Ok(code)
    }
}

/// What the process that was asked does before anything else: it starts the second one, passes its answer on, and ends as the
/// answer says. None in the second process.
///
/// # Errors
/// The second process cannot be started.
pub(crate) fn front() -> io::Result<Option<ExitCode>> {
    if env::var_os(SECOND).is_some() {
        return Ok(None);
    }
    keep_streams();
    let start = |flags| {
        Command::new(env::current_exe()?)
            .args(env::args_os().skip(1))
            .env(SECOND, "1")
            .stdout(Stdio::piped())
            .creation_flags(flags)
            .spawn()
    };
    // A job that ends with the caller would end the task. Not every job lets a process out.
    let mut second = start(CREATE_BREAKAWAY_FROM_JOB).or_else(|error| {
        if error.kind() == io::ErrorKind::PermissionDenied { start(0) } else { Err(error) }
    })?;
    let mut answer = Vec::new();
    if let Some(mut stdout) = second.stdout.take() {
        stdout.read_to_end(&mut answer)?;
    }
    let goes_on = answer.pop_if(|last| *last == GOES_ON).is_some();
    let mut stdout = io::stdout();
    stdout.write_all(&answer).and_then(|()| stdout.flush())?;
    if goes_on {
        return Ok(Some(ExitCode::SUCCESS));
    }
    let code = second.wait()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(Some(code.map_or(ExitCode::FAILURE, ExitCode::from)))
}

/// Says that this is the process that continues.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
pub(crate) fn detach() -> io::Result<Side> {
    Ok(Side::Minder(Caller(io::stdout())))
}
