//! The places that a check has reported.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::Found;
use crate::span::Span;

/// The places that a check reports, each once.
pub(super) struct Places<'f> {
    found: &'f mut Found,
    seen: Vec<Span>,
}

impl<'f> Places<'f> {
    pub(super) fn new(found: &'f mut Found) -> Self {
        Self { found, seen: Vec::new() }
    }

    /// Reports a place, with words of its own if it has any.
    pub(super) fn ask(&mut self, span: Span, message: Option<String>) {
        if !self.found.has_room() || self.seen.contains(&span) {
            return;
        }
        self.seen.push(span);
        match message {
            Some(message) => self.found.ask_because(span, message),
            None => self.found.ask(span),
        }
    }
}
