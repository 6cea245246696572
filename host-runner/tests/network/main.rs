//! Commands that may reach some hosts, judged by what arrived outside.
//!
//! Nothing leaves the loopback: names lead where the test says, and what is dialled ends at a server of the test's own.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop at the first surprise")]

mod allowed;
mod asked;
mod command;
mod denials;
mod lifetime;
mod outside;
mod refused;
mod server;
mod sockets;

use std::path::{Path, PathBuf};

use host_runner::outcome::Outcome;
use host_runner::plan::{Consent, Plan};
use host_runner::session::Session;
use policy_core::policy::SandboxSettings;
use policy_core::{Decision, Request, Verdict};

use outside::World;

/// A directory of the test's own, with every link in its path followed.
struct Place {
    _directory: tempfile::TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().canonicalize().unwrap();
        Self { _directory: directory, path }
    }
}

fn settings(allowed: &[&str], denied: &[&str]) -> SandboxSettings {
    let texts = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect();
    SandboxSettings {
        allowed_domains: texts(allowed),
        denied_domains: texts(denied),
        ..SandboxSettings::default()
    }
}

fn plan(command: &str, cwd: &Path, read_only: bool, settings: &SandboxSettings) -> Plan {
    let request = Request { cwd: cwd.to_str(), ..Request::new(command) };
    let verdict = Verdict { decision: Decision::Allow, read_only, ..Verdict::unknown(&request) };
    let consent = Consent::from_verdict(&verdict).unwrap();
    Plan::new(&request, &verdict, consent, settings).unwrap()
}

fn session() -> Session {
    Session::new().with_launcher(env!("CARGO_BIN_EXE_shellgate"))
}

fn wait_for<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// Runs `command` in a world in which `settings` hold.
fn run_in(world: &World, command: &str, settings: &SandboxSettings) -> Outcome {
    let place = Place::new();
    let session = session().with_outside(world.clone());
    wait_for(session.run(plan(command, &place.path, false, settings), |_| ())).unwrap()
}

/// The same command with the sandbox switched off.
fn bare(command: &str) -> Outcome {
    let place = Place::new();
    let settings = SandboxSettings { enabled: false, ..SandboxSettings::default() };
    wait_for(session().run(plan(command, &place.path, false, &settings), |_| ())).unwrap()
}

/// Whether a program is installed; if not, the rest of the test is left out.
fn has(program: &str) -> bool {
    test_support::installed::find(program).is_some()
}

/// The program of tests that need a runner in a process of its own: one command that may reach `allowed.test`.
#[test]
#[ignore = "other tests start it in a process of its own"]
fn runner() {
    let variable = |name: &str| std::env::var(name).unwrap();
    let settings = settings(&["allowed.test"], &[]);
    let plan = plan(&variable("RUNNER_COMMAND"), Path::new(&variable("RUNNER_CWD")), false, &settings);
    let outcome = wait_for(session().with_outside(World::default()).run(plan, |_| ())).unwrap();
    std::fs::write(variable("RUNNER_ANSWER"), serde_json::to_string(&outcome).unwrap()).unwrap();
}
