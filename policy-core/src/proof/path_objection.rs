//! An objection to what a path leads to.

use alloc::string::String;

use super::concern::Concern;
use crate::codes::{Code, Help};
use crate::span::Span;

/// An objection to a proof, and its place.
#[derive(Debug)]
pub(crate) struct PathObjection {
    pub(crate) span: Span,
    pub(crate) notice: &'static Code,
    pub(crate) concern: Concern,
    /// What is wrong here and what to do, where the notice's own words are too general.
    pub(crate) words: Option<(String, Help)>,
}

impl PathObjection {
    /// An objection to what a path leads to, or to what a program does that it starts.
    pub(crate) fn new(span: Span, notice: &'static Code) -> Self {
        Self { span, notice, concern: Concern::Value, words: None }
    }

    /// An objection to a change or a read that a sandbox permits, or to one that it does not grant.
    pub(crate) fn access(span: Span, notice: &'static Code) -> Self {
        Self { concern: Concern::Access, ..Self::new(span, notice) }
    }
}
