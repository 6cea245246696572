//! Offsets in the unit of the caller: UTF-8 bytes, or UTF-16 code units as in JavaScript.
//!
//! Owns the conversion, in time that is linear in the text for all offsets together.

use alloc::vec::Vec;

use crate::Span;

/// What an offset into a text counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// UTF-8 bytes, as in Rust and on the command line.
    #[default]
    Byte,
    /// UTF-16 code units, as in a JavaScript string.
    Utf16,
}

impl Unit {
    /// Every unit by its name on the wire.
    pub(super) const NAMES: [(&'static str, Self); 2] = [("utf8", Self::Byte), ("utf16", Self::Utf16)];
}

/// Bytes between two places whose offsets are kept.
const STRIDE: usize = 64;

/// The offsets of one text in one unit.
#[derive(Debug)]
pub(super) struct Offsets<'t> {
    text: &'t str,
    /// The code units in front of every [`STRIDE`]th byte; empty when both units count the same.
    kept: Vec<u32>,
}

impl<'t> Offsets<'t> {
    pub(super) fn new(text: &'t str, unit: Unit) -> Self {
        if unit == Unit::Byte || text.is_ascii() {
            return Self { text, kept: Vec::new() };
        }
        let mut kept = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut units = 0_u32;
        for chunk in text.as_bytes().chunks(STRIDE) {
            kept.push(units);
            units = units.saturating_add(units_in(chunk));
        }
        Self { text, kept }
    }

    /// The offset in the text's unit of the character that begins at this byte.
    pub(super) fn at(&self, byte: u32) -> u32 {
        let byte = (byte as usize).min(self.text.len());
        let near = byte / STRIDE;
        let Some(before) = self.kept.get(near).or(self.kept.last()) else { return byte as u32 };
        let start = near.min(self.kept.len().saturating_sub(1)) * STRIDE;
        let rest = self.text.as_bytes().get(start..byte).unwrap_or_default();
        before.saturating_add(units_in(rest))
    }

    pub(super) fn span(&self, span: Span) -> Span {
        if self.kept.is_empty() {
            return span;
        }
        Span { start: self.at(span.start), end: self.at(span.end) }
    }
}

/// The code units of the characters that begin in these bytes: one each, two beyond U+FFFF.
fn units_in(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .map(|byte| match byte {
            0x80..=0xBF => 0,
            0xF0..=0xFF => 2,
            _ => 1,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_is_that_of_the_text_in_front_of_it() {
        let long = "aé😀\u{10ffff}b".repeat(40);
        for text in ["", "ls", "é", "😀", "echo 'é😀' | cat", long.as_str()] {
            let offsets = Offsets::new(text, Unit::Utf16);
            let bytes = Offsets::new(text, Unit::Byte);
            for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let before = text.get(..at).unwrap_or_default();
                assert_eq!(offsets.at(at as u32) as usize, before.encode_utf16().count(), "{at} of {text}");
                assert_eq!(bytes.at(at as u32) as usize, at);
            }
            let all = offsets.span(Span::new(0, text.len() + 9));
            if !text.is_ascii() {
                assert_eq!(
                    all.end as usize,
                    text.encode_utf16().count(),
                    "what lies after the end is the end"
                );
            }
        }
    }
}
