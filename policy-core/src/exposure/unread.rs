//! Shows deny and ask rules the text behind the part that is read.
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
        let mut strictest = None;
        let mut looked = 0;
        let mut next = 0;
        // By bytes, and by the ends of names first: nearly every word ends like no name of a rule.
        let name_ends = self.policy.rules.name_ends(self.request.tool);
        for bytes in text.as_bytes().split(|byte| is_boundary(*byte)) {
            let at = next;
            next += bytes.len() + 1;
            let may_be_name =
                |last: &u8| SIGNS.contains(last) || name_ends.get(usize::from(*last)).copied() == Some(true);
            if !bytes.last().is_some_and(may_be_name) {
                continue;
            }
            let word = text.get(at..at + bytes.len()).unwrap_or("");
            if !self.is_about(word) {
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

    /// Whether a deny or ask rule is about the program that `word` names.
    fn is_about(&self, word: &str) -> bool {
        let quotes = ['\'', '"', '\\', '$', '\0'];
        let plain =
            if word.contains(quotes) { Cow::Owned(word.replace(quotes, "")) } else { Cow::Borrowed(word) };
        !plain.is_empty() && self.policy.rules.named(self.request.tool, last_part(&plain)).is_some()
    }
}

/// What a name can be written with and does not end with.
const SIGNS: [u8; 6] = [b'\'', b'"', b'\\', b'$', b'\0', b'/'];

/// Whether a word ends at this byte.
fn is_boundary(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r') || BREAKS.contains(&char::from(byte))
}
