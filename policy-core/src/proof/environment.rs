//! Objections to a command that prints the environment, or a variable whose name says that it is a secret.
//!
//! Owns the ways in which a proven command can do so: by its table, in a program text, in its words. Reads names, never
//! values.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::paths::PathObjection;
use crate::codes::{Help, notices};
use crate::commands::{self, Arg, Role, ShellEffect, Uses, does_to_shell, languages, looks_secret};
use crate::machine::Machine;
use crate::script::{PartKind, RedirectOp, Script, Simple, Word};
use crate::span::Span;

const HELP: Help = Help {
    person: "approve it this once, allow the command with a rule, or set `permissions.askForSecrets` to false",
    model: Some("print single variables that hold no secret, or ask whether one is set: `test -n \"$NAME\"`"),
};

/// The first reason why a proven command shows secrets of the environment.
pub(super) fn environment_objection(
    uses: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    machine: &Machine<'_>,
) -> Option<PathObjection> {
    if !machine.shows_environment() {
        return None;
    }
    let objection = |span: Span, message: String| PathObjection {
        words: Some((message, HELP)),
        ..PathObjection::access(span, &notices::READS_SECRET)
    };
    if let Some(span) = printed(uses, args) {
        return Some(objection(
            span,
            "it prints variables of the environment, and some may be secrets".into(),
        ));
    }
    // What only compares its words prints none of them.
    if uses.form.is_some_and(|form| form.display.silent) {
        return None;
    }
    let own = args.iter().filter_map(|arg| script.word(arg.word));
    let texts = script.redirects.iter().filter(|redirect| redirect.op == RedirectOp::HereString);
    let texts = texts.map(|redirect| redirect.target);
    let documents = script.here_documents.iter().map(|document| document.word);
    let all = own.chain(texts.chain(documents).filter_map(|word| script.word(word)));
    all.filter_map(|word| Some((word.span, secret_in(script, word)?)))
        .map(|(span, name)| {
            objection(span, format!("the name of the variable `{name}` says that it is a secret"))
        })
        .next()
}

/// Where the command prints the environment by what its table or its program text says.
fn printed(uses: &Uses, args: &[Arg<'_>]) -> Option<Span> {
    let span = |at: usize| args.get(at).map(|arg| arg.span);
    if let Some(form) = uses.form.filter(|form| !form.environment.is_empty()) {
        let lists = |names: &[&str]| names.iter().any(|name| form.environment.contains(name));
        let all = match args {
            [_] => lists(&[""]),
            // It only prints something about itself.
            [_, one] if one.text().is_some_and(|text| form.alone.contains(&text)) => false,
            _ => uses.operands.is_empty() && uses.options.iter().all(|(_, option)| lists(option.names)),
        };
        let secret = || {
            let is = |at: &&usize| args.get(**at).is_some_and(|arg| arg.text().is_none_or(looks_secret));
            uses.operands.iter().find(is).copied()
        };
        return if all { span(0) } else { secret().and_then(span) };
    }
    let code =
        uses.uses.iter().zip(args).find(|(used, arg)| match used.value.map_or(used.role, |(role, _)| role) {
            Role::Code(language) => {
                arg.text().is_some_and(|text| languages::shows_environment(language, text))
            }
            _ => false,
        });
    code.map(|(_, arg)| arg.span)
}

/// The secret variable whose value a word has in it.
fn secret_in<'s>(script: &Script<'s>, word: &Word) -> Option<&'s str> {
    let mut names = names_in(script, word).peekable();
    names.peek()?;
    let given = Given::of(script);
    names.find(|name| given.is_secret(script, name))
}

/// The names of the variables to which the script gives values.
struct Given<'s> {
    all: BTreeSet<&'s str>,
    /// Those to which it gives the value of a secret.
    secret: BTreeSet<&'s str>,
}

impl<'s> Given<'s> {
    fn of(script: &Script<'s>) -> Self {
        let values = values(script);
        let reads = script.commands.iter().flat_map(|command| names_read(script, command));
        let all = values.iter().map(|(name, _)| *name).chain(reads).collect();
        let mut given = Self { all, secret: BTreeSet::new() };
        // A value can come from a variable that is given its own further behind, in a loop.
        loop {
            let before = given.secret.len();
            let mut seen = BTreeSet::new();
            for (name, word) in &values {
                let is_first = seen.insert(*name);
                let is = |other: &str| {
                    // What is added to a value is no secret unless the value was one before.
                    if other == *name {
                        is_first && is_own_secret(script, other)
                    } else {
                        given.is_secret(script, other)
                    }
                };
                if names_in(script, word).any(is) {
                    given.secret.insert(name);
                }
            }
            if given.secret.len() == before {
                return given;
            }
        }
    }

    fn is_secret(&self, script: &Script<'_>, name: &str) -> bool {
        if self.all.contains(name) { self.secret.contains(name) } else { is_own_secret(script, name) }
    }
}

/// Whether a variable to which the script gives no value holds a secret, as its name says.
fn is_own_secret(script: &Script<'_>, name: &str) -> bool {
    looks_secret(name) && !commands::is_script_variable(script.shell(), name)
}

/// The variables that the script gives values, with a word that each gets its value from: by an assignment, in a loop, as
/// the last argument of the command before (`$_`).
fn values<'c, 's>(script: &'c Script<'s>) -> Vec<(&'s str, &'c Word)> {
    let assigned = script.assignments.iter().map(|it| (it.name, it.value));
    let looped = script.loops.iter().flat_map(|by| by.words.iter().map(|word| (by.name, *word)));
    let values = assigned.chain(looped).filter_map(|(name, at)| Some((script.slice(name), script.word(at)?)));
    let last = script.commands.iter().flat_map(|command| script.words_of(command)).map(|word| ("_", word));
    values.chain(last).collect()
}

/// The variables that a command sets to parts of a line that it reads.
fn names_read<'s>(script: &Script<'s>, command: &Simple) -> Vec<&'s str> {
    let mut words = script.words_of(command).iter();
    let splits = words
        .next()
        .and_then(|word| script.text(word))
        .is_some_and(|name| does_to_shell(name, ShellEffect::SplitsLine));
    if splits {
        words.map(|word| script.slice(word.span).trim_matches(['\'', '"'])).collect()
    } else {
        Vec::new()
    }
}

/// The variables whose values a word has in it.
fn names_in<'s>(script: &Script<'s>, word: &Word) -> impl Iterator<Item = &'s str> {
    let expands = |kind: PartKind| matches!(kind, PartKind::Variable(_) | PartKind::Opaque | PartKind::List);
    script.parts_of(word).iter().filter(move |part| expands(part.kind)).flat_map(|part| {
        let written = script.slice(part.span);
        written.split('$').skip(1).filter_map(name_of)
    })
}

/// The name of the variable that an expansion without its dollar sign stands for; none when it only says whether there is
/// one (`${X:+y}`).
fn name_of(written: &str) -> Option<&str> {
    let front = |c: char| matches!(c, '{' | '!' | '=' | '^' | '~');
    let written = written.trim_start_matches(front);
    let written = if written.starts_with('(') { written.split_once(')')?.1 } else { written };
    let end = written.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(written.len());
    let (name, rest) = written.split_at_checked(end)?;
    let is_asked = rest.starts_with('+') || rest.starts_with(":+");
    (!name.is_empty() && !is_asked).then_some(name)
}
