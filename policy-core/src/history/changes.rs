//! What two policies answer differently, grouped by cause.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::asked::Asked;
use super::replay::Replay;
use crate::policy::Policy;
use crate::sorted;
use crate::verdict::{Decision, Verdict};

/// The answer of one of the policies, and its cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// The answer.
    pub decision: Decision,
    /// The code of its reason.
    pub code: &'static str,
    /// The rule that decided, as written.
    pub rule: Option<String>,
    /// The place of that rule, or of the mode that decided.
    pub source: Option<String>,
}

impl Side {
    fn of(verdict: Verdict) -> Self {
        let Verdict { decision, reason, .. } = verdict;
        Self { decision, code: reason.code, rule: reason.rule, source: reason.source }
    }
}

/// The commands whose answer changes for one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The answer of the first policy.
    pub from: Side,
    /// The answer of the second one.
    pub to: Side,
    /// How many calls there were.
    pub calls: u64,
    /// How many distinct commands.
    pub commands: usize,
    /// The shortest of them.
    pub example: String,
}

impl Change {
    /// Whether the second policy permits more.
    pub fn is_more_permissive(&self) -> bool {
        self.to.decision < self.from.decision
    }
}

/// What two policies answer differently.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// How many calls were decided.
    pub calls: u64,
    /// How many distinct commands.
    pub commands: usize,
    /// The changes by cause: first `deny` to `allow`, then `ask` to `allow`, then `deny` to `ask`, then what is stricter; the
    /// most frequent first.
    pub groups: Vec<Change>,
}

impl Changes {
    /// Whether the second policy permits anything more.
    pub fn is_more_permissive(&self) -> bool {
        self.groups.iter().any(Change::is_more_permissive)
    }
}

/// The differences between the answers of `from` and `to`, each on a plain disk.
pub fn changes(from: &Policy, to: &Policy, asked: &[Asked]) -> Changes {
    let (mut from, mut to) = (Replay::new(from.clone()), Replay::new(to.clone()));
    let mut found: BTreeMap<(Side, Side), (u64, usize, &str)> = BTreeMap::new();
    let mut calls = 0;
    for one in asked {
        calls += one.count;
        let sides = (Side::of(from.verdict(one)), Side::of(to.verdict(one)));
        if sides.0.decision == sides.1.decision {
            continue;
        }
        let group = found.entry(sides).or_insert((0, 0, &one.command));
        group.0 += one.count;
        group.1 += 1;
        if (one.command.len(), &*one.command) < (group.2.len(), group.2) {
            group.2 = &one.command;
        }
    }
    let mut groups: Vec<Change> = Vec::with_capacity(found.len());
    for ((from, to), (calls, commands, example)) in found {
        groups.push(Change { from, to, calls, commands, example: example.into() });
    }
    sorted::sort_by(&mut groups, |one, other| {
        let key = |change: &Change| (rank(change.from.decision, change.to.decision), u64::MAX - change.calls);
        key(one).cmp(&key(other)).then_with(|| one.example.cmp(&other.example))
    });
    Changes { calls, commands: asked.len(), groups }
}

/// What a reader needs to see first.
const fn rank(from: Decision, to: Decision) -> u8 {
    match (from, to) {
        (Decision::Deny, Decision::Allow) => 0,
        (Decision::Ask, Decision::Allow) => 1,
        (Decision::Deny, Decision::Ask) => 2,
        (Decision::Ask, Decision::Deny) => 3,
        (Decision::Allow, Decision::Deny) => 4,
        (Decision::Allow, Decision::Ask) => 5,
        (Decision::Allow, Decision::Allow)
        | (Decision::Ask, Decision::Ask)
        | (Decision::Deny, Decision::Deny) => 6,
    }
}
