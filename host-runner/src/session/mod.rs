//! Runs commands, one after the other or several at once, and keeps what they leave for as long as it lives.
//!
//! Owns what is the same for every run of a caller: the policy, the launcher, the environment, the patience, the
//! directory of the outputs, the list of tasks, the order in which commands run. Takes no decision of its own.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::pin::{Pin, pin};
#[cfg(unix)]
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use policy_core::{Decision, Engine, Policy, Request, Verdict};
use tokio::sync::{RwLock, broadcast, oneshot};

use crate::decide::{decide_to_run, vouch_for_sandbox};
#[cfg(unix)]
use crate::edit;
use crate::engine::{Judge, ModuleGate};
use crate::environment;
use crate::event::{BackgroundedBy, Event};
use crate::job::{Job, Question, Work};
#[cfg(unix)]
use crate::network::{self, Gate, Outside, System};
use crate::outcome::{Outcome, SandboxReport};
#[cfg(unix)]
use crate::output::store::{self, Store, StoreError};
#[cfg(unix)]
use crate::output::watch::Watch;
use crate::plan::{Consent, Limits, Plan, Shell};
use crate::process::limits::Resources;
#[cfg(unix)]
use crate::process::{spawn::Running, standby::Standby, wire::Launch};
#[cfg(unix)]
use crate::report::{Told, milliseconds};
pub use crate::run_error::RunError;
use crate::sandbox::{Backend, Confinement, Network, OWN_BINARY, planted};
use crate::shell::SessionShell;
#[cfg(unix)]
use crate::tasks::drive::{Drive, Left, Turn};
use crate::tasks::{NewOutput, Task, TaskEnded, Tasks, UnknownTask, Wish};
use crate::tool;

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
/// host_runner::sandbox::launch_if_asked();
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
    background_after: Option<Duration>,
    keeps_output: bool,
    keeps_standby: bool,
    directory: Option<PathBuf>,
    engine: Arc<Mutex<Engine>>,
    gate: Option<Arc<ModuleGate>>,
    #[cfg(unix)]
    outside: Arc<dyn Outside>,
    shared: Arc<Shared>,
}

/// What the copies of a session have in common.
#[derive(Debug, Default)]
struct Shared {
    #[cfg(unix)]
    store: Mutex<Option<Arc<Store>>>,
    /// The launcher of the next command, if one was started ahead.
    #[cfg(unix)]
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
    /// with [`launch_if_asked`](crate::sandbox::launch_if_asked). Its policy has no rules.
    pub fn new() -> Self {
        Self {
            launcher: PathBuf::from(OWN_BINARY),
            environment: Vec::new(),
            shell: SessionShell::default(),
            grace: GRACE,
            resources: Resources::default(),
            background_after: None,
            keeps_output: true,
            keeps_standby: false,
            directory: None,
            engine: Arc::new(Mutex::new(Engine::new(Policy::default()))),
            gate: None,
            #[cfg(unix)]
            outside: Arc::new(System),
            shared: Arc::default(),
        }
        .with_environment(std::env::vars_os())
    }

    /// Another policy to decide by. It also says whether a module decides instead of the linked core.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        let gate = ModuleGate::of(&policy).map(Arc::new);
        Self { gate, engine: Arc::new(Mutex::new(Engine::new(policy))), ..self }
    }

    /// Another binary as the launcher.
    #[must_use]
    pub fn with_launcher(self, launcher: impl Into<PathBuf>) -> Self {
        Self { launcher: launcher.into(), ..self }
    }

    /// Another environment to start from. It also says where outputs go and how much of them is shown
    /// (`CLAUDE_CODE_TMPDIR`, `TMPDIR`, `BASH_MAX_OUTPUT_LENGTH`), how much memory a command may have
    /// (`CLAUDE_CODE_TOOL_MEMORY_LIMIT`), and whether none goes to the background by itself
    /// (`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`).
    #[must_use]
    pub fn with_environment(self, environment: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let mut session = Self { environment: environment.into_iter().collect(), ..self };
        session.resources = Resources::default().with_environment(|name| session.variable(name));
        session.background_after = (!session.has_no_background()).then_some(BACKGROUND_AFTER);
        session
    }

    /// With a shell of its own around every command, instead of a plain one.
    #[must_use]
    pub fn with_shell(self, shell: SessionShell) -> Self {
        Self { shell, ..self }
    }

    /// Another time between the request to end and the kill.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Another network for the proxy of commands that may reach hosts: other names, another way out.
    #[cfg(unix)]
    #[must_use]
    pub fn with_outside(self, outside: impl Outside + 'static) -> Self {
        Self { outside: Arc::new(outside), ..self }
    }

    /// Other bounds on what a command may use up, for commands that this session decides on.
    #[must_use]
    pub fn with_resources(self, resources: Resources) -> Self {
        Self { resources, ..self }
    }

    /// A session in which an assistant waits: what may go on in the background does so sooner.
    #[must_use]
    pub fn for_assistant(self) -> Self {
        let background_after = self.background_after.map(|_| BACKGROUND_AFTER_ASSISTANT);
        Self { background_after, ..self }
    }

    /// Another time after which a command that may go on in the background does so; none for never.
    #[must_use]
    pub fn with_background_after(self, background_after: Option<Duration>) -> Self {
        Self { background_after, ..self }
    }

    /// A session that keeps no output that is too long to be shown: the caller reads it while it comes.
    #[must_use]
    pub fn without_kept_output(self) -> Self {
        Self { keeps_output: false, ..self }
    }

    /// A session of many commands: while one ends, the launcher of the next is started ([`prepare`](Self::prepare)).
    #[must_use]
    pub fn with_standby(self) -> Self {
        Self { keeps_standby: true, ..self }
    }

    /// Starts the launcher of the next command ahead, so that the command does not wait for its start. It is a process
    /// that knows nothing yet and ends with the session.
    ///
    /// To be called within the runtime in which the command will run.
    ///
    /// # Errors
    /// The launcher cannot be started. The command would not run either.
    #[cfg(unix)]
    pub fn prepare(&self) -> io::Result<()> {
        let mut standby = self.shared.standby.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = standby.take().and_then(|standby| standby.if_ready(&self.launcher));
        *standby = Some(ready.map_or_else(|| Standby::start(&self.launcher), Ok)?);
        Ok(())
    }

    /// A session with a directory that outlives it and that other processes may share.
    #[must_use]
    pub fn with_directory(self, directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()), ..self }
    }

    /// Whether the environment forbids the background (`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`).
    pub fn has_no_background(&self) -> bool {
        self.variable("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS").is_some_and(|value| is_yes(&value))
    }

    fn variable(&self, name: &str) -> Option<String> {
        let found = self.environment.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, value)| value.to_string_lossy().into_owned())
    }

    /// Does `job` and tells `events` how it goes.
    ///
    /// A job is a [`Plan`], a [`Request`], or either with more said about it ([`Job`]). Commands that only read run
    /// at the same time, others one at a time, all in the order in which they were asked for. The future is ready
    /// when the command has ended or goes on in the background; dropping it before ends the command and all that it
    /// started.
    ///
    /// # Errors
    /// When the command may not run or could not be run as planned. That it failed is no error but an outcome.
    #[cfg(unix)]
    pub async fn run<'j>(
        &self,
        job: impl Into<Job<'j>>,
        mut events: impl FnMut(Event<'_>) + Send,
    ) -> Result<Outcome, RunError> {
        let Job { work, approval, cancellation, is_background, timeout, edit, leaves_sandbox } = job.into();
        let plan = match work {
            Work::Plan(plan) => *plan,
            Work::Request(mut request) => {
                let (verdict, policy) = self.decided(&mut request, leaves_sandbox);
                events(Event::Decided(&verdict));
                if edit.is_some_and(|edit| !tool::is_shown(edit, &verdict)) {
                    return Err(RunError::OtherEdit);
                }
                let consent = match verdict.decision {
                    Decision::Allow => Consent::from_verdict(&verdict),
                    Decision::Ask => {
                        let question = Question {
                            command: request.command.to_owned(),
                            cwd: request.cwd.map(str::to_owned),
                            verdict: verdict.clone(),
                        };
                        let is_approved = match approval {
                            Some(approval) => approval(question).await,
                            None => false,
                        };
                        Consent::by_person(&verdict).filter(|_| is_approved)
                    }
                    Decision::Deny => None,
                };
                let Some(consent) = consent else {
                    events(Event::Denied(&verdict));
                    return Err(match verdict.decision {
                        Decision::Deny => RunError::Denied(Box::new(verdict)),
                        Decision::Ask | Decision::Allow => RunError::NotApproved(Box::new(verdict)),
                    });
                };
                let mut plan = Plan::new(&request, &verdict, consent, &policy.sandbox)?;
                plan.limits = Limits::of(policy.profile);
                plan.resources = self.resources;
                plan
            }
        };
        let plan = if leaves_sandbox { plan.without_sandbox() } else { plan };
        let cancellation = cancellation.unwrap_or_else(|| Box::pin(std::future::pending()));
        let asked = Asked { is_background, timeout };
        let outcome = self.carry_out(plan, asked, pin!(cancellation), &mut events).await;
        if self.keeps_standby {
            // Should it fail, the next command tells why.
            drop(self.prepare());
        }
        outcome
    }

    /// As [`run`](Self::run), but ends the command when `interrupt` is ready.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    #[cfg(unix)]
    pub async fn run_until<'j>(
        &self,
        job: impl Into<Job<'j>>,
        interrupt: impl Future<Output = ()> + Send + 'j,
        events: impl FnMut(Event<'_>) + Send,
    ) -> Result<Outcome, RunError> {
        self.run(job.into().cancelled_by(interrupt), events).await
    }

    /// As on other systems.
    ///
    /// # Errors
    /// Always: this system cannot run commands yet.
    #[cfg(not(unix))]
    #[expect(clippy::unused_async, reason = "the same signature everywhere")]
    pub async fn run<'j>(
        &self,
        _job: impl Into<Job<'j>>,
        _events: impl FnMut(Event<'_>) + Send,
    ) -> Result<Outcome, RunError> {
        Err(RunError::UnsupportedSystem)
    }

    /// The verdict on `request`, with what it needs looked up, and the policy that it comes from.
    fn decided(&self, request: &mut Request<'_>, leaves_sandbox: bool) -> (Verdict, Policy) {
        // The engine is whole after a panic: it changes nothing but its parser, which begins anew each time.
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if !leaves_sandbox {
            vouch_for_sandbox(&engine, request, &self.launcher, Backend::of_this_system());
        }
        let verdict = decide_to_run(Judge::new(&engine, self.gate.as_deref()), request);
        (verdict, engine.policy().clone())
    }

    /// What runs, and what ran in the background.
    pub fn tasks(&self) -> Vec<Task> {
        self.shared.tasks.list()
    }

    /// The ends of tasks in the background, one for each, from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<TaskEnded> {
        self.shared.tasks.ends()
    }

    /// What the task `id` wrote since this was last asked.
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

    /// Wishes that the task `id` ends. [`wait`](Self::wait) tells when it has.
    ///
    /// # Errors
    /// There is no such task.
    pub fn stop(&self, id: &str) -> Result<(), UnknownTask> {
        self.shared.tasks.wish(id, Wish::Stop)
    }

    /// Wishes, for the person who waits, that the running command `id` goes on in the background.
    ///
    /// # Errors
    /// There is no such command.
    pub fn move_to_background(&self, id: &str) -> Result<(), UnknownTask> {
        self.shared.tasks.wish(id, Wish::Background)
    }
}

/// How a plan is to be carried out.
#[cfg(unix)]
#[derive(Clone, Copy, Debug)]
struct Asked {
    is_background: bool,
    timeout: Option<Duration>,
}

#[cfg(unix)]
impl Session {
    async fn carry_out(
        &self,
        plan: Plan,
        asked: Asked,
        mut cancellation: Pin<&mut (dyn Future<Output = ()> + Send)>,
        events: &mut (impl FnMut(Event<'_>) + Send),
    ) -> Result<Outcome, RunError> {
        if plan.command().contains('\0') {
            return Err(RunError::NullByte);
        }
        let turn = tokio::select! {
            biased;
            turn = self.turn(plan.is_read_only()) => turn,
            () = cancellation.as_mut() => return Err(RunError::Cancelled),
        };
        if let Some(changes) = plan.edit() {
            let outcome = apply(&plan, changes)?;
            events(Event::Ended(&outcome));
            return Ok(outcome);
        }
        let mut drive = self.start(plan, asked).await?;
        let id = drive.output.name().to_owned();
        events(Event::Started { task: &id, output: &drive.output });
        let listed = Listed { tasks: &self.shared.tasks, id: &id };

        let left = if asked.is_background {
            Left::ToBackground(BackgroundedBy::Request)
        } else {
            let after = self.background_after.filter(|_| drive.told.plan.may_go_to_background());
            drive.in_foreground(cancellation, after, events).await?
        };
        // Who comes next need not wait for what is told.
        drop(turn);
        let outcome = match left {
            Left::Ended => {
                let output = Arc::clone(&drive.output);
                drive.told.notes.extend(self.shell.ended(&drive.around));
                let outcome = drive.finish().await;
                // What is worth reading later was kept elsewhere.
                drop(std::fs::remove_file(output.path()));
                outcome?
            }
            Left::ToBackground(by) => {
                let outcome = Outcome {
                    background_task_id: Some(id.clone()),
                    backgrounded_by_user: by == BackgroundedBy::User,
                    assistant_auto_backgrounded: by == BackgroundedBy::Time,
                    ..drive.told.so_far(drive.started.elapsed())
                };
                listed.stays();
                drive.running.set_deadline(asked.timeout.map(|timeout| drive.started + timeout));
                let (begun, has_begun) = oneshot::channel();
                tokio::spawn(drive.in_background(begun));
                drop(has_begun.await);
                events(Event::MovedToBackground { task: &id, by });
                return Ok(outcome);
            }
        };
        events(Event::Ended(&outcome));
        Ok(outcome)
    }

    async fn turn(&self, is_read_only: bool) -> Turn {
        let turns = Arc::clone(&self.shared.turns);
        if is_read_only {
            Turn::Shared(turns.read_owned().await)
        } else {
            Turn::Alone(turns.write_owned().await)
        }
    }

    /// The launcher that was started ahead, or a new one.
    fn launcher(&self) -> Result<Standby, RunError> {
        let mut standby = self.shared.standby.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = standby.take().and_then(|standby| standby.if_ready(&self.launcher));
        ready.map_or_else(|| Standby::start(&self.launcher), Ok).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RunError::NoLauncher(self.launcher.clone()),
            _ => RunError::Io(error),
        })
    }

    /// Where the runner's own directories lie: where `CLAUDE_CODE_TMPDIR` says, else where `TMPDIR` says, which is made
    /// when it is missing, else in `/tmp`.
    fn base(&self) -> PathBuf {
        let named = |name: &str| self.variable(name).filter(|base| !base.is_empty()).map(PathBuf::from);
        named("CLAUDE_CODE_TMPDIR")
            .or_else(|| named("TMPDIR").filter(|base| std::fs::create_dir_all(base).is_ok()))
            .unwrap_or_else(|| PathBuf::from("/tmp"))
    }

    /// The session directory with this name that processes of this user share.
    pub fn directory_named(&self, name: &str) -> PathBuf {
        store::directory(&self.base(), name)
    }

    /// The directory of the outputs, made when it is first needed.
    fn store(&self) -> Result<Arc<Store>, StoreError> {
        let mut store = self.shared.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*store {
            return Ok(Arc::clone(store));
        }
        let opened = Arc::new(Store::open(&self.base(), self.directory.as_deref())?);
        *store = Some(Arc::clone(&opened));
        Ok(opened)
    }

    async fn start(&self, plan: Plan, asked: Asked) -> Result<Drive, RunError> {
        let cwd = enter(plan.cwd())?;
        let store = self.store()?;
        // What may not write has the sandbox's private memory for its here-documents.
        let own = if plan.is_read_only() { None } else { Some(store.temporary()?) };
        let temp = own.as_ref().map(|own| own.path().canonicalize()).transpose()?;
        let tmpdir = match (&temp, plan.backend()) {
            (Some(temp), _) => Some(temp.as_path()),
            (None, Backend::Embedded | Backend::Bubblewrap) => Some(Path::new("/dev/shm")),
            (None, Backend::Landlock | Backend::Seatbelt | Backend::None) => None,
        };
        let around = self.shell.line(&plan, temp.as_deref()).await?;
        let inherited = around.environment(&self.environment);
        let mut environment =
            environment::for_command(inherited, plan.environment(), &cwd, tmpdir, plan.is_read_only());
        let (mut sandbox, mut notes) = plan.sandbox().as_found(&cwd, temp.clone());
        let gate = (plan.backend() == Backend::Embedded && sandbox.network == Network::Proxied)
            .then(|| Arc::new(Gate::new(plan.hosts().clone(), Arc::clone(&self.outside))));
        if gate.is_some() {
            network::set_variables(&mut environment, plan.hosts());
        }
        let missing_names = planted::missing_names(&sandbox.writable, plan.backend());
        // What is denied is hidden already, with all that is in it.
        let is_denied = |path: &PathBuf| sandbox.deny_read.iter().any(|denied| path.starts_with(denied));
        sandbox.hidden = store.hidden().into_iter().filter(|path| !is_denied(path)).collect();
        let launch = Launch {
            program: match self.shell.program(plan.shell()) {
                Some(program) => program.to_owned(),
                None => find(plan.shell(), &environment)?,
            },
            arguments: plan.shell().arguments(&around.text).into_iter().map(OsString::from).collect(),
            environment: Some(environment),
            cwd,
            backend: plan.backend(),
            sandbox: around.confine(sandbox),
            full_or_nothing: plan.is_full_or_nothing(),
            resources: plan.resources,
        };
        notes.extend(plan.notes().iter().chain(&around.hints).cloned());
        let output = Arc::new(store.create()?);
        let started = tokio::time::Instant::now();
        let mut running =
            Running::start(self.launcher()?, &launch, output.for_command()?, self.grace).await?;
        let given =
            Limits { timeout: asked.timeout.unwrap_or(plan.limits.timeout), ..plan.limits }.time_given();
        // What can go on in the background does that instead of being ended when it takes long.
        let goes_on = self.background_after.filter(|_| plan.may_go_to_background());
        let timeout = if asked.is_background {
            asked.timeout
        } else {
            Some(given).filter(|given| goes_on.is_none_or(|after| *given < after))
        };
        running.set_deadline(timeout.map(|timeout| started + timeout));
        let watch = Watch::new(plan.resources.output, plan.resources.idle, started);
        let line = self.shared.tasks.add(plan.command(), Arc::clone(&output));
        let place = self.keeps_output.then(|| store.place_to_keep(output.name()));
        let launcher = self.launcher.clone();
        let told = Told { plan, timeout, notes, place, gate, missing_names, launcher };
        Ok(Drive {
            running,
            watch,
            output,
            line,
            told,
            started,
            around,
            proxy: None,
            _temp: own,
            _store: store,
        })
    }
}

/// A command on the list of tasks as long as its caller waits for it.
#[cfg(unix)]
struct Listed<'s> {
    tasks: &'s Tasks,
    id: &'s str,
}

#[cfg(unix)]
impl Listed<'_> {
    /// The caller leaves, the command stays.
    fn stays(self) {
        self.tasks.to_background(self.id);
        std::mem::forget(self);
    }
}

#[cfg(unix)]
impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.tasks.remove(self.id);
    }
}

/// Whether the value of a variable switches something on.
fn is_yes(value: &str) -> bool {
    !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no" | "off")
}

/// Writes what the verdict shows as an edit, where the command could have written, and runs nothing.
#[cfg(unix)]
fn apply(plan: &Plan, changes: &[edit::FileChange]) -> Result<Outcome, edit::EditError> {
    let started = Instant::now();
    let (sandbox, _) = plan.sandbox().as_found(plan.cwd(), None);
    let sandbox = (plan.backend() != Backend::None).then_some(&sandbox);
    let edited = edit::apply(changes, sandbox)?;
    Ok(Outcome {
        no_output_expected: true,
        edited: Some(edited),
        cwd: plan.cwd().to_owned(),
        duration_ms: milliseconds(started.elapsed()),
        // There was nothing to hold.
        sandbox: SandboxReport { confinement: Confinement::Full.name(), ..SandboxReport::default() },
        ..Outcome::default()
    })
}

/// The directory with every link in it followed, if a command can start there.
fn enter(path: &Path) -> Result<PathBuf, RunError> {
    let failed = |problem| RunError::WorkingDirectory { path: path.to_owned(), problem };
    let real = path.canonicalize().map_err(|error| {
        failed(match error.kind() {
            io::ErrorKind::NotFound => "does not exist",
            io::ErrorKind::PermissionDenied => "cannot be reached",
            io::ErrorKind::NotADirectory => "is beneath something that is not a directory",
            _ => "cannot be used",
        })
    })?;
    if real.is_dir() { Ok(real) } else { Err(failed("is not a directory")) }
}

/// The shell's absolute path. The system's own comes first: a directory of `PATH` may belong to anybody.
fn find(shell: Shell, environment: &[(OsString, OsString)]) -> Result<PathBuf, RunError> {
    let path = environment.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let listed = path.iter().flat_map(std::env::split_paths).collect::<Vec<_>>();
    ["/bin", "/usr/bin"]
        .map(PathBuf::from)
        .into_iter()
        .chain(listed)
        .map(|directory| directory.join(shell.name()))
        .find(|program| program.is_file())
        .ok_or(RunError::ShellNotFound(shell.name()))
}
