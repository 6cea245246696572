//! An error in a rule's text, with its byte range.
//!
//! Owns the error as a value relative to the rule; the settings reader converts it to a place in a file.

use alloc::string::String;
use core::fmt::Write as _;

use crate::Span;

/// Something wrong with one rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// UTF-8 byte range in the rule's text.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What was meant, or what to do.
    pub help: String,
}

impl Problem {
    pub(crate) fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: help.into() }
    }

    /// The same problem, `by` bytes further right.
    pub(crate) fn moved(mut self, by: usize) -> Self {
        self.span = Span::new(self.span.start as usize + by, self.span.end as usize + by);
        self
    }
}

/// Longest user text that a message repeats, in characters.
const SHOWN_MAX: usize = 60;

/// User text in back-ticks, cut to a readable length, with nothing in it that a terminal would act on.
pub(crate) fn tick(text: &str) -> String {
    let mut out = String::from("`");
    for (count, character) in text.chars().enumerate() {
        if count == SHOWN_MAX {
            out.push('…');
            break;
        }
        if is_unseen(character) {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

/// The first character of a rule or a command that nobody can see, and where it is. A tab and a line break are blanks.
pub(crate) fn first_unseen(text: &str) -> Option<(usize, char)> {
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let is_break = character == '\n' || character == '\r' && next == Some('\n');
        if is_unseen(character) && character != '\t' && !is_break {
            return Some((at, character));
        }
    }
    None
}

/// Whether a character would not show as itself: controls, and the format characters that hide or reorder text.
pub(crate) fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || u32::from(character) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::first_unseen;

    #[test]
    fn a_line_break_and_a_tab_are_seen_and_a_lone_return_is_not() {
        for (text, expected) in [
            ("a b\tc\nd", None),
            ("a\r\nb", None),
            ("a\rb", Some((1, '\r'))),
            ("a\r", Some((1, '\r'))),
            ("a\n\rb", Some((2, '\r'))),
            ("a\u{200b}b\u{7}", Some((1, '\u{200b}'))),
            ("é\u{7}", Some((2, '\u{7}'))),
            ("\u{fffe}", Some((0, '\u{fffe}'))),
        ] {
            assert_eq!(first_unseen(text), expected, "{text:?}");
        }
    }
}
