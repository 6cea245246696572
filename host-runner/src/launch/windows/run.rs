//! A running command: started, watched, ended.
//!
//! Owns the job that the command is in, and the clock. There is no signal that asks a program to end, so that what must end
//! is ended at once, with everything that it started. A run ends with the command: what it left behind ends then.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::super::conclusion::{Conclusion, EndCause, Observations};
use super::super::failure::Failure;
use super::super::process::Process;
use super::promises;
use super::protocol::{Ended, KILLED, Launch};
use super::standby::Standby;
use crate::sandbox::quarantine::Before;
use crate::sandbox::{Missing, Promise};
use crate::system::network::OwnedSocket;
use crate::system::processes::NOTHING;
use crate::win32::job::{Bounds, Job};
use crate::win32::process::{Process as Handle, Start};

/// Most processes that a report names.
const NAMED_MAX: usize = 50;

/// The program that the system itself starts for the console of a command.
const CONSOLE: &str = "conhost.exe";

/// The result of a wait.
#[derive(Debug)]
pub(crate) enum Waited {
    /// The run is over.
    Ended,
    /// The moment to look has come.
    Look,
    /// Sockets for the runner's proxy.
    #[expect(dead_code, reason = "nothing confines a command on this system, so that there is no proxy")]
    Handed(Vec<OwnedSocket>),
}

/// A command that runs, or one that was not started, and why.
#[derive(Debug)]
pub(crate) struct Running {
    started: Result<Started, Conclusion>,
    cause: Option<EndCause>,
    /// When it is ended.
    deadline: Option<Instant>,
    /// What is left of its time, while that stands still.
    left: Option<Duration>,
    grace: Duration,
}

/// A command in its job. When it is dropped, everything in the job ends.
#[derive(Debug)]
struct Started {
    job: Job,
    process: Arc<Handle>,
    end: oneshot::Receiver<io::Result<u32>>,
    /// The promises that hold for it, and those that do not.
    account: (Vec<Promise>, Vec<Missing>),
    status: Option<u32>,
    /// What was ended with the command, or left over by it.
    killed: Vec<Process>,
}

impl Running {
    /// Starts one launch, with `output` as both of its output streams. `grace` is how long what was ended may take to be gone.
    ///
    /// # Errors
    /// The job or the watch over it cannot be made. What is wrong with the command itself is in the conclusion.
    #[expect(clippy::unused_async, reason = "the same signature everywhere")]
    pub(crate) async fn start(
        _standby: Standby,
        launch: &Launch,
        output: (File, File),
        grace: Duration,
    ) -> io::Result<Self> {
        let running = |started| Self { started, cause: None, deadline: None, left: None, grace };
        let token = promises::token(launch.backend);
        let (held, missing) = promises::account(token.as_ref());
        if launch.full_or_nothing && missing.iter().any(|lost| lost.promise.is_required()) {
            return Ok(running(Err(Conclusion::Refused(missing))));
        }
        let Launch { program, arguments, environment, cwd, resources, .. } = launch;
        let job = Job::new(Bounds { memory: resources.memory, processes: resources.processes })?;
        let streams = [File::open(NOTHING)?, output.0, output.1];
        let environment = environment.as_deref().unwrap_or_default();
        let token = token.as_ref().and_then(|token| token.as_ref().ok());
        let start = Start { program, arguments, environment, cwd, streams, token };
        let started = match start.suspended() {
            Ok(started) => started,
            Err(error) => {
                let step = "start the command's shell";
                let failure = match error.raw_os_error() {
                    Some(_) => Failure::on(step, program)(error),
                    // What it says is no error of the system.
                    None => Failure { step: format!("{step}: {error}"), path: None, errno: 0 },
                };
                return Ok(running(Err(Conclusion::Failed(failure))));
            }
        };
        // It runs nothing before it is in the job.
        job.add(started.process())?;
        let process = Arc::new(started.resume()?);
        let (ended, end) = oneshot::channel();
        let waiting = Arc::clone(&process);
        std::thread::Builder::new().name("end of the command".to_owned()).spawn(move || {
            // A run that was given up does not listen.
            let _ = ended.send(waiting.status());
        })?;
        let account = (held, missing);
        Ok(running(Ok(Started { job, process, end, account, status: None, killed: Vec::new() })))
    }

    /// Sets when the command's time is over; none takes the bound away. It cannot give time back to one that is being
    /// ended.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        if self.cause.is_none() {
            self.deadline = deadline;
        }
    }

    /// Stops the clock of the command: what comes next is not its own doing.
    pub(crate) fn pause_clock(&mut self) {
        let left = |at: Instant| at.saturating_duration_since(Instant::now());
        self.left = self.deadline.take().map(left);
    }

    /// Lets it go on. It cannot give time back to a command that is being ended.
    pub(crate) fn resume_clock(&mut self) {
        if let Some(left) = self.left.take() {
            self.set_deadline(Some(Instant::now() + left));
        }
    }

    /// Waits until the run is over, at most until `look`. It can be dropped and called again.
    pub(crate) async fn wait(&mut self, look: Instant) -> io::Result<Waited> {
        loop {
            let deadline = self.deadline;
            let over = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline).await,
                    None => std::future::pending().await,
                }
            };
            let Ok(started) = &mut self.started else { return Ok(Waited::Ended) };
            if started.status.is_some() {
                return Ok(Waited::Ended);
            }
            tokio::select! {
                biased;
                status = &mut started.end => {
                    let status = status.unwrap_or_else(|_| Err(io::Error::other("nobody waits for the command")))?;
                    started.status = Some(status);
                    return Ok(Waited::Ended);
                },
                () = over => self.end(EndCause::TimedOut),
                () = sleep_until(look) => return Ok(Waited::Look),
            }
        }
    }

    /// Ends the command, and everything that it started.
    pub(crate) fn end(&mut self, why: EndCause) {
        self.cause = self.cause.or(Some(why));
        self.deadline = None;
        if let Ok(started) = &mut self.started {
            started.end_all(self.grace);
        }
    }

    /// How the run went, once it is over. Whatever the command left behind ends now.
    #[expect(clippy::unused_async, reason = "the same signature everywhere")]
    pub(crate) async fn conclude(self, _before: &Before) -> (Conclusion, EndedLauncher) {
        let conclusion = match self.started {
            Err(conclusion) => conclusion,
            Ok(mut started) => {
                started.end_all(self.grace);
                let (held, missing) = started.account;
                let seen = Observations { killed: started.killed, ..Observations::default() };
                let ended = started.status.map(Ended);
                Conclusion::Ended { ended, cause: self.cause, held, missing, seen, quarantined: Vec::new() }
            }
        };
        (conclusion, EndedLauncher)
    }
}

impl Started {
    /// Ends everything in the job, notes what it was, and waits until it is gone.
    fn end_all(&mut self, grace: Duration) {
        let own = self.process.id();
        let others = self.job.processes().unwrap_or_default().into_iter().filter(|id| *id != own);
        let others = others.filter_map(Handle::open).collect::<Vec<_>>();
        // A job whose processes have all ended has nothing to end.
        let _ = self.job.end(KILLED);
        for other in &others {
            other.wait(grace);
        }
        let room = NAMED_MAX.saturating_sub(self.killed.len());
        let named = others.iter().map(named).filter(|process| !process.name.eq_ignore_ascii_case(CONSOLE));
        self.killed.extend(named.take(room));
    }
}

/// The process in a report. The command line of another process is not read.
fn named(process: &Handle) -> Process {
    let program = process.program().unwrap_or_default();
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Process { pid: process.id().cast_signed(), name, command: program.to_string_lossy().into_owned() }
}

/// Runs one launch that writes to `output` to its end, which comes after `limit` at the latest.
///
/// # Errors
/// As [`Running::start`].
pub(crate) async fn run(
    launcher: &Path,
    launch: &Launch,
    output: (File, File),
    limit: Duration,
    grace: Duration,
) -> io::Result<Conclusion> {
    let mut running = Running::start(Standby::start(launcher)?, launch, output, grace).await?;
    running.set_deadline(Some(Instant::now() + limit));
    while !matches!(running.wait(Instant::now() + 2 * limit).await?, Waited::Ended) {}
    Ok(running.conclude(&Before::default()).await.0)
}

/// There is no launcher that has to be reaped.
#[derive(Clone, Copy, Debug)]
#[must_use = "the same everywhere"]
pub(crate) struct EndedLauncher;

impl EndedLauncher {
    /// At once.
    #[expect(clippy::unused_async, reason = "the same signature everywhere")]
    pub(crate) async fn reap(self) {}
}
