//! The tasks of a session: running commands, and background commands until their output was read.
//!
//! Owns the list and the requests of others (move to the background, stop). When the list is dropped, every task in it
//! ends.

pub(crate) mod answering;
pub mod record;
pub(crate) mod running_task;

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use serde::Serialize;
use tokio::sync::{broadcast, watch};

use crate::outcome::Outcome;
use crate::output::file::OutputFile;

/// How many ends of tasks wait for a subscriber that is slow.
const ENDS_KEPT: usize = 64;

/// A task that the session does not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this session has no task `{0}`; list the tasks")]
pub struct UnknownTask(pub String);

/// A request of another process to a running command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TaskRequest {
    /// Nothing.
    None,
    /// That its caller need not wait any longer.
    Background,
    /// That it ends.
    Stop,
}

/// A command that runs, or ran in the background.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Its name in the session: `run-1`.
    pub id: String,
    /// The command.
    pub command: String,
    /// When it started, in milliseconds since 1970.
    pub started_at: u64,
    /// Whether it runs in the background, without a waiting caller.
    pub is_background: bool,
    /// How many bytes it has written.
    pub output_size: u64,
    /// How it ended; none as long as it runs.
    #[serde(serialize_with = "as_it_is")]
    pub outcome: Option<Arc<Outcome>>,
}

fn as_it_is<S: serde::Serializer>(outcome: &State, to: S) -> Result<S::Ok, S::Error> {
    outcome.as_deref().serialize(to)
}

/// The end of a task in the background.
#[derive(Clone, Debug)]
pub struct TaskEnded {
    /// Its name.
    pub id: String,
    /// How it ended.
    pub outcome: Arc<Outcome>,
}

/// The output of a task since the last call.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewOutput {
    /// The text, shown as an outcome's is.
    pub text: String,
    /// From which byte of the output.
    pub from: u64,
    /// To which.
    pub to: u64,
    /// Whether the task has ended, so that nothing more comes.
    pub ended: bool,
}

/// The state of a task, as its driver reports it.
pub(crate) type State = Option<Arc<Outcome>>;

/// One entry of the list.
#[derive(Debug)]
struct Entry {
    command: String,
    started: SystemTime,
    output: Arc<OutputFile>,
    is_background: bool,
    /// How much of the output was read by those who ask for what is new.
    read: u64,
    request: watch::Sender<TaskRequest>,
    state: watch::Receiver<State>,
}

/// The list of one session.
#[derive(Debug)]
pub(crate) struct Tasks {
    entries: Mutex<BTreeMap<String, Entry>>,
    ends: broadcast::Sender<TaskEnded>,
}

/// The driver's side of an entry.
#[derive(Debug)]
pub(crate) struct TaskChannel {
    pub(crate) request: watch::Receiver<TaskRequest>,
    pub(crate) state: watch::Sender<State>,
    pub(crate) ends: broadcast::Sender<TaskEnded>,
    /// The list is gone.
    pub(crate) is_closed: bool,
}

impl Default for Tasks {
    fn default() -> Self {
        Self { entries: Mutex::default(), ends: broadcast::Sender::new(ENDS_KEPT) }
    }
}

impl Tasks {
    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        // Every change of the list is one call, so that a panic elsewhere leaves it whole.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a command that starts now.
    pub(crate) fn add(&self, command: &str, output: Arc<OutputFile>) -> TaskChannel {
        let (request, requests) = watch::channel(TaskRequest::None);
        let (state, stated) = watch::channel(None);
        let id = output.name().to_owned();
        let entry = Entry {
            command: command.to_owned(),
            started: SystemTime::now(),
            output,
            is_background: false,
            read: 0,
            request,
            state: stated,
        };
        self.entries().insert(id, entry);
        TaskChannel { request: requests, state, ends: self.ends.clone(), is_closed: false }
    }

    /// Records that no caller waits for `id` any longer.
    pub(crate) fn to_background(&self, id: &str) {
        if let Some(entry) = self.entries().get_mut(id) {
            entry.is_background = true;
        }
    }

    /// Takes `id` off the list.
    pub(crate) fn remove(&self, id: &str) {
        self.entries().remove(id);
    }

    /// The tasks of the list, sorted by name.
    pub(crate) fn list(&self) -> Vec<Task> {
        let mut tasks = self.entries().iter().map(|(id, entry)| entry.shown(id)).collect::<Vec<_>>();
        // `run-10` comes after `run-9`.
        tasks.sort_by_key(|task| (task.id.len(), task.id.clone()));
        tasks
    }

    /// Sends `request` to the task `id`.
    pub(crate) fn request(&self, id: &str, request: TaskRequest) -> Result<(), UnknownTask> {
        let entries = self.entries();
        let entry = entries.get(id).ok_or_else(|| UnknownTask(id.to_owned()))?;
        // A driver that is gone has ended its command.
        let _ = entry.request.send(request);
        Ok(())
    }

    /// Where the end of `id` is announced.
    pub(crate) fn state(&self, id: &str) -> Result<watch::Receiver<State>, UnknownTask> {
        let entries = self.entries();
        let entry = entries.get(id).ok_or_else(|| UnknownTask(id.to_owned()))?;
        Ok(entry.state.clone())
    }

    /// The ends of tasks from now on.
    pub(crate) fn ends(&self) -> broadcast::Receiver<TaskEnded> {
        self.ends.subscribe()
    }

    /// The output of `id` since the last call, with at most `limit` characters.
    pub(crate) fn new_output(&self, id: &str, limit: usize) -> Result<io::Result<NewOutput>, UnknownTask> {
        let mut entries = self.entries();
        let entry = entries.get_mut(id).ok_or_else(|| UnknownTask(id.to_owned()))?;
        // What is asked first is whether it has ended: then what is read next is all.
        let ended = entry.state.borrow().is_some();
        let read = new_output(&entry.output, entry.read, limit, ended);
        if let Ok(new) = &read {
            entry.read = new.to;
        }
        Ok(read)
    }
}

/// The part of `output` after byte `from`.
pub(crate) fn new_output(output: &OutputFile, from: u64, limit: usize, ended: bool) -> io::Result<NewOutput> {
    use policy_core::output::{Reading, preview::Whole};
    let mut reading = Reading::new(limit);
    let to = output.read_from(from, |bytes| {
        reading.push(bytes);
        Ok(())
    })?;
    let path = output.path().to_string_lossy();
    let whole = Whole { bytes: to - from, path: Some(&path), ..Whole::default() };
    Ok(NewOutput { text: reading.finish(&whole).text, from, to, ended })
}

impl Entry {
    fn shown(&self, id: &str) -> Task {
        Task {
            id: id.to_owned(),
            command: self.command.clone(),
            started_at: milliseconds_since_1970(self.started),
            is_background: self.is_background,
            output_size: self.output.size().unwrap_or(0),
            outcome: self.state.borrow().clone(),
        }
    }
}

pub(crate) fn milliseconds_since_1970(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
