//! No sandbox: the backend of systems that have none, and of settings that switch it off.
//!
//! Owns the reason that is given then. Confines nothing.

/// The exit status of a launcher on a system that has none.
#[cfg(not(target_os = "linux"))]
pub(super) const REFUSED: i32 = 125;

/// The reason why nothing is tried.
#[cfg(target_os = "linux")]
pub(super) fn chosen() -> crate::process::failure::Failure {
    crate::process::failure::Failure { step: "no sandbox was asked for".to_owned(), path: None, errno: 0 }
}
