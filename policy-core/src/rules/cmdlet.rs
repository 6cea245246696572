//! A deny or ask rule about a cmdlet held against what a command gives it: parameters by any name, in any order, by position.
//!
//! Owns the comparison. The tables own the names, and the binder finds them in the rule and in the command.

use alloc::string::String;
use alloc::vec::Vec;

use super::glob::Glob;
use super::meaning::Answer;
use crate::Span;
use crate::commands::{Arg, Bound, bound};

/// Whether the rule of these words, in which `*` stands for anything, is about the command `args`; none if that is no cmdlet.
pub(super) fn is_about(rule: &[String], args: &[Arg<'_>]) -> Option<Answer> {
    let (given, is_whole) = bound(args)?;
    let name = args.first().and_then(Arg::text)?;
    let own: Vec<Arg<'_>> = (0..).zip(rule).map(|(at, word)| Arg::known(word, at, Span::default())).collect();
    let is_open = rule.last().is_some_and(|word| word.ends_with('*'));
    let literal: Vec<Arg<'_>> = own.iter().filter(|arg| arg.text() != Some("*")).copied().collect();
    // The rule has the name in small letters, and the table is found by its own.
    let named: Vec<Arg<'_>> = core::iter::once(Arg::known(name, 0, Span::default()).of_cmdlet_shell())
        .chain(literal.iter().skip(1).copied())
        .collect();
    if named.len() < 2 {
        return Some(Answer::No);
    }
    let (wanted, _) = bound(&named)?;
    let mut answer = Answer::Yes;
    for want in &wanted {
        answer = answer.min(meets(want, &named, &given, args, is_whole));
    }
    if is_open {
        return Some(answer);
    }
    let names_parameter = named.iter().filter_map(Arg::text).any(|text| text.starts_with('-'));
    let further = given.iter().filter(|it| !wanted.iter().any(|want| is_same(want, it)));
    Some(answer.min(further.map(|it| beside(it, names_parameter)).min().unwrap_or(Answer::Yes)))
}

/// Whether a rule that is about one command alone allows for a parameter that it does not name. A value more is another
/// command; a switch more, or any parameter where the rule names parameters, may be what nobody thought of.
fn beside(further: &Bound, names_parameter: bool) -> Answer {
    if names_parameter || further.parameter.value.is_none() { Answer::Perhaps } else { Answer::No }
}

fn is_same(one: &Bound, other: &Bound) -> bool {
    core::ptr::eq(one.parameter, other.parameter)
}

/// Whether the command gives the parameter that a rule names, with a value that it names.
fn meets(want: &Bound, rule: &[Arg<'_>], given: &[Bound], args: &[Arg<'_>], is_whole: bool) -> Answer {
    let absent = if is_whole { Answer::No } else { Answer::Perhaps };
    let mut best = absent;
    for it in given.iter().filter(|it| is_same(want, it)) {
        let values = args.get(it.values.clone()).unwrap_or(&[]);
        let texts = rule.get(want.values.clone()).unwrap_or(&[]).iter().filter_map(Arg::text);
        let answers = texts.map(|text| {
            let is_like = |value: &Arg<'_>| value.text().map(|value| is_match(text, value));
            match values.iter().map(is_like).max() {
                Some(Some(true)) => Answer::Yes,
                _ if values.iter().any(|value| value.text().is_none()) => Answer::Perhaps,
                _ => absent,
            }
        });
        best = best.max(answers.min().unwrap_or(Answer::Yes));
    }
    best
}

/// Whether `text` of a rule, in small letters, matches a value in any case.
fn is_match(text: &str, value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    Glob::from_text(text).matches(&value)
}
