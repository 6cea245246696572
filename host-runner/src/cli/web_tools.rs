//! What `fetch` and `search` share: the web tools under the settings, the question to a person, and the report of what was
//! refused.
//!
//! Owns the exit codes of refusals and their JSON form.

use std::env;
use std::io;
use std::path::Path;
use std::sync::Arc;

use policy_core::Verdict;
use policy_core::web::Tool;
use serde::Serialize;

use super::arguments::Settings;
use super::exit::Exit;
use super::failure::Failure;
use super::request::Location;
use super::web_question::{self, Answer, Question};
use super::{draw, prompt, terminal};
use crate::settings::add::Addition;
use crate::settings::approvals::Approvals;
use crate::web::{Failing, Proxies, WebPlace, WebSession, WebTools};

/// The web tools of this machine under the settings of `here`.
pub(super) fn tools(here: &Location, asked: &Settings) -> Result<(WebSession, WebTools), Failure> {
    let machine = |problem: String| Failure::Machine(problem, String::new());
    let policy = Arc::new(here.policy(asked)?);
    super::engine::gate(&policy);
    let session = WebSession::new(env::vars_os()).map_err(|error| machine(error.to_string()))?;
    let place = WebPlace { cwd: here.cwd.clone(), home: here.home.clone() };
    let tools = session.under(policy, place).map_err(|error| machine(error.to_string()))?;
    Ok((session, tools))
}

/// The proxies of this process.
pub(super) fn proxies() -> Proxies {
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect::<Vec<_>>();
    Proxies::of(variables.iter().map(|(name, value)| (name.as_str(), value.as_str())))
}

/// Waits for a request.
pub(super) fn wait<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(future);
    // A page that takes too long to read would keep the program.
    runtime.shutdown_background();
    Ok(answer)
}

/// Whether the person approves `subject`, a URL or a query that asks by `verdict`: they said so before, or they say it now
/// at the terminal. What they answer for good is written.
///
/// # Errors
/// The terminal fails, or the settings file cannot be changed; nothing was approved then.
pub(super) fn approves(
    (tool, subject): (Tool, &str),
    verdict: &Verdict,
    here: &Location,
    (settings, yes): (&Settings, bool),
) -> Result<bool, Failure> {
    if yes || !prompt::somebody_is_there() {
        return Ok(yes);
    }
    let lookup = here.lookup(settings);
    let always = verdict.suggestions.iter().map(|rule| Addition::rule(rule, &lookup));
    let always = always.collect::<Option<Vec<_>>>().unwrap_or_default();
    let mut terminal = prompt::Terminal {
        input: io::stdin().lock(),
        output: io::stderr().lock(),
        colour: terminal::colour_of_messages(),
    };
    let interruptible = prompt::Interruptible::watch();
    let question = Question { tool, subject, reason: &verdict.reason.message };
    let answer = web_question::ask(&question, &always, prompt::forget_typed, &mut terminal)?;
    drop(interruptible);
    if let Answer::Always = answer {
        for addition in &always {
            keep(addition, subject, here)?;
        }
    }
    Ok(answer != Answer::No)
}

/// Writes what a person answered for good.
fn keep(addition: &Addition, subject: &str, here: &Location) -> Result<(), Failure> {
    let written = match Approvals::of(here.home.as_deref().map(Path::new)) {
        Some(kept) => kept.write(addition, subject, &here.cwd),
        None => addition.write().map(drop),
    };
    let file = addition.file.display();
    written.map_err(|error| {
        Failure::Machine(
            format!("the settings file `{file}` cannot be changed: {error}"),
            "approve it once with `y`, or correct the file".to_owned(),
        )
    })
}

/// An error as a program that asked for JSON gets it.
#[derive(Debug, Serialize)]
struct Refused<'r> {
    error: Error<'r>,
}

#[derive(Debug, Serialize)]
struct Error<'r> {
    code: &'r str,
    message: &'r str,
}

/// Says why there is no answer, by its code and in a sentence, and gives the way to end.
pub(super) fn refused(failing: Failing, code: &str, message: &str, json: bool) -> Result<Exit, Failure> {
    if json {
        let refused = Refused { error: Error { code, message } };
        terminal::data(&serde_json::to_string(&refused).map_err(io::Error::from)?)?;
    } else {
        let help =
            if failing == Failing::Asks { "say yes with `--yes`, or add a rule to the settings" } else { "" };
        terminal::message(&draw::complaint(message, help, terminal::colour_of_messages()));
    }
    Ok(match failing {
        Failing::Asks => Exit::Ask,
        Failing::Denied => Exit::Deny,
        Failing::BadInput => Exit::Usage,
        Failing::NoAnswer => Exit::Internal,
    })
}
