//! The effects of a sed script beyond editing its stream: commands that it executes, files that it writes and reads.
//!
//! Reports every place, whether or not a line would ever reach it. Never decides.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::super::formats::Flaw;
use super::parse::parse;
use super::script::{Action, Trouble};
use crate::span::Span;

const WRITES: Flaw = Flaw::Harmful("writes a file that the sed script names");
const READS: Flaw = Flaw::Harmful("reads a file that the sed script names");
const EXECUTES: Flaw = Flaw::Harmful("executes a command that the sed script names");
const UNKNOWN: Flaw = Flaw::Unknown("a sed script that is not understood");

/// What a script does beyond editing its stream. Offsets are bytes of the script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    /// The first `e`, as a command or as a flag of `s`: it executes a shell command.
    pub executes: Option<usize>,
    /// The files that `w`, `W` and `s///w` create or empty, each with the offset of its name.
    /// sed opens them before it reads a line, so that a file is emptied even where no line reaches the command.
    pub writes: Vec<(usize, String)>,
    /// The files that `r` and `R` read, each with the offset of its name.
    pub reads: Vec<(usize, String)>,
    /// The first `r` or `R` that reads the standard input, which can wait for a person although files are named.
    pub waits: Option<usize>,
}

impl Deeds {
    /// Whether the script does nothing but edit its stream.
    pub fn is_filter(&self) -> bool {
        *self == Self::default()
    }
}

/// What the script does, for patterns of either kind: their kind changes what they match, never where they end, so
/// that `-E` and `-r` may occur anywhere on the command line.
///
/// `/dev/stdout` and `/dev/stderr` are no files when written, and `/dev/stdin` is none when read: sed takes these
/// names for its own streams (the sed manual, "Commands Requiring a newline", `w` and `r`).
pub fn deeds(text: &str) -> Result<Deeds, Trouble> {
    let script = parse(text, false)?;
    let mut deeds = Deeds::default();
    let named = |span: Span| (span.start as usize, span.slice(text).to_string());
    let is_stream = |span: Span| matches!(span.slice(text), "/dev/stdout" | "/dev/stderr");
    for command in &script.commands {
        let mut executes = None;
        match command.action {
            Action::Execute(_) => executes = Some(command.at),
            Action::Substitute(substitution) => {
                executes = substitution.execute;
                deeds.writes.extend(substitution.write.filter(|it| !is_stream(*it)).map(named));
            }
            Action::Write(name) | Action::WriteFirst(name) if !is_stream(name) => {
                deeds.writes.push(named(name));
            }
            Action::Read(name) | Action::ReadLine(name) => {
                if name.slice(text) == "/dev/stdin" {
                    deeds.waits = deeds.waits.or(Some(command.at));
                } else {
                    deeds.reads.push(named(name));
                }
            }
            _ => {}
        }
        deeds.executes = deeds.executes.or(executes);
    }
    Ok(deeds)
}

/// The objection to the script, and the byte that it is at; none when it does nothing but edit its stream.
pub(in crate::commands) fn flaw(text: &str) -> Option<(usize, Flaw)> {
    let deeds = match deeds(text) {
        Ok(deeds) => deeds,
        Err(trouble) => return Some(not_understood(&trouble)),
    };
    flaw_of(&deeds).or_else(|| deeds.reads.first().map(|(at, _)| (*at, READS)))
}

/// The objection to a script that does `deeds`, where the caller judges the files that it reads.
pub(in crate::commands) fn flaw_of(deeds: &Deeds) -> Option<(usize, Flaw)> {
    let executes = deeds.executes.map(|at| (at, EXECUTES));
    let writes = || deeds.writes.first().map(|(at, _)| (*at, WRITES));
    executes.or_else(writes).or(deeds.waits.map(|at| (at, READS)))
}

/// The objection to a script that is not understood, and the byte that it is at.
pub(in crate::commands) fn not_understood(trouble: &Trouble) -> (usize, Flaw) {
    (trouble.offset, UNKNOWN)
}
