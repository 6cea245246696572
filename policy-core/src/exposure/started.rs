//! The program that a cmdlet starts with arguments of another parameter: `git push` for `Start-Process git -ArgumentList push`.
//!
//! Owns that command line, for deny and ask rules. Never used to allow anything.

use alloc::string::String;

use super::command_line::Place;
use crate::commands::{self, Arg, Bound, Role};
use crate::script::Value;

/// The parameter with the arguments of the program (`Start-Process`, `Invoke-Command`).
const ARGUMENTS: &str = "-ArgumentList";

/// A command line.
pub(super) struct Started {
    /// What is known of it.
    pub(super) line: String,
    /// Whether the rest is known only when it runs.
    pub(super) is_open: bool,
}

/// The command line that the cmdlet of `args`, which is at `place`, starts; none where it starts no program.
pub(super) fn program(place: Place<'_>, args: &[Arg<'_>]) -> Option<Started> {
    let cmdlet = args.first()?.program(|name| name)?;
    cmdlet.wrapper?;
    let (bound, _) = commands::bound(args)?;
    let is_program = |it: &&Bound| it.parameter.value.is_some_and(|kind| kind.role == Role::Command);
    let is_arguments = |it: &&Bound| it.parameter.names.contains(&ARGUMENTS);
    let program = bound.iter().find(is_program)?;
    let values = bound.iter().filter(is_arguments).flat_map(|it| it.values.clone());
    let mut started = Started { line: String::new(), is_open: false };
    for (at, arg) in program.values.clone().chain(values).filter_map(|at| Some((at, args.get(at)?))) {
        if !started.line.is_empty() {
            started.line.push(' ');
        }
        if let Some(text) = arg.text().or_else(|| quoted(place, args, at)) {
            started.line.push_str(text);
            continue;
        }
        let written = arg.span.slice(place.source()).trim_matches(['"', '\'']);
        started.line.push_str(written);
        started.is_open |= written.is_empty() || written.contains(['$', '(', '`', '{']);
    }
    Some(started)
}

/// The text of the argument at `at`, where all of its word is written out. One in quotes that begins like a parameter is no
/// value for a cmdlet, and is one for a program.
fn quoted<'p>(place: Place<'p>, args: &[Arg<'_>], at: usize) -> Option<&'p str> {
    let Place::Script(script, _) = place else { return None };
    let index = args.get(at)?.word;
    let word = script.word(index)?;
    match &word.value {
        Value::Several(texts) => {
            let before = args.iter().take(at).filter(|other| other.word == index).count();
            texts.get(before).map(|text| &**text)
        }
        Value::Plain | Value::Literal(_) | Value::Pattern | Value::Unknown => script.text(word),
    }
}
