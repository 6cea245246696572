//! Rewrites a command that a loop or `xargs` repeats to one command with the same effect: `rm -rf ~/*` for
//! `for f in ~/*; do rm -rf "$f"; done`, `find . -delete` for `find . | xargs rm`.
//!
//! Owns these commands. They are shown to deny and ask rules and to the forms that are always asked about, and are never
//! used to allow anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::rewritten::Rewritten;
use super::{piped_items, stdin_text};
use crate::commands::{self, AbstractValue, Arg, Inner, OutputSource};
use crate::paths::lexical::last_part;
use crate::profiles::forbidden::is_asked_about;
use crate::script::pipelines::command_before;
use crate::script::{Joint, Loop, PartKind, Script, Value, Word};

/// The largest number of patterns of a loop that are tried.
const PATTERNS_MAX: usize = 8;

/// The largest number of loops over the variables of one command that are tried.
const LOOPS_MAX: usize = 8;

/// Commands that do at once what the command at `index`, with these arguments, does in all its repetitions.
pub(crate) fn unrolled(script: &Script<'_>, index: usize, args: &[Arg<'_>]) -> Vec<Rewritten> {
    let mut found = Vec::new();
    if args.iter().any(|arg| may_use_variable(script, arg)) {
        for by in loops_over(script, index, args) {
            looped(script, by, args, &mut found);
        }
    }
    let piped = script.commands.get(index).is_some_and(|command| command.before == Joint::Pipe);
    let name = args.first().and_then(Arg::text).unwrap_or("");
    if piped && commands::program(name).is_some_and(|program| program.appends) {
        found.extend(fed_by_pipe(script, index, args));
    }
    found.extend(piped_items::named(script, index, args));
    found
}

/// The loops whose variable the command at `index` may use: those around it, then those before it, the last one first.
fn loops_over<'s>(script: &'s Script<'_>, index: usize, args: &[Arg<'_>]) -> Vec<&'s Loop> {
    let Some(command) = script.commands.get(index) else { return Vec::new() };
    let is_used = |by: &&Loop| {
        let has_pattern =
            || by.words.iter().any(|at| script.word(*at).is_some_and(|word| word.value == Value::Pattern));
        let name = script.slice(by.name);
        args.iter().any(|arg| Use::of(script, arg, name).is_some()) && has_pattern()
    };
    let is_around = |by: &Loop| script.scopes_around(command.scope).any(|(at, _)| at == by.body);
    let around = script.loops.iter().filter(|by| is_around(by));
    let others = script.loops.iter().rev().filter(|by| !is_around(by));
    around.chain(others).filter(is_used).take(LOOPS_MAX).collect()
}

/// Whether an argument can contain a variable: in its word, or in text that another shell may read.
fn may_use_variable(script: &Script<'_>, arg: &Arg<'_>) -> bool {
    let is_variable =
        |word: &Word| script.parts_of(word).iter().any(|part| matches!(part.kind, PartKind::Variable(_)));
    script.word(arg.word).is_some_and(is_variable) || arg.text().is_some_and(|text| text.contains('$'))
}

/// The command with the variable of the loop `by` replaced by each pattern of the loop.
fn looped(script: &Script<'_>, by: &Loop, args: &[Arg<'_>], found: &mut Vec<Rewritten>) {
    let name = script.slice(by.name);
    let uses: Vec<Option<Use<'_>>> = args.iter().map(|arg| Use::of(script, arg, name)).collect();
    if uses.iter().all(Option::is_none) {
        return;
    }
    let words = by.words.iter().filter_map(|at| Some((*at, script.word(*at)?)));
    for (at, pattern) in words.filter(|(_, word)| word.value == Value::Pattern).take(PATTERNS_MAX) {
        let text = script.slice(pattern.span);
        let Some(value) = commands::word_arguments(script, pattern, at).first().map(|arg| arg.value) else {
            continue;
        };
        let mut made = Rewritten::default();
        for (arg, used) in args.iter().zip(&uses) {
            match used {
                Some(Use::Word(word)) => made.push_replaced(script, word, name, (value, text)),
                Some(Use::Code(code)) => {
                    let code = code.with(name, text);
                    made.push(AbstractValue::Known(code.clone()), &code);
                }
                None => made.keep(script, arg),
            }
        }
        found.push(made);
    }
}

/// How an argument uses a variable.
enum Use<'s> {
    /// Its word contains the variable.
    Word(&'s Word),
    /// It is text that another shell may read, to which the variable was exported.
    Code(Code<'s>),
}

/// Text that contains a variable.
struct Code<'s>(&'s str);

impl Code<'_> {
    /// The text with `value` in the place of the variable `name`. Quotes around it would hide what the value is.
    fn with(&self, name: &str, value: &str) -> String {
        let [plain, braced] = spellings(name);
        self.0.replace('"', "").replace(&braced, value).replace(&plain, value)
    }
}

impl<'s> Use<'s> {
    fn of(script: &'s Script<'_>, arg: &Arg<'s>, name: &str) -> Option<Self> {
        let is_it = |word: &&Word| {
            let names = script.parts_of(word).iter().map(|part| part.kind);
            names.into_iter().any(|kind| matches!(kind, PartKind::Variable(at) if script.slice(at) == name))
        };
        if let Some(word) = script.word(arg.word).filter(is_it) {
            return Some(Self::Word(word));
        }
        let code = arg.text()?;
        mentions(code, name).then_some(Self::Code(Code(code)))
    }
}

/// Whether `code` contains the variable `name` in one of its [`spellings`].
fn mentions(code: &str, name: &str) -> bool {
    code.split('$').skip(1).any(|behind| {
        behind.starts_with(name)
            || behind
                .strip_prefix('{')
                .and_then(|behind| behind.strip_prefix(name))
                .is_some_and(|behind| behind.starts_with('}'))
    })
}

/// How a shell writes the variable `name`.
fn spellings(name: &str) -> [String; 2] {
    [alloc::format!("${name}"), alloc::format!("${{{name}}}")]
}

/// The command that `xargs` runs on the names from its pipe, when these are all names in a place.
fn fed_by_pipe(script: &Script<'_>, index: usize, args: &[Arg<'_>]) -> Option<Rewritten> {
    let at = commands::inners(args).iter().find_map(|inner| match inner {
        Inner::Command { at, .. } => Some(*at),
        _ => None,
    })?;
    let own = args.get(at..)?;
    let remover = own.first()?.text().map(last_part)?;
    if !is_asked_about(remover) || commands::output_source(remover) == Some(OutputSource::Trees) {
        return None;
    }
    let writer = command_before(script, index)?;
    let printed = commands::arguments(script, script.commands.get(writer)?);
    let (name, rest) = printed.split_first()?;
    let mut made = Rewritten::default();
    match commands::output_source(name.text()?)? {
        OutputSource::Trees => {
            let shown = |arg: &&Arg<'_>| !matches!(arg.text(), Some("-print" | "-print0"));
            made.push_text(last_part(name.text()?));
            rest.iter().filter(shown).for_each(|arg| made.keep(script, arg));
            made.push_text("-delete");
        }
        OutputSource::Directories => {
            for arg in own {
                made.keep(script, arg);
            }
            let mut operands = rest.iter().filter(|arg| !arg.prefix().starts_with('-')).peekable();
            if operands.peek().is_none() {
                made.push_text("*");
            }
            for operand in operands {
                made.keep(script, operand);
                if let Some(text) = operand.text() {
                    made.push_text(&alloc::format!("{text}/*"));
                }
            }
        }
        OutputSource::Operands | OutputSource::Format => {
            for arg in own {
                made.keep(script, arg);
            }
            for text in stdin_text::texts(script, index) {
                text.split_ascii_whitespace().for_each(|word| made.push_text(word));
            }
            rest.iter().filter(|arg| arg.text().is_none()).for_each(|arg| made.keep(script, arg));
        }
        OutputSource::Input => return None,
    }
    Some(made)
}
