//! Objections to a command that prints the environment, or a variable whose name says that it is a secret.
//!
//! Owns the ways in which a proven command can do so: by its table, in a program text, in its words. Reads names, never
//! values.

use alloc::format;
use alloc::string::String;

use super::path_objection::PathObjection;
use crate::codes::{Help, notices};
use crate::commands::{Arg, Role, Uses, languages, looks_secret};
use crate::dataflow::{Secrets, Variables};
use crate::machine::Machine;
use crate::script::{PartKind, Script, Simple};
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
    variables: &Variables,
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
    if uses.form.is_some_and(|form| form.display.silent) || !Secrets::may_be_in(script) {
        return None;
    }
    let secrets = variables.secrets(script);
    let own = args.iter().find_map(|arg| secrets.in_word(script, script.word(arg.word)?));
    let (span, name) = own.or_else(|| secrets.in_texts())?;
    Some(objection(span, format!("the name of the variable `{name}` says that it is a secret")))
}

/// The reason why an expression, which is printed where nothing else gets it, shows a secret of the environment.
pub(super) fn expression_objection(
    script: &Script<'_>,
    command: &Simple,
    machine: &Machine<'_>,
) -> Option<PathObjection> {
    if !script.shell().has_cmdlets || !machine.shows_environment() {
        return None;
    }
    let mut own = script.parts.iter().filter(|part| command.span.contains(part.span));
    own.find_map(|part| {
        let PartKind::Variable(name) = part.kind else { return None };
        let is_of_environment = script.slice(part.span).to_ascii_lowercase().contains("env:");
        let name = script.slice(name);
        (is_of_environment && looks_secret(name)).then(|| PathObjection {
            words: Some((format!("the name of the variable `{name}` says that it is a secret"), HELP)),
            ..PathObjection::access(part.span, &notices::READS_SECRET)
        })
    })
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
