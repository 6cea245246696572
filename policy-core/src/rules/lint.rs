//! Warnings about rules that are valid but probably do not match what their author meant.
//!
//! Owns the warnings. They change no decision.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Span;
use crate::commands::{is_opener, takes_no_wildcard};
use crate::powershell::cmdlet;

use super::list::List;
use super::pattern::Pattern;
use super::problem::{Problem, tick};

/// Parameters of the shell tool that rules of other programs can name.
const PARAMETERS: [&str; 5] =
    ["command", "dangerouslyDisableSandbox", "description", "run_in_background", "timeout"];

/// That the tool `name` is not `known`, whose name differs from it in case alone.
pub(crate) fn in_other_case(name: &str, known: &str) -> String {
    alloc::format!("{} is not {}: names are compared with their case", tick(name), tick(known))
}

/// About a tool's name; `known` is the known tool whose name differs from it in case alone.
pub(crate) fn tool(name: &str, known: Option<&str>, warnings: &mut Vec<Problem>) {
    if let Some(known) = known {
        warnings.push(Problem::new(
            Span::new(0, name.len()),
            in_other_case(name, known),
            alloc::format!("write {}, unless your agent really has a tool of the other name", tick(known)),
        ));
    }
}

/// About the content of a command rule; `has_cmdlets` says whether its shell has them. `inside` is the bytes of `content` in the rule's text.
pub(crate) fn command(
    pattern: &Pattern,
    has_cmdlets: bool,
    content: &str,
    inside: Span,
    list: List,
    warnings: &mut Vec<Problem>,
) {
    if let Some(at) = pattern.unbalanced() {
        let start = inside.start as usize + at;
        warnings.push(Problem::new(
            Span::new(start, start + 1),
            "the quote that opens here is not closed, so every quote in this rule matches itself",
            "close the quote",
        ));
    }
    if let Some((parameter, _)) = content.split_once(':')
        && PARAMETERS.contains(&parameter)
    {
        warnings.push(Problem::new(
            inside,
            alloc::format!(
                "rules do not match parameters of a tool, so this rule matches a command named {}",
                tick(content)
            ),
            "write the command to match",
        ));
    }
    if pattern.unbalanced().is_none()
        && list == List::Allow
        && !pattern.is_exact()
        && let Some((at, word)) = operator(content)
    {
        let start = inside.start as usize + at;
        let what = if word.contains(['<', '>']) {
            "is a redirect, and a rule matches only the words of a command"
        } else {
            "joins commands, and a rule matches only one of them"
        };
        let shown = tick(word);
        warnings.push(Problem::new(
            Span::new(start, start + word.len()),
            alloc::format!("{shown} {what}, so with a wildcard this rule matches only a command with the argument {shown}"),
            "write one rule for each command, or the whole command without a wildcard",
        ));
    }
    if list != List::Allow || pattern.is_exact() {
        return;
    }
    let pattern = pattern.command();
    let mut words = pattern.lead_words();
    // The rule has the name of a cmdlet in small letters, and the table is found by its own.
    let first = words.next().map(|name| cmdlet(name, true).filter(|_| has_cmdlets).unwrap_or(name));
    match first {
        None if pattern.wildcard_begins_word() => warnings.push(Problem::new(
            inside,
            "the wildcard matches the name of the command, so the rule allows every program with such arguments",
            "name the program before the wildcard",
        )),
        Some(name) if takes_no_wildcard(name, has_cmdlets) => warnings.push(Problem::new(
            inside,
            alloc::format!(
                "no wildcard stands for the command that {} runs, so this rule allows nothing",
                tick(name)
            ),
            "write the whole command, or a rule about the command that it runs",
        )),
        Some(name) if is_opener(name, has_cmdlets) && words.all(|word| word.starts_with('-')) => {
            warnings.push(Problem::new(
                inside,
                alloc::format!("{} runs any program that its arguments name, so this rule allows everything", tick(name)),
                "name the script or the command after it, or remove the rule",
            ));
        }
        Some(name)
            if pattern.lead_words().count() == 1
                && pattern.wildcard_begins_word()
                && pattern.has_text_after_wildcard() =>
        {
            warnings.push(Problem::new(
                inside,
                alloc::format!(
                    "the wildcard matches the sub-command of {}, so the rule allows every sub-command with such arguments",
                    tick(name)
                ),
                "name the sub-command before the wildcard",
            ));
        }
        _ => {}
    }
}

/// The first word outside of quotes that the shell would not hand to any program, and where it begins. A `;` alone is
/// left out: `find … -exec … ;` is written without its backslash too.
fn operator(content: &str) -> Option<(usize, &str)> {
    let (mut quote, mut escaped, mut start) = (None, false, None);
    for (at, character) in content.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        match (quote, character) {
            (None, ' ' | '\t') => {
                if let Some(word) = start.take().and_then(|start| is_operator(content, start, at)) {
                    return Some(word);
                }
                continue;
            }
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None | Some('"'), '\\') => escaped = true,
            _ => {}
        }
        start.get_or_insert(at);
    }
    start.and_then(|start| is_operator(content, start, content.len()))
}

fn is_operator(content: &str, start: usize, end: usize) -> Option<(usize, &str)> {
    let word = content.get(start..end)?;
    let joins = matches!(word, "&&" | "||" | "|" | "|&" | "&");
    let redirects = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&').starts_with(['<', '>']);
    (joins || redirects).then_some((start, word))
}
