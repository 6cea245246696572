//! Finds protected paths that an unproven command might write.
//!
//! Owns the guess: the paths that the table reports as written, and, if the table reports none, every argument that is
//! not known to be read or compared. Never used to allow anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::approximate_path::ApproximatePath;
use super::approximate_path::{self};
use super::directories::Directories;
use super::facts::Machine;
use crate::commands::{self, Arg, Inner, Language, Proof, Role, Uses};
use crate::paths::lexical::{clean, last_part};
use crate::paths::protected;

/// How many letters of a cluster may precede an attached value: `-xzfa.tar`.
const LETTERS_MAX: usize = 4;

/// The index of the argument by which the command may write a protected path; 0, the program, when no argument names
/// it. `certain` is whether a command surely begins with these arguments.
pub(crate) fn protected_at(
    args: &[Arg<'_>],
    source: &str,
    directories: Directories<'_>,
    machine: &Machine<'_>,
    certain: bool,
) -> Option<usize> {
    let uses = commands::uses(args);
    let is = |arg: &Arg<'_>, path: Option<&str>| {
        machine.may_be_protected(directories, &ApproximatePath::of(arg, path, source))
            || path.is_none() && protected::protected(approximate_path::end(arg, source)).is_some()
    };
    let written = uses
        .paths(args)
        .find(|(at, role, path)| *role != Role::PathRead && args.get(*at).is_some_and(|arg| is(arg, *path)))
        .map(|(at, ..)| at);
    let landed = || landing(&uses, args, source, &|path| machine.is_protected(directories, path));
    let proven = matches!(
        uses.proof,
        Proof::ReadOnly | Proof::Edits | Proof::ReadsService | Proof::Connects | Proof::Runs
    );
    if written.is_some() || proven || !certain {
        return written.or_else(landed);
    }
    // Where the request itself is beneath a protected name, every path does.
    if machine.is_protected(None, "x") {
        return landed();
    }
    if machine.is_protected(directories, "x")
        || uses
            .form
            .is_some_and(|form| form.writes.iter().any(|path| machine.is_protected(directories, path)))
    {
        return Some(0);
    }
    landed().or_else(|| unknown(&uses, args, &is, &|path| machine.is_protected(directories, path)))
}

/// The operand that gets a protected name in the directory to which it is copied, moved or linked.
pub(crate) fn landing(
    uses: &Uses,
    args: &[Arg<'_>],
    source: &str,
    is_protected: &dyn Fn(&str) -> bool,
) -> Option<usize> {
    let last = uses.form?.operands.last?;
    if last.role != Role::PathWritten {
        return None;
    }
    let (target, _, path) = uses.paths(args).filter(|(_, role, _)| *role == Role::PathWritten).last()?;
    let target = (target, args.get(target)?, path);
    let named = |arg: &Arg<'_>, path| match ApproximatePath::of(arg, path, source) {
        ApproximatePath::Exact(path) => Some(String::from(path)),
        ApproximatePath::Pattern(_) | ApproximatePath::Prefix(_) => None,
    };
    let directory = named(target.1, target.2)?;
    let sources = || uses.paths(args).filter(|(_, role, _)| *role != Role::PathWritten);
    let is_directory = matches!(last_part(&directory), "" | "." | ".." | "~")
        || sources().count() > 1
        || sources().any(|(at, ..)| at > target.0);
    if !is_directory {
        return None;
    }
    sources().map(|(at, _, path)| (at, path)).find_map(|(at, path)| {
        let own = named(args.get(at)?, path)?;
        let own = clean(&own);
        let name = last_part(&own);
        (!name.is_empty() && is_protected(&alloc::format!("{directory}/{name}"))).then_some(at)
    })
}

/// The names that the operands of a program get in the directory that its last operand is: `a` of `cp src/a .`. None when
/// the program does not put them there, or puts there what is in them (`cp -T`, `cp -r src/. .`, and on macOS
/// `cp -r src/ .`; coreutils manual, "Target directory"; cp(1) of BSD).
pub(crate) fn landing_names(uses: &Uses, args: &[Arg<'_>], source: &str) -> Option<Vec<String>> {
    uses.form?.operands.last.filter(|last| last.role == Role::PathWritten)?;
    let merges = |names: &[&str]| names.contains(&"--no-target-directory");
    if uses.options.iter().any(|(_, option)| merges(option.names)) {
        return None;
    }
    let sources = uses.paths(args).filter(|(_, role, _)| *role != Role::PathWritten);
    let names: Option<Vec<String>> = sources
        .map(|(at, _, path)| match ApproximatePath::of(args.get(at)?, path, source) {
            ApproximatePath::Exact(path) | ApproximatePath::Pattern(path) => {
                let name = last_part(&path);
                (!matches!(name, "" | "." | "..") && !name.contains('*')).then(|| String::from(name))
            }
            ApproximatePath::Prefix(_) => None,
        })
        .collect();
    names.filter(|names| !names.is_empty())
}

/// The first argument whose role is not known and that may be a protected path.
fn unknown(
    uses: &Uses,
    args: &[Arg<'_>],
    is: &dyn Fn(&Arg<'_>, Option<&str>) -> bool,
    is_protected: &dyn Fn(&str) -> bool,
) -> Option<usize> {
    let inners = commands::inners(args);
    // What belongs to a command inside is looked at as that command's.
    let is_own = |at: usize| {
        inners.iter().all(|inner| match *inner {
            Inner::Command { at: from, end, .. } | Inner::Shell { at: from, end, .. } => {
                !(from..end).contains(&at)
            }
            Inner::AnyOf { from, .. } => at < from,
            Inner::Own { at: own, .. } => at != own,
        })
    };
    let role = |at: usize| uses.uses.get(at).map_or(Role::Unknown, |used| used.role);
    let stops = uses.form.is_some_and(|form| form.syntax.stops);
    // After an option that the table does not have, or that is where it knows none, what it says is not certain.
    let stray = (1..args.len()).find(|at| {
        (stops || role(*at) == Role::Unknown)
            && matches!(role(*at), Role::Unknown | Role::Pattern | Role::PathRead)
            && args.get(*at).is_some_and(|arg| arg.prefix().len() > 1 && arg.prefix().starts_with('-'))
            && is_own(*at)
    });
    let uncertain = |at: usize| stray.is_some_and(|stray| !stops || stray < at);
    let links = uses.form.is_some_and(|form| form.links);
    (1..args.len()).filter(|at| is_own(*at)).find(|at| {
        let Some(arg) = args.get(*at) else { return false };
        match role(*at) {
            _ if uses.directories.contains(at) => {
                arg.text().is_some_and(|path| is_protected(&alloc::format!("{path}/x")))
            }
            Role::Unknown => match arg.text() {
                Some(text) => readings(text).any(is_protected),
                None => is(arg, None),
            },
            Role::PathRead if links || uncertain(*at) => is(arg, arg.text()),
            Role::Pattern if stops && uncertain(*at) => is(arg, arg.text()),
            Role::Code(Language::Sed | Language::Awk | Language::Jq | Language::Other) => {
                arg.text().is_some_and(|code| names(code).any(is_protected))
            }
            _ => false,
        }
    })
}

/// The paths that an argument may contain: all of it, the text after `=`, the text after the letters of an option.
fn readings(text: &str) -> impl Iterator<Item = &str> {
    let value = text.split_once('=').map(|(_, value)| value);
    let letters = if text.starts_with('-') && !text.starts_with("--") { LETTERS_MAX } else { 0 };
    let attached = (2..2 + letters).filter_map(move |at| text.get(at..));
    [Some(text), value].into_iter().flatten().chain(attached).filter(|path| may_be_path(path))
}

/// Whether a text can be a path on this machine: no message, no URL, no file of another host.
fn may_be_path(text: &str) -> bool {
    let name = clean(text);
    !text.is_empty()
        && !text.contains(['\n', '\0'])
        && !text.contains("://")
        && !last_part(&name).contains(char::is_whitespace)
        && !is_elsewhere(text)
}

/// `host:path`, as scp and rsync write it.
fn is_elsewhere(text: &str) -> bool {
    let host = text.split_once(':').map(|(host, _)| host);
    host.is_some_and(|host| host.len() > 1 && !host.contains('/') && !host.starts_with('.'))
}

/// The words of a program's text that can be paths.
fn names(code: &str) -> impl Iterator<Item = &str> {
    let ends = |sign: char| sign.is_whitespace() || "'\"`<>|;(){}[],=".contains(sign);
    code.split(ends).filter(|name| name.contains('.'))
}
