//! The tools about tasks: the list, the output, the stop.
//!
//! Owns the waits. The tasks are the session's.

use std::time::Duration;

use super::call::{Answered, Call, Shared, Wrong};
use super::texts;
use super::tools::{self, NoArguments, TaskArguments, WAIT_MS_MAX};
use crate::tasks::UnknownTask;

impl From<UnknownTask> for Wrong {
    fn from(unknown: UnknownTask) -> Self {
        Self::Call(unknown.to_string())
    }
}

/// Lists the tasks.
pub(super) fn list(shared: &Shared, call: Call) -> Answered {
    let NoArguments {} = tools::parse(call.arguments).map_err(Wrong::Call)?;
    // The list says how each has ended.
    drop(shared.news(None));
    Ok(texts::said(texts::list(&shared.session.tasks())).into())
}

/// Shows the new output of a task, after its end or the wait for it.
pub(super) async fn output(shared: &Shared, mut call: Call) -> Answered {
    let arguments = std::mem::take(&mut call.arguments);
    let TaskArguments { task_id: id, wait } = tools::parse(arguments).map_err(Wrong::Call)?;
    let wait = Duration::from_millis(wait.min(WAIT_MS_MAX));
    if !wait.is_zero() {
        tokio::select! {
            ended = tokio::time::timeout(wait, shared.session.wait(&id)) => drop(ended),
            () = call.cancelled(shared) => {}
        }
    }
    shown(shared, &id)
}

/// Stops a task, and waits until it has ended.
pub(super) async fn stop(shared: &Shared, mut call: Call) -> Answered {
    let arguments = std::mem::take(&mut call.arguments);
    let TaskArguments { task_id: id, .. } = tools::parse(arguments).map_err(Wrong::Call)?;
    shared.session.stop(&id)?;
    tokio::select! {
        ended = shared.session.wait(&id) => drop(ended),
        () = call.cancelled(shared) => {}
    }
    shown(shared, &id)
}

fn shown(shared: &Shared, id: &str) -> Answered {
    let news = shared.news(Some(id));
    let new = shared.session.new_output(id)?;
    let new = new.map_err(|error| Wrong::Call(format!("the output of `{id}` cannot be read: {error}")))?;
    let outcome = shared.session.tasks().into_iter().find(|task| task.id == id).and_then(|task| task.outcome);
    Ok(texts::said(texts::task(id, outcome.as_deref(), &new, &news)).into())
}
