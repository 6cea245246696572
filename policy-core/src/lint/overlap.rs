//! Rules that another rule makes needless: it overrules them, is the same, or is about all of their commands.

use alloc::format;

use super::finding::{Finding, Kind, Mend};
use super::trials::{Subject, Trials, decision};
use crate::rules::{Content, List, Rule, tick};

/// The finding about a rule beside the others.
pub(super) fn finding(
    subject: &Subject<'_>,
    all: &[(List, &Rule)],
    trials: &mut Trials<'_>,
) -> Option<Finding> {
    let (list, rule) = (subject.list, subject.rule);
    let others = || all.iter().copied().filter(|(_, other)| other.place != rule.place);
    let includes = |other: &Rule| other.includes(rule) && (list == List::Allow || is_open_ended(other));
    if let Some((other_list, other)) = others().find(|(other, it)| *other < list && includes(it)) {
        return trials.is_without_effect(subject).then(|| overruled(subject, other_list, other));
    }
    let same = others().filter(|(other, it)| *other == list && it.place.file == rule.place.file);
    let mut wider = same.filter(|(_, other)| {
        let is_before = other.place.span.start < rule.place.span.start;
        let is_same = other.text == rule.text;
        (is_same || includes(other)) && (is_before || !rule.includes(other))
    });
    if let Some((_, other)) = wider.next() {
        return trials.is_without_effect(subject).then(|| {
            trials.remove(subject);
            repeated(subject, other)
        });
    }
    // What a rule means is wider than its text: `git push --force` is `git push -f`.
    let mut deciding = None;
    for asked in &subject.own {
        let verdict = trials.full(asked);
        if verdict.decision == decision(list) {
            return None;
        }
        let source = verdict.reason.source?;
        deciding = others().find(|(other, it)| *other < list && format!("{}", it.place) == source);
        deciding?;
    }
    let (other_list, other) = deciding?;
    trials.is_without_effect(subject).then(|| overruled(subject, other_list, other))
}

/// Whether nothing follows the wildcard of a rule. A deny or ask rule is about what a command means, in more spellings than its
/// text has; of a rule with words after its wildcard it is not known that it sees all of them.
fn is_open_ended(rule: &Rule) -> bool {
    match &rule.content {
        Content::Command(pattern) => !pattern.is_exact() && !pattern.has_text_after_wildcard(),
        Content::All | Content::Path(_) | Content::Domain(_) | Content::Text(_) => true,
    }
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
