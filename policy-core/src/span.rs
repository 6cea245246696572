//! Ranges of the command, as UTF-8 byte offsets into the caller's text.
//!
//! Owns the one span type. Never slices a string out of bounds: a span that does not fit returns `""`.

/// A half-open range of UTF-8 byte offsets into the original command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// An empty span at `at`.
    pub const fn at(at: usize) -> Self {
        Self::new(at, at)
    }

    /// The length in bytes.
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether no byte is covered.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether every byte of `other` is covered.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text under the span; none when the span does not fit `source`.
    pub fn get(self, source: &str) -> Option<&str> {
        source.get(self.start as usize..self.end as usize)
    }

    /// The text under a span that a script holds, which was checked when the script was read; empty when the span does
    /// not fit `source`. What computes a span of its own for a proof asks [`Span::get`].
    pub fn slice(self, source: &str) -> &str {
        self.get(source).unwrap_or("")
    }
}
