//! The scripts that the witness may parse: those whose parse is known to cost little.
//!
//! tree-sitter-bash takes quadratic time on runs of one operator character, on deep `${…${…` and on many here-documents
//! of one line (measured: 16 KiB of `)` take two seconds). One pass rejects all of them.

use crate::limits::{COMMAND_CHARACTERS_MAX, HERE_DOCUMENTS_MAX, PARTS_MAX};
use crate::script::Script;

/// Longest run of one operator character.
const RUN_MAX: usize = 16;

/// Deepest nesting of parentheses and braces together. Quotes are not looked at, so this can count too many.
const NESTING_MAX: usize = 48;

/// Whether a script is cheap enough to be parsed a second time.
pub(super) fn tame(script: &Script<'_>) -> bool {
    let source = script.source;
    if source.len() > COMMAND_CHARACTERS_MAX && source.chars().count() > COMMAND_CHARACTERS_MAX {
        return false;
    }
    if script.here_documents.len() > HERE_DOCUMENTS_MAX || script.commands.len() > PARTS_MAX {
        return false;
    }
    let mut run = 0;
    let mut nesting = 0usize;
    let mut last = 0;
    for byte in source.bytes() {
        match byte {
            b'(' | b'{' => nesting += 1,
            b')' | b'}' => nesting = nesting.saturating_sub(1),
            _ => {}
        }
        let operator = matches!(byte, b'(' | b')' | b'{' | b'}' | b'<' | b'>' | b'|' | b'&' | b';');
        run = if operator && byte == last { run + 1 } else { 0 };
        if run >= RUN_MAX || nesting > NESTING_MAX {
            return false;
        }
        last = byte;
    }
    true
}

/// How many times the parser may report progress (every hundred operations) on a text of `length` bytes.
///
/// Proportional to the length, so that the answer depends on the text and never on the machine. The most that a text
/// which passes was seen to need is one report for 16 bytes (`{}{}{}…`).
///
/// Bounded, because a report stands for about 15 microseconds: scripts of the greatest length made of ordinary
/// commands need at most 170, and nothing may cost more than a few milliseconds.
pub(super) const fn budget(length: usize) -> usize {
    let proportional = 32 + length / 8;
    if proportional < REPORTS_MAX { proportional } else { REPORTS_MAX }
}

/// Most reports of progress for any text.
const REPORTS_MAX: usize = 200;
