//! Rules that may be suggested, with the questions from which they come.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::mask::mask;
use super::wider::{may_be_suggested, wider};
use crate::policy::Policy;
use crate::sorted;

/// Most candidates that are tried, those of the most questions first.
const CANDIDATES_MAX: usize = 2_000;

/// Rules that are tried together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// In order of their text.
    pub(super) rules: Vec<String>,
    /// Whether it is wider than any suggestion of the engine.
    pub(super) is_wide: bool,
    /// The questions that it could answer, as places in the log.
    pub(super) questions: Vec<usize>,
}

/// The candidates for `questions`, each with its place in the log, the number of its calls and the suggestions of its verdict.
pub(super) fn candidates(policy: &Policy, questions: &[(usize, u64, Vec<String>)]) -> Vec<Candidate> {
    let mut found: BTreeMap<Vec<String>, (bool, Vec<usize>, u64)> = BTreeMap::new();
    for (place, count, suggested) in questions {
        if suggested.is_empty() || !suggested.iter().all(|rule| may_be_suggested(rule) && mask(rule) == *rule)
        {
            continue;
        }
        let mut add = |rules: Vec<String>, is_wide: bool| {
            let candidate = found.entry(rules).or_insert((is_wide, Vec::new(), 0));
            // A rule that the engine itself suggests is none of the wider ones.
            candidate.0 &= is_wide;
            if candidate.1.last() != Some(place) {
                candidate.1.push(*place);
                candidate.2 += count;
            }
        };
        for rule in suggested {
            add(Vec::from([rule.clone()]), false);
            for wide in wider(policy, rule) {
                add(Vec::from([wide]), true);
            }
        }
        if suggested.len() > 1 {
            let mut all = suggested.clone();
            sorted::sort(&mut all);
            add(all, false);
        }
    }
    let mut candidates = Vec::with_capacity(found.len());
    for (rules, (is_wide, questions, count)) in found {
        // What answers a single question is better answered by the rule for it.
        if !is_wide || questions.len() > 1 {
            candidates.push((count, Candidate { rules, is_wide, questions }));
        }
    }
    sorted::sort_by(&mut candidates, |one, other| {
        other.0.cmp(&one.0).then_with(|| one.1.rules.cmp(&other.1.rules))
    });
    candidates.truncate(CANDIDATES_MAX);
    candidates.into_iter().map(|(_, candidate)| candidate).collect()
}
