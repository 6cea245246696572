//! Denied command lines among the arguments and in the environment of a program that may run them: in an option that names
//! a program, after a program that no table knows, in a variable.
//!
//! Owns the choice of the arguments. A program that is proven harmless runs nothing, and is not looked at.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::command_line::Place;
use super::fed;
use super::search::Exposure;
use super::strictness::stricter;
use crate::commands::{
    self, Arg, Form, Given, Harm, Inner, ProgramQuality, Proof, Reading, Refusal, Role, ShellEffect,
};
use crate::limits::WRAPPERS_MAX;
use crate::machine::Directories;
use crate::rules::Matched;

/// The largest number of arguments at which a command line is looked for.
const BEGINNINGS_MAX: usize = 32;

/// A text that may be a command line.
struct Text {
    line: String,
    /// Whether the program surely runs it.
    runs: bool,
    /// Whether the program may add names of files: no table says what it runs.
    may_grow: bool,
}

impl<'p> Exposure<'_, 'p> {
    /// The strictest rule about a command line that the command carries for a program of its own choice.
    pub(super) fn carried(
        &mut self,
        place: Place<'_>,
        args: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        // What a carried line carries is too far-fetched.
        if !self.commands || self.carries {
            return None;
        }
        let mut texts = assigned(place);
        let mut strictest = None;
        let is_proven = is_harmless(&commands::uses(args).proof);
        if !is_proven && !args.is_empty() {
            let reading = Reading::of(args);
            strictest = stricter(strictest, self.behind(args, &reading));
            strictest = stricter(strictest, self.renamed(place, &reading));
            texts.extend(in_options(&reading));
            texts.extend(in_arguments(args, &reading));
            strictest = stricter(strictest, self.in_code(place, args, &reading));
        }
        for text in texts {
            // Without a name that a rule is about, nothing in it can match.
            if self.mentioned(&text.line).is_none() {
                continue;
            }
            let own = args.get(..1).unwrap_or(&[]);
            self.carries = true;
            let found = self.line(&text.line, own, directories, depth);
            self.carries = false;
            let found = found.map(|found| if text.runs { found } else { Matched::possible(found.rule) });
            // The program may have a language of its own, in which a command is somewhere: `:!rm x`.
            let found = if text.runs { found.or_else(|| self.perhaps(&text.line)) } else { found };
            strictest = stricter(strictest, found);
            // `--editor 'rm -f'`, `--each 'rm {}'`
            if text.may_grow {
                let words: Vec<_> = fed::words(&text.line).collect();
                let named = fed::with_any_names(&words);
                let found = self.fed(&named.args(), directories, depth, WRAPPERS_MAX);
                strictest = stricter(strictest, found.map(|found| Matched::possible(found.rule)));
            }
        }
        strictest
    }

    /// The rule about a command that begins at one of the arguments of a program that may run it.
    fn behind(&mut self, args: &[Arg<'_>], reading: &Reading<'_, '_>) -> Option<Matched<'p>> {
        let is_carrier = is_carrier(reading);
        let started = args.iter().skip(1).position(|arg| arg.text() == Some(commands::EXEC)).map(|at| at + 1);
        for at in 1..args.len().min(BEGINNINGS_MAX) {
            let own = args.get(at..)?;
            let name = own.first().and_then(Arg::text).map(crate::paths::lexical::last_part);
            let is_ruled = |name: &str| self.policy.rules.named(self.request.tool, name).is_some();
            if is_text(reading, at) || !name.is_some_and(is_ruled) {
                continue;
            }
            let found = self.command_rule(own);
            // One word alone may be any name, but not that of a program where one is expected.
            let is_started = started.is_some_and(|exec| exec < at);
            let is_line = is_carrier && (own.len() > 1 || is_started);
            // As xargs does, the program may add names of files.
            let found = match found {
                None if is_line => self.command_rule(&fed::with_any_names(own).args()),
                found => found,
            };
            let found = found.filter(|found| is_line || found.rule.names_words() > 1);
            if let Some(found) = found {
                return Some(Matched::possible(found.rule));
            }
        }
        // After so many arguments only names are looked at.
        let behind = args.get(BEGINNINGS_MAX..).unwrap_or(&[]).iter().filter_map(Arg::text);
        let mut named = behind.filter_map(|name| {
            self.policy.rules.named(self.request.tool, crate::paths::lexical::last_part(name))
        });
        named.find(|rule| is_carrier || rule.names_words() > 1).map(Matched::possible)
    }

    /// The strictest rule about commands that matches the command of these arguments itself.
    pub(super) fn command_rule(&mut self, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        let found = self.here("", args);
        let found = stricter(found, self.sub_command("", args));
        stricter(found, self.meaning(args))
    }

    /// The rule about a program whose sub-command may be a name that a variable of the script defines.
    fn renamed(&self, place: Place<'_>, reading: &Reading<'_, '_>) -> Option<Matched<'p>> {
        let program = reading.program()?;
        let is_defined = |name: &&str| self.request.command.contains(*name) || place.source().contains(*name);
        let first = reading.words().next().filter(|at| !reading.is_sub(*at));
        if first.is_none() || !program.form.alias_variables.iter().any(is_defined) {
            return None;
        }
        self.policy.rules.named(self.request.tool, program.name).map(Matched::possible)
    }
}

/// Whether what has this proof runs nothing of its arguments.
pub(super) const fn is_harmless(proof: &Proof) -> bool {
    matches!(proof, Proof::ReadOnly | Proof::Edits | Proof::ReadsService | Proof::Connects)
}

/// Whether a program may run its arguments: no table knows it or its sub-command, or the table says only that it runs
/// what it chooses.
fn is_carrier(reading: &Reading<'_, '_>) -> bool {
    let Some(program) = reading.program() else { return true };
    let form = reading.form().unwrap_or(&program.form);
    // Where the table says which argument the command is, that one is looked at and no other.
    if form.subs.is_empty() { !form.runs && chooses(form) } else { is_unknown_sub(reading) }
}

/// Whether the table says that the form runs what it chooses.
pub(super) fn chooses(form: &Form) -> bool {
    let runs = |refusal: Option<Refusal>| refusal.is_some_and(|refusal| refusal.harm == Harm::Runs);
    runs(form.refuse) || runs(form.needs)
}

/// Whether the last word may be a sub-command that no table has.
pub(super) fn is_unknown_sub(reading: &Reading<'_, '_>) -> bool {
    reading.words().last().is_some_and(|at| !reading.is_sub(at))
}

/// Whether a table says that the argument is only printed or compared.
pub(super) fn is_text(reading: &Reading<'_, '_>, at: usize) -> bool {
    let of = |given: &Given<'_>| {
        let is_here = given.value.is_some_and(|place| place.at <= at && at < place.end);
        is_here && given.option.and_then(|option| option.value).is_some_and(|kind| is_plain(kind.role))
    };
    reading.options().iter().any(of)
}

pub(super) const fn is_plain(role: Role) -> bool {
    matches!(role, Role::Text | Role::Pattern | Role::Revision)
}

/// The values of options that name a program, or settings of which one may do so.
fn in_options(reading: &Reading<'_, '_>) -> Vec<Text> {
    let mut texts = Vec::new();
    for given in reading.options() {
        let (Some(option), Some(value)) = (given.option, reading.value(given)) else { continue };
        let runs = option.refuse.is_some_and(|refusal| refusal.harm == Harm::Runs)
            || option.value.is_some_and(|kind| kind.refuse.is_some_and(|refusal| refusal.harm == Harm::Runs));
        let sets = option.value.is_some_and(|kind| kind.role == Role::Setting)
            && reading.program().is_some_and(|program| program.runs);
        // `-s` is `--shell`.
        let is_looked_at =
            option.value.is_some_and(|kind| matches!(kind.role, Role::Command | Role::Code(_)));
        if !runs && !is_looked_at && option.names.iter().any(|name| commands::names_program(name)) {
            texts.push(Text { line: value.to_owned(), runs: false, may_grow: true });
        }
        if runs {
            let may_grow = option.value.is_some_and(|kind| !kind.runs());
            texts.push(Text { line: value.trim_start_matches('!').to_owned(), runs, may_grow });
        }
        if runs || sets {
            // `exec=command`, `ProxyCommand command`
            let behind = value.split_once(['=', ' ']).map(|(_, line)| line.trim_start_matches('!'));
            texts.extend(behind.map(|line| Text { line: line.to_owned(), runs: true, may_grow: true }));
        }
    }
    texts
}

/// Arguments of several words that a program may run, and values of variables among the arguments.
fn in_arguments(args: &[Arg<'_>], reading: &Reading<'_, '_>) -> Vec<Text> {
    let is_carrier = is_carrier(reading);
    // `alias ls='rm x'`
    let defines =
        reading.program().is_some_and(|program| program.shell.contains(&ShellEffect::ChangesLanguage));
    // Its arguments are code of another language, which is looked at as such.
    let escapes = commands::has_quality_by_name(args, ProgramQuality::ShellEscape);
    let is_known = |at: usize| is_text(reading, at) || is_inner(args, at);
    let mut texts = Vec::new();
    for (at, text) in args.iter().enumerate().skip(1).filter_map(|(at, arg)| Some((at, arg.text()?))) {
        let (name, value) = text.split_once('=').unwrap_or(("", text));
        let is_assigned = is_variable(name) && (defines || is_command(name, value));
        // `git config alias.x '!rm x'`, `git clone 'ext::rm x'`
        let command = text.strip_prefix('!').or_else(|| text.strip_prefix(commands::COMMAND_ADDRESS));
        // `--pager=rm`, `ui.pager=rm`
        let named = Some(value).filter(|_| commands::names_program(name));
        // `core.pager rm`
        let before = args.get(at - 1).and_then(Arg::text).filter(|key| at > 1 && commands::is_key(key));
        let follows = before.is_some_and(|key| !key.contains('=') && commands::names_program(key));
        let lines = command.into_iter().chain(named).chain(Some(text).filter(|_| follows));
        let lines = lines.filter(|_| !is_inner(args, at));
        texts.extend(lines.map(|line| Text { line: line.to_owned(), runs: false, may_grow: true }));
        if !(is_assigned || text.contains([' ', '\t', '\n'])) || is_known(at) {
            continue;
        }
        let may_run = |at: usize| !escapes && (is_carrier || is_unknown_option(reading, at));
        if is_assigned || name.starts_with('-') && may_run(at) {
            texts.push(Text { line: value.to_owned(), runs: false, may_grow: true });
        } else if may_run(at - 1) {
            texts.push(Text { line: text.to_owned(), runs: false, may_grow: true });
        }
    }
    texts
}

/// Whether the argument is a command, or the text of one, that is looked at by itself.
fn is_inner(args: &[Arg<'_>], at: usize) -> bool {
    commands::inners(args).iter().any(|inner| match *inner {
        Inner::Command { at: from, end, .. } | Inner::Shell { at: from, end, .. } => from <= at && at < end,
        Inner::Own { at: own, .. } => own == at,
        Inner::AnyOf { .. } => false,
    })
}

/// Whether the argument is an option that no table has, so that nothing tells what its value is.
fn is_unknown_option(reading: &Reading<'_, '_>, at: usize) -> bool {
    reading.options().iter().any(|given| given.at == at && given.option.is_none())
}

/// The values of variables that the command at `place` gets. An assignment without a command reaches other programs only if
/// the variable was exported before, so that only one counts that names a program.
fn assigned(place: Place<'_>) -> Vec<Text> {
    let Place::Script(script, index) = place else { return Vec::new() };
    let Some(command) = script.commands.get(index) else { return Vec::new() };
    let is_bare = command.words.is_empty();
    let values = script.assignments_of(command).iter().filter_map(|it| {
        let name = script.slice(it.name);
        let value = script.text(script.word(it.value)?)?;
        let may_run =
            if is_bare { starts(name) } else { !commands::is_safe_variable(name) && is_command(name, value) };
        may_run.then_some(value)
    });
    let line = |value: &str| value.trim_start_matches(['|', '!']).to_owned();
    values.map(|value| Text { line: line(value), runs: false, may_grow: true }).collect()
}

/// Whether the value of a variable may be a command. One word is a name that many values have, so that only a variable
/// counts that names a program.
fn is_command(name: &str, value: &str) -> bool {
    value.trim().contains([' ', '\t', '\n']) || starts(name)
}

/// Whether a variable names a program that another one starts.
fn starts(name: &str) -> bool {
    commands::danger(name).is_some_and(commands::Sets::starts)
}

/// Whether the text is the name of an environment variable.
fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
