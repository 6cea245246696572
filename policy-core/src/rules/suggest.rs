//! The narrowest rule that would allow one command, written so that the rule grammar reads it back.
//!
//! Owns suggestions. Each suggestion is tested on its command; one that would not help is dropped.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Span;
use crate::commands::is_opener;

use super::grammar::Grammar;
use super::list::List;
use super::problem::is_unseen;
use super::source_location::SourceLocation;
use super::subject::{Subject, Words};
use super::text::{Content, grammar, parse};

/// Most rules that are suggested for one request.
pub const SUGGESTIONS_MAX: usize = 5;

/// The longest command, in bytes of its arguments, for which a rule is suggested: nobody reads a longer one.
const SUGGESTED_BYTES_MAX: usize = 1_000;

/// The narrowest rule text that would allow this command of `tool`; none when no rule should.
///
/// Exact where every argument is known and can be written; else the known words in front, followed by `:*`. Never for
/// programs that run whatever their arguments name. Whether further words after the known ones, of which there are so
/// many, could do what nobody approved, `may_grow` says.
pub fn suggest(
    tool: &str,
    words: &Words<'_>,
    may_grow: &dyn Fn(&Words<'_>, usize) -> bool,
) -> Option<String> {
    let name = words.argv.first().copied().flatten()?;
    if name.is_empty() || is_opener(name, grammar(tool).has_cmdlets()) {
        return None;
    }
    if words.argv.iter().flatten().map(|word| word.len() + 1).sum::<usize>() > SUGGESTED_BYTES_MAX {
        return None;
    }
    if let Some(content) = plain(words) {
        return Some([tool, "(", &content, ")"].concat());
    }
    let grammar = grammar(tool);
    let written = || words.argv.iter().map_while(|word| quote((*word)?, grammar));
    let known = written().count();
    let content = if known == words.argv.len() {
        written().collect::<Vec<_>>().join(" ")
    } else {
        // A rule such as `git -C:*` would allow every sub-command: the second word must say what is done.
        let second = words.argv.get(1).copied().flatten()?;
        if known < 2 || second.starts_with('-') || second.is_empty() || !may_grow(words, known) {
            return None;
        }
        let mut content = written().collect::<Vec<_>>().join(" ");
        content.push_str(":*");
        content
    };
    let text = [tool, "(", &content, ")"].concat();
    let nowhere = SourceLocation { file: "".into(), line: 1, column: 1, span: Span::default() };
    let parsed = parse(&text, List::Allow, nowhere, None).ok()?;
    let Content::Command(pattern) = parsed.rule.content else { return None };
    let helps = pattern.unbalanced().is_none() && pattern.covers(&Subject::new(*words, grammar));
    helps.then_some(text)
}

/// The rules that together would allow these commands: without repetition, in order; empty when one has none,
/// or when they would be more than [`SUGGESTIONS_MAX`].
pub fn suggest_all<'w>(
    tool: &str,
    commands: impl IntoIterator<Item = Words<'w>>,
    may_grow: &dyn Fn(&Words<'_>, usize) -> bool,
) -> Vec<String> {
    let mut rules = Vec::new();
    for words in commands {
        let Some(rule) = suggest(tool, &words, may_grow) else { return Vec::new() };
        if !rules.contains(&rule) {
            rules.push(rule);
        }
        if rules.len() > SUGGESTIONS_MAX {
            return Vec::new();
        }
    }
    rules
}

/// The arguments side by side, when all of them are known and are read back as written.
fn plain(words: &Words<'_>) -> Option<String> {
    let length = words
        .argv
        .iter()
        .try_fold(0, |length, word| word.filter(|word| is_plain(word)).map(|word| length + word.len() + 1))?;
    let mut content = String::with_capacity(length);
    for word in words.argv.iter().flatten() {
        if !content.is_empty() {
            content.push(' ');
        }
        content.push_str(word);
    }
    Some(content)
}

/// Whether the rule grammar gives no sign of the argument a meaning of its own.
fn is_plain(argument: &str) -> bool {
    !argument.is_empty()
        && argument
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'='))
}

/// An argument as the rule grammar reads it back; none when it cannot be written.
fn quote(argument: &str, grammar: Grammar) -> Option<String> {
    if argument.chars().any(|c| c == '*' || (c != '\t' && is_unseen(c))) {
        return None;
    }
    let plain = |c: char| c.is_alphanumeric() || "%+,-./:=@_^~#!?{}[]$&|;<>".contains(c);
    // An unquoted tilde is the home directory.
    if !argument.is_empty() && !argument.starts_with('~') && argument.chars().all(plain) {
        return Some(argument.into());
    }
    if !argument.contains('\'') {
        return Some(alloc::format!("'{argument}'"));
    }
    let escape = if grammar == Grammar::PowerShell { '`' } else { '\\' };
    let mut out = String::from("\"");
    for character in argument.chars() {
        if matches!(character, '"' | '\\' | '$' | '`') {
            out.push(escape);
        }
        out.push(character);
    }
    out.push('"');
    Some(out)
}
