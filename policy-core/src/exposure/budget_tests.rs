//! How much of one request is held against deny and ask rules, and that the rest is not taken for harmless.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use super::rewritten::Rewritten;
use super::search::{Exposure, STEPS_MAX};
use crate::commands::{self, AbstractValue, Arg};
use crate::limits::UNREAD_COMMANDS_MAX;
use crate::machine::Machine;
use crate::paths::PathModel;
use crate::rules::{List, Matched};
use crate::span::Span;
use crate::{Policy, Request, Source};

/// How sure a rule matches, of which list.
type Found = Option<(List, bool)>;

const DENIED: Found = Some((List::Deny, true));
const POSSIBLE: Found = Some((List::Ask, false));

/// What `look` finds under these rules.
fn under<R>(rules: &str, look: impl FnOnce(&mut Exposure<'_, '_>) -> R) -> R {
    let text = format!(r#"{{"permissions":{rules}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let policy = Policy::from_sources(&[source]).unwrap_or_default();
    let request = Request::new("");
    let machine = Machine::new(&request, &policy, PathModel::of(None, None));
    look(&mut Exposure::new(&policy, &request, &machine))
}

fn denied<R>(rule: &str, look: impl FnOnce(&mut Exposure<'_, '_>) -> R) -> R {
    let rule = serde_json::to_string(rule).unwrap_or_default();
    under(&format!(r#"{{"deny":[{rule}]}}"#), look)
}

fn found(matched: Option<Matched<'_>>) -> Found {
    matched.map(|matched| (matched.list, matched.certain))
}

/// The words of `source`, those with a `$` as values that only the run knows.
fn args(source: &str) -> Vec<Arg<'_>> {
    let mut at = 0;
    let mut args = Vec::new();
    for word in source.split(' ') {
        let span = Span::new(at, at + word.len());
        let value = if word.contains('$') { AbstractValue::ANYTHING } else { AbstractValue::Known(word) };
        args.push(Arg::new(value, 0, span));
        at += word.len() + 1;
    }
    args
}

/// What is found in one command where this much may be compared.
fn within(budget: usize, rule: &str, source: &str) -> Found {
    denied(rule, |exposure| {
        exposure.budget = budget;
        found(exposure.here(source, &args(source)))
    })
}

#[test]
fn a_command_within_the_budget_is_compared_whole_and_past_it_its_first_words() {
    let seven = "tool a b c d e f";
    let cost = seven.len() + 1;
    assert_eq!(within(cost, "Bash(tool a b c d e f)", seven), DENIED);
    assert_eq!(within(cost - 1, "Bash(tool a b c d e f)", seven), POSSIBLE);
    assert_eq!(within(cost, "Bash(tool a b c d e g)", seven), None);
    assert_eq!(within(cost - 1, "Bash(tool b:*)", seven), None);
    let six = "tool a b c d e";
    assert_eq!(within(0, "Bash(tool a b c d e)", six), DENIED);
    assert_eq!(within(0, "Bash(tool a b c d e f)", six), None);
}

#[test]
fn a_long_argument_is_not_compared_past_the_budget_and_may_be_anything() {
    let long = |length: usize| format!("tool {}", "a".repeat(length));
    assert_eq!(within(0, "Bash(tool x)", &long(256)), None);
    assert_eq!(within(0, "Bash(tool x)", &long(257)), POSSIBLE);
    assert_eq!(within(1_000, "Bash(tool x)", &long(257)), None);
    let variable = |length: usize| format!("tool ${}", "a".repeat(length - 1));
    for (budget, length, expected) in
        [(1_000, 2, DENIED), (1_000, 257, DENIED), (0, 2, DENIED), (0, 256, DENIED), (0, 257, POSSIBLE)]
    {
        let source = variable(length);
        assert_eq!(within(budget, &format!("Bash({source})"), &source), expected, "{budget} {length}");
    }
}

#[test]
fn words_that_were_not_read_are_compared_as_they_are_written() {
    let words = [Arg::known("tool", 0, Span::default()), Arg::known("\"a b\"", 0, Span::default())];
    assert_eq!(denied("Bash(tool \"a b\")", |exposure| found(exposure.here("", &words))), DENIED);
}

#[test]
fn what_a_command_does_is_read_from_all_arguments_and_past_the_budget_from_the_first() {
    let meaning = |over: usize, operands: usize| {
        denied("Bash(rm -rf:*)", |exposure| {
            exposure.spent = exposure.budget + over;
            let source = format!("rm {}-rf", "a ".repeat(operands));
            found(exposure.meaning(&args(&source)))
        })
    };
    assert_eq!(meaning(0, 31), DENIED);
    assert_eq!(meaning(1, 30), DENIED);
    assert_eq!(meaning(1, 31), None);
}

#[test]
fn a_text_past_the_budget_is_left_out_and_not_taken_for_harmless() {
    let line = |budget: usize| {
        denied("Bash(tool x)", |exposure| {
            exposure.budget = budget;
            (found(exposure.line("tool x", &[], None, 0)), exposure.leaves_out())
        })
    };
    assert_eq!(line(6), (DENIED, false));
    assert_eq!(line(5), (None, true));
    let rewritten = |budget: usize| {
        denied("Bash(tool x)", |exposure| {
            let mut command = Rewritten::default();
            command.push_text("tool");
            command.push_text("x");
            exposure.budget = budget;
            (found(exposure.rewritten(&command, &[], None, 0)), exposure.leaves_out())
        })
    };
    assert_eq!(rewritten(6), (DENIED, false));
    assert_eq!(rewritten(5), (None, true));
}

#[test]
fn a_command_inside_of_another_one_is_left_out_past_the_steps_of_a_request() {
    let looked = |command: &str, steps: usize| {
        denied("Bash(tool x)", |exposure| {
            let script = crate::syntax::read(command, exposure.request.shell);
            let args: Vec<Arg<'_>> =
                script.commands.iter().flat_map(|command| commands::arguments(&script, command)).collect();
            exposure.steps = steps;
            (found(exposure.command(&script, 0, &args, None)), exposure.leaves_out())
        })
    };
    assert_eq!(looked("timeout 5 tool x", STEPS_MAX - 4), (DENIED, false));
    assert_eq!(looked("timeout 5 tool x", STEPS_MAX - 3), (None, true));
    assert_eq!(looked("other 5 tool x", STEPS_MAX), (None, false));
}

#[test]
fn as_many_mentions_in_unread_text_are_looked_at_as_the_limit_says() {
    let unread = |text: &str| denied("Bash(tool x)", |exposure| found(exposure.unread(text)));
    let behind = |word: &str, count: usize| -> String { format!("{word} y;").repeat(count) + "tool x" };
    assert_eq!(unread("tool x"), DENIED);
    assert_eq!(unread(&behind("tool", UNREAD_COMMANDS_MAX - 1)), DENIED);
    assert_eq!(unread(&behind("tool", UNREAD_COMMANDS_MAX)), None);
    // Another word is no mention, however it ends.
    assert_eq!(unread(&behind("bool", UNREAD_COMMANDS_MAX)), DENIED);
    let both = r#"{"ask":["Bash(tool y)"],"deny":["Bash(tool x)"]}"#;
    assert_eq!(under(both, |exposure| found(exposure.unread("tool y; tool x"))), DENIED);
}
