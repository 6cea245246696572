//! The reports about file calls.
//!
//! Owns their kinds. Sends nothing.

use std::path::PathBuf;

use crate::sandbox::protected_names::Why;

/// The supervisor's reports to the runner about file calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FileCallReport {
    /// This directory can become a git directory, and is to be looked at after the run.
    Watched(PathBuf),
    /// This directory was there before the run and was moved here.
    Moved(PathBuf),
    /// This name was refused.
    Refused(PathBuf, Why),
    /// A connection to this socket file was refused.
    Unconnected(PathBuf),
}
