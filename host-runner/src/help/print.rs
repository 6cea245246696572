//! The way to a help text: decided, confined and run as any other command.
//!
//! Owns the consent, the empty directory and the time limit. Does not read the text.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::decide::decide;
use crate::outcome::event::Event;
use crate::plan::{Consent, Limits, Plan};
use crate::sandbox::Confinement;
use crate::session::Session;
use crate::system::temporary_directory::TemporaryDirectory;
use policy_core::policy::SandboxSettings;
use policy_core::{Decision, Engine, Policy, Request};

/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(20);

/// What became of one command.
#[derive(Debug)]
pub enum Printed {
    /// What it printed, on both streams.
    Text(String),
    /// Nobody consents, so it was not executed.
    Asks,
    /// It was not found, or took too long.
    Nothing,
    /// This machine cannot confine it.
    Unconfined(String),
}

/// Runs commands that print help, in an empty directory and in a complete sandbox without a network.
#[derive(Debug)]
pub struct Printer {
    engine: Engine,
    session: Session,
    directory: TemporaryDirectory,
    path: OsString,
    has_consent: bool,
}

impl Printer {
    /// A printer that finds programs in `path`, a list as in `PATH`, and runs only what the core proves read-only.
    ///
    /// # Errors
    /// There is no temporary directory.
    pub fn new(path: impl Into<OsString>) -> io::Result<Self> {
        let path = path.into();
        let directory = TemporaryDirectory::new("texts")?;
        let own: OsString = directory.path().canonicalize()?.into();
        let environment = [
            ("PATH", path.clone()),
            ("HOME", own),
            ("LANG", "C.UTF-8".into()),
            ("USER", "u".into()),
            ("COLUMNS", "200".into()),
        ];
        let environment = environment.map(|(name, value)| (name.into(), value));
        let session = Session::new().with_environment(environment).without_kept_output();
        Ok(Self { engine: Engine::new(Policy::default()), session, directory, path, has_consent: false })
    }

    /// The same, with the consent of a person to commands that the core does not prove, as it has no table of them.
    #[must_use]
    pub fn with_consent(self) -> Self {
        Self { has_consent: true, ..self }
    }

    /// Whether a program of this name is in the list.
    pub fn finds(&self, name: &str) -> bool {
        std::env::split_paths(&self.path).any(|directory| directory.join(name).is_file())
    }

    /// Runs `command`.
    pub fn print(&self, command: &str) -> Printed {
        let Ok(directory) = self.directory.path().canonicalize() else { return Printed::Nothing };
        let directory = directory.to_string_lossy();
        let mut request = Request { cwd: Some(&directory), home: Some(&directory), ..Request::new(command) };
        let verdict = decide(&self.engine, &mut request);
        let consent = if verdict.decision == Decision::Allow && verdict.read_only {
            Consent::from_verdict(&verdict)
        } else if self.has_consent {
            Consent::by_person(&verdict)
        } else {
            None
        };
        let Some(consent) = consent else { return Printed::Asks };
        let settings = SandboxSettings { fail_if_unavailable: true, ..SandboxSettings::default() };
        let Ok(mut plan) = Plan::new(&request, &verdict, consent, &settings) else {
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
            Ok(outcome) if outcome.sandbox.confinement != Confinement::Full => {
                let missing = outcome.sandbox.missing.iter().map(ToString::to_string);
                Printed::Unconfined(missing.collect::<Vec<_>>().join("; "))
            }
            Ok(outcome) if outcome.exit_code == 127 || outcome.end.timed_out_after_ms().is_some() => {
                Printed::Nothing
            }
            Ok(_) => Printed::Text(plain(&String::from_utf8_lossy(&output))),
        }
    }
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
