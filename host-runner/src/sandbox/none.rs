//! No sandbox: the backend of systems that have none, and of settings that switch it off.
//!
//! Owns the list of what is lost then. Confines nothing.

use super::{Missing, Promise};

/// The exit status of a launcher on a system that has none.
#[cfg(not(target_os = "linux"))]
pub(super) const REFUSED: i32 = 125;

/// The reason why nothing is tried.
#[cfg(target_os = "linux")]
pub(super) fn chosen() -> crate::process::wire::Failure {
    crate::process::wire::Failure { step: "no sandbox was asked for".to_owned(), path: None, errno: 0 }
}

/// Every promise, as lost.
pub(super) fn lost() -> Vec<Missing> {
    let (why, remedy) = if cfg!(target_os = "linux") {
        ("the sandbox is switched off", "set `sandbox.enabled` to true")
    } else {
        ("this system has no sandbox yet", "run on Linux, or approve each command yourself")
    };
    Promise::ALL
        .into_iter()
        .map(|promise| Missing { promise, why: why.to_owned(), remedy: remedy.to_owned() })
        .collect()
}
