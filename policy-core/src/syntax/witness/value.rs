//! Quote removal, written a second time: what the tree's leaves become.
//!
//! Shares no code with the strict reader on purpose; two implementations that agree are the evidence.

use alloc::string::String;

use tree_sitter::Node;

use super::kinds::{Class, Kinds};

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

/// Appends text from between double quotes, or from a here-document when `here` is set: there `\"` stays as it is.
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

/// Appends what the node of a whole word becomes. Gives false when that is not known before running.
#[must_use]
pub(super) fn of_node(kinds: &Kinds, source: &str, node: &Node<'_>, out: &mut String) -> bool {
    let mut cursor = node.walk();
    let mut at = node.start_byte();
    let mut depth = 0usize;
    // A walk over the leaves of one word; between two pieces of a concatenation there is nothing to lose.
    loop {
        let node = cursor.node();
        let text = source.get(node.start_byte()..node.end_byte()).unwrap_or("");
        let whole = match kinds.of(node.kind_id()) {
            Class::Concatenation | Class::Assignment | Class::Quoted => false,
            class => {
                let known = match class {
                    Class::Word | Class::Number | Class::Name | Class::Brace => {
                        unquoted(text, out);
                        true
                    }
                    Class::Raw => {
                        out.push_str(text.get(1..text.len().saturating_sub(1)).unwrap_or(""));
                        true
                    }
                    Class::AnsiC => ansi_c(text.get(2..text.len().saturating_sub(1)).unwrap_or(""), out),
                    Class::QuotedContent => {
                        // The grammar drops blanks at the edges of a string; they are taken from the source.
                        let from = at.min(node.start_byte());
                        double_quoted(source.get(from..node.end_byte()).unwrap_or(""), false, out)
                    }
                    Class::Mark if text == "\"" => {
                        let before = source.get(at..node.start_byte()).unwrap_or("");
                        double_quoted(before, false, out)
                    }
                    Class::Mark if matches!(text, "=" | "+=" | "{" | "}" | "," | ".." | "$") => {
                        out.push_str(text);
                        true
                    }
                    _ => false,
                };
                if !known {
                    return false;
                }
                true
            }
        };
        if whole {
            at = node.end_byte();
        } else {
            at = node.start_byte();
            if cursor.goto_first_child() {
                depth += 1;
                continue;
            }
        }
        loop {
            if depth == 0 {
                return true;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
            depth -= 1;
        }
    }
}
