//! Objections to the target of an output redirect.
//!
//! Owns two objections: the file is protected, or it is outside the working directories.

use crate::codes::{Code, notices};
use crate::commands;
use crate::machine::{ApproximatePath, Directories, Machine, PathLocation};
use crate::rules::Access;
use crate::script::{Redirect, Script};
use crate::span::Span;

/// The objection to the file that a redirect writes: it is protected, or lies outside the working directories.
pub(crate) fn redirect_objection(
    script: &Script<'_>,
    redirect: &Redirect,
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<(&'static Code, Span)> {
    let word = script.word(redirect.target).filter(|_| redirect.op.writes())?;
    if script.text(word) == Some("/dev/null") {
        return None;
    }
    let args = commands::word_arguments(script, word, redirect.target);
    let is_protected = |arg: &commands::Arg<'_>| {
        machine.may_be_protected(directories, &ApproximatePath::of(arg, arg.text(), script.source))
    };
    let is_outside = |arg: &commands::Arg<'_>| match ApproximatePath::of(arg, arg.text(), script.source) {
        ApproximatePath::Exact(path) => {
            machine.path(directories, &path, Access::Edit) == PathLocation::Outside
        }
        ApproximatePath::Pattern(_) | ApproximatePath::Prefix(_) => false,
    };
    if args.iter().any(is_protected) {
        return Some((&notices::PATH_PROTECTED, word.span));
    }
    args.iter().any(is_outside).then_some((&notices::PATH_OUTSIDE, word.span))
}
