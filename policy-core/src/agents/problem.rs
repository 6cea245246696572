//! A call of a hook that cannot be judged.
//!
//! Owns its sentence.

use alloc::format;
use alloc::string::String;

use crate::visible::line;

/// A call that cannot be judged, in one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    message: String,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// The call of an event that no command follows.
    pub(super) fn event(name: &str, answered: &str) -> Self {
        let name = line(name);
        Self::new(format!("`shellgate hook` answers {answered}, not `{name}`: remove it from that event"))
    }
}
