//! Simple commands, the pipelines that they make up, and assignments.

use alloc::vec::Vec;
use core::ops::Range;

use crate::span::Span;

/// One simple command: assignments, words and redirects, without any operator.
#[derive(Clone, Debug)]
pub struct Simple {
    /// From its first to its last token.
    pub span: Span,
    /// Its words in [`Script::words`], the command name first. Empty for a bare assignment or redirect.
    pub words: Range<u32>,
    /// Its leading assignments in [`Script::assignments`].
    pub assignments: Range<u32>,
    /// The scope it is in, an index into [`Script::scopes`].
    pub scope: u32,
    /// The operator in front of it in its list or pipeline.
    pub before: Joint,
    /// The operator after it.
    pub after: Joint,
    /// Whether its pipeline is inverted by `!`.
    pub negated: bool,
}

/// Commands that `|` and `|&` join, or a single command.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// The scope in whose list it is, an index into [`Script::scopes`].
    pub scope: u32,
    /// From its first to its last byte, redirects of its last command included.
    pub span: Span,
    /// Its stages, first to last, in [`Script::stages`].
    pub stages: Range<u32>,
    /// Whether the shell prints how long it took.
    pub timed: bool,
}

/// One command of a pipeline: a simple command, or a group, a loop or another compound command.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The pipeline, an index into [`Script::pipelines`].
    pub pipeline: u32,
    /// The operator in front of it: [`Joint::Edge`] for the first stage, else [`Joint::Pipe`] or [`Joint::PipeBoth`].
    pub before: Joint,
    /// Every simple command in it, those in its words included, in [`Script::commands`].
    pub commands: Range<u32>,
    /// Whether it is one simple command: the first of its commands.
    pub is_simple: bool,
}

/// The text between two commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Joint {
    /// The beginning or the end of a list.
    #[default]
    Edge,
    /// `;` or a newline.
    Sequence,
    /// `&`
    Background,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `|&`
    PipeBoth,
}

/// An operator that joins two commands, or ends one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// Its bytes: a sign or a line break.
    pub span: Span,
    /// How it joins.
    pub joint: Joint,
}

/// One assignment.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The whole of it.
    pub span: Span,
    /// The variable's name.
    pub name: Span,
    /// Whether the operator is `+=`.
    pub append: bool,
    /// The value, an index into [`Script::words`].
    pub value: u32,
    /// The words of `name=(…)`, as indexes into [`Script::words`]; none where the value is one text.
    pub elements: Option<Vec<u32>>,
}
