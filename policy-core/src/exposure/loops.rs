//! A command that a loop or `xargs` repeats, as the one command that does the same: `rm -rf ~/*` for
//! `for f in ~/*; do rm -rf "$f"; done`, `find . -delete` for `find . | xargs rm`.
//!
//! Owns the texts. They are shown to deny and ask rules and to the forms that are always asked about, and are never
//! used to allow anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::stdin_text;
use crate::commands::{self, Arg, Inner};
use crate::profiles::forbidden::is_asked_about;
use crate::script::pipelines::command_before;
use crate::script::{Joint, Script, Value};

/// The largest number of patterns of a loop that are tried.
const PATTERNS_MAX: usize = 8;

/// Command lines that do at once what the command at `index`, with these arguments, does in all its repetitions.
pub(crate) fn lines(script: &Script<'_>, index: usize, args: &[Arg<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    if !script.loops.is_empty() {
        looped(script, args, &mut lines);
    }
    let piped = script.commands.get(index).is_some_and(|command| command.before == Joint::Pipe);
    let name = args.first().and_then(Arg::text).unwrap_or("");
    if piped && commands::program(name).is_some_and(|program| program.appends) {
        lines.extend(fed_by_pipe(script, index, args));
    }
    lines
}

/// The command with the loop's variable replaced by each pattern of the loop.
fn looped(script: &Script<'_>, args: &[Arg<'_>], lines: &mut Vec<String>) {
    let written = |arg: &Arg<'_>| arg.span.slice(script.source);
    for by in &script.loops {
        let name = script.slice(by.name);
        let (plain, braced) = (alloc::format!("${name}"), alloc::format!("${{{name}}}"));
        let uses = |arg: &Arg<'_>| written(arg).contains(&plain) || written(arg).contains(&braced);
        if !args.iter().any(uses) {
            continue;
        }
        let patterns = by.words.iter().filter_map(|at| script.word(*at));
        for pattern in patterns.filter(|word| word.value == Value::Pattern).take(PATTERNS_MAX) {
            let pattern = script.slice(pattern.span);
            let words = args.iter().map(|arg| {
                let text = written(arg);
                if !uses(arg) {
                    return String::from(text);
                }
                text.replace('"', "").replace(&braced, pattern).replace(&plain, pattern)
            });
            lines.push(words.collect::<Vec<_>>().join(" "));
        }
    }
}

/// The command that `xargs` runs on the names from its pipe, when these are all names in a place.
fn fed_by_pipe(script: &Script<'_>, index: usize, args: &[Arg<'_>]) -> Option<String> {
    let at = commands::inners(args).iter().find_map(|inner| match inner {
        Inner::Command { at, .. } => Some(*at),
        _ => None,
    })?;
    let own = args.get(at..)?;
    let remover = own.first()?.text().map(crate::paths::lexical::last_part)?;
    if !is_asked_about(remover) || remover == "find" {
        return None;
    }
    let writer = command_before(script, index)?;
    let printed = commands::arguments(script, script.commands.get(writer)?);
    let (name, rest) = printed.split_first()?;
    let written = |arg: &Arg<'_>| arg.span.slice(script.source);
    let mut line = String::new();
    let mut add = |text: &str| {
        line.push_str(text);
        line.push(' ');
    };
    match name.text()? {
        "find" => {
            add("find");
            let shown = |arg: &&Arg<'_>| !matches!(arg.text(), Some("-print" | "-print0"));
            for arg in rest.iter().filter(shown) {
                add(written(arg));
            }
            add("-delete");
        }
        "ls" => {
            for arg in own {
                add(written(arg));
            }
            let mut operands = rest.iter().filter(|arg| !arg.prefix().starts_with('-')).peekable();
            if operands.peek().is_none() {
                add("*");
            }
            for operand in operands {
                add(written(operand));
                if operand.text().is_some() {
                    add(&alloc::format!("{}/*", written(operand)));
                }
            }
        }
        "echo" | "printf" => {
            for arg in own {
                add(written(arg));
            }
            for text in stdin_text::texts(script, index) {
                add(&text);
            }
            for arg in rest.iter().filter(|arg| arg.text().is_none()) {
                add(written(arg));
            }
        }
        _ => return None,
    }
    Some(line)
}
