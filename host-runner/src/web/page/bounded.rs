//! Text that is written up to a limit and counted beyond it.
//!
//! Owns the limit, the places where the text may be cut, and the last line of a text that was cut. What does not fit is
//! counted and forgotten, so that no page needs more memory than its limit.

use std::fmt::Write as _;

/// How much room is kept for the end of a cut text, in characters: the fence of an open code block and the last line.
const RESERVE: usize = 192;

/// How far back from the limit a line or word is looked for at which to cut, in bytes.
const CUT_BYTES: usize = 4_096;

/// A text and how much did not fit.
#[derive(Debug, Default)]
pub(super) struct Bounded {
    text: String,
    /// The characters of `text`.
    kept: usize,
    total: u64,
    limit: usize,
    /// The byte before the last heading, and before the last block, that leave room for the end.
    heading: usize,
    block: usize,
    /// What would close the code block that is open.
    fence: Option<String>,
    is_cut_in_code: bool,
    /// How many bytes came here, kept or not: the measure of the work.
    pub(super) steps: u64,
}

/// A finished text.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) text: String,
    /// The characters of the whole text.
    pub(super) total: u64,
    pub(super) is_cut: bool,
}

fn count(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

impl Bounded {
    /// An empty text of at most `limit` characters.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    /// Whether nothing more fits.
    pub(super) fn is_full(&self) -> bool {
        self.kept >= self.limit
    }

    /// The characters that did not fit.
    pub(super) fn dropped(&self) -> u64 {
        self.total - self.kept as u64
    }

    /// Counts characters that were dropped before they came here.
    pub(super) fn add_dropped(&mut self, characters: u64) {
        self.total += characters;
        if characters > 0 && self.kept < self.limit {
            // What follows would not be the next text.
            self.limit = self.kept;
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    pub(super) fn push(&mut self, part: &str) {
        let count = count(part);
        self.steps += part.len() as u64;
        self.total += count as u64;
        let room = self.limit.saturating_sub(self.kept);
        if count <= room {
            self.text.push_str(part);
            self.kept += count;
        } else if room > 0 {
            self.text.extend(part.chars().take(room));
            self.kept += room;
            self.is_cut_in_code = self.fence.is_some();
        }
    }

    /// Counts characters of a text that is full already, as if they had been pushed.
    pub(super) fn skip(&mut self, characters: usize) {
        self.steps += 1;
        self.total += characters as u64;
    }

    /// A block begins here. The text may be cut before it.
    pub(super) fn mark_block(&mut self, is_heading: bool) {
        if self.dropped() == 0 && self.kept + RESERVE <= self.limit {
            self.block = self.text.len();
            if is_heading {
                self.heading = self.text.len();
            }
        }
    }

    /// A code block begins (with what closes it) or ends.
    pub(super) fn set_fence(&mut self, fence: Option<String>) {
        if self.dropped() == 0 {
            self.fence = fence;
        }
    }

    /// The text; if it was cut, its last line says so.
    ///
    /// It is cut before the last heading that fits, otherwise before the last block, otherwise at the last line or word, so
    /// that at least half of the limit is used.
    pub(super) fn finish(mut self) -> Finished {
        let total = self.total;
        if self.dropped() == 0 {
            return Finished { text: self.text, total, is_cut: false };
        }
        let half = self.text.len() / 2;
        let mut fence = None;
        if self.heading > half {
            self.text.truncate(self.heading);
        } else if self.block > half {
            self.text.truncate(self.block);
        } else {
            let end = self.text.char_indices().nth(self.kept.saturating_sub(RESERVE)).map_or(0, |(at, _)| at);
            self.text.truncate(end);
            let tail = self.text.floor_char_boundary(end.saturating_sub(CUT_BYTES));
            let last = self.text.get(tail..).and_then(|tail| tail.rfind('\n').or_else(|| tail.rfind(' ')));
            if let Some(last) = last {
                self.text.truncate(tail + last);
            }
            fence = self.fence.take().filter(|_| self.is_cut_in_code);
        }
        self.text.truncate(self.text.trim_end().len());
        let shown = count(&self.text);
        if let Some(fence) = fence {
            self.text.push('\n');
            self.text.push_str(&fence);
        }
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        // Writing to a string does not fail.
        let _ = write!(self.text, "[shown {shown} of {total} characters]");
        Finished { text: self.text, total, is_cut: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_whole() {
        let mut text = Bounded::new(5);
        text.push("añb");
        text.push("cd");
        let finished = text.finish();
        assert_eq!((finished.text.as_str(), finished.total, finished.is_cut), ("añbcd", 5, false));
    }

    #[test]
    fn a_text_is_cut_before_a_heading_otherwise_before_a_block_otherwise_at_a_word() {
        let long = |headings: bool, blocks: bool| {
            let mut text = Bounded::new(1_000);
            for number in 0..100 {
                if blocks {
                    text.mark_block(headings && number % 10 == 0);
                }
                text.push(&format!("block {number:03} is here\n\n"));
            }
            text.finish()
        };
        for (headings, blocks, end) in [
            (true, true, "block 039 is here\n\n[shown 758 of 1900 characters]"),
            (false, true, "block 041 is here\n\n[shown 796 of 1900 characters]"),
            (false, false, "block 041 is here\n\n[shown 796 of 1900 characters]"),
        ] {
            let finished = long(headings, blocks);
            assert!(finished.text.ends_with(end), "{}", finished.text);
            assert!(finished.is_cut && finished.total == 1_900 && count(&finished.text) <= 1_000);
        }
    }

    #[test]
    fn a_code_block_that_is_cut_is_closed() {
        let mut text = Bounded::new(1_000);
        text.mark_block(false);
        text.push("```\n");
        text.set_fence(Some("```".to_owned()));
        for _ in 0..1_000 {
            text.push("line of code\n");
        }
        text.set_fence(None);
        let finished = text.finish().text;
        assert!(finished.ends_with("line of code\n```\n\n[shown 796 of 13004 characters]"), "{finished}");
    }
}
