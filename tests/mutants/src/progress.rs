//! What is done so far: one line that changes, on a terminal; a line now and then, anywhere else.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::sync::{Mutex, PoisonError};

use crate::record::Outcome;

/// How many mutants are between two lines that stay.
const STEP: usize = 50;

#[derive(Debug, Default)]
struct Counts {
    expected: usize,
    done: usize,
    missed: usize,
}

/// The progress of one run.
#[derive(Debug, Default)]
pub(crate) struct Progress(Mutex<Counts>);

impl Progress {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Shows what comes next.
    pub(crate) fn show(text: &str) {
        let mut out = stderr();
        if out.is_terminal() {
            drop(write!(out, "\r\x1b[K{text}"));
            drop(out.flush());
        } else if !text.is_empty() {
            drop(writeln!(out, "{text}"));
        }
    }

    /// Shows a line that stays.
    pub(crate) fn keep(line: &str) {
        Self::show("");
        drop(writeln!(stderr(), "{line}"));
    }

    /// Begins to count mutants.
    pub(crate) fn expect(&self, mutants: usize) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Counts { expected: mutants, ..Counts::default() };
    }

    /// Counts a mutant, and shows the name of one that was missed.
    pub(crate) fn done(&self, outcome: Outcome, name: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.done += 1;
        counts.missed += usize::from(outcome.is_missed());
        let Counts { expected, done, missed } = *counts;
        if outcome.is_missed() {
            Self::keep(&format!("missed so far: {name}"));
        }
        if stderr().is_terminal() || done % STEP == 0 || done == expected {
            Self::show(&format!("{done} of {expected} mutants, {missed} missed"));
        }
    }
}
