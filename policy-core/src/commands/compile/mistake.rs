//! A mistake in a table, with its place.
//!
//! Owns the place of a mistake in its file. Parsing continues after a mistake, so that one run reports all mistakes of
//! a file.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use crate::sorted;

/// Something wrong in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file, as it was given.
    pub file: String,
    /// The bytes of its text that are wrong; none when the whole is.
    pub at: Option<Range<usize>>,
    /// The line at which they begin, from 1.
    pub line: usize,
    /// The character of that line, from 1.
    pub column: usize,
    /// What is wrong, and what is right where that is not plain.
    pub why: String,
}

impl Mistake {
    /// What is wrong with these bytes of `text`, which is in `file`.
    pub(super) fn at(
        file: &str,
        text: &str,
        at: Option<Range<usize>>,
        why: impl Into<Cow<'static, str>>,
    ) -> Self {
        let before = at.as_ref().and_then(|at| text.get(..at.start)).unwrap_or("");
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self { file: file.to_owned(), at, line, column, why: why.into().into_owned() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.why)
    }
}

impl Error for Mistake {}

/// The mistakes of one file, while it is read.
#[derive(Debug)]
pub(super) struct Mistakes<'t> {
    file: &'t str,
    text: &'t str,
    found: Vec<Mistake>,
}

impl<'t> Mistakes<'t> {
    /// None so far in the file with this name and text.
    pub(super) const fn of(file: &'t str, text: &'t str) -> Self {
        Self { file, text, found: Vec::new() }
    }

    /// Notes one.
    pub(super) fn add(&mut self, at: Option<Range<usize>>, why: impl Into<Cow<'static, str>>) {
        self.found.push(Mistake::at(self.file, self.text, at, why));
    }

    /// What was found, in the order of the file.
    pub(super) fn into_sorted(mut self) -> Vec<Mistake> {
        sorted::sort_by_key(&mut self.found, |mistake| (mistake.line, mistake.column));
        self.found
    }
}
