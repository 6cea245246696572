//! `check --jsonl`: one request a line in, one verdict a line out.
//!
//! Owns the order and the bounds: answers come in the order of the lines, in constant memory. No line can end the
//! stream.

mod parallel;

use std::borrow::Cow;
use std::io::{self, BufWriter, Read, Write};
use std::num::NonZero;
use std::sync::Arc;

use policy_core::door::{self, Door, RequestError};
use policy_core::{Engine, Policy};

use super::lines::{Line, Lines};
use super::request::Location;
use super::terminal;
use crate::decide::decide;
use crate::engine::{Judge, ModuleGate};

/// What decides the requests of a stream. Each thread has a door of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judges<'a> {
    /// The settings of every request that brings none. A request with its own settings is decided by them.
    pub(super) policy: &'a Arc<Policy>,
    /// What decides in the place of the linked core, under whatever settings.
    pub(super) gate: Option<&'a ModuleGate>,
    /// What a request leaves open.
    pub(super) here: &'a Location,
}

impl Judges<'_> {
    fn door(&self) -> Door {
        Door::new(Engine::new(Arc::clone(self.policy)))
    }
}

/// Answers the requests on standard input on `jobs` threads, until it ends or nobody reads the answers.
pub(super) fn answer(judges: Judges<'_>, jobs: NonZero<usize>) -> io::Result<()> {
    let output = BufWriter::with_capacity(64 * 1024, io::stdout());
    let input = io::stdin().lock();
    terminal::quietly(if jobs.get() == 1 {
        answer_lines(input, output, judges)
    } else {
        parallel::answer_lines(input, output, judges, jobs)
    })
}

fn answer_lines(input: impl Read, mut output: impl Write, judges: Judges<'_>) -> io::Result<()> {
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

/// The answer to the line of this number, the first one is 1.
fn answer_line(line: &Line<'_>, number: u32, door: &mut Door, judges: Judges<'_>) -> String {
    verdict(line, door, judges).unwrap_or_else(|error| RequestError { line: number, ..error }.to_json())
}

fn verdict(line: &Line<'_>, door: &mut Door, judges: Judges<'_>) -> Result<String, RequestError> {
    let Judges { gate, here, .. } = judges;
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
