//! The policies in which a rule is tried: all rules, none, this one alone, all but this one.

use alloc::vec::Vec;

use super::samples;
use crate::history::{Asked, Replay};
use crate::policy::Policy;
use crate::request::Mode;
use crate::rules::{List, Rule, Rules};
use crate::verdict::{Decision, Verdict};

/// A rule with the commands that were made for it.
pub(super) struct Subject<'p> {
    pub(super) list: List,
    pub(super) rule: &'p Rule,
    /// From its text, the whole of it first.
    pub(super) own: Vec<Asked>,
    /// From the tables.
    pub(super) of_table: Vec<Asked>,
}

impl Subject<'_> {
    /// All of its commands.
    pub(super) fn all(&self) -> impl Iterator<Item = &Asked> {
        self.own.iter().chain(&self.of_table)
    }
}

/// The policies that decide.
pub(super) struct Trials<'p> {
    policy: &'p Policy,
    cwd: Option<&'p str>,
    home: Option<&'p str>,
    full: Replay,
    none: Replay,
    /// The rules that are to be removed, each with its commands.
    removed: Vec<(Rule, Vec<Asked>)>,
}

impl<'p> Trials<'p> {
    pub(super) fn new(policy: &'p Policy, cwd: Option<&'p str>, home: Option<&'p str>) -> Self {
        let full = Replay::new(in_default_mode(policy, Rules::new(policy.rules.all().map(owned))));
        let none = Replay::new(in_default_mode(policy, Rules::default()));
        Self { policy, cwd, home, full, none, removed: Vec::new() }
    }

    pub(super) fn subject<'r>(&self, list: List, rule: &'r Rule) -> Subject<'r> {
        let own = samples::own(rule, self.cwd, self.home);
        let of_table = if samples::shell(rule).is_some() {
            samples::of_table(rule, self.cwd, self.home)
        } else {
            Vec::new()
        };
        Subject { list, rule, own, of_table }
    }

    /// The verdict of the policy.
    pub(super) fn full(&mut self, asked: &Asked) -> Verdict {
        self.full.verdict(asked)
    }

    /// The decision without any rule.
    pub(super) fn none(&mut self, asked: &Asked) -> Verdict {
        self.none.verdict(asked)
    }

    /// The policy that has this rule and no other.
    pub(super) fn alone(&self, subject: &Subject<'_>) -> Replay {
        let rules = Rules::new([(subject.list, subject.rule.clone())]);
        Replay::new(in_default_mode(self.policy, rules))
    }

    /// Whether the policy answers each of the commands the same without this rule, and without those that are to be removed. The
    /// commands of those that this rule includes count as well.
    pub(super) fn is_without_effect(&mut self, subject: &Subject<'_>) -> bool {
        let is_gone = |rule: &Rule| self.removed.iter().any(|(removed, _)| removed.place == rule.place);
        let others =
            self.policy.rules.all().filter(|(_, rule)| rule.place != subject.rule.place && !is_gone(rule));
        let mut without = Replay::new(in_default_mode(self.policy, Rules::new(others.map(owned))));
        let included = self.removed.iter().filter(|(removed, _)| subject.rule.includes(removed));
        let all = subject.all().chain(included.flat_map(|(_, asked)| asked));
        let full = &mut self.full;
        let mut same = all.map(|asked| full.verdict(asked).decision == without.verdict(asked).decision);
        same.all(|is_same| is_same)
    }

    /// Says that the rule is to be removed.
    pub(super) fn remove(&mut self, subject: &Subject<'_>) {
        self.removed.push((subject.rule.clone(), subject.all().cloned().collect()));
    }
}

/// The decision that a rule of this list makes.
pub(super) const fn decision(list: List) -> Decision {
    match list {
        List::Deny => Decision::Deny,
        List::Ask => Decision::Ask,
        List::Allow => Decision::Allow,
    }
}

fn owned((list, rule): (List, &Rule)) -> (List, Rule) {
    (list, rule.clone())
}

/// The policy with other rules. In other modes the mode answers, and no rule is seen.
fn in_default_mode(policy: &Policy, rules: Rules) -> Policy {
    let mut other = policy.clone();
    other.rules = rules;
    other.warnings.clear();
    other.set_mode(Mode::Default);
    other
}
