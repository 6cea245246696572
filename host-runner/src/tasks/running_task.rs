//! Drives one command from start to end: the clock, the size of its output, requests of others.
//!
//! Owns the loop, in the foreground with a caller that hears events, in the background without one.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, oneshot};
use tokio::time::Instant;

use super::answering::{Answering, Step};
use super::record::Minded;
use super::{TaskChannel, TaskEnded, TaskRequest};
use crate::launch::conclusion::EndCause;
use crate::launch::run::{EndedLauncher, Running, Waited};
use crate::network::Service;
use crate::outcome::event::{BackgroundedBy, Event, PROGRESS_EVERY, Progress};
use crate::outcome::report::RunRecord;
use crate::outcome::{Outcome, RunError};
use crate::output::file::OutputFile;
use crate::output::show::last_line;
use crate::output::store::Store;
use crate::output::watch::{Look, Watch};
use crate::shell::ShellLine;
use crate::system::network::OwnedSocket;
use crate::system::temporary_directory::TemporaryDirectory;

/// The leave to run, as long as it is held: with others that only read, or alone.
#[derive(Debug)]
#[expect(dead_code, reason = "the guards are held, not looked at")]
pub(crate) enum RunPermit {
    /// Others that only read run as well.
    Shared(OwnedRwLockReadGuard<()>),
    /// Nothing else runs.
    Alone(OwnedRwLockWriteGuard<()>),
}

/// A command that runs, with all that goes when it ends.
#[derive(Debug)]
pub(crate) struct RunningTask {
    pub(crate) running: Running,
    pub(crate) watch: Watch,
    pub(crate) output: Arc<OutputFile>,
    pub(crate) channel: TaskChannel,
    pub(crate) record: RunRecord,
    pub(crate) started: Instant,
    /// The text that the session's shell put around the command.
    pub(crate) around: ShellLine,
    /// The proxy, once the sandbox is there; it ends with the run.
    pub(crate) proxy: Option<io::Result<Service>>,
    /// Its record for other processes; none for a command that started in the foreground.
    pub(crate) minded: Option<Minded>,
    /// The directory for temporary files, if it has one.
    pub(crate) _temp: Option<TemporaryDirectory>,
    /// The directory of the output must not go before it.
    pub(crate) _store: Arc<Store>,
}

/// How the foreground was left.
#[derive(Debug)]
pub(crate) enum ForegroundEnd {
    /// The command has ended.
    Ended,
    /// It goes on.
    ToBackground(BackgroundedBy),
}

impl RunningTask {
    /// Drives the command until it ends, or until it is to go on in the background: by a request, or `after` so long.
    /// `cancellation` ends it. The time of the command stands still while somebody is asked about a host.
    pub(crate) async fn in_foreground(
        &mut self,
        mut cancellation: Pin<&mut (dyn Future<Output = ()> + Send)>,
        after: Option<Duration>,
        answering: &mut Answering<'_>,
        events: &mut (impl FnMut(Event<'_>) + Send),
    ) -> io::Result<ForegroundEnd> {
        let leave_at = after.map(|after| self.started + after);
        let mut told_at = self.started;
        let mut is_cancelled = false;
        loop {
            let mut look = self.watch.next().min(told_at + PROGRESS_EVERY);
            if let Some(leave_at) = leave_at {
                look = look.min(leave_at);
            }
            tokio::select! {
                biased;
                () = cancellation.as_mut(), if !is_cancelled => {
                    is_cancelled = true;
                    self.running.end(EndCause::Interrupted);
                }
                request = next_request(&mut self.channel) => match request {
                    TaskRequest::Background => return Ok(ForegroundEnd::ToBackground(BackgroundedBy::User)),
                    TaskRequest::Stop => self.running.end(EndCause::Interrupted),
                    TaskRequest::None => {}
                },
                waited = self.running.wait(look) => match waited? {
                    Waited::Ended => return Ok(ForegroundEnd::Ended),
                    Waited::Handed(sockets) => self.serve(sockets),
                    Waited::Look => {
                        let now = Instant::now();
                        if answering.is_open() {
                            self.watch.wait_until(now);
                        }
                        self.look(now)?;
                        if now >= told_at + PROGRESS_EVERY {
                            told_at = now;
                            events(Event::Progress(&self.progress(now)));
                        }
                        if leave_at.is_some_and(|leave_at| now >= leave_at)
                            && !is_cancelled
                            && !answering.is_open()
                        {
                            return Ok(ForegroundEnd::ToBackground(BackgroundedBy::Time));
                        }
                    }
                },
                step = answering.next() => match step {
                    Step::Asked(question) => {
                        self.running.pause_clock();
                        events(Event::HostAsked(&question));
                    }
                    Step::Over(asked) => {
                        self.running.resume_clock();
                        events(Event::HostAnswered(&asked));
                    }
                },
            }
        }
    }

    /// Drives the command to its end and announces it to the subscribers.
    ///
    /// `begun` hears when other processes can see the task.
    pub(crate) async fn in_background(mut self, begun: oneshot::Sender<()>) {
        let id = self.output.name().to_owned();
        let plan = &self.record.plan;
        let minded = match self.minded.take() {
            Some(minded) => Ok(minded),
            None => Minded::begin(&self.output, plan.command(), plan.cwd(), self.started.elapsed()),
        };
        if let Err(error) = &minded {
            self.record.notes.push(format!("other processes cannot see this task: {error}"));
        }
        let minded = minded.ok();
        let _ = begun.send(());
        let driven = self.until_the_end(minded.as_ref()).await;
        let Self { channel, .. } = &self;
        let (state, ends) = (channel.state.clone(), channel.ends.clone());
        let record = self.record.so_far(self.started.elapsed());
        let (outcome, launcher) = match driven {
            Ok(()) => {
                let (outcome, launcher) = self.finish().await;
                (outcome, Some(launcher))
            }
            Err(error) => (Err(RunError::Io(error)), None),
        };
        let outcome = Arc::new(outcome.unwrap_or_else(|error| Outcome {
            failed: true,
            exit_code: 125,
            notes: record.notes.iter().cloned().chain([error.to_string()]).collect(),
            ..record
        }));
        if let Some(launcher) = launcher {
            launcher.reap().await;
        }
        // The caller later finds it here, and nobody needs to listen now.
        drop(minded.map(|minded| minded.end(&outcome)));
        drop(state.send(Some(Arc::clone(&outcome))));
        drop(ends.send(TaskEnded { id, outcome }));
    }

    async fn until_the_end(&mut self, minded: Option<&Minded>) -> io::Result<()> {
        loop {
            let look = self.watch.next().min(Instant::now() + PROGRESS_EVERY);
            tokio::select! {
                biased;
                request = next_request(&mut self.channel) => if request == TaskRequest::Stop {
                    self.running.end(EndCause::Interrupted);
                },
                waited = self.running.wait(look) => match waited? {
                    Waited::Ended => return Ok(()),
                    Waited::Handed(sockets) => self.serve(sockets),
                    Waited::Look => {
                        self.look(Instant::now())?;
                        if minded.is_some_and(Minded::is_to_stop) {
                            self.running.end(EndCause::Interrupted);
                        }
                    }
                },
            }
        }
    }

    /// How the command ended, and the launcher, which is still to be reaped.
    pub(crate) async fn finish(mut self) -> (Result<Outcome, RunError>, EndedLauncher) {
        // What the command opened ends with it.
        if let Some(Err(error)) = self.proxy.take() {
            let note = format!("the command had no network, because the proxy could not be started: {error}");
            self.record.notes.push(note);
        }
        let (run, launcher) = self.running.conclude(&self.record.before).await;
        (self.record.outcome(run, &self.output, self.started.elapsed()), launcher)
    }

    /// Lets allowed hosts through by what was made for that inside the sandbox.
    fn serve(&mut self, sockets: Vec<OwnedSocket>) {
        self.proxy = self.record.gate.as_ref().map(|gate| Service::start(gate, sockets));
    }

    fn look(&mut self, now: Instant) -> io::Result<()> {
        match self.watch.look(self.output.size()?, now) {
            Look::Fine => {}
            Look::TooLarge => self.running.end(EndCause::TooLarge),
            Look::Idle => self.running.end(EndCause::Idle),
        }
        Ok(())
    }

    fn progress(&self, now: Instant) -> Progress {
        let size = self.watch.size();
        Progress {
            elapsed: now.saturating_duration_since(self.started),
            size,
            last_line: last_line(&self.output, size),
        }
    }
}

/// The next request. When the session is gone that is a request to stop, once.
async fn next_request(channel: &mut TaskChannel) -> TaskRequest {
    if channel.is_closed {
        return std::future::pending().await;
    }
    if channel.request.changed().await.is_ok() {
        return *channel.request.borrow_and_update();
    }
    channel.is_closed = true;
    TaskRequest::Stop
}
