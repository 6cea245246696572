//! The events that a host receives while a command runs.
//!
//! Owns the events. Progress is reported at most ten times a second, however much a command writes.

use std::sync::Arc;
use std::time::Duration;

use policy_core::Verdict;

use super::Outcome;
pub use super::run_end::BackgroundedBy;
use crate::consult::HookRun;
use crate::network::{AskedHost, HostQuestion};
use crate::output::file::OutputFile;

/// The shortest time between two tellings of progress.
pub const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Something that happened on the way of one command.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// A hook of the settings answered, or failed.
    Hook(&'e HookRun),
    /// The verdict is there.
    Decided(&'e Verdict),
    /// The command will not run: the policy denies it, or nobody approved it.
    Denied(&'e Verdict),
    /// It runs. What it writes can be read from here at any time, by position.
    Started {
        /// The name of the run, by which the session knows it: `run-1`.
        task: &'e str,
        /// The new output.
        output: &'e Arc<OutputFile>,
    },
    /// A connection to a host that nothing names waits for an answer; see
    /// [`Job::hosts_answered_by`](crate::job::Job::hosts_answered_by).
    HostAsked(&'e HostQuestion),
    /// It waits no longer.
    HostAnswered(&'e AskedHost),
    /// It still runs.
    Progress(&'e Progress),
    /// It goes on in the background; its end is announced to the subscribers of the session's tasks.
    MovedToBackground {
        /// The name of the task.
        task: &'e str,
        /// Who wanted it.
        by: BackgroundedBy,
    },
    /// It is over.
    Ended(&'e Outcome),
}

/// How far a command is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// How long it has run.
    pub elapsed: Duration,
    /// How many bytes it has written.
    pub size: u64,
    /// The last line with text, without colours.
    pub last_line: String,
}
