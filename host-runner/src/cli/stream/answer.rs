//! The answer to one line of a stream.
//!
//! Owns what decides it, and the errors of a line that is no request.

use std::borrow::Cow;
use std::sync::Arc;

use policy_core::door::{self, Door, RequestError};
use policy_core::{Engine, Policy};

use crate::cli::lines::Line;
use crate::cli::request::Location;
use crate::decide::decide;
use crate::engine::{Judge, ModuleGate};

/// What decides the requests of a stream. Each thread has a door of its own.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Judges<'a> {
    /// The settings of every request that brings none. A request with its own settings is decided by them.
    pub(in crate::cli) policy: &'a Arc<Policy>,
    /// What decides in the place of the linked core, under whatever settings.
    pub(in crate::cli) gate: Option<&'a ModuleGate>,
    /// What a request leaves open.
    pub(in crate::cli) here: &'a Location,
}

impl Judges<'_> {
    pub(super) fn door(&self) -> Door {
        Door::new(Engine::new(Arc::clone(self.policy)))
    }
}

/// The answer to the line of this number, the first one is 1.
pub(super) fn answer_line(line: &Line<'_>, number: u32, door: &mut Door, judges: Judges<'_>) -> String {
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
