//! `check --jsonl`: one request a line in, one verdict a line out.
//!
//! Owns the order and the bounds: answers come in the order of the lines, in constant memory. No line can end the
//! stream.

use std::borrow::Cow;
use std::io::{self, BufWriter, Read, Write};

use policy_core::Engine;
use policy_core::door::{self, Door, RequestError};

use super::lines::{Line, Lines};
use super::request::Location;
use super::terminal;
use crate::decide::decide;
use crate::engine::{Judge, ModuleGate};

/// Answers the requests on standard input until it ends or nobody reads the answers.
///
/// A request with its own settings is decided by them, and by whatever decides the others: by `gate`, if there is one.
pub(super) fn answer(engine: Engine, gate: Option<&ModuleGate>, here: &Location) -> io::Result<()> {
    let output = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    terminal::quietly(answer_lines(io::stdin().lock(), output, &mut Door::new(engine), gate, here))
}

fn answer_lines(
    input: impl Read,
    mut output: impl Write,
    door: &mut Door,
    gate: Option<&ModuleGate>,
    here: &Location,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut number = 0_u32;
    // An answer is never held back while the peer may be waiting for it.
    while let Some(line) = lines.next(|| output.flush())? {
        number = number.saturating_add(1);
        let answer = answer_line(&line, door, gate, here)
            .unwrap_or_else(|error| RequestError { line: number, ..error }.to_json());
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

fn answer_line(
    line: &Line<'_>,
    door: &mut Door,
    gate: Option<&ModuleGate>,
    here: &Location,
) -> Result<String, RequestError> {
    let bytes = match line {
        Line::Bytes(bytes) => bytes,
        Line::TooLong => {
            return Err(wrong(
                1,
                "the line is longer than 1 MiB",
                "send a shorter request; this one was skipped",
            ));
        }
    };
    let json = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let column = String::from_utf8_lossy(before).chars().count() + 1;
        wrong(column, "the line is not valid UTF-8", "send JSON text in UTF-8")
    })?;
    let mut wire = door::request(json)?;
    // What the request leaves open is as it is here.
    wire.cwd.get_or_insert(Cow::Borrowed(&here.cwd));
    if let (None, Some(home)) = (&wire.home, &here.home) {
        wire.home = Some(Cow::Borrowed(home));
    }
    wire.shell.get_or_insert(here.shell);
    let engine = door.engine(&wire, json)?;
    let mut request = wire.as_request();
    let judge = Judge::new(engine, gate).for_request(wire.policy, wire.mode);
    let verdict = decide(judge, &mut request);
    Ok(door::verdict(&verdict, &request, wire.id))
}

fn wrong(column: usize, message: &str, help: &str) -> RequestError {
    RequestError {
        id: None,
        line: 1,
        column: u32::try_from(column).unwrap_or(u32::MAX),
        message: message.to_owned(),
        help: help.to_owned(),
    }
}
