//! The variables of a script whose values are secrets, as their names say.
//!
//! Owns the way of a secret from one variable into another: by an assignment, in a loop, as the last argument of the command
//! before. Reads names, never values.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{ShellEffect, does_to_shell, is_script_variable, looks_secret};
use crate::script::{PartKind, RedirectOp, Script, Simple, Word};
use crate::sorted;
use crate::span::Span;

/// The variable that holds the last argument of the command before.
const LAST_ARGUMENT: &str = "_";

/// The variables of one script that hold secrets.
#[derive(Debug)]
pub(crate) struct Secrets {
    /// The variables to which the script gives values, and whether it gives them the value of a secret.
    given: BTreeMap<String, bool>,
    /// The first here-document or here-string with a secret in it, and the name of the variable.
    text: Option<(Span, String)>,
}

impl Secrets {
    /// The secrets in `script`.
    pub(super) fn of(script: &Script<'_>) -> Self {
        let mut secrets = Self { given: given(script), text: None };
        let strings = script.redirects.iter().filter(|redirect| redirect.op == RedirectOp::HereString);
        let documents = script.here_documents.iter().map(|document| document.word);
        let mut words = strings.map(|redirect| redirect.target).chain(documents);
        let found = words.find_map(|word| secrets.in_word(script, script.word(word)?));
        secrets.text = found.map(|(span, name)| (span, name.into()));
        secrets
    }

    /// Whether a word of `script` has the value of any variable in it: no secret is in one otherwise.
    pub(crate) fn may_be_in(script: &Script<'_>) -> bool {
        script.parts.iter().any(|part| expands(part.kind))
    }

    /// Whether the script gives no variable a value, apart from those of the shell itself (`$_`).
    pub(crate) fn gives_no_values(&self) -> bool {
        self.given.keys().all(|name| name == LAST_ARGUMENT)
    }

    /// The secret variable whose value `word` has in it, and the place of the word.
    pub(crate) fn in_word<'s>(&self, script: &Script<'s>, word: &Word) -> Option<(Span, &'s str)> {
        let is_secret =
            |name: &&str| self.given.get(*name).copied().unwrap_or_else(|| is_secret_by_name(script, name));
        names_in(script, word).find(is_secret).map(|name| (word.span, name))
    }

    /// The same for the here-documents and here-strings of the script, which any of its commands may read.
    pub(crate) fn in_texts(&self) -> Option<(Span, &str)> {
        self.text.as_ref().map(|(span, name)| (*span, name.as_str()))
    }
}

/// The variables to which the script gives values, and whether it gives them the value of a secret.
fn given(script: &Script<'_>) -> BTreeMap<String, bool> {
    let values = values(script);
    let reads = script.commands.iter().flat_map(|command| names_read(script, command));
    let all = sorted::set(values.iter().map(|(name, _)| *name).chain(reads));
    let mut receivers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut waiting = Vec::new();
    let mut seen = BTreeSet::new();
    for (name, word) in &values {
        let is_first = seen.insert(*name);
        for other in names_in(script, word) {
            // What is added to a value is no secret unless the value was one before.
            let is_own = if other == *name { is_first } else { !all.contains(other) };
            if is_own && is_secret_by_name(script, other) {
                waiting.push(*name);
            } else if other != *name {
                receivers.entry(other).or_default().push(name);
            }
        }
    }
    // A value can come from a variable that is given its own later, in a loop.
    let mut secret = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if secret.insert(name) {
            waiting.extend(receivers.get(name).into_iter().flatten());
        }
    }
    sorted::map(all.into_iter().map(|name| (name.into(), secret.contains(name))))
}

/// Whether a variable to which the script gives no value holds a secret, as its name says.
fn is_secret_by_name(script: &Script<'_>, name: &str) -> bool {
    looks_secret(name) && !is_script_variable(script.shell(), name)
}

/// The variables that the script gives values, with a word that each gets its value from: by an assignment, in a loop, as
/// the last argument of the command before (`$_`).
fn values<'c, 's>(script: &'c Script<'s>) -> Vec<(&'s str, &'c Word)> {
    let assigned = script.assignments.iter().map(|it| (it.name, it.value));
    let elements =
        script.assignments.iter().flat_map(|it| it.elements.iter().flatten().map(|word| (it.name, *word)));
    let looped = script.loops.iter().flat_map(|by| by.words.iter().map(|word| (by.name, *word)));
    let values = assigned
        .chain(elements)
        .chain(looped)
        .filter_map(|(name, at)| Some((script.slice(name), script.word(at)?)));
    let is_read = script.source.contains(LAST_ARGUMENT);
    let commands = script.commands.iter().filter(|_| is_read);
    let last = commands.flat_map(|command| script.words_of(command)).map(|word| (LAST_ARGUMENT, word));
    values.chain(last).collect()
}

/// The variables that a command sets to parts of a line that it reads.
fn names_read<'s>(script: &Script<'s>, command: &Simple) -> Vec<&'s str> {
    let mut words = script.words_of(command).iter();
    let splits = words
        .next()
        .and_then(|word| script.text(word))
        .is_some_and(|name| does_to_shell(script.shell(), name, ShellEffect::SplitsLine));
    if splits {
        words.map(|word| script.slice(word.span).trim_matches(['\'', '"'])).collect()
    } else {
        Vec::new()
    }
}

/// Whether a part of a word can have the value of a variable in it.
fn expands(kind: PartKind) -> bool {
    matches!(kind, PartKind::Variable(_) | PartKind::Opaque | PartKind::List)
}

/// The variables whose values a word has in it.
fn names_in<'s>(script: &Script<'s>, word: &Word) -> impl Iterator<Item = &'s str> {
    script.parts_of(word).iter().filter(|part| expands(part.kind)).flat_map(|part| {
        // The name of a variable of the environment is after that of its drive.
        let (own, written) = match part.kind {
            PartKind::Variable(name) => (Some(script.slice(name)), ""),
            _ => (None, script.slice(part.span)),
        };
        own.into_iter().chain(written.split('$').skip(1).filter_map(name_of))
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
