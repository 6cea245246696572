//! Through wrappers to the command inside, where all of a wrapper is understood.
//!
//! Owns the way inward that an allowance takes, and no other: deny rules see more ([`super::reach`]).

use alloc::vec::Vec;

use super::appended::append;
use super::names::Names;
use crate::commands::{self, Arg, Inner};
use crate::limits::WRAPPERS_MAX;

/// What is behind the wrappers of a command.
pub(super) struct Through<'s> {
    pub(super) wrappers: Vec<&'static str>,
    pub(super) args: Vec<Arg<'s>>,
    /// Where each command inside begins, outermost first.
    pub(super) starts: Vec<usize>,
    /// How many of them an allow rule may cover.
    pub(super) for_rules: usize,
}

/// Peels wrappers whose every option is understood, until none is left.
pub(super) fn look_through(mut args: Vec<Arg<'_>>, names: impl Fn() -> Option<Names>) -> Through<'_> {
    let mut wrappers = Vec::new();
    let mut starts = Vec::new();
    let mut for_rules = None;
    let mut from = 0;
    while let Some(Inner::Command { at, end, wrapper, allowed, provable: true, replaces, appends }) =
        commands::inner(args.get(from..).unwrap_or(&[]))
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
    Through { wrappers, args, starts, for_rules }
}
