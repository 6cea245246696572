//! A command of the request and a part of a rule about a pipeline, which met.
//!
//! Owns the type. Who compares the two is `joined`.

/// A part of a rule about a pipeline that a command of the request has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MetPart {
    /// Which rule, in the order in which they are asked.
    pub(super) rule: usize,
    /// Which part of it.
    pub(super) part: usize,
    /// The command, by its index.
    pub(super) command: usize,
}
