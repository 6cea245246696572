//! Objections to the target of a redirect.
//!
//! Owns three objections: a file that is written is protected, or outside the working directories; a file that is read has
//! a secret name.

use alloc::vec::Vec;

use crate::codes::{Code, notices};
use crate::commands::{self, Arg};
use crate::dataflow::Variables;
use crate::machine::{ApproximatePath, Directories, Machine, PathLocation};
use crate::rules::Access;
use crate::script::{Redirect, Script};
use crate::span::Span;

/// The objection to the file of a redirect: written, it is protected or lies outside the working directories; read, it
/// has a secret name.
pub(crate) fn redirect_objection(
    script: &Script<'_>,
    variables: &Variables,
    redirect: &Redirect,
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<(&'static Code, Span)> {
    let (reads, writes) = (redirect.op.reads_file(), redirect.op.writes());
    if !reads && !writes {
        return None;
    }
    let word = script.word(redirect.target)?;
    if script.text(word) == Some("/dev/null") {
        return None;
    }
    let args = variables.targets(script, redirect);
    // What is written there counts as well: in a directory of secrets each file is one.
    let written = if variables.knows_target(redirect.target) {
        commands::word_arguments(script, word, redirect.target)
    } else {
        Vec::new()
    };
    let paths = || args.iter().chain(&written);
    let is_protected = |arg: &Arg<'_>| {
        machine.may_be_protected(directories, &ApproximatePath::of(arg, arg.text(), script.source))
    };
    let is_secret =
        |arg: &Arg<'_>| machine.is_secret(directories, &ApproximatePath::of(arg, arg.text(), script.source));
    let is_listed = |arg: &Arg<'_>| machine.may_list_secret(script, directories, arg);
    let is_outside = |arg: &Arg<'_>| match ApproximatePath::of(arg, arg.text(), script.source) {
        ApproximatePath::Exact(path) => {
            machine.path(directories, &path, Access::Edit) == PathLocation::Outside
        }
        ApproximatePath::Pattern(_) | ApproximatePath::Prefix(_) => false,
    };
    let notice = if writes && paths().any(is_protected) {
        &notices::PATH_PROTECTED
    } else if reads && (paths().any(is_secret) || args.iter().any(is_listed)) {
        &notices::READS_SECRET
    } else if writes && paths().any(is_outside) {
        &notices::PATH_OUTSIDE
    } else {
        return None;
    };
    Some((notice, word.span))
}
