//! Words and their values.

use alloc::boxed::Box;
use core::ops::Range;

use super::part::Expansions;
use super::spelling::Traits;
use crate::span::Span;

/// One word as the shell delimits it.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its bytes in the source, quotes included.
    pub span: Span,
    /// What it is made of, in [`Script::parts`](super::Script::parts); empty when its text is known before the run.
    pub parts: Range<u32>,
    /// The expansions in it.
    pub expansions: Expansions,
    /// How a POSIX shell spells it, in [`Script::pieces`](super::Script::pieces); empty when it is plain text.
    pub pieces: Range<u32>,
    /// What the program will receive.
    pub value: Value,
    /// What kinds of pieces it has.
    pub traits: Traits,
}

impl Word {
    /// A word at `span` that becomes `value`, of which nothing more is known.
    pub const fn without_parts(span: Span, value: Value) -> Self {
        Self { span, parts: 0..0, expansions: Expansions::NONE, pieces: 0..0, value, traits: Traits(0) }
    }
}

/// What a word becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// One argument: the source bytes as written.
    Plain,
    /// One argument: this text, after quote removal.
    Literal(Box<str>),
    /// These arguments in order: a brace expansion written out. With [`Traits::GLOB`], file names decide about those
    /// that hold a pattern.
    Several(Box<[Box<str>]>),
    /// File names or the home directory decide (`*.rs`, `~/x`).
    Pattern,
    /// A variable, a substitution or a locale decides.
    Unknown,
}
