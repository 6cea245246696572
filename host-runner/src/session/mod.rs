//! Runs commands, one after the other or several at once, and keeps their outputs as long as it lives.
//!
//! Owns what all runs of a caller share: policy, launcher, environment, time limits, output directory, tasks, and the
//! order of commands. Makes no decision of its own.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use policy_core::Policy;
use tokio::sync::{RwLock, broadcast};

use crate::engine::ModuleGate;
use crate::launch::launcher_binary::own_binary;
use crate::launch::standby::Standby;
use crate::network::{Outside, System};
use crate::outcome::Outcome;
use crate::output::store::Store;
use crate::sandbox::{Backend, Resources};
use crate::shell::SessionShell;
use crate::tasks::{NewOutput, Task, TaskEnded, TaskRequest, Tasks, UnknownTask};

pub(crate) mod approval;
mod around;
mod builder;
mod decision;
mod directories;
mod engines;
pub mod job;
mod run;
mod simulated_edit;
mod standby;
mod start;
pub mod timeouts;
pub mod tool;
mod unconfined;

use engines::Engines;

pub use crate::outcome::RunError;

/// How long a command may take to end once it was asked to.
pub const GRACE: Duration = Duration::from_secs(2);

/// After how long a command that may go on in the background does so, when an assistant waits for it.
pub const BACKGROUND_AFTER_ASSISTANT: Duration = Duration::from_secs(15);

/// After how long it does so otherwise.
pub const BACKGROUND_AFTER: Duration = Duration::from_mins(2);

/// Runs commands, each in a sandbox of its own.
///
/// Copies of a session are the same session: when the last one goes, everything that still runs in it ends.
///
/// ```no_run
/// use host_runner::event::Event;
/// use host_runner::job::Job;
/// use host_runner::session::Session;
/// use policy_core::{Policy, Request};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), host_runner::session::RunError> {
/// // The launcher is this very program, started again: its first act must be to become it when asked.
/// host_runner::launch_if_asked();
///
/// let session = Session::new().with_policy(Policy::default());
/// let mut request = Request::new("cargo build");
/// request.cwd = Some("/repo");
/// let job = Job::new(request).approved_by(|question| async move {
///     println!("{}: {}", question.command, question.verdict.reason.message);
///     true // a person said yes
/// });
/// let outcome = session
///     .run(job, |event| {
///         if let Event::Progress(progress) = event {
///             println!("{:?}: {}", progress.elapsed, progress.last_line);
///         }
///     })
///     .await?;
/// println!("{} {}", outcome.exit_code, outcome.stdout);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    launcher: PathBuf,
    environment: Vec<(OsString, OsString)>,
    shell: SessionShell,
    grace: Duration,
    resources: Resources,
    backend: Option<Backend>,
    background_after: Option<Duration>,
    keeps_output: bool,
    keeps_standby: bool,
    is_alone: bool,
    directory: Option<PathBuf>,
    kept_paths: Vec<PathBuf>,
    engines: Arc<Engines>,
    gate: Option<Arc<ModuleGate>>,
    outside: Arc<dyn Outside>,
    shared: Arc<Shared>,
}

/// The state that the copies of a session share.
#[derive(Debug, Default)]
struct Shared {
    store: Mutex<Option<Arc<Store>>>,
    /// The launcher of the next command, if one was started ahead.
    standby: Mutex<Option<Standby>>,
    tasks: Tasks,
    /// Those that only read share it, the others have it alone, and nobody overtakes.
    turns: Arc<RwLock<()>>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session of this process: its environment, and its own binary as the launcher, so that its `main` starts
    /// with [`launch_if_asked`](crate::launcher::launch_if_asked). Its policy has no rules.
    pub fn new() -> Self {
        Self {
            launcher: own_binary(),
            environment: Vec::new(),
            shell: SessionShell::default(),
            grace: GRACE,
            resources: Resources::default(),
            backend: None,
            background_after: None,
            keeps_output: true,
            keeps_standby: false,
            is_alone: false,
            directory: None,
            kept_paths: Vec::new(),
            engines: Arc::new(Engines::new(Policy::default())),
            gate: None,
            outside: Arc::new(System),
            shared: Arc::default(),
        }
        .with_environment(std::env::vars_os())
    }

    /// The running tasks, and the background tasks.
    pub fn tasks(&self) -> Vec<Task> {
        self.shared.tasks.list()
    }

    /// The ends of tasks in the background, one for each, from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<TaskEnded> {
        self.shared.tasks.ends()
    }

    /// The output of the task `id` since the last call.
    ///
    /// # Errors
    /// There is no such task, or its output cannot be read.
    pub fn new_output(&self, id: &str) -> Result<io::Result<NewOutput>, UnknownTask> {
        self.shared.tasks.new_output(id, self.resources.shown)
    }

    /// Waits until the task `id` has ended.
    ///
    /// # Errors
    /// There is no such task.
    pub async fn wait(&self, id: &str) -> Result<Arc<Outcome>, UnknownTask> {
        let mut state = self.shared.tasks.state(id)?;
        let ended = state.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone());
        // Without an outcome its driver went with the runtime, and the task with it.
        ended.ok_or_else(|| UnknownTask(id.to_owned()))
    }

    /// Asks the task `id` to stop. [`wait`](Self::wait) returns when it has ended.
    ///
    /// # Errors
    /// There is no such task.
    pub fn stop(&self, id: &str) -> Result<(), UnknownTask> {
        self.shared.tasks.request(id, TaskRequest::Stop)
    }

    /// Moves the running command `id` to the background, on behalf of the person who waits for it.
    ///
    /// # Errors
    /// There is no such command.
    pub fn move_to_background(&self, id: &str) -> Result<(), UnknownTask> {
        self.shared.tasks.request(id, TaskRequest::Background)
    }
}
