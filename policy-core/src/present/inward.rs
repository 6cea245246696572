//! Looks through wrappers for display, further than a proof does, because it allows nothing.

use alloc::vec::Vec;

use crate::commands::{self, Arg, Form, Inner, Uses};
use crate::limits::WRAPPERS_MAX;
use crate::paths::lexical::last_part;

/// A program with its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'p> {
    /// The arguments, the program first.
    pub(super) args: &'p [Arg<'p>],
    /// What applies to it of its program's table.
    pub(super) form: Option<&'static Form>,
    /// Whether it may run what is among its arguments.
    pub(super) runs: bool,
}

impl<'p> Call<'p> {
    fn new(args: &'p [Arg<'p>], uses: &Uses) -> Self {
        Self { args, form: uses.form, runs: uses.program.is_some_and(|program| program.runs) }
    }
}

/// The command in `args`, and each command that the one before it runs, outermost first. `uses` is what is known
/// already, about the last `known` arguments.
pub(super) fn inward<'p>(args: &'p [Arg<'p>], known: usize, uses: &Uses) -> Vec<Call<'p>> {
    let mut found: Vec<Call<'p>> = Vec::with_capacity(1);
    let mut next = Some(args).filter(|args| !args.is_empty());
    while let Some(here) = next.filter(|_| found.len() <= WRAPPERS_MAX) {
        let call =
            if here.len() == known { Call::new(here, uses) } else { Call::new(here, &commands::uses(here)) };
        found.push(call);
        next = match call.runs.then(|| commands::inner(here)).flatten() {
            Some(Inner::Command { at, end, .. }) if at > 0 => here.get(at..end).filter(|it| !it.is_empty()),
            _ => None,
        };
    }
    found
}

/// The name of a program without its directory.
pub(super) fn base_name<'s>(args: &[Arg<'s>]) -> &'s str {
    last_part(args.first().and_then(Arg::text).unwrap_or(""))
}
