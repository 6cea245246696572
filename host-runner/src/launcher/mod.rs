//! The launcher: a process between the runner and the command, which confines the command and supervises it.
//!
//! Owns everything that runs in that process and in its children, and all unsafe code of the sandbox. The runner starts
//! its own binary again with one argument, and [`launch_if_asked`] is the first call in that binary's `main`; or it
//! makes a copy of itself ([`forked`]). Never decides whether a command may run, and never reads a policy. What only one
//! system has is in `linux` and the modules that it uses, or in `macos`.

#[cfg(target_os = "linux")]
mod account;
pub mod backends;
#[cfg(target_os = "linux")]
mod command;
#[cfg(target_os = "linux")]
mod denied;
mod entry;
#[cfg(unix)]
pub(crate) mod forked;
#[cfg(unix)]
pub(crate) mod inherited;
#[cfg(target_os = "linux")]
mod input;
#[cfg(target_os = "linux")]
mod kernel;
#[cfg(unix)]
mod last_steps;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(any(target_os = "macos", test))]
mod process_arguments;
#[cfg(target_os = "linux")]
mod remedies;
#[cfg(unix)]
mod resource_limits;
#[cfg(unix)]
mod start;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(unix)]
pub(crate) mod threads;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(target_os = "macos")]
use macos as system;

pub use entry::launch_if_asked;
