//! Starts the process of a plan.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::Session;
use super::run::RunOptions;
use crate::environment;
use crate::launch::launcher_binary::kept_file;
use crate::launch::protocol::Launch;
use crate::launch::run::Running;
use crate::network::{self, Gate, HostQuestions};
use crate::outcome::RunError;
use crate::outcome::report::RunRecord;
use crate::output::file::OutputFile;
use crate::output::store::StoreError;
use crate::output::watch::Watch;
use crate::plan::{Limits, Plan};
use crate::sandbox::{Backend, Network, quarantine};
use crate::shell::{Invocation, invocation, plain};
use crate::system::paths::can_start_in;
use crate::tasks::record::Minded;
use crate::tasks::running_task::RunningTask;

impl Session {
    /// Starts what `plan` says, held to what it grants.
    pub(super) async fn start(
        &self,
        plan: Plan,
        asked: RunOptions,
        questions: Option<HostQuestions>,
    ) -> Result<RunningTask, RunError> {
        let cwd = enter(plan.cwd())?;
        let store = self.store()?;
        // What may not write has the sandbox's private memory for its here-documents, where there is such a memory.
        let has_memory = plan.backend() != Backend::Seatbelt;
        let own = if plan.is_read_only() && has_memory { None } else { Some(store.temporary()?) };
        let temp = own.as_ref().map(|own| own.path().canonicalize()).transpose()?;
        let temp = temp.map(|temp| dunce::simplified(&temp).to_owned());
        let tmpdir = match (&temp, plan.backend()) {
            (Some(temp), _) => Some(temp.as_path()),
            (None, Backend::Embedded | Backend::Bubblewrap) => Some(Path::new("/dev/shm")),
            (None, Backend::Landlock | Backend::Seatbelt | Backend::RestrictedToken | Backend::None) => None,
        };
        let around = self.shell.line(&plan, temp.as_deref()).await?;
        let inherited = around.environment(&self.environment);
        let mut environment =
            environment::for_command(inherited, plan.environment(), &cwd, tmpdir, plan.is_read_only());
        if plan.lacks_hosts() {
            environment::give_up_at_once(&mut environment);
        }
        let mut asked_for = plan.sandbox();
        let is_around = |path: &PathBuf| asked_for.writable.iter().any(|root| root.starts_with(path));
        let kept = self.kept_paths.iter().filter(|path| !is_around(path)).cloned().collect::<Vec<_>>();
        asked_for.read_only_inside.extend(kept);
        asked_for.read_only_inside.extend(kept_file(&self.launcher));
        asked_for.vacated = store.vacated().places();
        let (mut sandbox, mut notes) = asked_for.as_found(&cwd, temp.clone());
        if sandbox.network == Network::Loopback && !plan.backend().grants_loopback() {
            notes.push(format!(
                "`sandbox.network.allowLocalBinding` grants nothing in `{}`: its loopback interface is that of all programs",
                plan.backend().name()
            ));
        }
        let gate = (plan.backend().has_proxy() && sandbox.network == Network::Proxied).then(|| {
            let gate = Gate::new(plan.hosts().clone(), Arc::clone(&self.outside));
            Arc::new(match questions {
                Some(questions) => gate.with_questions(questions),
                None => gate,
            })
        });
        if gate.is_some() {
            network::set_variables(&mut environment, plan.hosts());
        }
        let approved = sandbox.approved.clone();
        let before = quarantine::Before::of(&sandbox, plan.backend());
        // What is denied is hidden already, with all that is in it.
        let is_denied = |path: &PathBuf| sandbox.deny_read.iter().any(|denied| path.starts_with(denied));
        let hidden = sandbox.hidden.iter().cloned().chain(store.hidden());
        sandbox.hidden = hidden.filter(|path| !is_denied(path)).collect();
        let program = match self.shell.program(plan.shell()) {
            Some(program) => program.to_owned(),
            None => plain(plan.shell(), &environment, &cwd)?,
        };
        let Invocation { arguments, variables } = invocation(plan.shell(), &around.text)?;
        environment.extend(variables);
        let launch = Launch {
            program,
            arguments,
            environment: Some(environment),
            cwd,
            backend: plan.backend(),
            sandbox: around.confine(sandbox),
            full_or_nothing: plan.is_full_or_nothing(),
            resources: plan.resources,
        };
        notes.extend(plan.notes().iter().chain(&around.hints).cloned());
        let output = Arc::new(store.create()?);
        // A task that other processes could neither see nor stop must not start.
        let (standby, streams) = (self.launcher()?, output.for_command()?);
        let minded = if asked.is_background { Some(minded(&plan, &output)?) } else { None };
        let started = tokio::time::Instant::now();
        let mut running = match Running::start(standby, &launch, streams, self.grace).await {
            Ok(running) => running,
            Err(error) => {
                if let Some(minded) = minded {
                    minded.never_ran();
                }
                return Err(error.into());
            }
        };
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
        let channel = self.shared.tasks.add(plan.command(), Arc::clone(&output));
        let place = self.keeps_output.then(|| store.place_to_keep(output.name()));
        let launcher = self.launcher.clone();
        let vacated = store.vacated();
        let record = RunRecord {
            plan,
            timeout,
            notes,
            place,
            gate,
            asked: Vec::new(),
            approved,
            before,
            vacated,
            launcher,
        };
        Ok(RunningTask {
            running,
            watch,
            output,
            channel,
            record,
            started,
            around,
            proxy: None,
            minded,
            _temp: own,
            _store: store,
        })
    }
}

/// The record of a task that starts in the background. What cannot be recorded leaves nothing behind.
fn minded(plan: &Plan, output: &OutputFile) -> Result<Minded, StoreError> {
    Minded::begin(output, plan.command(), plan.cwd(), Duration::ZERO).map_err(|error| {
        let _ = std::fs::remove_file(output.path());
        StoreError { path: output.path().with_extension("json"), problem: error.to_string() }
    })
}

/// The directory with every link in it followed, if a command can start there.
fn enter(path: &Path) -> Result<PathBuf, RunError> {
    let failed = |problem| RunError::WorkingDirectory { path: path.to_owned(), problem };
    let real = dunce::canonicalize(path).map_err(|error| {
        failed(match error.kind() {
            io::ErrorKind::NotFound => "does not exist",
            io::ErrorKind::PermissionDenied => "cannot be reached",
            io::ErrorKind::NotADirectory => "is beneath something that is not a directory",
            _ => "cannot be used",
        })
    })?;
    match real.is_dir() {
        false => Err(failed("is not a directory")),
        true if !can_start_in(&real) => {
            Err(failed("has more than 258 characters, and Windows starts no program there"))
        }
        true => Ok(real),
    }
}
