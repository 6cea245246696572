//! Why the output of a script is not computed.

/// Why the output of a script is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct CannotSimulate {
    /// The reason in words.
    pub why: &'static str,
}

pub(super) fn refuse<T>(why: &'static str) -> Result<T, CannotSimulate> {
    Err(CannotSimulate { why })
}
