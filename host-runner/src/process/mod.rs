//! Processes: starting one through the launcher, reading what it writes, ending it with all that it started.
//!
//! Owns the descriptors and the signals. Knows nothing of policies and verdicts.

#[cfg(unix)]
pub(crate) mod handover;
pub mod output;
#[cfg(unix)]
pub(crate) mod spawn;
#[cfg(target_os = "linux")]
pub(crate) mod supervise;
#[cfg(unix)]
pub(crate) mod wire;
