//! The files that redirects name: what rules say of them, and what stands against those that are written.

use super::directory::Directories;
use super::nearly::Nearly;
use super::notices::{self, Notice};
use super::reach::{Reach, stricter};
use super::surroundings::{PathStanding, Surroundings};
use super::variables::Variables;
use crate::commands;
use crate::rules::{Access, Matched};
use crate::span::Span;
use crate::syntax::{Redirect, RedirectOp, Script};

/// What stands against the file that a redirect writes to, besides that it is written: it is protected, or lies outside
/// the working directories.
pub(super) fn redirect_against(
    script: &Script<'_>,
    redirect: &Redirect,
    directories: Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Option<(&'static Notice, Span)> {
    let word = script.word(redirect.target).filter(|_| redirect.op.writes())?;
    if script.text(word) == Some("/dev/null") {
        return None;
    }
    let args = commands::word_arguments(script, word, redirect.target);
    let is_protected = |arg: &commands::Arg<'_>| {
        surroundings.is_nearly_protected(directories, &Nearly::of(arg, arg.text, script.source))
    };
    let is_outside = |arg: &commands::Arg<'_>| match Nearly::of(arg, arg.text, script.source) {
        Nearly::Exactly(path) => surroundings.path(directories, &path, Access::Edit) == PathStanding::Outside,
        Nearly::Wild(_) | Nearly::Unknown(_) => false,
    };
    if args.iter().any(is_protected) {
        return Some((&notices::PATH_PROTECTED, word.span));
    }
    args.iter().any(is_outside).then_some((&notices::PATH_OUTSIDE, word.span))
}

/// The strictest path rule about a redirect's file.
pub(super) fn redirect_rule<'p>(
    reach: &mut Reach<'_, 'p>,
    script: &Script<'_>,
    variables: &Variables,
    redirect: &Redirect,
    command: Option<usize>,
    directories: Directories<'_>,
) -> Option<Matched<'p>> {
    let access = match redirect.op {
        RedirectOp::Read => Access::Read,
        op if op.writes() => Access::Edit,
        _ => return None,
    };
    let word = script.word(redirect.target)?;
    let mut strictest = None;
    for turn in 0..variables.turns_of_input(redirect.target).unwrap_or(1) {
        let mut args = commands::word_arguments(script, word, redirect.target);
        variables.fill(&mut args, turn);
        for arg in &args {
            let rule = reach.redirect(command, directories, arg, script.source, access);
            strictest = stricter(strictest, rule);
        }
    }
    strictest
}
