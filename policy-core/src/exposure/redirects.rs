//! Objections to the target of a redirect.
//!
//! Owns three objections: a file that is written is protected, or outside the working directories; a file that is read has
//! a secret name.

use crate::codes::{Code, notices};
use crate::commands;
use crate::machine::{ApproximatePath, Directories, Machine, PathLocation};
use crate::rules::Access;
use crate::script::{Redirect, RedirectOp, Script};
use crate::span::Span;

/// The objection to the file of a redirect: written, it is protected or lies outside the working directories; read, it
/// has a secret name.
pub(crate) fn redirect_objection(
    script: &Script<'_>,
    redirect: &Redirect,
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<(&'static Code, Span)> {
    let word = script.word(redirect.target)?;
    if redirect.op == RedirectOp::Read {
        let args = commands::word_arguments(script, word, redirect.target);
        let is_secret = |arg: &commands::Arg<'_>| {
            machine.is_secret(directories, &ApproximatePath::of(arg, arg.text(), script.source))
        };
        return args.iter().any(is_secret).then_some((&notices::READS_SECRET, word.span));
    }
    if !redirect.op.writes() {
        return None;
    }
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
