//! The words of text that was not read.

use alloc::vec::Vec;

/// The sign, in such a text, of a place where the shell could put a text of its own. A script has no NUL that stays.
pub(super) const EXPANDS: char = '\0';

/// The signs of a pattern of file names.
pub const WILDCARDS: [char; 3] = ['*', '?', '['];

/// A word between blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnreadWord<'t> {
    /// No expansion is a part of it.
    Text(&'t str),
    /// File names that begin and end so, or the text itself.
    Pattern {
        /// The text.
        text: &'t str,
        /// The text up to the first wildcard.
        prefix: &'t str,
        /// The text after the last one.
        suffix: &'t str,
    },
    /// The text of it up to the first expansion. It may go on with anything, and become several words.
    Expands(&'t str),
}

/// The words of a command in text that was not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnreadWords<'t>(pub(super) Vec<UnreadWord<'t>>);

impl<'t> UnreadWords<'t> {
    /// The words.
    pub fn all(&self) -> impl Iterator<Item = UnreadWord<'t>> {
        self.0.iter().copied()
    }

    /// Whether an expansion is a part of one of them.
    pub fn expand(&self) -> bool {
        self.0.iter().any(|word| matches!(word, UnreadWord::Expands(_)))
    }

    /// Whether one of them is a pattern.
    pub fn have_patterns(&self) -> bool {
        self.0.iter().any(|word| matches!(word, UnreadWord::Pattern { .. }))
    }
}

impl<'t> UnreadWord<'t> {
    /// A word of a text with [`EXPANDS`]; `has_patterns` where an argument can be a pattern.
    pub(super) fn new(word: &'t str, has_patterns: bool) -> Self {
        if let Some((text, _)) = word.split_once(EXPANDS) {
            return Self::Expands(text);
        }
        match word.find(WILDCARDS).filter(|_| has_patterns && !matches!(word, "[" | "[[")) {
            Some(at) => {
                let behind = word.rsplit(['*', '?', ']', '[']).next().unwrap_or("");
                Self::Pattern { text: word, prefix: word.get(..at).unwrap_or(""), suffix: behind }
            }
            None => Self::Text(word),
        }
    }
}
