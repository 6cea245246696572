//! The sentence of a code, with a subject that a message can replace: `it changes files`, `` `touch` changes files ``.
//!
//! Owns the parts of the sentence. The source marks the subject; no code searches for it.

use alloc::string::String;

/// One line without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// All of it, with its general subject.
    pub text: &'static str,
    before: &'static str,
    after: &'static str,
}

impl Sentence {
    /// A sentence without a marked subject: all of `text`.
    pub const fn whole(text: &'static str) -> Self {
        Self { text, before: text, after: "" }
    }

    /// A sentence from its three parts; use [`sentence!`](super::sentence).
    pub(super) const fn parts(text: &'static str, before: &'static str, after: &'static str) -> Self {
        Self { text, before, after }
    }

    /// The sentence with `subject` in place of the general one. Without a marked subject it follows the text.
    pub fn about(&self, subject: &str) -> String {
        [self.before, subject, self.after].concat()
    }
}

/// A [`Sentence`] from the text before its subject, the general subject, and the text after it.
macro_rules! sentence {
    ($before:literal, $subject:literal, $after:literal) => {
        $crate::codes::sentence::Sentence::parts(concat!($before, $subject, $after), $before, $after)
    };
}
pub(super) use sentence;

#[cfg(test)]
mod tests {
    use super::Sentence;

    #[test]
    fn a_subject_replaces_the_general_one() {
        const EDITS: Sentence = sentence!("", "it", " changes files");
        assert_eq!(EDITS.text, "it changes files");
        assert_eq!(EDITS.about("`touch`"), "`touch` changes files");
    }
}
