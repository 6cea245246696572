//! Wider forms of a suggested rule: its first words, and anything after them.
//!
//! Owns which words may be left open. What such a rule allows besides is shown, and the engine confirms it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Span;
use crate::commands::{Form, is_opener, program};
use crate::policy::Policy;
use crate::proof::suggestion::may_end_in_wildcard;
use crate::rules::{Content, List, SourceLocation, Words, parse};

/// Fewest words in front of a wildcard: with the program alone, each of its sub-commands would be allowed.
const WORDS_MIN: usize = 2;

/// Most words in front of a wildcard that are tried.
const WORDS_MAX: usize = 4;

/// The words of a command rule, if each is written plainly: the tool and the words. A wildcard at the end is left out.
fn plain_words(rule: &str) -> Option<(&str, Vec<&str>)> {
    let (tool, rest) = rule.split_once('(')?;
    let content = rest.strip_suffix(')')?;
    let content = content.strip_suffix(":*").unwrap_or(content);
    let is_plain = |word: &&str| {
        !word.is_empty() && word.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_./=".contains(&it))
    };
    Some((tool, content.split(' ').take_while(is_plain).collect()))
}

/// How many words there are in all, quoted ones too.
fn has_more(rule: &str, words: usize) -> bool {
    rule.split(' ').count() > words
}

/// The wider forms of `rule`, the narrowest first. None for a program that runs what its arguments name, and none that
/// meets a deny or ask rule of `policy`.
pub(super) fn wider(policy: &Policy, rule: &str) -> Vec<String> {
    let Some((tool, words)) = plain_words(rule) else { return Vec::new() };
    let Some(name) = words.first() else { return Vec::new() };
    if is_opener(name, true) {
        return Vec::new();
    }
    let most = if has_more(rule, words.len()) { words.len() } else { words.len().saturating_sub(1) };
    let mut found = Vec::new();
    for known in (WORDS_MIN..=most.min(WORDS_MAX)).rev() {
        let Some(lead) = words.get(..known) else { continue };
        if lead.iter().skip(1).any(|word| word.starts_with('-')) || meets_rule(policy, tool, lead) {
            continue;
        }
        let mut argv: Vec<Option<&str>> = lead.iter().copied().map(Some).collect();
        argv.push(None);
        let mut source = lead.to_vec();
        source.push("");
        if may_end_in_wildcard(&Words { argv: &argv, source: &source }, known) {
            found.push([tool, "(", &lead.join(" "), ":*)"].concat());
        }
    }
    found
}

/// Whether a deny or ask rule names commands that begin with `lead`, or whose beginning is in `lead`.
fn meets_rule(policy: &Policy, tool: &str, lead: &[&str]) -> bool {
    [List::Deny, List::Ask].into_iter().flat_map(|list| policy.rules.list(list)).any(|rule| {
        rule.tool.matches(tool)
            && match &rule.content {
                Content::Command(pattern) => pattern.lead_words().zip(lead).all(|(own, word)| own == *word),
                Content::All => true,
                Content::Path(_) | Content::Domain(_) | Content::Text(_) => false,
            }
    })
}

/// Whether `rule` may be suggested at all: the grammar reads it, and its program does not run what its arguments name.
pub(super) fn may_be_suggested(rule: &str) -> bool {
    let nowhere = SourceLocation { file: "".into(), line: 1, column: 1, span: Span::default() };
    let Ok(parsed) = parse(rule, List::Allow, nowhere, None) else { return false };
    match &parsed.rule.content {
        Content::Command(pattern) => pattern.lead_words().next().is_none_or(|name| !is_opener(name, true)),
        Content::Domain(_) => true,
        Content::All | Content::Path(_) | Content::Text(_) => false,
    }
}

/// Commands that begin as the wide rule does: those of the table, and made up ones.
pub(super) fn commands_of(rule: &str) -> Vec<String> {
    let Some((_, words)) = plain_words(rule) else { return Vec::new() };
    let lead = words.join(" ");
    let mut found = table_commands(rule);
    for end in ["another", "--force another", "../another"] {
        found.push([&lead, " ", end].concat());
    }
    found
}

/// The examples of the program's table that begin as the rule does: those first for which it does not vouch.
pub(crate) fn table_commands(rule: &str) -> Vec<String> {
    let Some((_, words)) = plain_words(rule) else { return Vec::new() };
    let (mut found, mut vouched) = (Vec::new(), Vec::new());
    if let Some(program) = words.first().and_then(|name| program(name)) {
        gather(&program.form, &[&words.join(" "), " "].concat(), &mut found, &mut vouched);
    }
    found.append(&mut vouched);
    found
}

fn gather(form: &Form, begins: &str, unvouched: &mut Vec<String>, vouched: &mut Vec<String>) {
    let texts = |texts: &[&str], found: &mut Vec<String>| {
        found.extend(texts.iter().filter(|text| text.starts_with(begins)).map(|text| String::from(*text)));
    };
    texts(form.no, unvouched);
    texts(form.yes, vouched);
    for sub in form.subs() {
        gather(sub, begins, unvouched, vouched);
    }
}
