//! A text that a command gives to another shell.

use super::shell::Dialect;
use crate::span::Span;

/// A text that another shell reads: the argument of `bash -c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NestedText<'s> {
    /// What the shell reads.
    pub text: &'s str,
    /// The shell that reads it.
    pub dialect: Dialect,
    /// The argument that holds it.
    pub span: Span,
}

impl<'s> NestedText<'s> {
    /// `text` for the shell with the name `program`; none where the shell with this name is not the same everywhere.
    pub fn new(program: &str, text: &'s str, span: Span) -> Option<Self> {
        let dialect = Dialect::POSIX.into_iter().find(|dialect| dialect.shell().name == program)?;
        Some(Self { text, dialect, span })
    }
}
