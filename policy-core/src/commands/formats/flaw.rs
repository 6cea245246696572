//! The possible flaws of a value in a little language.

/// What is wrong with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::commands) enum Flaw {
    /// It makes the program do more than read.
    Harmful(&'static str),
    /// It is not known, or not known to be harmless.
    Unknown(&'static str),
}
