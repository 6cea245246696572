//! What stands against a command that is proven, in the paths that it uses.
//!
//! Owns the judgement of a command's paths, and of the directory that it is in. Allows nothing.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::directory::Directories;
use super::nearly::Nearly;
use super::notices::{self, Notice};
use super::surroundings::{PathStanding, Surroundings};
use super::written;
use crate::commands::{Arg, Form, Role, Uses, repository};
use crate::rules::Access;
use crate::span::Span;
use crate::syntax::{Dialect, Script, Simple, Traits};

/// What is wrong with names that may have been cut apart, where a rule is about reading.
const CUT: &str = "a name with a blank or a line break in it could become a path that a rule is about";
const CUT_HELP: &str =
    "end names with a NUL (`find … -print0 | xargs -0 …`, `git ls-files -z`), or quote the variable";

/// What stands against a proof that is in the arguments.
#[derive(Debug)]
pub(super) struct Against {
    pub(super) span: Span,
    pub(super) notice: &'static Notice,
    /// What is wrong here and what to do, where the notice's own words are too general.
    pub(super) words: Option<(String, &'static str)>,
}

impl Against {
    pub(super) fn new(span: Span, notice: &'static Notice) -> Self {
        Self { span, notice, words: None }
    }
}

/// The first path that may not be used without asking.
pub(super) fn path_against(
    uses: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Option<Against> {
    for (at, role, path) in uses.paths(args) {
        let arg = args.get(at)?;
        let access = if role == Role::PathRead { Access::Read } else { Access::Edit };
        let replaces = role == Role::PathDeleted || uses.form.is_some_and(|form| form.replaces);
        let standing = match path {
            // As root it would be gone for every other program.
            Some("/dev/null") if access == Access::Edit && replaces => PathStanding::Outside,
            Some(path) => surroundings.path(directories, path, access),
            None if arg.pipe => continue,
            None if arg.cut && arg.pattern && access == Access::Read && surroundings.watches_reading() => {
                let words = Some((String::from(CUT), CUT_HELP));
                return Some(Against { words, ..Against::new(arg.span, &notices::PATH_UNKNOWN) });
            }
            None if arg.pattern => {
                let written = arg.span.slice(script.source);
                let whole = whole_pattern(script, arg);
                surroundings.pattern(directories, (arg.lead, whole.as_deref()), written, access)
            }
            None => PathStanding::Unknown,
        };
        let notice = match standing {
            PathStanding::Inside => continue,
            PathStanding::Protected => &notices::PATH_PROTECTED,
            PathStanding::Outside => &notices::PATH_OUTSIDE,
            PathStanding::Unknown => &notices::PATH_UNKNOWN,
        };
        return Some(Against::new(arg.span, notice));
    }
    let is_protected = |path: &str| surroundings.is_protected(directories, path);
    if let Some(arg) = written::landing(uses, args, script.source, &is_protected).and_then(|at| args.get(at))
    {
        return Some(Against::new(arg.span, &notices::PATH_PROTECTED));
    }
    let form = uses.form?;
    if let Some(against) = place_against(uses, args, directories, surroundings) {
        return Some(against);
    }
    if !form.settings.is_empty() {
        let name = args.first().map_or_else(Span::default, |arg| arg.span);
        match surroundings.has_settings(directories, form.settings) {
            Some(false) => {}
            Some(true) => return Some(Against::new(name, &notices::PROJECT_SETTINGS)),
            None => return Some(Against::new(name, &notices::PATH_UNKNOWN)),
        }
    }
    if form.repository {
        let inner: Vec<&str> =
            uses.directories.iter().filter_map(|at| args.get(*at).and_then(|arg| arg.text)).collect();
        for (at, path) in compared_files(uses, args, &inner) {
            let notice = match surroundings.path(directories, &path, Access::Read) {
                PathStanding::Inside | PathStanding::Protected => continue,
                PathStanding::Outside => &notices::PATH_OUTSIDE,
                PathStanding::Unknown => &notices::PATH_UNKNOWN,
            };
            let span = args.get(at).map_or_else(Span::default, |arg| arg.span);
            return Some(Against::new(span, notice));
        }
        let name = args.first().map_or_else(Span::default, |arg| arg.span);
        match surroundings.bare_repository(directories, &inner) {
            Some(false) => {}
            Some(true) => return Some(Against::new(name, &notices::BARE_REPOSITORY)),
            None => return Some(Against::new(name, &notices::PATH_UNKNOWN)),
        }
        let listed = surroundings.repository_programs(directories, &inner);
        if let Some(armed) = repository::armed(uses, args, &listed) {
            let words = Some((armed.message(), armed.help));
            return Some(Against { words, ..Against::new(name, &notices::REPOSITORY_PROGRAMS) });
        }
    }
    None
}

/// The file name pattern that a word is, where the shell finds with it what bash(1), "Pathname Expansion", says: no
/// option that a `shopt` may set makes `*` find names that begin with a dot, or more than one directory.
fn whole_pattern<'s>(script: &'s Script<'_>, arg: &Arg<'s>) -> Option<Cow<'s, str>> {
    // Behind `builtin` and `command` as well; an operand of that name costs a question at most.
    let plain = |command: &Simple| {
        let words = script.words_of(command);
        words.first().is_none_or(|name| script.text(name).is_some())
            && words.iter().all(|word| !matches!(script.text(word), Some("shopt" | "set")))
    };
    let is_glob = script.word(arg.word).is_some_and(|word| word.traits == Traits::GLOB);
    if !is_glob || script.dialect != Dialect::Bash || !script.commands.iter().all(plain) {
        return None;
    }
    match Nearly::of(arg, None, script.source) {
        Nearly::Wild(pattern) => Some(pattern),
        Nearly::Exactly(_) | Nearly::Unknown(_) => None,
    }
}

/// What stands against a command that names no path, and uses the directory that it is in, or the home directory.
fn place_against(
    uses: &Uses,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Option<Against> {
    let form = uses.form?;
    if uses.paths(args).next().is_some() {
        return None;
    }
    let goes_home = form.operands.home;
    // What a rule lets `cd` reach, it does not let other programs read.
    let stays = !surroundings.left(directories);
    if !goes_home && (stays || !form.repository && !reads_paths(form)) {
        return None;
    }
    let place = if goes_home { "~" } else { "." };
    let notice = match surroundings.path(directories, place, Access::Read) {
        PathStanding::Inside => return None,
        PathStanding::Unknown => &notices::PATH_UNKNOWN,
        PathStanding::Outside | PathStanding::Protected => &notices::PATH_OUTSIDE,
    };
    let message = if goes_home {
        "the home directory, to which it goes, is outside the working directories"
    } else {
        "the directory that it is in is outside the working directories"
    };
    let name = args.first().map_or_else(Span::default, |arg| arg.span);
    Some(Against { words: Some((message.into(), notice.help)), ..Against::new(name, notice) })
}

/// Whether an operand can be a path that is read.
fn reads_paths(form: &Form) -> bool {
    let operands = &form.operands;
    let mut kinds = operands.first.iter().chain(&operands.rest).chain(&operands.last).chain(&operands.after);
    kinds.any(|kind| kind.role == Role::PathRead)
}

/// The operands of a `git diff` that are two files where there is no repository: it prints both, and follows links.
fn compared_files(uses: &Uses, args: &[Arg<'_>], inner: &[&str]) -> Vec<(usize, String)> {
    let [first, second] = uses.operands.as_slice() else { return Vec::new() };
    if uses.program.is_none_or(|program| program.name != "git")
        || uses.form.is_none_or(|form| form.name != "diff")
    {
        return Vec::new();
    }
    let file = |at: &usize| {
        let revision = uses.uses.get(*at).is_some_and(|used| used.role == Role::Revision);
        let text = args.get(*at).and_then(|arg| arg.text).filter(|_| revision)?;
        let mut steps = inner.to_vec();
        steps.push(text);
        Some((*at, steps.join("/")))
    };
    [first, second].into_iter().filter_map(file).collect()
}
