//! The literal texts of a script: replacements, the lists of `y`, the lines of `a`, `i` and `c`.
//!
//! Owns their escapes. Accepts only escapes that every version reads alike.

use alloc::string::String;
use alloc::vec::Vec;

use super::refusal::{CannotSimulate, refuse};
use crate::sorted;

/// A part of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    /// `&`, `\0`
    Whole,
    /// `\1` to `\9`
    Group(usize),
}

/// Reads the replacement that is in `text` in front of its `delimiter`.
pub(super) fn replacement(text: &str, delimiter: u8) -> Result<Vec<Piece>, CannotSimulate> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        let special = match sign {
            '&' => Piece::Whole,
            '\\' => match signs.next() {
                Some(delimiting) if delimiting == char::from(delimiter) => {
                    if delimiting == '&' || delimiting.is_alphanumeric() {
                        return refuse("versions read an escaped delimiter of this kind differently");
                    }
                    plain.push(delimiting);
                    continue;
                }
                Some('0') => Piece::Whole,
                Some(digit @ '1'..='9') => Piece::Group(digit as usize - '0' as usize),
                Some('n' | '\n') => {
                    plain.push('\n');
                    continue;
                }
                Some('t') => {
                    plain.push('\t');
                    continue;
                }
                Some(other) if other.is_ascii_punctuation() => {
                    plain.push(other);
                    continue;
                }
                _ => return refuse("the replacement has an escape that is not simulated"),
            },
            _ => {
                plain.push(sign);
                continue;
            }
        };
        if !plain.is_empty() {
            pieces.push(Piece::Text(core::mem::take(&mut plain)));
        }
        pieces.push(special);
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

fn listed(text: &str, delimiter: u8) -> Result<Vec<char>, CannotSimulate> {
    if !text.is_ascii() {
        return refuse("`y` has a character beyond ASCII");
    }
    let mut list = Vec::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        list.push(match sign {
            '\\' => match signs.next() {
                Some('\\') => '\\',
                Some('n') if delimiter != b'n' => '\n',
                Some('t') if delimiter != b't' => '\t',
                Some(other) if other == char::from(delimiter) && !other.is_alphanumeric() => other,
                _ => return refuse("`y` has an escape that is not simulated"),
            },
            _ => sign,
        });
    }
    Ok(list)
}

/// The pairs of `y`.
pub(super) fn translation(from: &str, to: &str, delimiter: u8) -> Result<Vec<(char, char)>, CannotSimulate> {
    let (from, to) = (listed(from, delimiter)?, listed(to, delimiter)?);
    let mut once = from.clone();
    sorted::sort(&mut once);
    once.dedup();
    if from.len() != to.len() || once.len() != from.len() {
        return refuse("the lists of `y` do not fit each other");
    }
    Ok(from.into_iter().zip(to).collect())
}

/// The lines that `a`, `i` and `c` print, without the last newline.
pub(super) fn text_lines(text: &str) -> Result<String, CannotSimulate> {
    let mut rest = text;
    if let Some(after) = text.strip_prefix('\\') {
        let trimmed = after.trim_start_matches([' ', '\t']);
        if let Some(lines) = trimmed.strip_prefix('\n') {
            rest = lines;
            if rest.starts_with('\\') {
                return refuse("versions read a text that begins with a backslash differently");
            }
        } else if trimmed.len() != after.len() {
            rest = after;
        } else {
            return refuse("versions read a text that begins with a backslash differently");
        }
    }
    let mut lines = String::new();
    let mut signs = rest.chars();
    while let Some(sign) = signs.next() {
        if sign != '\\' {
            lines.push(sign);
            continue;
        }
        match signs.next() {
            Some('t') => lines.push('\t'),
            Some(other) if other == '\n' || other.is_ascii_punctuation() => lines.push(other),
            _ => return refuse("a text has an escape that is not simulated"),
        }
    }
    Ok(lines)
}
