//! The process above the command: it reaps, passes signals on, and answers the calls that the filter hands over.
//!
//! Owns the life of every process of a run. Starts none.

pub(super) mod answers;
pub(super) mod cgroup;
pub(super) mod file_calls;
pub(super) mod reap;
