//! Quoted text: `'…'`, `"…"` and here-strings.
//!
//! Owns escapes (`about_Special_Characters`) and the ends of here-strings (`about_Quoting_Rules`).

use super::reader::Reader;
use super::words::Draft;
use crate::script::DoubtKind;
use crate::span::Span;

impl Reader<'_> {
    /// Reads the quoted text that begins here.
    pub(super) fn quoted(&mut self, scope: u32, draft: &mut Draft) {
        read(self, scope, draft);
    }
}

fn read(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft) {
    draft.quote();
    match reader.peek() {
        Some(b'\'') => single(reader, draft),
        Some(b'"') => {
            let start = reader.at;
            reader.at += 1;
            expandable(reader, scope, draft, start, None);
        }
        Some(b'@') => here(reader, scope, draft),
        _ => reader.unexpected(),
    }
}

/// `'…'`, in which two quotes stand for one.
fn single(reader: &mut Reader<'_>, draft: &mut Draft) {
    let start = reader.at;
    let source = reader.script.source;
    let mut from = start + 1;
    loop {
        let rest = reader.bytes.get(from..).unwrap_or(&[]);
        let Some(length) = rest.iter().position(|byte| *byte == b'\'') else {
            return reader.fail(Span::new(start, start + 1), DoubtKind::UnclosedQuote);
        };
        let end = from + length;
        draft.literal(source, from, end, true);
        if reader.bytes.get(end + 1) != Some(&b'\'') {
            reader.at = end + 1;
            return;
        }
        draft.escape(end + 1, end + 2, '\'');
        from = end + 2;
    }
}

/// The inside of `"…"` up to its end, or of a here-string up to `end`. `start` is where it was opened.
fn expandable(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft, start: usize, end: Option<usize>) {
    let source = reader.script.source;
    let mut from = reader.at;
    loop {
        let at = reader.at;
        if end.is_some_and(|end| at >= end) {
            draft.literal(source, from, at, true);
            return;
        }
        match reader.peek() {
            None => {
                return reader.fail(Span::new(start, start + 1), DoubtKind::UnclosedQuote);
            }
            Some(b'"') if end.is_none() => {
                draft.literal(source, from, at, true);
                if reader.peek_at(1) != Some(b'"') {
                    reader.at += 1;
                    return;
                }
                draft.escape(at + 1, at + 2, '"');
                reader.at += 2;
                from = reader.at;
            }
            Some(b'`') => {
                draft.literal(source, from, at, true);
                reader.at += 1;
                let Some(character) = reader.character() else { continue };
                let Some(meant) = escaped(character) else {
                    return reader.unsupported(at, at + 2, "an escape of this kind");
                };
                let length = character.len_utf8();
                draft.escape(at + 1, at + 1 + length, meant);
                reader.at += length;
                from = reader.at;
            }
            Some(b'$') => {
                draft.literal(source, from, at, true);
                reader.dollar(scope, draft, true);
                from = reader.at;
            }
            Some(_) => reader.at += 1,
        }
    }
}

/// What a character after a backtick stands for; none for escapes that take more characters.
fn escaped(character: char) -> Option<char> {
    Some(match character {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'e' => '\u{1b}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'u' | '\r' | '\n' => return None,
        other => other,
    })
}

/// `@'…'@` and `@"…"@`, whose ends are at the beginning of a line.
fn here(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft) {
    let start = reader.at;
    let quote = reader.peek_at(1).unwrap_or(0);
    reader.at += 2;
    while matches!(reader.peek(), Some(b' ' | b'\t')) {
        reader.at += 1;
    }
    let length = reader.line_break();
    if length == 0 {
        return reader.unsupported(start, start + 2, "a here-string that begins on its first line");
    }
    let from = reader.at + length;
    let rest = reader.bytes.get(from - 1..).unwrap_or(&[]);
    let Some(found) = rest.windows(3).position(|three| three == [b'\n', quote, b'@']) else {
        return reader.fail(Span::new(start, start + 2), DoubtKind::UnclosedQuote);
    };
    let line = from - 1 + found;
    let end = if reader.bytes.get(line.wrapping_sub(1)) == Some(&b'\r') { line - 1 } else { line };
    reader.at = from;
    if from < end {
        if quote == b'\'' {
            draft.literal(reader.script.source, from, end, true);
        } else {
            expandable(reader, scope, draft, start, Some(end));
            if reader.at > end && !reader.lost {
                return reader.fail(Span::new(start, start + 2), DoubtKind::UnclosedQuote);
            }
        }
    }
    if !reader.lost {
        reader.at = line + 3;
    }
}
