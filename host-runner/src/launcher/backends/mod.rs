//! The backends, one a file: how each of them starts a confined command.

#[cfg(target_os = "linux")]
pub(super) mod bubblewrap;
#[cfg(target_os = "linux")]
pub(super) mod embedded;
#[cfg(target_os = "linux")]
pub(super) mod landlock;
#[cfg(target_os = "linux")]
pub(super) mod none;
pub mod seatbelt;
