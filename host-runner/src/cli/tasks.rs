//! `tasks`: the background tasks of a session, their output, how they ended.
//!
//! Owns the drawing. The processes that started the tasks mind them; this command looks, waits and asks them to stop.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use policy_core::output::preview::CHARACTERS_MAX;
use serde::Serialize;
use serde_json::Value;

use super::arguments::{TaskOrder, TasksAsked};
use super::exit::Exit;
use super::failure::Failure;
use super::safe_output::{self, SafeOutput};
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
            terminal::data(&if asked.json { as_json(&tasks) } else { list(&tasks) })?;
        }
        TaskOrder::Output { id, all } => {
            let new = directory.output(id, *all, CHARACTERS_MAX)??;
            if asked.json {
                terminal::data(&as_json(&new))?;
            } else if !new.text.is_empty() {
                terminal::data(&shown(&new.text))?;
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
                terminal::data(&as_json(&ended))?;
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
        terminal::data(&as_json(task))?;
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

fn as_json<T: Serialize>(value: &T) -> String {
    safe_output::json(&serde_json::to_string(value).unwrap_or_default())
}

/// The new output as it may be shown: a terminal gets what it does not obey.
fn shown(text: &str) -> String {
    if !io::stdout().is_terminal() {
        return text.to_owned();
    }
    let mut filter = SafeOutput::default();
    let bytes = [filter.pass(text.as_bytes()), filter.finish()].concat();
    String::from_utf8_lossy(&bytes).into_owned()
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
        let when = match task.running {
            _ if task.unreadable.is_some() => String::new(),
            true => format!("for {}", duration(seconds)),
            false => format!("{} ago", duration(seconds)),
        };
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

/// A duration as a person says it, in the two largest units.
pub(super) fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3_600..86_400 => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3_600 % 24),
    }
}

/// The state of a task, in a few words.
fn state(task: &Record) -> String {
    if let Some(why) = &task.unreadable {
        return format!("unreadable: {}", line(why));
    }
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
    use serde_json::json;

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
            unreadable: None,
        }
    }

    #[test]
    fn a_task_whose_record_is_unreadable_says_so() {
        let broken = Record { unreadable: Some("it is\u{1b} a link".to_owned()), ..task(false, None) };
        assert!(state(&broken).starts_with("unreadable: it is") && !list(&[broken]).contains('\u{1b}'));
    }

    #[test]
    fn a_duration_has_the_two_largest_units() {
        for (seconds, said) in
            [(0, "0 s"), (59, "59 s"), (1165, "19 min 25 s"), (7_260, "2 h 1 min"), (180_000, "2 d 2 h")]
        {
            assert_eq!(duration(seconds), said);
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
