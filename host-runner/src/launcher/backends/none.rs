//! No sandbox: the backend of systems that have none, and of settings that switch it off.
//!
//! Owns the reason that is given then. Confines nothing.

use crate::launch::failure::Failure;

/// The reason why nothing is tried.
pub(crate) fn chosen() -> Failure {
    Failure { step: "no sandbox was asked for".to_owned(), path: None, errno: 0 }
}
