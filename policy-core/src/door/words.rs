//! The sentences and places of a verdict that is read from a text.
//!
//! Owns the strings that are kept for the life of the process, and their limit. Knows no type of the wire.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use crate::Span;

/// How many words are kept, and how many bytes all of them may have: several times what the core has.
const WORDS_MAX: usize = 4096;
const WORD_BYTES_MAX: usize = 512 * 1024;

/// Words that a verdict holds permanently: codes, operators, the sentences of checks. The core says each of them in
/// many verdicts, so that they are kept once, for the life of the process.
#[derive(Debug)]
pub struct Words {
    known: BTreeSet<&'static str>,
    bytes: usize,
}

impl Default for Words {
    fn default() -> Self {
        Self::new()
    }
}

impl Words {
    /// No words.
    pub const fn new() -> Self {
        Self { known: BTreeSet::new(), bytes: 0 }
    }

    /// The word that is kept for `text`.
    fn keep(&mut self, text: &str) -> Result<&'static str, NoVerdict> {
        if let Some(known) = self.known.get(text) {
            return Ok(known);
        }
        self.bytes = self.bytes.saturating_add(text.len());
        if self.known.len() >= WORDS_MAX || self.bytes > WORD_BYTES_MAX {
            return Err(NoVerdict(String::from("it has more codes and sentences than exist")));
        }
        let kept: &'static str = Box::leak(Box::from(text));
        self.known.insert(kept);
        Ok(kept)
    }
}

/// A text that is no verdict on the request; why, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoVerdict(pub String);

/// What the parts of a verdict are read against.
pub(super) struct VerdictReader<'r> {
    pub(super) words: &'r mut Words,
    /// The command.
    pub(super) source: &'r str,
}

impl VerdictReader<'_> {
    /// The word that is kept for `text`.
    pub(super) fn keep(&mut self, text: &str) -> Result<&'static str, NoVerdict> {
        self.words.keep(text)
    }

    /// `span`, where it is a place in the command.
    pub(super) fn place(&self, span: Span) -> Result<Span, NoVerdict> {
        let Span { start, end } = span;
        match self.source.get(start as usize..end as usize) {
            Some(_) => Ok(span),
            None => Err(NoVerdict(format!("{start} to {end} is not a range of the command"))),
        }
    }
}
