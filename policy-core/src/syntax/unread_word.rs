//! A word of text that was not read.

/// The sign, in such a text, of a place where the shell could put a text of its own. A script has no NUL that stays.
pub(super) const EXPANDS: char = '\0';

/// A word between blanks, of which an expansion may be a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadWord<'t> {
    /// The text of it up to the first expansion.
    pub text: &'t str,
    /// Whether an expansion follows: the word may go on with anything, and may become several.
    pub expands: bool,
}

impl<'t> UnreadWord<'t> {
    pub(super) fn new(word: &'t str) -> Self {
        match word.split_once(EXPANDS) {
            Some((text, _)) => Self { text, expands: true },
            None => Self { text: word, expands: false },
        }
    }
}
