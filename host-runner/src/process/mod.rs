//! Processes: starting one through the launcher, bounding it, ending it with all that it started.
//!
//! Owns the descriptors and the signals. Knows nothing of policies and verdicts, and does not read what is written.

#[cfg(unix)]
pub(crate) mod detach;
#[cfg(unix)]
pub(crate) mod failure;
#[cfg(target_os = "linux")]
pub(crate) mod group;
#[cfg(unix)]
pub(crate) mod handover;
pub(crate) mod launcher_binary;
pub mod limits;
#[cfg(unix)]
pub(crate) mod observed;
#[cfg(unix)]
pub(crate) mod spawn;
#[cfg(unix)]
pub(crate) mod standby;
#[cfg(target_os = "linux")]
pub(crate) mod supervise;
#[cfg(unix)]
mod text;
#[cfg(unix)]
pub mod tree;
#[cfg(unix)]
pub(crate) mod wire;
