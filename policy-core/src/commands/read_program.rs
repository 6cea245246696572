//! Whether an interpreter reads its program from its input.
//!
//! Owns the question. Which programs are interpreters, and which of their options name a program, is in the tables.

use super::argument::Arg;
use super::reading::{Given, Reading};
use super::shape::ProgramSource;
use crate::paths::lexical::last_part;

/// Whether the command of these arguments is an interpreter without a program among them: `python3`, `python3 -`.
pub fn reads_program(args: &[Arg<'_>]) -> bool {
    let program = args.first().and_then(|name| name.program(last_part));
    if program.is_none_or(|program| program.form.interpreter.is_none()) {
        return false;
    }
    let reading = Reading::of(args);
    let names_program =
        |given: &Given<'_>| given.option.is_some_and(|it| it.program != ProgramSource::Elsewhere);
    let first = reading.operands().first().and_then(|at| args.get(*at)).and_then(Arg::text);
    reading.operands().is_empty() && !reading.options().iter().any(names_program) || first == Some("-")
}
