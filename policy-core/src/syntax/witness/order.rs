//! The entries of an arena in the order of their places: a nested word is stored before the word around it.
//!
//! The walk meets places in ascending order, so one step forward finds the next entry.

use alloc::vec::Vec;

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
            self.entries.sort_unstable();
        }
    }

    /// The entry with exactly this place, when the walk has not passed it.
    pub(super) fn find(&mut self, span: Span) -> Option<u32> {
        while let Some((start, end, index)) = self.entries.get(self.at).copied() {
            if start > span.start {
                return None;
            }
            self.at += 1;
            if start == span.start && end == span.end {
                return Some(index);
            }
        }
        None
    }
}
