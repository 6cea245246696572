//! `run --background`: starts a task, prints its name, and returns.
//!
//! Owns what is said between the two processes that this takes: one answers the caller, one minds the task until it ends.

use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::detach::{Side, detach};
use super::exit::Exit;
use super::failure::{Failure, not_run};
use super::interruption::Interruption;
use super::terminal;
use crate::consult::HookText;
use crate::session::Session;
use crate::session::job::Job;
use policy_core::policy::HookEvent;
use policy_core::visible::line;

/// The name of the session directory of those who name none.
const DEFAULT: &str = "default";

/// The session directory: the one that was given, else that of `SHELLGATE_SESSION`, else the user's own.
pub(super) fn directory(given: Option<&PathBuf>, session: &Session) -> PathBuf {
    named_directory(given).unwrap_or_else(|| session.directory_named(DEFAULT))
}

/// The session directory that was given, else that of `SHELLGATE_SESSION`.
pub(super) fn named_directory(given: Option<&PathBuf>) -> Option<PathBuf> {
    let variable =
        || std::env::var_os("SHELLGATE_SESSION").filter(|value| !value.is_empty()).map(PathBuf::from);
    given.cloned().or_else(variable)
}

/// A message of the minding process to the caller.
#[derive(Debug, Serialize, Deserialize)]
enum Said {
    /// It runs.
    Started(Value, Vec<String>),
    /// It does not.
    Refused(String),
}

/// Starts `job` in `session` and answers at once; `told` formats the outcome as `run --json` does.
pub(super) fn start(
    session: &Session,
    job: Job<'_>,
    json: bool,
    told: impl FnOnce(&Value) -> String,
) -> Result<ExitCode, Failure> {
    let answer = |said: &[u8]| answered(said, json, told);
    match detach()? {
        Side::Minder(caller) => {
            mind(session, job, |said| caller.tell(&serde_json::to_vec(&said).unwrap_or_default(), answer))
        }
        Side::Caller(mut minder) => {
            let mut said = Vec::new();
            minder.read_to_end(&mut said)?;
            answer(&said)
        }
    }
}

/// Prints what the minding process said, and how the caller is to end.
fn answered(said: &[u8], json: bool, told: impl FnOnce(&Value) -> String) -> Result<ExitCode, Failure> {
    match serde_json::from_slice(said) {
        Ok(Said::Started(outcome, texts)) => {
            let id = outcome.get("backgroundTaskId").and_then(Value::as_str);
            if json {
                terminal::data(&told(&outcome))?;
            } else if let Some(id) = id {
                terminal::data(id)?;
                terminal::message(&format!(
                    "shellgate: the command runs in the background; `shellgate tasks wait {id}` waits for its end"
                ));
            } else {
                terminal::message("shellgate: the command was applied as an edit; no program runs");
            }
            if !json {
                for text in texts {
                    terminal::message(&format!("shellgate: {text}"));
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Ok(Said::Refused(why)) => {
            if json {
                terminal::data(&told(&not_run(&why)))?;
            }
            terminal::message(&format!("not run: {}", line(&why)));
            Ok(Exit::NotRun.into())
        }
        Err(_) => Err(std::io::Error::other("the process that was to mind the task ended").into()),
    }
}

/// Runs the task to its end, and returns what `say` does, which is called once: when it has started or will not.
fn mind(
    session: &Session,
    job: Job<'_>,
    say: impl FnOnce(Said) -> Result<ExitCode, Failure>,
) -> Result<ExitCode, Failure> {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return say(Said::Refused(error.to_string())),
    };
    runtime.block_on(async {
        let outcome = match session.run(job.in_background(), |_| ()).await {
            Ok(outcome) => outcome,
            Err(why) => return say(Said::Refused(why.to_string())),
        };
        let id = outcome.end.background_task().map(str::to_owned);
        let told = outcome.hooks.iter().filter(|run| run.event == HookEvent::PostToolUse.name());
        let told = told.flat_map(HookText::told).collect();
        let answered = say(Said::Started(serde_json::to_value(&outcome).unwrap_or_default(), told));
        // What was applied as an edit is done already.
        let Some(id) = id else { return answered };
        tokio::select! {
            _ = session.wait(&id) => {}
            () = Interruption::default().wait() => {
                drop(session.stop(&id));
                drop(session.wait(&id).await);
            }
        }
        answered
    })
}
