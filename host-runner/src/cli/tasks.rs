//! `tasks`: the background tasks of a session, their output, how they ended.
//!
//! Owns the drawing. The processes that started the tasks mind them; this command looks, waits and asks them to stop.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use policy_core::output::preview::CHARACTERS_MAX;
use serde_json::{Value, json};

use super::arguments::{TaskOrder, TasksAsked};
use super::exit::Exit;
use super::failure::Failure;
use super::{background, terminal};
use crate::session::Session;
use crate::tasks::record::{Directory, Record};
use crate::tasks::{UnknownTask, milliseconds_since_1970};
use policy_core::visible::line;

impl From<UnknownTask> for Failure {
    fn from(unknown: UnknownTask) -> Self {
        Self::usage(
            unknown.to_string(),
            "`shellgate tasks list` lists the tasks of the session; `--session DIR` selects another session",
        )
    }
}

pub(super) fn tasks(asked: &TasksAsked) -> Result<ExitCode, Failure> {
    let directory = Directory::new(background::directory(asked.session.as_ref(), &Session::new()));
    match &asked.order {
        TaskOrder::List => {
            let tasks = directory.list()?;
            terminal::data(&if asked.json { json!(tasks).to_string() } else { list(&tasks) })?;
        }
        TaskOrder::Output { id, all } => {
            let new = directory.output(id, *all, CHARACTERS_MAX)??;
            if asked.json {
                terminal::data(&json!(new).to_string())?;
            } else if !new.text.is_empty() {
                terminal::data(&new.text)?;
            }
        }
        TaskOrder::Wait { id, timeout } => {
            let task = directory.wait(id, timeout.map(Duration::from_millis))?;
            return show_end(&task, asked.json);
        }
        TaskOrder::Stop { ids, all } => {
            let ids = if *all {
                let running = directory.list()?.into_iter().filter(|task| task.running);
                running.map(|task| task.id).collect()
            } else {
                ids.clone()
            };
            for id in &ids {
                directory.stop(id)??;
            }
            let ended = ids.iter().map(|id| directory.wait(id, None)).collect::<Result<Vec<_>, _>>()?;
            if asked.json {
                terminal::data(&json!(ended).to_string())?;
            } else {
                for task in &ended {
                    terminal::message(&format!("shellgate: {}: {}", line(&task.id), state(task)));
                }
            }
        }
    }
    Ok(Exit::Done.into())
}

/// Tells how a task ended, and ends as it did: 124 as long as it runs, 125 when nobody knows.
fn show_end(task: &Record, json: bool) -> Result<ExitCode, Failure> {
    if json {
        terminal::data(&json!(task).to_string())?;
    } else {
        terminal::message(&format!("shellgate: {}: {}", line(&task.id), state(task)));
    }
    let status = match (&task.outcome, task.running) {
        (_, true) => 124,
        (None, false) => Exit::NotRun.code(),
        (Some(outcome), false) => {
            let status = outcome.get("exitCode").and_then(Value::as_u64).unwrap_or(u64::from(u8::MAX));
            u8::try_from(status).unwrap_or(u8::MAX)
        }
    };
    Ok(ExitCode::from(status))
}

/// One line for each task.
fn list(tasks: &[Record]) -> String {
    if tasks.is_empty() {
        return "no tasks".to_owned();
    }
    let now = milliseconds_since_1970(SystemTime::now());
    let mut drawn = String::new();
    for task in tasks {
        let seconds = now.saturating_sub(task.started_at) / 1000;
        let when = if task.running { format!("for {seconds} s") } else { format!("{seconds} s ago") };
        // Writing to a string does not fail.
        let _ = writeln!(
            drawn,
            "{:8}{:32}{:14}{:>12} bytes  {}",
            line(&task.id),
            state(task),
            when,
            task.output_size,
            line(&task.command)
        );
    }
    drawn
}

/// The state of a task, in a few words.
fn state(task: &Record) -> String {
    let Some(outcome) = &task.outcome else {
        return if task.running { "runs" } else { "lost: its runner was killed" }.to_owned();
    };
    let text = |field: &str| outcome.get(field).and_then(Value::as_str).map(|text| line(text).into_owned());
    match (outcome.get("endedBy").is_some_and(Value::is_string), text("signal")) {
        (true, _) => text("returnCodeInterpretation").unwrap_or_default(),
        (false, Some(signal)) => format!("ended by {signal}"),
        (false, None) => format!("exit {}", outcome.get("exitCode").unwrap_or(&Value::Null)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(running: bool, outcome: Option<Value>) -> Record {
        Record {
            id: "run-1".to_owned(),
            command: "make \u{1b}[2J".to_owned(),
            cwd: "/repo".into(),
            started_at: 0,
            running,
            output_size: 7,
            outcome,
        }
    }

    #[test]
    fn a_task_is_told_in_a_few_words() {
        for (running, outcome, expected) in [
            (true, None, "runs"),
            (false, None, "lost: its runner was killed"),
            (false, Some(json!({ "exitCode": 3, "signal": null, "endedBy": null })), "exit 3"),
            (false, Some(json!({ "exitCode": 143, "signal": "SIGTERM" })), "ended by SIGTERM"),
            (
                false,
                Some(
                    json!({ "signal": "SIGTERM", "endedBy": "interrupt", "returnCodeInterpretation": "interrupted" }),
                ),
                "interrupted",
            ),
        ] {
            let task = task(running, outcome);
            assert_eq!(state(&task), expected);
            let drawn = list(&[task]);
            assert!(drawn.contains(expected) && drawn.contains("7 bytes") && !drawn.contains('\u{1b}'));
        }
        assert_eq!(list(&[]), "no tasks");
    }
}
