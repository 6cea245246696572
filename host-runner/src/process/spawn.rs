//! A command that runs: started, read, ended.
//!
//! Owns the pipe, the clock and the escalation from a request to end to a kill. One pipe carries both output
//! streams. The end of the run is the end of the process, never the end of the pipe: a descendant may hold that open.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::Stdio;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::unix::pipe::Receiver;
use tokio::process::Command;
use tokio::time::{Instant, sleep_until, timeout};

use super::handover::Reports;
use super::wire::{Ended, Failure, Launch, Report, line};
use crate::sandbox::{LAUNCHER_ARGUMENT, Missing, Promise};

/// Most bytes that are still taken from the pipe after the process has ended: what the kernel can hold in one.
const DRAIN_BYTES_MAX: usize = 1 << 20;

/// When a command is ended, if it does not end by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    /// How long it may run.
    pub(crate) timeout: Duration,
    /// How long it may take to end once it was asked to.
    pub(crate) grace: Duration,
}

/// Why a command was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// Its time was over.
    TimedOut,
    /// The caller wanted it.
    Interrupted,
}

/// What a sandbox saw of the command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen {
    /// Directories that can have become git directories, as they were named at some time.
    pub(crate) watched: BTreeSet<PathBuf>,
    /// Names that were refused, and why.
    pub(crate) denied: Vec<(PathBuf, String)>,
    /// Socket files that were refused.
    pub(crate) unconnected: Vec<PathBuf>,
}

/// How the run went.
#[derive(Debug)]
pub(crate) enum Run {
    /// The command ran.
    Ended {
        /// How it ended, if the launcher could still say so.
        ended: Option<Ended>,
        /// Why it was ended, if it was.
        cut: Option<Cut>,
        /// The promises that held.
        held: Vec<Promise>,
        /// Those that did not.
        missing: Vec<Missing>,
        /// What the sandbox saw.
        seen: Seen,
    },
    /// It was not started: required promises do not hold.
    Refused(Vec<Missing>),
    /// It was not started: a step failed.
    Failed(Failure),
    /// It was not started: the launcher did not answer. Not the launcher, then.
    Silent,
}

/// Runs one launch to its end. Every piece of output goes to `output` as it comes, and what the launcher made for the
/// runner's proxy to `handed`.
///
/// When the future is dropped, or the runner dies, the socket closes and the supervisor kills everything.
pub(crate) async fn run(
    launcher: &Path,
    launch: &Launch,
    environment: &[(OsString, OsString)],
    deadline: Deadline,
    interrupt: impl Future<Output = ()>,
    mut output: impl FnMut(&[u8]),
    mut handed: impl FnMut(Vec<OwnedFd>),
) -> io::Result<Run> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    let (read, write) = io::pipe()?;
    let mut child = Command::new(launcher)
        .arg(LAUNCHER_ARGUMENT)
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::from(write.try_clone()?))
        .stderr(Stdio::from(write))
        .process_group(0)
        .spawn()?;
    let group = child.id().map(|id| Pid::from_raw(id.cast_signed()));

    ours.set_nonblocking(true)?;
    let (reports, mut control) = UnixStream::from_std(ours)?.into_split();
    // A launcher that is gone cannot read; its silence says more than the error here.
    drop(timeout(deadline.timeout, control.write_all(&line(launch)?)).await);
    let mut lifeline = Some(control);
    let mut reports = Reports::new(reports);
    let mut pipe = Receiver::from_owned_fd(read.into())?;

    let mut interrupt = pin!(interrupt);
    let mut buffer = vec![0; 1 << 16];
    let (mut pipe_open, mut reports_open) = (true, true);
    let mut said = Said::default();
    let mut cut = None;
    let mut stage = Stage::Running;
    let mut next = Instant::now() + deadline.timeout;
    loop {
        // The order matters: a command that never stops writing must not keep the clock from being looked at.
        tokio::select! {
            biased;
            () = interrupt.as_mut(), if cut.is_none() => {
                cut = Some(Cut::Interrupted);
                (stage, next) = (stage.escalate(group, &mut lifeline), Instant::now() + deadline.grace);
            },
            () = sleep_until(next) => {
                cut = cut.or(Some(Cut::TimedOut));
                (stage, next) = (stage.escalate(group, &mut lifeline), Instant::now() + deadline.grace);
            },
            status = child.wait() => {
                status?;
                break;
            },
            report = reports.next_line(), if reports_open => match report {
                Ok(Some(report)) => {
                    said.hear(&report);
                    let sockets = reports.take_sockets();
                    if !sockets.is_empty() {
                        handed(sockets);
                    }
                }
                Ok(None) | Err(_) => reports_open = false,
            },
            read = pipe.read(&mut buffer), if pipe_open => match read? {
                0 => pipe_open = false,
                length => output(buffer.get(..length).unwrap_or_default()),
            },
        }
    }
    // Whoever could report has ended, so the reports end as well.
    while reports_open {
        match timeout(deadline.grace, reports.next_line()).await {
            Ok(Ok(Some(report))) => said.hear(&report),
            Ok(Ok(None) | Err(_)) | Err(_) => reports_open = false,
        }
    }
    // What was written is in the pipe. A descendant that no namespace holds could go on writing: that is not waited for.
    let mut pipe = File::from(pipe.into_nonblocking_fd()?);
    let mut drained = 0;
    while pipe_open && drained < DRAIN_BYTES_MAX {
        match pipe.read(&mut buffer) {
            Ok(length) if length > 0 => {
                output(buffer.get(..length).unwrap_or_default());
                drained += length;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => break,
        }
    }
    Ok(said.conclude(cut))
}

/// How far the ending of a command has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nobody wants it to end.
    Running,
    /// It was asked to.
    Asked,
    /// The supervisor was told to kill everything.
    Abandoned,
}

impl Stage {
    /// Takes the next step and says which one that was.
    fn escalate(self, group: Option<Pid>, lifeline: &mut Option<OwnedWriteHalf>) -> Self {
        let send = |signal| group.map(|group| killpg(group, signal));
        match self {
            Self::Running => {
                send(Signal::SIGTERM);
                Self::Asked
            }
            Self::Asked => {
                *lifeline = None;
                Self::Abandoned
            }
            Self::Abandoned => {
                send(Signal::SIGKILL);
                Self::Abandoned
            }
        }
    }
}

/// What the launcher has said so far.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) confined: Option<(Vec<Promise>, Vec<Missing>)>,
    pub(crate) refused: Option<Vec<Missing>>,
    pub(crate) failed: Option<Failure>,
    pub(crate) ended: Option<Ended>,
    pub(crate) seen: Seen,
}

impl Said {
    /// Takes one line of a launcher.
    pub(crate) fn hear(&mut self, line: &str) {
        match serde_json::from_str(line) {
            Ok(Report::Confined { held, missing }) => self.confined = Some((held, missing)),
            Ok(Report::Refused { missing }) => self.refused = Some(missing),
            Ok(Report::Failed(failure)) => self.failed = Some(failure),
            Ok(Report::Watched(directory)) => drop(self.seen.watched.insert(directory)),
            Ok(Report::Denied { path, why }) => self.seen.denied.push((path, why)),
            Ok(Report::Unconnected(path)) => self.seen.unconnected.push(path),
            Ok(Report::Ended(ended)) => self.ended = Some(ended),
            Ok(Report::Listening) | Err(_) => {}
        }
    }

    fn conclude(self, cut: Option<Cut>) -> Run {
        if let Some(missing) = self.refused {
            return Run::Refused(missing);
        }
        if let Some(failure) = self.failed {
            return Run::Failed(failure);
        }
        match (self.confined, cut) {
            (None, None) => Run::Silent,
            (confined, cut) => {
                let (held, missing) = confined.unwrap_or_default();
                Run::Ended { ended: self.ended, cut, held, missing, seen: self.seen }
            }
        }
    }
}
