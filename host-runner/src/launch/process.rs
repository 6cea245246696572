//! A process in a report.

use serde::{Deserialize, Serialize};

/// A process that the runner ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Process {
    /// Its number; in a sandbox the number that it has there.
    pub pid: i32,
    /// Its name, such as `node`.
    pub name: String,
    /// The beginning of its command line.
    pub command: String,
}
