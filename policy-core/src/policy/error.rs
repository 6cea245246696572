//! An error in a settings file, with its place.

use alloc::string::String;

use crate::span::Span;

/// A settings file that cannot be used, and the place in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct PolicyError {
    /// The source's name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
    /// UTF-8 byte range in the source's text.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What was meant, or what to do.
    pub help: String,
}
