//! Rules that another rule makes needless: it overrules them, is the same, or is about all of their commands.

use alloc::format;

use super::finding::{Finding, Kind, Mend};
use super::trials::{Subject, Trials, decision};
use crate::rules::{List, Rule, tick};

/// The finding about a rule beside the others.
pub(super) fn finding(
    subject: &Subject<'_>,
    all: &[(List, &Rule)],
    trials: &mut Trials<'_>,
) -> Option<Finding> {
    let (list, rule) = (subject.list, subject.rule);
    let others = || all.iter().copied().filter(|(_, other)| other.place != rule.place);
    if let Some((other_list, other)) = others().find(|(other, it)| *other < list && it.includes(rule)) {
        return trials.is_without_effect(subject).then(|| overruled(subject, other_list, other));
    }
    let same = others().filter(|(other, it)| *other == list && it.place.file == rule.place.file);
    let mut wider = same.filter(|(_, other)| {
        let is_before = other.place.span.start < rule.place.span.start;
        other.includes(rule) && (is_before || !rule.includes(other))
    });
    if let Some((_, other)) = wider.next() {
        return trials.is_without_effect(subject).then(|| repeated(subject, other));
    }
    // What a rule means is wider than its text: `git push --force` is `git push -f`.
    let mut deciding = None;
    for asked in &subject.own {
        if trials.full(asked).decision == decision(list) {
            return None;
        }
        let source = trials.full(asked).reason.source?;
        deciding = others().find(|(other, it)| *other < list && format!("{}", it.place) == source);
        deciding?;
    }
    let (other_list, other) = deciding?;
    trials.is_without_effect(subject).then(|| overruled(subject, other_list, other))
}

fn overruled(subject: &Subject<'_>, other_list: List, other: &Rule) -> Finding {
    let (list, rule) = (subject.list, subject.rule);
    let message = format!(
        "`{}` comes first and has {}, so this rule {} nothing",
        other_list.name(),
        tick(&other.text),
        verb(list)
    );
    let help = format!("remove one of the two; the other is at {}", other.place);
    Finding::of_rule(Kind::Overruled, list, rule, message, help)
}

fn repeated(subject: &Subject<'_>, other: &Rule) -> Finding {
    let (list, rule) = (subject.list, subject.rule);
    let is_same = rule.includes(other);
    let (kind, message) = if is_same {
        (Kind::Duplicate, format!("this rule is in the list twice; the first is at {}", other.place))
    } else {
        (
            Kind::Covered,
            format!("{} is about the same commands and more; it is at {}", tick(&other.text), other.place),
        )
    };
    let finding = Finding::of_rule(
        kind,
        list,
        rule,
        message,
        "remove this rule; without it every command that was tried gets the same answer",
    );
    Finding { mend: Some(Mend::Remove), ..finding }
}

const fn verb(list: List) -> &'static str {
    match list {
        List::Deny => "denies",
        List::Ask => "asks about",
        List::Allow => "allows",
    }
}
