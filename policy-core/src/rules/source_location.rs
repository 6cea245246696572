//! The place of a rule, so that a verdict can point at the line that decided.
//!
//! Owns the place as a value. Never reads a file.

use alloc::sync::Arc;
use core::fmt;

use crate::Span;

/// A place in a settings file. Shown as `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The source's name.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
    /// UTF-8 byte range in the source's text.
    pub span: Span,
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}
