//! A distinct command of a log, and what is counted of it.

use alloc::collections::{BTreeMap, BTreeSet};

use super::asked::Asked;

/// A distinct command.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// The command, and how many calls it has.
    pub(super) asked: Asked,
    /// Calls that a person, a rule or a hook refused.
    pub(super) rejected: u64,
    /// Calls and sessions by the hour of the day.
    pub(super) hours: BTreeMap<u8, (u64, BTreeSet<u32>)>,
    /// Sessions in which it is.
    pub(super) sessions: BTreeSet<u32>,
}
