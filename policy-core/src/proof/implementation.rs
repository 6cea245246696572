//! Whether what a table proves also holds for the implementation of the program that runs.
//!
//! Owns the question to the host, which is asked only if the answer matters. Where it stays open, only what holds for
//! every implementation is proven.

use super::paths::path_objection;
use super::standing::Lack;
use crate::commands::{self, Arg, Proof, ShellEffect, System, Uses};
use crate::machine::{Directories, Machine};
use crate::script::Script;
use crate::span::Span;

const OPTION_BEHIND: &str = "takes what follows an operand as further operands";

/// Why the proof in `uses`, about the innermost command `args`, does not hold for the implementation that runs; none when
/// it holds. `wrappers` are the commands in front of it.
pub(super) fn objection(
    uses: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    wrappers: &[Arg<'_>],
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<Lack> {
    if uses.program.is_none_or(|program| !program.several) {
        return None;
    }
    let name = args.first().and_then(Arg::text)?;
    let known = machine.implementation(name).filter(|_| !is_found_elsewhere(wrappers));
    let span = |at: usize| args.get(at).map_or_else(Span::default, |arg| arg.span);
    let differs = |only: &commands::Only| known.is_none_or(|known| !only.systems.has(known));
    let lack = match commands::limits(uses, args).find(|(_, only)| differs(only)) {
        Some((at, only)) => Lack::Implementation(span(at), only.why, known.is_none()),
        None if known == Some(System::Gnu) => return None,
        None => {
            let at = misplaced(uses, script, args, directories, machine)?;
            Lack::Implementation(span(at), OPTION_BEHIND, known.is_none())
        }
    };
    if known.is_none() {
        machine.need_implementation(name);
    }
    Some(lack)
}

/// The first argument after an operand that would do harm as an operand.
fn misplaced(
    uses: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<usize> {
    let other = commands::uses_in_order(script.shell(), args, uses)?;
    let holds = match (uses.proof, other.proof) {
        (Proof::Edits, Proof::ReadOnly) => true,
        (one, other) => one == other,
    };
    if holds && path_objection(&other, script, args, directories, machine).is_none() {
        return None;
    }
    let first = uses.operands.first().copied().unwrap_or_default();
    let behind = uses.options.iter().map(|(at, _)| *at).filter(|at| *at > first);
    Some(behind.min().unwrap_or(first))
}

/// Whether a wrapper may look the program up in other directories than the shell does (`command -p`).
fn is_found_elsewhere(wrappers: &[Arg<'_>]) -> bool {
    let runs_command = |arg: &Arg<'_>| {
        arg.program(|name| name).is_some_and(|program| program.shell.contains(&ShellEffect::RunsCommand))
    };
    wrappers.iter().any(runs_command) && wrappers.iter().any(|arg| arg.prefix().starts_with('-'))
}
