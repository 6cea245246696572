//! The account of one log: what was read, and what could not be.

use std::collections::BTreeMap;
use std::fmt;

use crate::Format;

/// Most places of bad lines that are kept; further ones are only counted.
const PLACES_MAX: usize = 5;

/// Most names of unknown kinds that are kept; further ones count under `…`.
const KINDS_MAX: usize = 32;

/// Most characters of a name that comes from a log.
const NAME_MAX: usize = 60;

/// What was read of one log, and what could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The format; none when the content is of no known one.
    pub format: Option<Format>,
    /// Lines.
    pub lines: u64,
    /// Calls that were handed over.
    pub calls: u64,
    /// Lines that could not be read. A log of no known format has none: see [`Account::format`].
    pub bad_lines: u64,
    /// The first few of them, in order.
    pub bad: Vec<BadLine>,
    /// Lines with bytes or units that are no text. They were read with U+FFFD in their place.
    pub lossy_lines: u64,
    /// Kinds of entries that this reader does not know, with their number: a sign of a newer version.
    pub unknown: BTreeMap<String, u64>,
    /// The version of the program that wrote the log, as its last entry says.
    pub version: Option<String>,
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// Why, in one sentence.
    pub why: String,
}

impl BadLine {
    /// `file:line: sentence`.
    pub fn at<'a>(&'a self, file: &'a str) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| write!(f, "{file}:{}: {}", self.line, self.why))
    }
}

impl Account {
    pub(crate) fn bad(&mut self, line: u64, why: impl Into<String>) {
        self.bad_lines += 1;
        if self.bad.len() < PLACES_MAX {
            self.bad.push(BadLine { line, why: why.into() });
        }
    }

    pub(crate) fn unknown(&mut self, kind: &str) {
        let name = if self.unknown.len() < KINDS_MAX || self.unknown.contains_key(kind) {
            kind.chars().take(NAME_MAX).collect()
        } else {
            "…".to_owned()
        };
        *self.unknown.entry(name).or_default() += 1;
    }
}
