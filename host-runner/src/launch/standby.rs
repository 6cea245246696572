//! A launcher that is started before there is a command, so that the command does not wait for it.
//!
//! Owns the process until it gets a launch. Until then it has an empty environment and one open file, the socket, and
//! it ends when the socket closes.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use nix::unistd::Pid;
use tokio::process::{Child, Command};

use super::launcher_binary::LAUNCHER_ARGUMENT;

/// A launcher that waits.
#[derive(Debug)]
pub(crate) struct Standby {
    launcher: PathBuf,
    pub(crate) child: Child,
    pub(crate) control: UnixStream,
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
        Ok(Self { launcher: launcher.to_owned(), child, control })
    }

    /// This one, if it is of `launcher` and still waits.
    pub(crate) fn if_ready(mut self, launcher: &Path) -> Option<Self> {
        let waits = matches!(self.child.try_wait(), Ok(None));
        (self.launcher == launcher && waits).then_some(self)
    }

    /// Its process group.
    pub(crate) fn group(&self) -> Option<Pid> {
        self.child.id().map(|id| Pid::from_raw(id.cast_signed()))
    }
}
