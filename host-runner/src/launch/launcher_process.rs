//! The launcher of a program that runs alone: a copy of this process, or a binary that is started again.
//!
//! Owns the choice, and the process until it is reaped. A session starts its launchers by [`super::standby`].

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use nix::errno::Errno;
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::descriptors::send_with;
use super::launcher_binary::LAUNCHER_ARGUMENT;
use super::protocol::{Launch, Streams, send};

/// What a launcher has that the program has not.
#[derive(Debug)]
pub(crate) struct Differences<'d> {
    /// Where its output and its errors go, if not to the program's.
    pub(crate) output: Option<&'d File>,
    /// The variables that it sets.
    pub(crate) variables: &'d [(&'static str, OsString)],
}

/// Copies this process into a launcher that carries the launch out and reports over the socket. None where a process
/// like this one cannot be copied.
pub(crate) type CopyProcess = fn(&UnixStream, &Launch, &Differences) -> io::Result<Option<Pid>>;

/// The process that becomes the launcher.
#[derive(Debug)]
pub(crate) struct Origin {
    /// A copy of this process by these means, if that can be had.
    pub(crate) copy: Option<CopyProcess>,
    /// Else this binary, started.
    pub(crate) binary: PathBuf,
}

/// A launcher that has its launch.
#[derive(Debug)]
pub(crate) enum LauncherProcess {
    /// A copy of this process.
    Copy(Pid),
    /// A binary that was started.
    Started(Child),
}

impl LauncherProcess {
    /// Starts a launcher that carries `launch` out, and the end of its socket here.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(
        origin: &Origin,
        launch: &Launch,
        differences: &Differences,
    ) -> io::Result<(Self, UnixStream)> {
        let (ours, theirs) = UnixStream::pair()?;
        if let Some(copy) = origin.copy
            && let Some(pid) = copy(&theirs, launch, differences)?
        {
            return Ok((Self::Copy(pid), ours));
        }
        let mut command = Command::new(&origin.binary);
        if let Some(output) = differences.output {
            command.stdout(output.try_clone()?).stderr(output.try_clone()?);
        }
        let child = command
            .arg(LAUNCHER_ARGUMENT)
            .envs(differences.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .process_group(0)
            .spawn()?;
        // With it goes this process's copy of what only the launcher shall hold.
        drop(command);
        send_with(&ours, &Streams(vec![0]), &[io::stdin().as_fd().try_clone_to_owned()?])?;
        send(&ours, launch)?;
        Ok((Self::Started(child), ours))
    }

    /// Its number, which is that of its process group.
    pub(crate) fn id(&self) -> Pid {
        match self {
            Self::Copy(pid) => *pid,
            Self::Started(child) => Pid::from_raw(child.id().cast_signed()),
        }
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn wait(self) -> io::Result<()> {
        match self {
            Self::Started(mut child) => child.wait().map(drop),
            Self::Copy(pid) => loop {
                match waitpid(pid, None) {
                    Ok(_) => return Ok(()),
                    Err(Errno::EINTR) => {}
                    Err(error) => return Err(error.into()),
                }
            },
        }
    }
}
