//! The entries of an arena in the order of their places: a nested word is stored before the word around it.
//!
//! The walk meets every entry once, in ascending order, so the next requested entry is always the next one.

use alloc::vec::Vec;

use crate::sorted;
use crate::span::Span;

/// An arena's places, sorted, and how far the walk has come.
#[derive(Debug, Default)]
pub(super) struct Order {
    entries: Vec<(u32, u32, u32)>,
    at: usize,
}

impl Order {
    /// Takes up the places of a new arena.
    pub(super) fn fill(&mut self, spans: impl Iterator<Item = Span>) {
        self.at = 0;
        self.entries.clear();
        let mut sorted = true;
        let mut last = 0;
        for (index, span) in spans.enumerate() {
            sorted &= last <= span.start;
            last = span.start;
            self.entries.push((span.start, span.end, index as u32));
        }
        if !sorted {
            sorted::sort(&mut self.entries);
        }
    }

    /// The next entry, when it has exactly this place.
    pub(super) fn take(&mut self, span: Span) -> Option<u32> {
        let (start, end, index) = self.entries.get(self.at).copied()?;
        if (start, end) != (span.start, span.end) {
            return None;
        }
        self.at += 1;
        Some(index)
    }

    /// The place of an entry that was not taken.
    pub(super) fn rest(&self) -> Option<Span> {
        self.entries.get(self.at).map(|&(start, end, _)| Span { start, end })
    }
}
