//! The answers of a stream from one thread, each before the next request is read if the peer waits for it.
//!
//! Owns the loop.

use std::io::{self, Read, Write};

use super::answer::{Judges, answer_line};
use crate::cli::lines::Lines;

/// Answers every line of `input`.
pub(super) fn answer_lines(input: impl Read, mut output: impl Write, judges: Judges<'_>) -> io::Result<()> {
    let mut door = judges.door();
    let mut lines = Lines::new(input);
    let mut number = 0_u32;
    // An answer is never held back while the peer may be waiting for it.
    while let Some(line) = lines.next(|| output.flush())? {
        number = number.saturating_add(1);
        output.write_all(answer_line(&line, number, &mut door, judges).as_bytes())?;
        output.write_all(b"\n")?;
    }
    output.flush()
}
