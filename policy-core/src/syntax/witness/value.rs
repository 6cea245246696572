//! Quote removal, implemented a second time for the leaves of the tree.
//!
//! Shares no code with the strict reader on purpose; the agreement of two implementations is the evidence.

use alloc::string::String;

/// Appends unquoted text: a backslash makes the next character literal, a backslash-newline is removed.
pub(super) fn unquoted(text: &str, out: &mut String) {
    let mut escaped = false;
    for character in text.chars() {
        match (escaped, character) {
            (false, '\\') => {
                escaped = true;
                continue;
            }
            (true, '\n') => {}
            _ => out.push(character),
        }
        escaped = false;
    }
    if escaped {
        out.push('\\');
    }
}

/// Appends text from between double quotes, or from a here-document when `here` is set: there `\"` does not change.
///
/// Gives false when the text holds what ends such text or is live in it: `"` and a back-quote.
#[must_use]
pub(super) fn double_quoted(text: &str, here: bool, out: &mut String) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('\n') => {}
                Some(next @ ('$' | '`' | '\\')) => out.push(next),
                Some('"') if !here => out.push('"'),
                Some(next) => {
                    out.push('\\');
                    out.push(next);
                }
                None => out.push('\\'),
            },
            '`' => return false,
            '"' if !here => return false,
            _ => out.push(character),
        }
    }
    true
}

/// Appends what `$'…'` stands for, from the text between its quotes (bash(1), "QUOTING").
///
/// Gives false for what is no plain text: NUL, bytes that are not UTF-8, `\c`, unknown escapes, an inner quote.
#[must_use]
pub(super) fn ansi_c(text: &str, out: &mut String) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '\'']) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let mut characters = tail.chars();
        if characters.next() != Some('\\') {
            return false;
        }
        let Some(letter) = characters.next() else { return false };
        rest = characters.as_str();
        let simple = match letter {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' | 'E' => '\u{1b}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' | '\'' | '"' | '?' => letter,
            '0'..='7' | 'x' | 'u' | 'U' => {
                let (digits, radix, most) = match letter {
                    'x' => (rest, 16, 2),
                    'u' => (rest, 16, 4),
                    'U' => (rest, 16, 8),
                    _ => (tail.get(1..).unwrap_or(""), 8, 3),
                };
                let length =
                    digits.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count();
                let Some(number) =
                    digits.get(..length).and_then(|text| u32::from_str_radix(text, radix).ok())
                else {
                    return false;
                };
                rest = digits.get(length..).unwrap_or("");
                let number = if radix == 8 { number & 0xff } else { number };
                // A byte above 0x7f is one byte of the result, not a character: left to those who know the encoding.
                let byte = !matches!(letter, 'u' | 'U');
                match char::from_u32(number) {
                    None | Some('\0') => return false,
                    Some(character) if byte && !character.is_ascii() => return false,
                    Some(character) => character,
                }
            }
            _ => return false,
        };
        out.push(simple);
    }
    out.push_str(rest);
    true
}
