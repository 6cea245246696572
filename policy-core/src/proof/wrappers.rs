//! Unwraps a command (`timeout 5 nice ls`), if every option of every wrapper is understood.
//!
//! Owns the unwrapping for proofs only. `exposure` unwraps more, for deny rules.

use alloc::vec::Vec;

use crate::commands::{self, Arg, FoundNames, Inner};
use crate::dataflow::FileList;
use crate::dataflow::appended::append;
use crate::limits::WRAPPERS_MAX;

/// A command without its wrappers.
pub(crate) struct Unwrapped<'s> {
    pub(crate) wrappers: Vec<&'static str>,
    pub(crate) args: Vec<Arg<'s>>,
    /// Where each command inside begins, outermost first.
    pub(crate) starts: Vec<usize>,
    /// How many of them an allow rule may cover.
    pub(crate) for_rules: usize,
}

/// Removes wrappers, of which every option must be understood, until none is left.
pub(crate) fn unwrap_command(mut args: Vec<Arg<'_>>, names: impl Fn() -> Option<FileList>) -> Unwrapped<'_> {
    let mut wrappers = Vec::new();
    let mut starts = Vec::new();
    let mut for_rules = None;
    let mut from = 0;
    while let Some(Inner::Command {
        at,
        end,
        wrapper,
        allowed,
        provable: true,
        replaces,
        appends,
        found: FoundNames::NONE,
    }) = commands::inner(args.get(from..).unwrap_or(&[]))
        && wrappers.len() < WRAPPERS_MAX
    {
        if from + end != args.len() || at == 0 {
            break;
        }
        if !allowed {
            for_rules.get_or_insert(starts.len());
        }
        if appends {
            append(&mut args, from, from + at, replaces, names());
        }
        from += at;
        wrappers.push(wrapper);
        starts.push(from);
    }
    let for_rules = for_rules.unwrap_or(starts.len());
    Unwrapped { wrappers, args, starts, for_rules }
}
