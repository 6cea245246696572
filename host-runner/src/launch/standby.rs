//! A launcher that is started before there is a command, so that the command does not wait for it.
//!
//! Owns the process until it gets a launch. Until then it has an empty environment and one open file, the socket, and
//! it ends when the socket closes. One that gets no launch is ended and reaped, so that it never waits for a parent that
//! is gone.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use nix::unistd::Pid;
use rustix::process::{WaitId, WaitIdOptions, waitid};
use tokio::process::{Child, Command};

use super::launcher_binary::LAUNCHER_ARGUMENT;

/// A launcher that waits.
#[derive(Debug)]
pub(crate) struct Standby {
    launcher: PathBuf,
    /// None once it got its launch.
    waiting: Option<(Child, UnixStream)>,
}

impl Standby {
    /// Starts `launcher`; to be called where a runtime is entered.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(launcher: &Path) -> io::Result<Self> {
        let (control, theirs) = UnixStream::pair()?;
        let child = Command::new(launcher)
            .arg(LAUNCHER_ARGUMENT)
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        control.set_nonblocking(true)?;
        Ok(Self { launcher: launcher.to_owned(), waiting: Some((child, control)) })
    }

    /// This one, if it is of `launcher` and still waits.
    pub(crate) fn if_ready(mut self, launcher: &Path) -> Option<Self> {
        let waits = self.waiting.as_mut().is_some_and(|(child, _)| matches!(child.try_wait(), Ok(None)));
        (self.launcher == launcher && waits).then_some(self)
    }

    /// The process and the socket by which it gets its launch. The caller minds both from now on.
    pub(crate) fn take(mut self) -> io::Result<(Child, UnixStream)> {
        self.waiting.take().ok_or_else(|| io::Error::other("the launcher has a launch already"))
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        let Some((mut child, control)) = self.waiting.take() else { return };
        // A copy of the process that started it has no such child, and leaves it alone.
        if let (Some(id), Ok(None)) = (child.id(), child.try_wait()) {
            drop(control);
            if child.start_kill().is_ok() {
                let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
                if let Some(pid) = rustix::process::Pid::from_raw(id.cast_signed()) {
                    let _ = waitid(WaitId::Pid(pid), ended);
                }
                let _ = child.try_wait();
            }
        }
    }
}

/// The process group of a launcher.
pub(crate) fn group(child: &Child) -> Option<Pid> {
    child.id().map(|id| Pid::from_raw(id.cast_signed()))
}
