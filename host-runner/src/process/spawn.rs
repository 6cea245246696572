//! A command that runs: started, watched, ended.
//!
//! Owns the process, the clock and the escalation from a request to end to a kill. The end of the run is the end of
//! the process: what it wrote is in a file by then, and no descendant that holds the file open is waited for.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::process::Child;
use tokio::time::{Instant, sleep_until, timeout};

#[cfg(target_os = "linux")]
use super::group;
use super::handover::{Reports, send_with};
use super::standby::Standby;
use super::tree::Process;
use super::wire::{Ended, Failure, Launch, Report, Streams, line};
use crate::sandbox::{Missing, Promise};

/// How long the launcher may take to be told what to start.
const TELLING: Duration = Duration::from_secs(10);

/// Why a command was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// Its time was over.
    TimedOut,
    /// It wrote nothing for too long.
    Idle,
    /// It wrote too much.
    TooLarge,
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
    /// The processes that were ended with it, or left over by it.
    pub(crate) killed: Vec<Process>,
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

/// What a wait ended with.
#[derive(Debug)]
pub(crate) enum Waited {
    /// The run is over.
    Ended,
    /// The moment to look has come.
    Look,
    /// The launcher made these for the runner's proxy.
    Handed(Vec<OwnedFd>),
}

/// A command that runs.
///
/// When it is dropped, or the runner dies, the socket closes and the supervisor kills everything.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    group: Option<Pid>,
    reports: Reports,
    reports_open: bool,
    lifeline: Option<OwnedWriteHalf>,
    said: Said,
    cut: Option<Cut>,
    stage: Stage,
    /// When the next step towards its end is taken.
    next: Option<Instant>,
    grace: Duration,
}

impl Running {
    /// Starts one launch by a launcher that waits, with `output` as both of its output streams. `grace` is how long the
    /// command may take to end once it was asked to.
    pub(crate) async fn start(
        standby: Standby,
        launch: &Launch,
        (stdout, stderr): (File, File),
        grace: Duration,
    ) -> io::Result<Self> {
        let group = standby.group();
        let Standby { child, control, .. } = standby;
        // A launcher that is gone cannot read; its silence says more than the errors here.
        drop(send_with(&control, &Streams(vec![1, 2]), &[stdout.into(), stderr.into()]));
        let (reports, mut control) = UnixStream::from_std(control)?.into_split();
        drop(timeout(TELLING, control.write_all(&line(launch)?)).await);
        Ok(Self {
            child,
            group,
            reports: Reports::new(reports),
            reports_open: true,
            lifeline: Some(control),
            said: Said::default(),
            cut: None,
            stage: Stage::Running,
            next: None,
            grace,
        })
    }

    /// Sets when the command's time is over; none takes the bound away. It cannot give time back to one that is
    /// being ended.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        if self.stage == Stage::Running {
            self.next = deadline;
        }
    }

    /// Waits until the run is over, at most until `look`. It can be dropped and called again.
    pub(crate) async fn wait(&mut self, look: Instant) -> io::Result<Waited> {
        loop {
            let next = self.next;
            let escalation = async {
                match next {
                    Some(next) => sleep_until(next).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                status = self.child.wait() => {
                    status?;
                    return Ok(Waited::Ended);
                },
                () = escalation => self.escalate(Cut::TimedOut),
                report = self.reports.next_line(), if self.reports_open => match report {
                    Ok(Some(report)) => {
                        self.said.hear(&report);
                        if self.said.is_alone {
                            return Ok(Waited::Ended);
                        }
                        let sockets = self.reports.take_files();
                        if !sockets.is_empty() {
                            return Ok(Waited::Handed(sockets));
                        }
                    }
                    Ok(None) | Err(_) => self.reports_open = false,
                },
                () = sleep_until(look) => return Ok(Waited::Look),
            }
        }
    }

    /// Asks the command to end; what does not end in time is killed. One that writes too much is killed at once.
    pub(crate) fn end(&mut self, why: Cut) {
        if self.stage == Stage::Running {
            if why == Cut::TooLarge {
                self.stage = Stage::Asked;
            }
            self.escalate(why);
        }
    }

    /// Takes the next step towards the end.
    fn escalate(&mut self, why: Cut) {
        self.cut = self.cut.or(Some(why));
        let send = |signal| self.group.map(|group| killpg(group, signal));
        self.stage = match self.stage {
            Stage::Running => {
                send(Signal::SIGTERM);
                Stage::Asked
            }
            Stage::Asked => {
                self.lifeline = None;
                Stage::Abandoned
            }
            Stage::Abandoned => {
                send(Signal::SIGKILL);
                Stage::Abandoned
            }
        };
        self.next = Some(Instant::now() + self.grace);
    }

    /// How the run went, once it is over.
    pub(crate) async fn conclude(mut self) -> Run {
        // Whoever could report has ended, so the reports end as well.
        while self.reports_open && !self.said.is_alone {
            match timeout(self.grace, self.reports.next_line()).await {
                Ok(Ok(Some(report))) => self.said.hear(&report),
                Ok(Ok(None) | Err(_)) | Err(_) => self.reports_open = false,
            }
        }
        #[cfg(target_os = "linux")]
        if let Some(group) = self.said.group.take() {
            if self.said.ended.is_none() {
                // The supervisor was killed, by the command or with it. What it had below it is still in the group.
                drop(group::kill(&group));
            }
            // The supervisor itself may be confined by then.
            group::remove(&group);
        }
        self.said.conclude(self.cut)
    }
}

/// Runs one launch that writes to `output` to its end, which is asked for after `limit`.
///
/// # Errors
/// As [`Standby::start`] and [`Running::start`].
pub(crate) async fn run(
    launcher: &Path,
    launch: &Launch,
    output: (File, File),
    limit: Duration,
    grace: Duration,
) -> io::Result<Run> {
    let mut running = Running::start(Standby::start(launcher)?, launch, output, grace).await?;
    let far = Instant::now() + 2 * limit;
    running.set_deadline(Some(Instant::now() + limit));
    while !matches!(running.wait(far.max(Instant::now() + grace)).await?, Waited::Ended) {}
    Ok(running.conclude().await)
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

/// What the launcher has said so far.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) confined: Option<(Vec<Promise>, Vec<Missing>)>,
    pub(crate) refused: Option<Vec<Missing>>,
    pub(crate) failed: Option<Failure>,
    pub(crate) ended: Option<Ended>,
    pub(crate) seen: Seen,
    group: Option<PathBuf>,
    is_alone: bool,
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
            Ok(Report::Group(path)) => self.group = Some(path),
            Ok(Report::Killed(killed)) => self.seen.killed = killed,
            Ok(Report::Ended(ended)) => self.ended = Some(ended),
            Ok(Report::Alone) => self.is_alone = true,
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
