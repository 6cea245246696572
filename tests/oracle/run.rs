//! The way into the sandbox and back: commands in batches, one sandbox and one watcher for each, on every core.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use host_runner::environment;
use host_runner::event::Event;
use host_runner::plan::{Consent, Limits, Plan};
use host_runner::session::Session;
use policy_core::policy::{EnvironmentSettings, SandboxSettings};
use policy_core::verdict::Grants;
use policy_core::{Decision, Request, Verdict};

use crate::exemptions::CallExemption;
use crate::machine::PATH;
use crate::place::Place;
use crate::watch::{BATCH, DEEDS, WATCHER_ARGUMENT};
use crate::wire::{Batch, Deed, Job, Shell};

/// Commands of one sandbox.
const BATCH_SIZE: usize = 400;

/// How long one command may run; most take some milliseconds.
const LIMIT_MS: u64 = 2_000;

/// How many processes the commands of one sandbox may have at the same time.
const PROCESSES_MAX: u64 = 500;

/// Why nothing was executed.
#[derive(Debug)]
pub(crate) enum Lost {
    /// This machine cannot confine or watch.
    Unable(String),
    /// Something went wrong.
    Failed(String),
}

/// The variables of a command that was proven to only read, as the runner sets them.
fn variables(place: &Place) -> Vec<(String, String)> {
    let home = place.home().into_os_string();
    let inherited = [
        ("PATH".into(), PATH.into()),
        ("HOME".into(), home),
        ("LANG".into(), "C.UTF-8".into()),
        ("USER".into(), "u".into()),
    ];
    let settings = EnvironmentSettings::default();
    environment::for_command(inherited, &settings, &place.project(), Some(Path::new("/dev/shm")), true)
        .into_iter()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// How commands are run.
#[derive(Debug)]
pub(crate) struct Setting<'a> {
    /// Where.
    pub place: &'a Place,
    /// The shell.
    pub shell: Shell,
    /// The absolute path of the shell, if it is not at its own place.
    pub program: Option<&'a Path>,
    /// A folder that replaces `PATH`, whose programs only end: what would be executed with which arguments is noted.
    pub recorders: Option<&'a Path>,
    /// A folder that replaces `PATH`, whose programs are executed.
    pub path: Option<&'a Path>,
    /// How long one command may run, in milliseconds.
    pub limit_ms: u64,
    /// Calls that are let through.
    pub exemptions: &'a [CallExemption],
}

impl<'a> Setting<'a> {
    /// bash, with the installed programs.
    pub(crate) const fn installed(place: &'a Place, exemptions: &'a [CallExemption]) -> Self {
        Self {
            place,
            shell: Shell::Bash,
            program: None,
            recorders: None,
            path: None,
            limit_ms: LIMIT_MS,
            exemptions,
        }
    }

    fn batch(&self, jobs: &[Job]) -> Batch {
        let mut environment = variables(self.place);
        if let Some(folder) = self.recorders.or(self.path) {
            environment.retain(|(name, _)| name != "PATH");
            environment.push(("PATH".to_owned(), folder.to_string_lossy().into_owned()));
        }
        Batch {
            shell: self.shell,
            program: self
                .program
                .map_or_else(|| self.shell.path().into(), |path| path.to_string_lossy().into_owned()),
            records: self.recorders.is_some(),
            cwd: self.place.project().to_string_lossy().into_owned(),
            environment,
            limit_ms: self.limit_ms,
            exemptions: self.exemptions.to_vec(),
            jobs: jobs.to_vec(),
        }
    }
}

/// Executes all of `jobs`; what each did, in their order.
///
/// # Errors
/// When this machine cannot confine and watch a command, or a watcher was lost.
pub(crate) fn execute(setting: &Setting<'_>, jobs: &[Job]) -> Result<Vec<Deed>, Lost> {
    let batches: Vec<&[Job]> = jobs.chunks(BATCH_SIZE).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(batches.len());
    let mut done: Vec<(usize, Result<Vec<Deed>, Lost>)> = std::thread::scope(|scope| {
        let work = || {
            let mut own = Vec::new();
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(batch) = batches.get(at)
            {
                own.push((at, execute_batch(setting, batch)));
            }
            own
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    let mut deeds = Vec::with_capacity(jobs.len());
    for (_, batch) in done {
        deeds.extend(batch?);
    }
    if deeds.len() == jobs.len() { Ok(deeds) } else { Err(Lost::Failed("a worker was lost".to_owned())) }
}

fn execute_batch(setting: &Setting<'_>, jobs: &[Job]) -> Result<Vec<Deed>, Lost> {
    let failed = |error: std::io::Error| Lost::Failed(error.to_string());
    let folder = setting.place.folder().map_err(failed)?;
    let text = serde_json::to_vec(&setting.batch(jobs)).map_err(|error| Lost::Failed(error.to_string()))?;
    std::fs::write(folder.path().join(BATCH), text).map_err(failed)?;
    let output = confined(folder.path())?;
    let deeds = output
        .lines()
        .find_map(|line| line.strip_prefix(DEEDS))
        .ok_or_else(|| Lost::Unable(format!("the watcher ended without an answer: {}", output.trim())))?;
    serde_json::from_str(deeds).map_err(|error| Lost::Failed(error.to_string()))
}

/// Runs the watcher in the runner's sandbox; gives what it prints. Nothing can be written: where something could, the
/// sandbox has a listener for the calls on names, and the kernel gives a process only one. Socket files can be connected to, so that the watcher sees
/// who tries.
fn confined(folder: &Path) -> Result<String, Lost> {
    let failed = |error: &dyn std::fmt::Display| Lost::Failed(error.to_string());
    let own = std::env::current_exe().map_err(|error| failed(&error))?;
    let quoted = |path: &Path| format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"));
    let command = format!("exec {} {WATCHER_ARGUMENT} {}", quoted(&own), quoted(folder));
    let request = Request { cwd: folder.to_str(), ..Request::new(&command) };
    let verdict =
        Verdict { decision: Decision::Allow, grants: Some(Grants::default()), ..Verdict::unknown(&request) };
    let settings = SandboxSettings { allow_all_unix_sockets: true, ..SandboxSettings::default() };
    let consent = Consent::from_verdict(&verdict).ok_or_else(|| failed(&"no consent"))?;
    let mut plan = Plan::new(&request, &verdict, consent, &settings).map_err(|error| failed(&error))?;
    plan.limits = Limits { timeout: plan.limits.timeout_max, ..plan.limits };
    // For a command that starts itself without end. The kernel holds it against every user but root.
    plan.resources.processes = Some(PROCESSES_MAX);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| failed(&error))?;
    let mut output = None;
    let session = Session::new().with_background_after(None).without_kept_output();
    let run = session.run(plan, |event| {
        if let Event::Started { output: file, .. } = event {
            output = Some(Arc::clone(file));
        }
    });
    let outcome = runtime.block_on(run).map_err(|error| failed(&error))?;
    let mut printed = Vec::new();
    if let Some(output) = output {
        let take = |bytes: &[u8]| {
            printed.extend_from_slice(bytes);
            Ok(())
        };
        output.read_from(0, take).map_err(|error| failed(&error))?;
    }
    if outcome.sandbox.confinement.name() != "full" {
        let missing = outcome.sandbox.missing.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        return Err(Lost::Unable(format!("the sandbox does not hold completely here: {missing}")));
    }
    Ok(String::from_utf8_lossy(&printed).into_owned())
}
