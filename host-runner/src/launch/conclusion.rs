//! How a run went: why it was ended, what was observed, which promises held.
//!
//! Owns the types. Waits for nothing and ends nothing.

use std::path::PathBuf;

use super::failure::Failure;
use super::process::Process;
use super::protocol::Ended;
use crate::sandbox::planted::Changes;
use crate::sandbox::{Missing, Promise, Quarantined};

/// Why a command was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndCause {
    /// Its time was over.
    TimedOut,
    /// It wrote nothing for too long.
    Idle,
    /// It wrote too much.
    TooLarge,
    /// The caller wanted it.
    Interrupted,
}

/// The sandbox's observations of the command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Observations {
    /// Where git can find something else than before.
    pub(crate) changes: Changes,
    /// The places from which directories were moved.
    pub(crate) vacated: Vec<PathBuf>,
    /// Names that were refused, and why.
    pub(crate) denied: Vec<(PathBuf, String)>,
    /// Socket files that were refused.
    pub(crate) unconnected: Vec<PathBuf>,
    /// The processes that were ended with it, or left over by it.
    pub(crate) killed: Vec<Process>,
}

/// How the run went.
#[derive(Debug)]
pub(crate) enum Conclusion {
    /// The command ran.
    Ended {
        /// How it ended, if the launcher could still say so.
        ended: Option<Ended>,
        /// Why it was ended, if it was.
        cause: Option<EndCause>,
        /// The promises that held.
        held: Vec<Promise>,
        /// Those that did not.
        missing: Vec<Missing>,
        /// The observations of the sandbox.
        seen: Observations,
        /// What was renamed after it.
        quarantined: Vec<Quarantined>,
    },
    /// It was not started: required promises do not hold.
    Refused(Vec<Missing>),
    /// It was not started: a step failed.
    Failed(Failure),
    /// It was not started: the launcher did not answer. Not the launcher, then.
    #[cfg_attr(windows, expect(dead_code, reason = "there is no launcher on Windows"))]
    Silent,
}
