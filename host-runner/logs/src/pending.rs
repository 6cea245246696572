//! Calls whose end may still come, in the order of the log.

use std::collections::VecDeque;

use crate::sink::Sink;
use crate::{Call, Outcome};

/// Most calls that wait.
const CALLS_MAX: usize = 256;

/// Most bytes of commands that wait; one longer command waits alone.
const BYTES_MAX: usize = 1 << 20;

/// The calls that wait. They leave in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    waiting: VecDeque<Waiting>,
    bytes: usize,
}

#[derive(Debug)]
struct Waiting {
    id: String,
    call: Call,
    is_settled: bool,
}

impl Pending {
    /// Adds the call with this name. A log that says the same call twice has it once.
    pub(crate) fn add(&mut self, id: Option<String>, call: Call, sink: &mut Sink<'_>) {
        let is_settled = id.is_none();
        let id = id.unwrap_or_default();
        if !is_settled && self.waiting.iter().any(|other| other.id == id) {
            return;
        }
        self.bytes += call.command.len();
        self.waiting.push_back(Waiting { id, call, is_settled });
        self.leave(sink);
    }

    /// Says what became of a call. One that left already is past.
    pub(crate) fn settle(&mut self, id: &str, outcome: Option<Outcome>, sink: &mut Sink<'_>) {
        let found = self.waiting.iter_mut().rev().find(|other| other.id == id && !other.id.is_empty());
        if let Some(found) = found {
            found.is_settled = true;
            found.call.outcome = outcome.or(found.call.outcome);
            self.leave(sink);
        }
    }

    /// Nothing comes any more.
    pub(crate) fn end(&mut self, sink: &mut Sink<'_>) {
        self.waiting.drain(..).for_each(|waiting| sink.call(waiting.call));
        self.bytes = 0;
    }

    fn leave(&mut self, sink: &mut Sink<'_>) {
        while let Some(first) = self.waiting.front() {
            let is_full =
                self.waiting.len() > CALLS_MAX || (self.bytes > BYTES_MAX && self.waiting.len() > 1);
            if !first.is_settled && !is_full {
                break;
            }
            if let Some(first) = self.waiting.pop_front() {
                self.bytes -= first.call.command.len();
                sink.call(first.call);
            }
        }
    }
}
