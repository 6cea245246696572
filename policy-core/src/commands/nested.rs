//! Finds the commands that a command runs from its arguments, and whether it runs commands that it reads.
//!
//! Owns the search; the tables name the argument. A command that could not be found exactly is still shown to deny
//! rules, and is never a reason to allow.

use alloc::vec::Vec;

use super::argument::Arg;
use super::engine::{ArgumentReader, Order, system_name};
use super::inner::Inner;
use super::packed::program;
use super::reading::{Unread, full_name};
use super::shape::{Form, Program, Syntax};
use crate::paths::lexical::last_part;
use crate::script::Shell;

/// Names of the standard input.
const INPUT: &[&str] = &["-", "/dev/fd/0", "/dev/stdin", "/proc/self/fd/0"];

/// The first command that the program of `args` would run from its arguments.
pub fn inner(args: &[Arg<'_>]) -> Option<Inner> {
    inners(args).first().copied()
}

/// Every command that the program of `args` would run from its arguments; find can have several.
pub fn inners(args: &[Arg<'_>]) -> Vec<Inner> {
    let program = args.first().and_then(|name| name.program(system_name));
    program.map(|program| inners_of(program, args)).unwrap_or_default()
}

/// As [`inners`], whatever directory the program is in: for who must see too much.
pub fn inners_by_name(args: &[Arg<'_>]) -> Vec<Inner> {
    let program = args.first().and_then(|name| name.program(last_part));
    program.map(|program| inners_of(program, args)).unwrap_or_default()
}

/// Whether the program with this name runs the command among its arguments.
pub fn is_wrapper(name: &str) -> bool {
    program(last_part(name)).is_some_and(|program| program.wrapper.is_some())
}

/// The form of the program with this name, when its arguments are an expression, in which commands end (`find -exec`).
pub fn expression_form(name: &str) -> Option<&'static Form> {
    program(last_part(name))
        .map(|program| &program.form)
        .filter(|form| form.syntax.kind == Syntax::Expression)
}

/// As [`inners`], for a command of this program.
pub(super) fn inners_of(program: &'static Program, args: &[Arg<'_>]) -> Vec<Inner> {
    if !program.runs || !may_run(program, args) {
        return Vec::new();
    }
    let reader = ArgumentReader::read(program, Shell::UNKNOWN, args, Order::AsTable);
    if !reader.inner.is_empty() {
        return reader.inner;
    }
    match reader.unknown {
        Some((doubtful, _)) if program.wrapper.is_some() && doubtful + 1 < args.len() => {
            let mut found = reader.inner;
            found.push(Inner::AnyOf { from: doubtful + 1, wrapper: program.name });
            found
        }
        _ => Vec::new(),
    }
}

/// Whether the arguments name a sub-command, or hold an option, that could run something; without reading them.
fn may_run(program: &Program, args: &[Arg<'_>]) -> bool {
    let form = &program.form;
    if program.wrapper.is_some() || form.syntax.kind == Syntax::Expression || form.subs.is_empty() {
        return true;
    }
    // `git -c alias.x='!command' x`
    args.iter()
        .skip(1)
        .filter_map(Arg::text)
        .any(|text| text == "-c" || !text.starts_with('-') && form.sub(text).is_some_and(|sub| sub.runs))
}

/// Whether the program of `args` runs a command with arguments from its input.
pub fn program_appends(args: &[Arg<'_>]) -> bool {
    let program = args.first().and_then(|name| name.program(last_part));
    program.is_some_and(|program| program.appends)
}

/// Where a program reads names of files or objects, for itself or for the command that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameSource {
    /// Its input.
    Input,
    /// A file, whose text is not known before the run.
    List,
}

/// Where the program of `args` reads names, if it reads any.
pub fn name_source(args: &[Arg<'_>]) -> Option<NameSource> {
    let from_input = |is: bool| is.then_some(NameSource::Input);
    let unread = Unread::of(args);
    if unread.form().is_none() {
        return from_input(program_appends(args));
    }
    let reading = unread.read();
    let values = |spelling: &'static str| reading.all(spelling).map(|given| reading.value(given));
    let form = reading.form()?;
    let lists = || form.name_lists.iter().flat_map(|spelling| values(spelling));
    if lists().any(|value| value.is_none_or(|value| !is_input(value))) {
        return Some(NameSource::List);
    }
    let is_format = |value: &str| value != "-" && value.contains('/');
    let given = |spelling: &&'static str| {
        spelling.is_empty() || values(spelling).any(|value| value.is_none_or(|value| !is_format(value)))
    };
    from_input(program_appends(args) || lists().next().is_some() || form.input_names.iter().any(given))
}

fn is_input(name: &str) -> bool {
    INPUT.contains(&name)
}

/// Whether the program of `args` runs the commands that it reads from its standard input, as far as is known.
pub fn reads_commands(args: &[Arg<'_>]) -> bool {
    let bare = |name| full_name(last_part(name));
    let Some(program) = args.first().and_then(|name| name.program(bare)) else { return false };
    let Some(most) = program.form.commands else { return false };
    let reader = ArgumentReader::read(program, Shell::UNKNOWN, args, Order::AsTable);
    if reader.inner.iter().any(|inner| !matches!(inner, Inner::AnyOf { .. })) {
        return false;
    }
    let text = |at: &usize| args.get(*at).and_then(Arg::text);
    let count = reader.operands().iter().filter(|at| !text(at).is_some_and(is_input)).count();
    let says_so = || (1..args.len()).any(|at| text(&at) == Some("-s"));
    count <= usize::from(most) || says_so()
}
