//! Doubts: constructs that the reader does not understand.

use crate::span::Span;

/// Something that was not understood, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The place.
    pub span: Span,
    /// What it is.
    pub kind: DoubtKind,
}

/// The kinds of doubts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoubtKind {
    /// A quote without its end.
    UnclosedQuote,
    /// A `` ` ``, `$(`, `<(` without its end.
    UnclosedSubstitution,
    /// A `${` or `((` without its end.
    UnclosedExpansion,
    /// A `(`, `{`, `if`, `for`, `while`, `until` or `case` without its end.
    UnclosedGroup,
    /// A here-document without its terminator.
    UnclosedHereDocument,
    /// An operator with nothing after it.
    TrailingOperator,
    /// A backslash as the last byte.
    TrailingBackslash,
    /// A token that the grammar does not have here.
    Unexpected,
    /// Nesting past [`crate::limits::NESTING_MAX`].
    TooDeep,
    /// A construct that this reader does not prove anything about, by name.
    Unsupported(&'static str),
    /// The same, of a construct that only zsh has.
    UnsupportedZsh(&'static str),
    /// The whole text: this build does not read its shell.
    NotRead,
    /// An index or a span of the script itself points nowhere: the reader made a mistake.
    Contradiction,
}
