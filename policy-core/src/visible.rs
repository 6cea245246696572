//! Makes foreign text safe to display: no character in it can move the cursor, hide, or change direction.
//!
//! Owns the characters that are shown as `<U+…>`, and the mapping of spans to the shown text. Every text that a person
//! or a model sees and Shellgate did not write passes through here.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::Range;

use crate::Span;

/// One line of text: line breaks and tabs are shown as characters too.
pub fn line(text: &str) -> Cow<'_, str> {
    if is_printable_ascii(text) {
        return Cow::Borrowed(text);
    }
    escaped(text, |character| !is_plain(character))
}

/// The same for text that is somebody's own.
pub(crate) fn owned_line(text: String) -> String {
    match line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => shown,
    }
}

/// Text of several lines: line breaks stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| !is_plain(character) && character != '\n')
}

fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if hidden(character) {
            name(&mut shown, character);
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// A source text as it is shown, and where its bytes went.
#[derive(Debug)]
pub struct Shown {
    /// What to show; line breaks and tabs are kept.
    pub text: String,
    /// For each character that was replaced: the byte after it, in the source and in `text`.
    shifts: Vec<(usize, usize)>,
}

impl Shown {
    /// Makes `source` visible.
    pub fn of(source: &str) -> Self {
        let mut text = String::with_capacity(source.len());
        let mut shifts = Vec::new();
        for (at, character) in source.char_indices() {
            if is_plain(character) || matches!(character, '\n' | '\t') {
                text.push(character);
            } else {
                name(&mut text, character);
                shifts.push((at + character.len_utf8(), text.len()));
            }
        }
        Self { text, shifts }
    }

    /// Where `span` of the source is in the text. Always inside of it and on characters' borders.
    pub fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = (self.at(span.start as usize), self.at(span.end as usize));
        start..end.max(start)
    }

    fn at(&self, offset: usize) -> usize {
        let before = self.shifts.partition_point(|(source, _)| *source <= offset);
        let (source, shown) =
            before.checked_sub(1).and_then(|last| self.shifts.get(last)).copied().unwrap_or((0, 0));
        let at = (shown + (offset - source)).min(self.text.len());
        self.text.floor_char_boundary(at)
    }
}

fn name(out: &mut String, character: char) {
    // Writing to a string does not fail.
    let _ = write!(out, "<U+{:04X}>", u32::from(character));
}

/// Nearly every text, judged by its bytes without reading its characters.
fn is_printable_ascii(text: &str) -> bool {
    // No early end: every byte is looked at, many at once.
    text.bytes().fold(true, |all, byte| all & (byte.wrapping_sub(b' ') < 0x5F))
}

/// Whether `character` shows as itself, takes room, and changes nothing around it.
///
/// Not plain are control characters, the format and default-ignorable characters of Unicode (bidirectional controls,
/// zero-width characters, tags, variation selectors, fillers), its noncharacters and every blank but the space:
/// <https://www.unicode.org/reports/tr36/> and <https://trojansource.codes>.
pub fn is_plain(character: char) -> bool {
    // The last two of each plane are noncharacters.
    (u32::from(character) & 0xFFFE) != 0xFFFE
        && !matches!(character,
        '\0'..='\u{1F}'
        | '\u{7F}'..='\u{A0}'
        | '\u{AD}'
        | '\u{34F}'
        | '\u{600}'..='\u{605}'
        | '\u{61C}'
        | '\u{6DD}'
        | '\u{70F}'
        | '\u{115F}'..='\u{1160}'
        | '\u{1680}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{2000}'..='\u{200F}'
        | '\u{2028}'..='\u{202F}'
        | '\u{205F}'..='\u{206F}'
        | '\u{2800}'
        | '\u{3000}'
        | '\u{3164}'
        | '\u{FDD0}'..='\u{FDEF}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{13430}'..='\u{1345F}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::checks::CHECKS;
    use crate::{Engine, Mode, Policy, Request};

    /// The messages about `command` for a person and a model, in every mode with more to say than that it may run.
    fn told(command: &str) -> Vec<String> {
        let mut told = Vec::new();
        for mode in [Mode::Default, Mode::Plan, Mode::DontAsk] {
            let engine = Engine::new(Policy { mode, ..Policy::default() });
            let verdict = engine.check(&Request { cwd: Some("/repo"), ..Request::new(command) });
            told.extend([verdict.reason.message, verdict.reason.model_message]);
            told.extend(verdict.findings.into_iter().map(|finding| finding.message));
        }
        told
    }

    #[test]
    fn no_message_carries_what_hides_or_moves() {
        let examples = CHECKS.iter().flat_map(|check| check.story().examples);
        for command in examples.map(|example| example.command) {
            let mut variants = alloc::vec![command.clone()];
            for hostile in ["\u{1b}[2J", "\n", "\r", "\t", "\u{202e}", "\u{200b}", "\u{2028}", "$'\\e\\n'"] {
                let inside = command.char_indices().map(|(at, _)| at).step_by(1 + command.len() / 4);
                variants.extend(inside.map(|at| {
                    let mut variant = command.clone();
                    variant.insert_str(at, hostile);
                    variant
                }));
            }
            for variant in variants {
                for message in told(&variant) {
                    assert!(message.chars().all(is_plain), "{variant:?}: {message:?}");
                }
            }
        }
    }

    #[test]
    fn a_message_names_what_it_does_not_show() {
        for (command, shown) in [
            ("echo x > $'a\\e[31mb'", "`a<U+001B>[31mb`"),
            ("echo x > $'a\\nb: fake'", "`a<U+000A>b: fake`"),
            ("echo x > 'a\u{202e}b'", "a<U+202E>b"),
            ("'a\tb' c", "`a<U+0009>b`"),
        ] {
            assert!(told(command).iter().any(|message| message.contains(shown)), "{:?}", told(command));
        }
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        for text in ["", "git status", "grep 'é' ~/ß", "echo 日本語 😀", "a\u{301}"] {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text), "{text}");
            assert_eq!(Shown::of(text).text, text);
        }
    }

    #[test]
    fn what_hides_or_moves_is_named() {
        let cases = [
            ("\u{1b}[31m", "<U+001B>[31m"),
            ("a\rb", "a<U+000D>b"),
            ("\u{9b}2J", "<U+009B>2J"),
            ("a\u{202e}b", "a<U+202E>b"),
            ("a\u{200b}b", "a<U+200B>b"),
            ("a\u{a0}b", "a<U+00A0>b"),
            ("\u{e0041}", "<U+E0041>"),
            ("\u{feff}x", "<U+FEFF>x"),
            ("a\0b\u{7f}", "a<U+0000>b<U+007F>"),
            ("\u{fdd0}\u{fffe}\u{ffff}\u{1fffe}\u{10ffff}", "<U+FDD0><U+FFFE><U+FFFF><U+1FFFE><U+10FFFF>"),
            // Their neighbours.
            ("\u{fdf0}\u{fffd}\u{1fffd}", "\u{fdf0}\u{fffd}\u{1fffd}"),
        ];
        for (text, shown) in cases {
            assert_eq!(line(text), shown);
            assert_eq!(Shown::of(text).text, shown);
        }
        assert_eq!(line("a\n\tb"), "a<U+000A><U+0009>b");
        assert_eq!(lines("a\n\tb"), "a\n<U+0009>b");
        assert_eq!(Shown::of("a\n\tb").text, "a\n\tb");
    }

    #[test]
    fn a_span_covers_what_its_characters_became() {
        let source = "é\u{1b}x\u{202e}y";
        let shown = Shown::of(source);
        let cases = [
            ("é", "é"),
            ("\u{1b}", "<U+001B>"),
            ("x", "x"),
            ("\u{1b}x\u{202e}", "<U+001B>x<U+202E>"),
            ("y", "y"),
        ];
        for (part, expected) in cases {
            let start = source.find(part).unwrap_or(source.len());
            let range = shown.range(Span::new(start, start + part.len()));
            assert_eq!(shown.text.get(range), Some(expected));
        }
    }

    #[test]
    fn a_span_that_does_not_fit_is_bent_until_it_does() {
        let shown = Shown::of("é\u{1b}x");
        for start in 0..10 {
            for end in 0..10 {
                let range = shown.range(Span { start, end });
                assert!(shown.text.get(range).is_some(), "{start}..{end}");
            }
        }
    }
}
