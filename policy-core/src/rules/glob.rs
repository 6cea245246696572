//! Wildcard matching in linear time: literal parts with `*` between them, each found leftmost, none tried twice.
//!
//! Owns the compiled form. Knows nothing of words, quotes or commands.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Stands for whatever a wildcard matches: a noncharacter, which no rule can name, so that only another wildcard matches it.
#[cfg(feature = "history")]
pub(crate) const ANYTHING: char = '\u{10fffd}';

/// Literal parts; between two neighbours is one `*`, which matches any characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob {
    /// Never empty. One part is an exact text.
    parts: Vec<Box<str>>,
    /// The bytes of all parts, which do not overlap: no shorter text is matched.
    shortest: usize,
}

/// Whether a part that has this byte in this place cannot be there.
fn differs(part: Option<&u8>, subject: Option<&u8>) -> bool {
    part.is_some_and(|byte| subject != Some(byte))
}

impl Glob {
    /// A glob from text in which every `*` is a wildcard.
    pub(crate) fn from_text(text: &str) -> Self {
        let mut builder = GlobBuilder::default();
        for character in text.chars() {
            if character == '*' { builder.star() } else { builder.push(character) }
        }
        builder.finish()
    }

    fn of(parts: Vec<Box<str>>) -> Self {
        let shortest = parts.iter().map(|part| part.len()).sum();
        Self { parts, shortest }
    }

    /// Whether there is no wildcard.
    pub(crate) fn is_exact(&self) -> bool {
        self.parts.len() == 1
    }

    /// The literal text in front of the first wildcard.
    pub(crate) fn lead(&self) -> &str {
        self.parts.first().map_or("", |part| part)
    }

    /// The literal parts in order.
    pub(crate) fn parts(&self) -> &[Box<str>] {
        &self.parts
    }

    /// The same glob with every literal part rewritten.
    pub(crate) fn map(&self, rewrite: impl Fn(&str) -> String) -> Self {
        Self::of(self.parts.iter().map(|part| rewrite(part).into_boxed_str()).collect())
    }

    /// Whether the whole of `subject` is matched.
    pub(crate) fn matches(&self, subject: &str) -> bool {
        self.matches_counting(subject, &mut |_| ())
    }

    /// A text that it matches, with [`ANYTHING`] for each wildcard: what matches this text matches everything that it matches.
    #[cfg(feature = "history")]
    pub(crate) fn example(&self) -> String {
        self.parts.join(ANYTHING.encode_utf8(&mut [0; 4]))
    }

    /// As [`Glob::matches`]; reports the bytes that each comparison or search goes over.
    ///
    /// The search is the standard library's two-way search: linear in what it goes over plus the needle.
    pub(crate) fn matches_counting(&self, subject: &str, steps: &mut dyn FnMut(usize)) -> bool {
        let Some((first, rest)) = self.parts.split_first() else { return false };
        let Some((last, middle)) = rest.split_last() else {
            steps(first.len());
            return subject == &**first;
        };
        if subject.len() < self.shortest {
            return false;
        }
        steps(first.len() + last.len());
        // Most texts differ in these bytes.
        if differs(first.as_bytes().first(), subject.as_bytes().first())
            || differs(last.as_bytes().last(), subject.as_bytes().last())
        {
            return false;
        }
        let Some(after) = subject.strip_prefix(&**first) else { return false };
        let Some(mut between) = after.strip_suffix(&**last) else { return false };
        for part in middle {
            let Some((before, after)) = between.split_once(&**part) else {
                steps(between.len() + part.len());
                return false;
            };
            steps(before.len() + 2 * part.len());
            between = after;
        }
        true
    }
}

/// Builds a glob from left to right.
#[derive(Debug, Default)]
pub(crate) struct GlobBuilder {
    done: Vec<Box<str>>,
    open: String,
}

impl GlobBuilder {
    /// Appends a literal character.
    pub(crate) fn push(&mut self, character: char) {
        self.open.push(character);
    }

    /// Appends a wildcard; several in a row are one.
    pub(crate) fn star(&mut self) {
        if self.open.is_empty() && !self.done.is_empty() {
            return;
        }
        self.done.push(core::mem::take(&mut self.open).into_boxed_str());
    }

    /// The glob.
    pub(crate) fn finish(mut self) -> Glob {
        self.done.push(self.open.into_boxed_str());
        Glob::of(self.done)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::Glob;

    #[test]
    fn wildcards_match_any_characters_and_literals_only_themselves() {
        for (pattern, subject, expected) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "anything", true),
            ("a*", "a", true),
            ("a*", "ba", false),
            ("*a", "ba", true),
            ("*a", "ab", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("ab*ba", "aba", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a**c", "abc", true),
            ("*é*", "caféteria", true),
            ("*ab*ab*", "aab", false),
            ("*ab*ab*", "abab", true),
        ] {
            assert_eq!(Glob::from_text(pattern).matches(subject), expected, "{pattern} on {subject}");
        }
    }

    #[test]
    fn the_steps_are_the_bytes_that_are_compared_and_searched() {
        for (pattern, subject, expected) in [
            ("abc", "abd", 3),
            ("abc*de", "abc-de", 5),
            ("*bcd*", "aaaabcd", 4 + 2 * 3),
            ("*bcd*", "aaaaaaa", 7 + 3),
        ] {
            let mut steps = 0;
            Glob::from_text(pattern).matches_counting(subject, &mut |count| steps += count);
            assert_eq!(steps, expected, "{pattern} on {subject}");
        }
    }

    #[test]
    fn ten_thousand_characters_of_wildcards_cost_one_pass() {
        let pattern = "*a".repeat(5_000);
        let aperiodic = "*aab".repeat(2_500);
        let long = "a".repeat(10_000);
        for (pattern, subject) in [
            (String::from(&pattern), String::from(&long)),
            (pattern.clone() + "b", long.clone()),
            (pattern.clone() + "*b*", long.clone()),
            (aperiodic, long.clone()),
            (String::from("*") + &"a".repeat(5_000) + "b*", long.clone()),
        ] {
            let mut steps = 0;
            Glob::from_text(&pattern).matches_counting(&subject, &mut |count| steps += count);
            let most = 2 * (pattern.len() + subject.len());
            assert!(steps <= most, "{steps} steps, at most {most} are linear");
        }
    }
}
