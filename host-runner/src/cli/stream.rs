//! `check --jsonl`: one request a line in, one verdict a line out.
//!
//! Owns the order and the bounds: answers come in the order of the lines, in constant memory. No line can end the
//! stream.

mod answer;
mod parallel;
mod serial;

use std::io::{self, BufWriter};
use std::num::NonZero;

pub(super) use self::answer::Judges;
use super::terminal;

/// Answers the requests on standard input on `jobs` threads, until it ends or nobody reads the answers.
pub(super) fn answer(judges: Judges<'_>, jobs: NonZero<usize>) -> io::Result<()> {
    let output = BufWriter::with_capacity(64 * 1024, io::stdout());
    let input = io::stdin().lock();
    terminal::quietly(if jobs.get() == 1 {
        serial::answer_lines(input, output, judges)
    } else {
        parallel::answer_lines(input, output, judges, jobs)
    })
}
