//! Attacks on a sandbox: each is tried without the sandbox first, and then in it.
//!
//! Owns the tables of attacks, their fixtures, the probes and the trial. Knows no sandbox: the caller runs the command of
//! an attack in its own and says which promises it gave. All attacks are harmless: they stay in a directory of their own,
//! on the loopback interface, and with processes that they start themselves.
#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "probes make calls that no library wraps; each block says why it is sound")]

mod attack;
mod fixture;
mod marked_processes;
mod probe;
mod promises;
mod shared_memory;
mod tables;
mod trial;

pub use probe::probe_if_asked;
pub use trial::{Confined, NotRun, Ran, Trial, Tried, count, play_all, promises, try_all};
