//! Shows deny and ask rules the text after the part that is read.
//!
//! Owns this search. Only words that are the name of a program of a rule are looked at, so that its time grows with the
//! text and not with the number of rules. What it misses asks in every mode, because the text was not read.

use alloc::borrow::Cow;

use super::search::Exposure;
use super::strictness::stricter;
use crate::limits::{UNREAD_COMMAND_BYTES_MAX, UNREAD_COMMANDS_MAX};
use crate::paths::lexical::last_part;
use crate::rules::{List, Matched};
use crate::syntax::{BREAKS, Salvage};

impl<'p> Exposure<'_, 'p> {
    /// The strictest rule that matches a command in `text`, which was not read.
    pub(crate) fn unread(&mut self, text: &str) -> Option<Matched<'p>> {
        if text.is_empty() {
            return None;
        }
        let mut strictest = None;
        let mut looked = 0;
        let mut next = 0;
        let names = self.policy.rules.program_names(self.request.tool);
        let ends = Bytes::of(names.iter().filter_map(|name| name.bytes().last()).chain(SIGNS));
        // By bytes, and by the ends of names first: nearly every word ends like no name of a rule.
        for bytes in text.as_bytes().split(|byte| BOUNDARIES.has(*byte)) {
            let at = next;
            next += bytes.len() + 1;
            if !bytes.last().is_some_and(|last| ends.has(*last)) {
                continue;
            }
            let word = text.get(at..at + bytes.len()).unwrap_or("");
            if !is_about(word, &names) {
                continue;
            }
            looked += 1;
            let end = text.floor_char_boundary(at + UNREAD_COMMAND_BYTES_MAX);
            let salvage = Salvage::from(text.get(at..end).unwrap_or(word));
            if let Some(part) = salvage.parts().next() {
                strictest = stricter(strictest, self.piece(part));
            }
            if looked >= UNREAD_COMMANDS_MAX || strictest.is_some_and(|it: Matched<'_>| it.list == List::Deny)
            {
                break;
            }
        }
        strictest
    }
}

/// Whether `word` names one of the programs `names`, which are sorted.
fn is_about(word: &str, names: &[&str]) -> bool {
    let quotes = ['\'', '"', '\\', '$', '\0'];
    let plain =
        if word.contains(quotes) { Cow::Owned(word.replace(quotes, "")) } else { Cow::Borrowed(word) };
    !plain.is_empty() && names.binary_search(&last_part(&plain)).is_ok()
}

/// What a name can be written with and does not end with.
const SIGNS: [u8; 6] = [b'\'', b'"', b'\\', b'$', b'\0', b'/'];

/// The bytes that end a word.
static BOUNDARIES: Bytes = {
    let mut bytes = Bytes([false; 256]).with(b' ').with(b'\t').with(b'\r');
    let mut breaks: &[char] = &BREAKS;
    while let [first, rest @ ..] = breaks {
        bytes = bytes.with(*first as u8);
        breaks = rest;
    }
    bytes
};

/// A set of bytes.
struct Bytes([bool; 256]);

impl Bytes {
    fn of(bytes: impl Iterator<Item = u8>) -> Self {
        bytes.fold(Self([false; 256]), Self::with)
    }

    const fn with(mut self, byte: u8) -> Self {
        if let Some(one) = self.0.split_at_mut(byte as usize).1.first_mut() {
            *one = true;
        }
        self
    }

    fn has(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)).copied() == Some(true)
    }
}
