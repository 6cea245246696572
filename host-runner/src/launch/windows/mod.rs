//! The start of a command on Windows, without a launcher: the runner itself starts it suspended, puts it into a job object,
//! and lets it run.
//!
//! Owns the way from a launch to a conclusion. Nothing confines what the command does beyond the rights of the user; what holds
//! is said in `promises`.

mod promises;
pub(crate) mod protocol;
pub(crate) mod run;
pub(crate) mod standby;

pub(crate) use promises::holdings;
