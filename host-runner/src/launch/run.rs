//! A running command: started, watched, ended.
//!
//! Owns the launcher process, the clock, and the escalation from a request to end to a kill. A run ends with that
//! process: the output is in a file by then, and descendants that hold the file open are not waited for.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::process::Child;
use tokio::time::{Instant, sleep_until, timeout};

#[cfg(target_os = "linux")]
use super::cgroup;
use super::descriptors::{ReportStream, send_with};
use super::observed::{Conclusion, EndCause, LauncherReports};
use super::protocol::{Launch, Streams, line};
use super::standby::{self, Standby};
use crate::sandbox::quarantine::Before;

/// How long sending the launch may take.
const TELLING: Duration = Duration::from_secs(10);

/// The result of a wait.
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
    reports: ReportStream,
    reports_open: bool,
    lifeline: Option<OwnedWriteHalf>,
    heard: LauncherReports,
    cause: Option<EndCause>,
    stage: Stage,
    /// When the next step towards its end is taken.
    next: Option<Instant>,
    /// What is left of its time, while that stands still.
    left: Option<Duration>,
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
        let (child, control) = standby.take()?;
        let group = standby::group(&child);
        // A launcher that is gone cannot read; its silence says more than the errors here.
        drop(send_with(&control, &Streams(vec![1, 2]), &[stdout.into(), stderr.into()]));
        let (reports, mut control) = UnixStream::from_std(control)?.into_split();
        drop(timeout(TELLING, control.write_all(&line(launch)?)).await);
        Ok(Self {
            child,
            group,
            reports: ReportStream::new(reports),
            reports_open: true,
            lifeline: Some(control),
            heard: LauncherReports::default(),
            cause: None,
            stage: Stage::Running,
            next: None,
            left: None,
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

    /// Stops the clock of the command: what comes next is not its own doing.
    pub(crate) fn pause_clock(&mut self) {
        if self.stage == Stage::Running {
            let left = |at: Instant| at.saturating_duration_since(Instant::now());
            self.left = self.next.take().map(left);
        }
    }

    /// Lets it go on. It cannot give time back to a command that is being ended.
    pub(crate) fn resume_clock(&mut self) {
        if let Some(left) = self.left.take()
            && self.stage == Stage::Running
        {
            self.next = Some(Instant::now() + left);
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
                () = escalation => self.escalate(EndCause::TimedOut),
                report = self.reports.next_line(), if self.reports_open => match report {
                    Ok(Some(report)) => {
                        self.heard.hear(&report);
                        if self.heard.is_over() {
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
    pub(crate) fn end(&mut self, why: EndCause) {
        if self.stage == Stage::Running {
            if why == EndCause::TooLarge {
                self.stage = Stage::Asked;
            }
            self.escalate(why);
        }
    }

    /// Takes the next step towards the end.
    fn escalate(&mut self, why: EndCause) {
        self.cause = self.cause.or(Some(why));
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

    /// How the run went, once it is over, and the launcher, which is still to be reaped. `before` is what was there
    /// before it.
    pub(crate) async fn conclude(mut self, before: &Before) -> (Conclusion, EndedLauncher) {
        // Whoever could report has ended, so the reports end as well.
        while self.reports_open && !self.heard.is_over() {
            match timeout(self.grace, self.reports.next_line()).await {
                Ok(Ok(Some(report))) => self.heard.hear(&report),
                Ok(Ok(None) | Err(_)) | Err(_) => self.reports_open = false,
            }
        }
        #[cfg(target_os = "linux")]
        if let Some(group) = self.heard.group.take() {
            if self.heard.ended.is_none() {
                // The supervisor was killed, by the command or with it. What it had below it is still in the group.
                drop(cgroup::kill(&group));
            }
            // The supervisor itself may be confined by then.
            cgroup::remove(&group);
        }
        let launcher = EndedLauncher { child: self.child, grace: self.grace };
        (self.heard.conclude(self.cause, before), launcher)
    }
}

/// A launcher with no command left. What it had has been reported, so nobody's result waits for it.
#[derive(Debug)]
#[must_use = "nobody else reaps it where the first process minds only its own children, as in many containers"]
pub(crate) struct EndedLauncher {
    child: Child,
    grace: Duration,
}

impl EndedLauncher {
    /// Waits for its end, which takes as long as the kernel takes to remove its namespaces.
    pub(crate) async fn reap(mut self) {
        drop(timeout(self.grace, self.child.wait()).await);
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
) -> io::Result<Conclusion> {
    let mut running = Running::start(Standby::start(launcher)?, launch, output, grace).await?;
    let far = Instant::now() + 2 * limit;
    running.set_deadline(Some(Instant::now() + limit));
    while !matches!(running.wait(far.max(Instant::now() + grace)).await?, Waited::Ended) {}
    let (conclusion, launcher) = running.conclude(&Before::default()).await;
    launcher.reap().await;
    Ok(conclusion)
}

/// How far the ending of a command has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nobody wants it to end.
    Running,
    /// It was asked to.
    Asked,
    /// The lifeline is closed: the supervisor kills everything.
    Abandoned,
}
