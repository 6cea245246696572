//! The backend `none`: no sandbox.
//!
//! Owns the reason that is reported then. Confines nothing.

use crate::launch::failure::Failure;

/// The reason why nothing is tried.
pub(crate) fn chosen() -> Failure {
    Failure { step: "no sandbox was asked for".to_owned(), path: None, errno: 0 }
}
