//! Objections to a command that prints the environment, or a variable whose name says that it is a secret.
//!
//! Owns the ways in which a proven command can do so: by its table, in a program text, in its words. Reads names, never
//! values.

use alloc::format;
use alloc::string::String;

use super::paths::PathObjection;
use crate::codes::{Help, notices};
use crate::commands::{self, Arg, Role, ShellEffect, Uses, does_to_shell, languages, looks_secret};
use crate::machine::Machine;
use crate::script::{PartKind, RedirectOp, Script, Word};
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
    names_in(script, word).find(|name| match assigned(script, name) {
        Some(from) => from,
        None => looks_secret(name) && !commands::is_script_variable(script.shell(), name),
    })
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

/// Whether the script gives the variable a value that is a secret; none when it gives it no value.
fn assigned(script: &Script<'_>, name: &str) -> Option<bool> {
    let is = |span: Span| script.slice(span) == name;
    let mut values = script.assignments.iter().filter(|assignment| is(assignment.name)).peekable();
    if values.peek().is_some() {
        let secret = |other: &str| {
            other != name && looks_secret(other) && !commands::is_script_variable(script.shell(), other)
        };
        return Some(values.any(|assignment| {
            script.word(assignment.value).is_some_and(|word| names_in(script, word).any(secret))
        }));
    }
    let reads = |command: &crate::script::Simple| {
        let mut words = script.words_of(command).iter().map(|word| script.text(word));
        let splits = words.next().flatten().is_some_and(|name| does_to_shell(name, ShellEffect::SplitsLine));
        splits && words.any(|word| word == Some(name))
    };
    (script.loops.iter().any(|by| is(by.name)) || script.commands.iter().any(reads)).then_some(false)
}
