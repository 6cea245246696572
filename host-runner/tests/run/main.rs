//! Commands in the real sandbox of this machine, judged by what happened on the host.
//!
//! Each attack is harmless, stays in a directory of its own, and is shown to work without the sandbox first:
//! a refusal proves something only then.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop at the first surprise")]

mod again;
mod confinement;
mod degraded;
mod escapes;
mod git;
mod granted;
mod left_behind;
mod lifetime;
mod output;
mod protected_names;
mod results;
mod shell;
mod standby;
mod tasks;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use host_runner::event::Event;
use host_runner::outcome::Outcome;
use host_runner::plan::{Consent, Limits, Plan};
use host_runner::session::{RunError, Session};
use policy_core::policy::SandboxSettings;
use policy_core::{Decision, Request, Verdict};
use test_support::processes::{Mark, eventually};

/// What the verdict on a command says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proof {
    /// Proven to change nothing.
    ReadOnly,
    /// Allowed to change what is granted.
    Writes,
}

/// A directory of the test's own, with every link in its path followed.
struct Place {
    _directory: tempfile::TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Self {
        Self::of(tempfile::tempdir().unwrap())
    }

    fn of(directory: tempfile::TempDir) -> Self {
        let path = directory.path().canonicalize().unwrap();
        Self { _directory: directory, path }
    }

    /// The working directory of the command, inside.
    fn cwd(&self) -> PathBuf {
        let cwd = self.path.join("work");
        std::fs::create_dir_all(&cwd).unwrap();
        cwd
    }

    fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

fn plan(command: &str, cwd: &Path, proof: Proof, settings: &SandboxSettings) -> Plan {
    let request = Request { cwd: cwd.to_str(), ..Request::new(command) };
    let read_only = proof == Proof::ReadOnly;
    let verdict = Verdict { decision: Decision::Allow, read_only, ..Verdict::unknown(&request) };
    let consent = Consent::from_verdict(&verdict).unwrap();
    Plan::new(&request, &verdict, consent, settings).unwrap()
}

fn session() -> Session {
    // A runner in a process of its own may be a user who cannot reach the place of the build.
    let launcher = std::env::var_os("RUNNER_LAUNCHER").unwrap_or(env!("CARGO_BIN_EXE_shellgate").into());
    Session::new().with_launcher(launcher)
}

/// A session whose outputs lie in a directory of the test's own.
fn session_in(place: &Place) -> Session {
    let environment =
        std::env::vars_os().filter(|(name, _)| name != "TMPDIR" && name != "BASH_MAX_OUTPUT_LENGTH");
    session().with_environment(environment.chain([("TMPDIR".into(), place.path.clone().into_os_string())]))
}

fn try_run(session: &Session, plan: Plan) -> Result<Outcome, RunError> {
    wait_for(session.run(plan, |_| ()))
}

fn wait_for<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

fn confined(command: &str, cwd: &Path, proof: Proof) -> Outcome {
    try_run(&session(), plan(command, cwd, proof, &SandboxSettings::default())).unwrap()
}

/// The same command with the sandbox switched off.
fn bare(command: &str, cwd: &Path) -> Outcome {
    let settings = SandboxSettings { enabled: false, ..SandboxSettings::default() };
    try_run(&session(), plan(command, cwd, Proof::Writes, &settings)).unwrap()
}

/// Asserts that `command` has an effect on the host without the sandbox and none in it.
fn refused(command: &str, proof: Proof, prepare: impl Fn(&Place), happened: impl Fn(&Place) -> bool) {
    let place = Place::new();
    prepare(&place);
    let outcome = bare(command, &place.cwd());
    assert!(happened(&place), "without the sandbox it must work: `{command}`: {}", outcome.stdout);

    let place = Place::new();
    prepare(&place);
    let outcome = confined(command, &place.cwd(), proof);
    assert!(!happened(&place), "`{command}` had its effect: {}", outcome.stdout);
}

/// The program of tests that need a runner in a process of its own: one command, described by variables.
#[test]
#[ignore = "other tests start it in a process of its own"]
fn runner() {
    let variable = |name: &str| std::env::var(name).unwrap();
    let settings = SandboxSettings {
        enabled: std::env::var_os("RUNNER_BARE").is_none_or(|bare| bare.is_empty()),
        fail_if_unavailable: std::env::var_os("RUNNER_STRICT").is_some(),
        ..SandboxSettings::default()
    };
    let plan =
        plan(&variable("RUNNER_COMMAND"), Path::new(&variable("RUNNER_CWD")), Proof::Writes, &settings);
    let answer = match try_run(&session(), plan) {
        Ok(outcome) => serde_json::to_string(&outcome).unwrap(),
        Err(error) => error.to_string(),
    };
    std::fs::write(variable("RUNNER_ANSWER"), answer).unwrap();
}

/// The arguments by which a test binary becomes [`runner`], and the variables that it reads.
fn runner_arguments() -> [OsString; 4] {
    let own = std::env::current_exe().unwrap().into_os_string();
    [own, "--exact".into(), "--ignored".into(), "runner".into()]
}

fn within(timeout: Duration, mut plan: Plan) -> Plan {
    plan.limits = Limits { timeout, ..plan.limits };
    plan
}
