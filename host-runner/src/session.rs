//! Runs plans.
//!
//! Owns what is the same for every run of a caller: the launcher, the environment, the patience.
//! Takes no decision: a plan is already one.

use std::ffi::OsString;
use std::future::{Future, pending};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::Arc;
use std::time::{Duration, Instant};

use policy_core::present::exit_meaning;

#[cfg(unix)]
use crate::edit;
use crate::environment;
#[cfg(unix)]
use crate::network::{self, Gate, Outside, Service, System};
#[cfg(unix)]
use crate::outcome::denials;
use crate::outcome::{Outcome, SandboxReport, TimedOut};
use crate::plan::{Plan, Shell};
use crate::process::output::{KEPT_BYTES_MAX, Kept};
#[cfg(unix)]
use crate::process::{
    spawn::{self, Cut, Deadline, Run},
    wire::{Ended, Launch},
};
use crate::sandbox::{self, Backend, Confinement, Missing, Network, Promise, planted};
use crate::shell::SessionShell;

/// How long a command may take to end once it was asked to.
pub const GRACE: Duration = Duration::from_secs(2);

/// A command that was not run, or whose run was lost.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// `failIfUnavailable` is set, and not every promise holds.
    #[error("the command was not run, because the sandbox is not complete: {}", list(.0))]
    SandboxUnavailable(Vec<Missing>),
    /// The shell is not installed.
    #[error(
        "the shell `{0}` was not found in `/bin`, `/usr/bin` or `PATH`; install it, or choose another shell"
    )]
    ShellNotFound(&'static str),
    /// The command cannot start where it shall.
    #[error("the working directory `{}` {problem}; give a directory that exists and can be entered", path.display())]
    WorkingDirectory {
        /// The directory.
        path: PathBuf,
        /// What is the matter with it.
        problem: &'static str,
    },
    /// A step between the plan and the command failed.
    #[error("the command was not run, because the sandbox could not be set up: {step}")]
    Launcher {
        /// The step with the system's answer.
        step: String,
    },
    /// The program that was started as the launcher is none.
    #[error(
        "the launcher `{}` did not answer; a program that runs commands calls `launch_if_asked` first in `main`",
        .0.display()
    )]
    NoLauncher(PathBuf),
    /// The command cannot be passed to any program.
    #[error("the command contains a null byte, which no program can be given; remove it")]
    NullByte,
    /// The edit that the command is was not applied.
    #[cfg(unix)]
    #[error(transparent)]
    Edit(#[from] edit::EditError),
    /// This system cannot run commands yet.
    #[error("commands cannot be run on this system yet; use Linux")]
    UnsupportedSystem,
    /// The system refused something that is no step of the sandbox.
    #[error("the run failed: {0}")]
    Io(#[from] io::Error),
}

fn list(missing: &[Missing]) -> String {
    missing
        .iter()
        .filter(|lost| lost.promise.is_required())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// Runs plans, each in a sandbox of its own.
#[derive(Clone, Debug)]
pub struct Session {
    launcher: PathBuf,
    environment: Vec<(OsString, OsString)>,
    shell: SessionShell,
    grace: Duration,
    #[cfg(unix)]
    outside: Arc<dyn Outside>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session of this process: its environment, and its own binary as the launcher, so that its `main` starts
    /// with [`launch_if_asked`](crate::sandbox::launch_if_asked).
    pub fn new() -> Self {
        Self {
            launcher: PathBuf::from("/proc/self/exe"),
            environment: std::env::vars_os().collect(),
            shell: SessionShell::default(),
            grace: GRACE,
            #[cfg(unix)]
            outside: Arc::new(System),
        }
    }

    /// Another binary as the launcher.
    #[must_use]
    pub fn with_launcher(self, launcher: impl Into<PathBuf>) -> Self {
        Self { launcher: launcher.into(), ..self }
    }

    /// Another environment to start from.
    #[must_use]
    pub fn with_environment(self, environment: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self { environment: environment.into_iter().collect(), ..self }
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

    /// Runs `plan` to its end; `output` gets each piece of output as it comes.
    ///
    /// Dropping the future ends the command and all that it started.
    ///
    /// # Errors
    /// When the command could not be run as planned. That it failed is no error but an outcome.
    pub async fn run(&self, plan: Plan, output: impl FnMut(&[u8]) + Send) -> Result<Outcome, RunError> {
        self.run_until(plan, pending(), output).await
    }

    /// As [`run`](Self::run), but ends the command when `interrupt` is ready.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    #[cfg(unix)]
    pub async fn run_until(
        &self,
        plan: Plan,
        interrupt: impl Future<Output = ()> + Send,
        mut output: impl FnMut(&[u8]) + Send,
    ) -> Result<Outcome, RunError> {
        if plan.command().contains('\0') {
            return Err(RunError::NullByte);
        }
        if let Some(changes) = plan.edit() {
            return Ok(apply(&plan, changes)?);
        }
        let cwd = enter(plan.cwd())?;
        // What may not write has the sandbox's private memory for its here-documents.
        let own = if plan.is_read_only() { None } else { Some(sandbox::temporary_directory()?) };
        let temp = own.as_ref().map(|own| own.path().canonicalize()).transpose()?;
        let tmpdir = match (&temp, plan.backend()) {
            (Some(temp), _) => Some(temp.as_path()),
            (None, Backend::Embedded | Backend::Bubblewrap) => Some(Path::new("/dev/shm")),
            (None, Backend::Landlock | Backend::Seatbelt | Backend::None) => None,
        };
        let line = self.shell.line(&plan, temp.as_deref()).await?;
        let inherited = line.environment(&self.environment);
        let mut environment =
            environment::for_command(inherited, plan.environment(), &cwd, tmpdir, plan.is_read_only());
        let (sandbox, mut hints) = plan.sandbox().as_found(&cwd, temp.clone());
        let gate = (plan.backend() == Backend::Embedded && sandbox.network == Network::Proxied)
            .then(|| Arc::new(Gate::new(plan.hosts().clone(), Arc::clone(&self.outside))));
        if gate.is_some() {
            network::set_variables(&mut environment, plan.hosts());
        }
        let mut service = None;
        let missing_names = planted::missing_names(&sandbox.writable, plan.backend());
        let launch = Launch {
            program: match self.shell.program(plan.shell()) {
                Some(program) => program.to_owned(),
                None => find(plan.shell(), &environment)?,
            },
            arguments: plan.shell().arguments(&line.text).into_iter().map(OsString::from).collect(),
            cwd,
            backend: plan.backend(),
            sandbox: line.confine(sandbox),
            full_or_nothing: plan.is_full_or_nothing(),
            input: None,
        };
        let timeout = plan.limits.time_given();
        let deadline = Deadline { timeout, grace: self.grace };
        let mut kept = Kept::default();
        let started = Instant::now();
        let run = spawn::run(
            &self.launcher,
            &launch,
            &environment,
            deadline,
            interrupt,
            |bytes| {
                kept.push(bytes);
                output(bytes);
            },
            |sockets| service = gate.as_ref().map(|gate| Service::start(gate, sockets)),
        )
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RunError::NoLauncher(self.launcher.clone()),
            _ => RunError::Io(error),
        })?;
        let duration_ms = milliseconds(started.elapsed());
        if let Some(Err(error)) = &service {
            hints
                .push(format!("the command had no network, because the proxy could not be started: {error}"));
        }
        // What the command opened ends with it.
        drop(service);
        hints.extend(line.hints.iter().cloned().chain(self.shell.ended(&line)));

        let (ended, cut, held, missing, seen) = match run {
            Run::Ended { ended, cut, held, missing, seen } => (ended, cut, held, missing, seen),
            Run::Refused(missing) => return Err(RunError::SandboxUnavailable(missing)),
            Run::Failed(failure) => return Err(RunError::Launcher { step: failure.to_string() }),
            Run::Silent => return Err(RunError::NoLauncher(self.launcher.clone())),
        };
        let (exit_code, signal) = match ended {
            Some(Ended::Code(code)) => (code, None),
            Some(Ended::Signal(number)) => (128 + number, Some(signal_name(number))),
            // The supervisor itself had to be killed, and the command went with it.
            None => (128 + libc::SIGKILL, Some(signal_name(libc::SIGKILL))),
        };
        if kept.dropped() > 0 {
            hints.push(format!(
                "the output is longer than the {KEPT_BYTES_MAX} bytes shown here: {} more bytes were not kept",
                kept.dropped()
            ));
        }
        let quarantined = planted::repair(&seen.watched, &missing_names, &missing);
        hints.extend(quarantined.iter().map(ToString::to_string));
        let confinement = Confinement::of(&held, &missing);
        if let Confinement::Partial { missing } = &confinement {
            let lost = missing.iter().map(|lost| lost.code()).collect::<Vec<_>>().join(", ");
            hints.push(format!(
                "the command was not fully confined: {lost}; `shellgate doctor` says what to do"
            ));
        }
        if let Some(lost) = missing.iter().find(|lost| lost.promise == Promise::AllowedHosts) {
            hints.push(format!("the command had no network: {}; {}", lost.why, lost.remedy));
        }
        if let Some(lost) = missing.iter().find(|lost| lost.promise == Promise::AllowedSockets) {
            hints.push(format!("the command reached no socket file: {}; {}", lost.why, lost.remedy));
        }
        let status = u8::try_from(exit_code).unwrap_or(u8::MAX);
        let meaning = match cut {
            Some(Cut::TimedOut) => Some((format!("timed out after {} ms", milliseconds(timeout)), true)),
            Some(Cut::Interrupted) => Some(("interrupted".to_owned(), true)),
            None => exit_meaning(plan.command(), plan.shell().into(), status)
                .map(|meaning| (meaning.means.into_owned(), meaning.failure)),
        };
        Ok(Outcome {
            stdout: kept.text(),
            stderr: String::new(),
            exit_code,
            signal,
            interrupted: cut == Some(Cut::Interrupted),
            timed_out: (cut == Some(Cut::TimedOut)).then(|| TimedOut { after_ms: milliseconds(timeout) }),
            is_image: false,
            background_task_id: None,
            backgrounded_by_user: false,
            assistant_auto_backgrounded: false,
            failed: meaning.as_ref().map_or(exit_code != 0, |(_, failure)| *failure),
            return_code_interpretation: meaning.map(|(means, _)| means),
            no_output_expected: plan.is_silent(),
            persisted_output_path: None,
            persisted_output_size: None,
            edited: None,
            cwd: plan.cwd().to_owned(),
            duration_ms,
            sandbox: SandboxReport {
                backend: plan.backend().name(),
                confinement: confinement.name(),
                promises: held.into_iter().map(Promise::code).collect(),
                missing,
                denials: denials(&seen, gate.as_deref()),
                quarantined,
            },
            hints,
        })
    }

    /// As [`run`](Self::run), but ends the command when `interrupt` is ready.
    ///
    /// # Errors
    /// Always: this system cannot run commands yet.
    #[cfg(not(unix))]
    #[expect(clippy::unused_async, reason = "the same signature everywhere")]
    pub async fn run_until(
        &self,
        _plan: Plan,
        _interrupt: impl Future<Output = ()> + Send,
        _output: impl FnMut(&[u8]) + Send,
    ) -> Result<Outcome, RunError> {
        Err(RunError::UnsupportedSystem)
    }
}

/// Writes what the verdict shows as an edit, where the command could have written, and runs nothing.
#[cfg(unix)]
fn apply(plan: &Plan, changes: &[edit::FileChange]) -> Result<Outcome, edit::EditError> {
    let started = Instant::now();
    let (sandbox, _) = plan.sandbox().as_found(plan.cwd(), None);
    let sandbox = (plan.backend() != Backend::None).then_some(&sandbox);
    let edited = edit::apply(changes, sandbox)?;
    Ok(Outcome {
        stdout: String::new(),
        stderr: String::new(),
        exit_code: 0,
        failed: false,
        signal: None,
        interrupted: false,
        timed_out: None,
        is_image: false,
        background_task_id: None,
        backgrounded_by_user: false,
        assistant_auto_backgrounded: false,
        return_code_interpretation: None,
        no_output_expected: true,
        persisted_output_path: None,
        persisted_output_size: None,
        edited: Some(edited),
        cwd: plan.cwd().to_owned(),
        duration_ms: milliseconds(started.elapsed()),
        // There was nothing to hold.
        sandbox: SandboxReport {
            backend: Backend::None.name(),
            confinement: Confinement::Full.name(),
            promises: Vec::new(),
            missing: Vec::new(),
            denials: Vec::new(),
            quarantined: Vec::new(),
        },
        hints: Vec::new(),
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

#[cfg(unix)]
fn signal_name(number: i32) -> String {
    nix::sys::signal::Signal::try_from(number)
        .map_or_else(|_| format!("SIG{number}"), |signal| signal.to_string())
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
