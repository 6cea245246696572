//! The runner's side of the socket: starts a launcher, sends it one launch, reads its reports.
//!
//! Owns the protocol, the descriptors that travel with it, and the end of a run. Everything here runs in the runner's
//! process; the other side is `launcher`. Unsafe code is forbidden here.

#[cfg(target_os = "linux")]
pub(crate) mod cgroup;
pub(crate) mod conclusion;
pub(crate) mod denial;
#[cfg(unix)]
pub(crate) mod descriptors;
pub(crate) mod failure;
pub(crate) mod launcher_binary;
#[cfg(unix)]
pub(crate) mod launcher_process;
#[cfg(unix)]
pub(crate) mod observed;
#[cfg(unix)]
mod os_text;
pub(crate) mod probe;
#[cfg(target_os = "linux")]
pub(crate) mod proc;
pub mod process;
#[cfg(unix)]
pub mod process_tree;
#[cfg(unix)]
pub mod program;
#[cfg(unix)]
pub(crate) mod protocol;
#[cfg(unix)]
mod received_signals;
#[cfg(unix)]
pub(crate) mod run;
#[cfg(unix)]
pub(crate) mod standby;

#[cfg(windows)]
mod windows;

#[cfg(windows)]
pub(crate) use windows::{protocol, run, standby};

pub use denial::Denial;
pub use probe::probe;
