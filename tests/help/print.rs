//! The way to a help text: decided, confined and run as any other command.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use host_runner::decide::decide;
use host_runner::event::Event;
use host_runner::plan::{Consent, Limits, Plan};
use host_runner::session::Session;
use policy_core::policy::SandboxSettings;
use policy_core::{Decision, Engine, Policy, Request};

/// Where programs are found: those of the system.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(20);

/// What became of one command.
#[derive(Debug)]
pub(crate) enum Printed {
    /// What it printed, on both streams.
    Text(String),
    /// The core does not call it read-only, so it was not executed.
    Asks,
    /// It was not found, or took too long.
    Nothing,
    /// This machine cannot confine it.
    Unconfined(String),
}

/// Prints help texts in an empty directory.
#[derive(Debug)]
pub(crate) struct Printer {
    engine: Engine,
    session: Session,
    _directory: tempfile::TempDir,
    cwd: String,
}

impl Printer {
    /// One without any rule: only proof allows.
    ///
    /// # Errors
    /// There is no temporary directory.
    pub(crate) fn new() -> std::io::Result<Self> {
        let directory = tempfile::Builder::new().prefix("help-").tempdir()?;
        let cwd = directory.path().canonicalize()?.to_string_lossy().into_owned();
        let environment =
            [("PATH", PATH), ("HOME", &cwd), ("LANG", "C.UTF-8"), ("USER", "u"), ("COLUMNS", "200")];
        let environment = environment.map(|(name, value)| (name.into(), value.into()));
        let session = Session::new().with_environment(environment).without_kept_output();
        Ok(Self { engine: Engine::new(Policy::default()), session, _directory: directory, cwd })
    }

    /// Runs `command` if it is proven to only read.
    pub(crate) fn print(&self, command: &str) -> Printed {
        let mut request = Request { cwd: Some(&self.cwd), home: Some(&self.cwd), ..Request::new(command) };
        let verdict = decide(&self.engine, &mut request);
        if verdict.decision != Decision::Allow || !verdict.read_only {
            return Printed::Asks;
        }
        let Some(consent) = Consent::from_verdict(&verdict) else { return Printed::Asks };
        let Ok(mut plan) = Plan::new(&request, &verdict, consent, &SandboxSettings::default()) else {
            return Printed::Asks;
        };
        plan.limits = Limits { timeout: LIMIT, timeout_max: LIMIT };
        let mut output = Vec::new();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let outcome = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
            let mut whole = None;
            let run = self.session.run(plan, |event| {
                if let Event::Started { output, .. } = event {
                    whole = Some(Arc::clone(output));
                }
            });
            let outcome = runtime.block_on(run).map_err(|error| error.to_string())?;
            if let Some(whole) = whole {
                let read = whole.read_from(0, |bytes| {
                    output.extend_from_slice(bytes);
                    Ok(())
                });
                read.map_err(|error| error.to_string())?;
            }
            Ok(outcome)
        });
        match outcome {
            Err(error) => Printed::Unconfined(error),
            Ok(outcome) if outcome.sandbox.confinement.name() != "full" => {
                let missing = outcome.sandbox.missing.iter().map(ToString::to_string);
                Printed::Unconfined(missing.collect::<Vec<_>>().join("; "))
            }
            Ok(outcome) if outcome.exit_code == 127 || outcome.timed_out.is_some() => Printed::Nothing,
            Ok(_) => Printed::Text(plain(&String::from_utf8_lossy(&output))),
        }
    }
}

/// Whether a program of this name is installed, or built into the shell.
pub(crate) fn is_installed(name: &str) -> bool {
    const BUILTINS: &[&str] = &["cd", "hash", "pwd", "read", "set", "shopt", "type", "ulimit", "umask"];
    let is_file = |directory: PathBuf| directory.join(name).is_file();
    BUILTINS.contains(&name) || std::env::split_paths(PATH).any(is_file)
}

/// Without the overstrikes and escape sequences with which some programs write bold letters.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{8}' => drop(plain.pop()),
            '\u{1b}' => drop(letters.find(char::is_ascii_alphabetic)),
            _ => plain.push(letter),
        }
    }
    plain
}
