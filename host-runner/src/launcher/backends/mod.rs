//! The backends, one a file: how each starts a confined command.
//!
//! Owns the list. `start` calls the backend that a launch names.

#[cfg(target_os = "linux")]
pub(super) mod bubblewrap;
#[cfg(target_os = "linux")]
pub(super) mod embedded;
#[cfg(target_os = "linux")]
pub(super) mod landlock;
#[cfg(target_os = "linux")]
pub(super) mod none;
pub mod seatbelt;
