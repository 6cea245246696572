//! Something that holds on this machine and that a person should know.
//!
//! Owns its form.

/// A finding and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What holds.
    pub(crate) found: String,
    /// The remedy; empty if there is nothing to do.
    pub(crate) remedy: String,
}
