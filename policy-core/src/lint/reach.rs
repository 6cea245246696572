//! What a rule reaches: nothing, what may run anyway, or more than its text shows.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::finding::{Finding, Kind};
use super::samples;
use super::trials::{Subject, Trials, decision};
use crate::commands::{Arg, Proof, uses};
use crate::rules::{Content, List, tick};
use crate::span::Span;
use crate::verdict::{Decision, Verdict};

/// Most examples of a finding.
const EXAMPLES_MAX: usize = 3;

/// A rule about commands that decides none of those that were made from its text.
pub(super) fn never(subject: &Subject<'_>, trials: &mut Trials<'_>) -> Option<Finding> {
    let (list, rule) = (subject.list, subject.rule);
    samples::shell(rule)?;
    let mut alone = trials.alone(subject);
    let mut first = None;
    for asked in subject.all() {
        let verdict = alone.verdict(asked);
        if verdict.decision == decision(list) && (list != List::Ask || verdict.reason.rule.is_some()) {
            return None;
        }
        first.get_or_insert((asked, verdict));
    }
    let (asked, verdict) = first?;
    let message = match verdict.decision {
        Decision::Ask => format!("this rule never decides: {} still asks", tick(&asked.command)),
        Decision::Deny => format!("this rule never decides: {} is denied", tick(&asked.command)),
        Decision::Allow => format!("this rule never decides: {} is allowed", tick(&asked.command)),
    };
    let mut finding = Finding::of_rule(Kind::NeverMatches, list, rule, message, verdict.reason.message);
    finding.examples.push(asked.command.clone());
    Some(finding)
}

/// An allow rule for one command that may run without any rule.
pub(super) fn needless(subject: &Subject<'_>, trials: &mut Trials<'_>) -> Option<Finding> {
    let (list, rule) = (subject.list, subject.rule);
    let Content::Command(pattern) = &rule.content else { return None };
    samples::shell(rule)?;
    let asked = subject.own.first().filter(|_| list == List::Allow && pattern.is_exact())?;
    let verdict = trials.none(asked);
    (verdict.decision == Decision::Allow).then(|| {
        let message = String::from("the command may run without this rule");
        Finding::of_rule(Kind::Needless, list, rule, message, verdict.reason.message)
    })
}

/// An allow rule with a wildcard that stands for more than reading.
pub(super) fn wider(subject: &Subject<'_>, trials: &mut Trials<'_>) -> Option<Finding> {
    let (list, rule) = (subject.list, subject.rule);
    let Content::Command(pattern) = &rule.content else { return None };
    if list != List::Allow || pattern.is_exact() {
        return None;
    }
    let mut alone = trials.alone(subject);
    // What the words of the rule say is no surprise, nor what other examples do.
    let mut known: Vec<&str> = subject.own.iter().filter_map(|asked| refusal(&trials.none(asked))).collect();
    let mut examples = Vec::new();
    let mut first = None;
    for asked in &subject.of_table {
        let without = trials.none(asked);
        // What the table does not know shows nothing.
        let Some(does) = refusal(&without) else { continue };
        if examples.len() < EXAMPLES_MAX
            && without.decision != Decision::Allow
            && !known.contains(&does)
            && alone.verdict(asked).decision == Decision::Allow
            && trials.full(asked).decision == Decision::Allow
        {
            examples.push(asked.command.clone());
            first.get_or_insert(does);
            known.push(does);
        }
    }
    let message = format!("this rule also allows {}: {}", tick(examples.first()?), first?);
    let help =
        "if that is too much, name more words before the wildcard, or put the exception into `ask` or `deny`";
    let finding = Finding::of_rule(Kind::Wider, list, rule, message, help);
    Some(Finding { examples, ..finding })
}

/// What the command of a verdict does besides reading, as its table says; none for several commands, and where the table does
/// not know.
fn refusal(verdict: &Verdict) -> Option<&'static str> {
    let [command] = verdict.commands.as_slice() else { return None };
    let words = command.argv.iter().map(Option::as_deref).collect::<Option<Vec<&str>>>()?;
    let args: Vec<Arg<'_>> =
        (0..).zip(&words).map(|(at, word)| Arg::known(word, at, Span::default())).collect();
    match uses(&args).proof {
        Proof::Refused { why, .. } => Some(why),
        _ => None,
    }
}
