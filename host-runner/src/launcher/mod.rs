//! The launcher: a process between the runner and the command, which confines the command and supervises it.
//!
//! Owns everything that runs in that process and in its children, and all unsafe code of the sandbox. The runner starts
//! its own binary again with one argument; [`launch_if_asked`] is the first call in that binary's `main`. Never decides
//! whether a command may run, and never reads a policy.

#[cfg(target_os = "linux")]
mod account;
pub mod backends;
#[cfg(target_os = "linux")]
mod command;
#[cfg(target_os = "linux")]
mod denied;
mod entry;
#[cfg(target_os = "linux")]
mod input;
#[cfg(target_os = "linux")]
mod kernel;
#[cfg(target_os = "linux")]
mod remedies;
#[cfg(target_os = "linux")]
mod start;
#[cfg(target_os = "linux")]
mod supervisor;

pub use entry::launch_if_asked;
