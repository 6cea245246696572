//! The rules that would spare the most questions: a greedy cover, every step of which the engine confirms.
//!
//! Owns the choice. A rule counts for what it is seen to answer: the policy with it decides the same commands again.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::amend::{allowing, amended};
use super::asked::Asked;
use super::candidate::{Candidate, candidates};
use super::replay::Replay;
use super::wider::commands_of;
use crate::codes::reasons;
use crate::policy::Policy;
use crate::sorted;
use crate::verdict::{Decision, Verdict};

/// Most examples of what a rule allows besides.
const EXAMPLES_MAX: usize = 3;

/// Rules that would spare questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The allow rules, which are only worth something together; mostly one.
    pub rules: Vec<String>,
    /// How many calls would not have asked, besides those that the suggestions before it answer.
    pub questions: u64,
    /// How many distinct commands these are.
    pub commands: usize,
    /// The rarest of them, at most three.
    pub examples: Vec<String>,
    /// Whether it allows commands that are not in the log.
    pub is_wider: bool,
    /// Commands that are not in the log and that it would allow, at most three. Only a wider rule has any.
    pub newly_allowed: Vec<String>,
}

/// The questions of a log, and what would spare them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// How many calls there were.
    pub calls: u64,
    /// How many of them ask.
    pub questions: u64,
    /// How many distinct commands ask.
    pub commands: usize,
    /// The suggestions: the most questions first, then by text.
    pub suggestions: Vec<Suggestion>,
    /// How many questions would be left with all of them.
    pub left: u64,
}

/// What a candidate was seen to do.
struct Trial {
    /// The questions that it answers, as places in the log.
    answered: Vec<usize>,
    calls: u64,
    newly_allowed: Vec<String>,
}

/// At most `top` suggestions that spare the most questions of `asked` under `policy`.
///
/// Never for programs that run what their arguments name, never a rule with a secret in it, and never one that would allow what a
/// rule, a profile or a critical removal denies. A rule that ends openly counts only for words that no deny or ask rule
/// names, and only with an example of what else it allows.
pub fn cover(policy: &Policy, asked: &[Asked], top: usize) -> Cover {
    let mut replay = Replay::new(policy.clone());
    let mut cover = Cover::default();
    let mut questions = Vec::new();
    let mut open = BTreeSet::new();
    let mut denied = Vec::new();
    for (place, one) in asked.iter().enumerate() {
        let verdict = replay.verdict(one);
        cover.calls += one.count;
        match verdict.decision {
            Decision::Ask => {
                cover.questions += one.count;
                cover.commands += 1;
                open.insert(place);
                questions.push((place, one.count, verdict.suggestions));
            }
            Decision::Deny if !is_denied_by_mode(&verdict) => denied.push((place, programs(&verdict))),
            Decision::Deny | Decision::Allow => {}
        }
    }
    let mut chosen: Vec<String> = Vec::new();
    let mut waiting: Vec<(Candidate, Option<Trial>)> =
        candidates(policy, &questions).into_iter().map(|candidate| (candidate, None)).collect();
    while cover.suggestions.len() < top {
        for (candidate, trial) in &mut waiting {
            if trial.is_none() {
                *trial = Some(tried(policy, asked, &open, &denied, &chosen, candidate, &mut replay));
            }
        }
        let Some(best) = best(&waiting) else { break };
        let (mut candidate, Some(trial)) = waiting.remove(best) else { break };
        candidate.rules.retain(|rule| !chosen.contains(rule));
        for place in &trial.answered {
            open.remove(place);
        }
        let answered: BTreeSet<usize> = sorted::set(candidate.questions.iter().copied());
        for (other, trial) in &mut waiting {
            if other.questions.iter().any(|place| answered.contains(place)) {
                *trial = None;
            }
        }
        chosen.extend(candidate.rules.iter().cloned());
        cover.suggestions.push(suggestion(candidate, trial, asked));
    }
    cover.left = left(policy, asked, &open, &chosen);
    sorted::sort_by(&mut cover.suggestions, |one, other| {
        other.questions.cmp(&one.questions).then_with(|| one.rules.cmp(&other.rules))
    });
    cover
}

/// How many calls of `open` still ask with all that was chosen. A wide rule may answer more than those for which it was tried.
fn left(policy: &Policy, asked: &[Asked], open: &BTreeSet<usize>, chosen: &[String]) -> u64 {
    let mut after = amended(policy, &allowing(chosen)).map(Replay::new);
    let open = open.iter().filter_map(|place| asked.get(*place));
    open.filter(|one| after.as_mut().is_none_or(|it| it.verdict(one).decision != Decision::Allow))
        .map(|one| one.count)
        .sum()
}

/// The candidate that answers the most calls, then the most commands, then the narrowest, then the first by text.
fn best(waiting: &[(Candidate, Option<Trial>)]) -> Option<usize> {
    let keys = waiting.iter().enumerate().filter_map(|(at, (candidate, trial))| {
        // A rule that answers nothing now may answer something after the next choice.
        let trial = trial.as_ref().filter(|trial| !trial.answered.is_empty())?;
        let words: usize = candidate.rules.iter().map(|rule| rule.split(' ').count()).sum();
        let wide = (candidate.is_wide, candidate.rules.len(), Reverse(words));
        Some(((Reverse(trial.calls), Reverse(trial.answered.len()), wide, &candidate.rules), at))
    });
    keys.min().map(|(_, at)| at)
}

/// Decides the questions of the candidate again, with it and all that was chosen before.
fn tried(
    policy: &Policy,
    asked: &[Asked],
    open: &BTreeSet<usize>,
    denied: &[(usize, Vec<String>)],
    chosen: &[String],
    candidate: &Candidate,
    before: &mut Replay,
) -> Trial {
    let mut trial = Trial { answered: Vec::new(), calls: 0, newly_allowed: Vec::new() };
    let mut rules = chosen.to_vec();
    rules.extend(candidate.rules.iter().filter(|rule| !chosen.contains(rule)).cloned());
    let after = if rules.len() == chosen.len() { None } else { amended(policy, &allowing(&rules)) };
    let Some(after) = after else { return trial };
    let mut after = Replay::new(after);
    for place in candidate.questions.iter().filter(|place| open.contains(place)) {
        let Some(one) = asked.get(*place) else { continue };
        if after.verdict(one).decision == Decision::Allow {
            trial.answered.push(*place);
            trial.calls += one.count;
        }
    }
    let programs: Vec<&str> = candidate.rules.iter().filter_map(|rule| program_of(rule)).collect();
    let is_about = |names: &[String]| names.iter().any(|name| programs.contains(&name.as_str()));
    let loosens = denied
        .iter()
        .filter(|(_, names)| is_about(names))
        .any(|(place, _)| asked.get(*place).is_some_and(|one| after.verdict(one).decision != Decision::Deny));
    if loosens || candidate.is_wide && trial.answered.len() < 2 {
        trial.answered.clear();
        return trial;
    }
    if candidate.is_wide {
        trial.newly_allowed = newly_allowed(asked, candidate, &trial.answered, before, &mut after);
        if trial.newly_allowed.is_empty() {
            trial.answered.clear();
        }
    }
    trial
}

/// Commands that are not among the questions, ask without the candidate, and do not ask with it.
fn newly_allowed(
    asked: &[Asked],
    candidate: &Candidate,
    answered: &[usize],
    before: &mut Replay,
    after: &mut Replay,
) -> Vec<String> {
    let Some(like) = answered.first().and_then(|place| asked.get(*place)) else { return Vec::new() };
    let commands = candidate.rules.iter().flat_map(|rule| commands_of(rule));
    let is_known = |command: &str| {
        answered.iter().any(|place| asked.get(*place).is_some_and(|one| one.command == command))
    };
    let mut found: Vec<String> = Vec::new();
    for command in commands {
        if found.len() == EXAMPLES_MAX {
            break;
        }
        let one = Asked { command, ..like.clone() };
        if !is_known(&one.command)
            && !found.contains(&one.command)
            && after.verdict(&one).decision == Decision::Allow
            && before.verdict(&one).decision != Decision::Allow
        {
            found.push(one.command);
        }
    }
    found
}

fn suggestion(candidate: Candidate, trial: Trial, asked: &[Asked]) -> Suggestion {
    let mut answered: Vec<&Asked> = trial.answered.iter().filter_map(|place| asked.get(*place)).collect();
    sorted::sort_by(&mut answered, |one, other| {
        one.count.cmp(&other.count).then_with(|| one.command.cmp(&other.command))
    });
    let mut examples: Vec<String> = Vec::new();
    for one in &answered {
        if examples.len() < EXAMPLES_MAX && !examples.contains(&one.command) {
            examples.push(one.command.clone());
        }
    }
    Suggestion {
        rules: candidate.rules,
        questions: trial.calls,
        commands: answered.len(),
        examples,
        is_wider: candidate.is_wide,
        newly_allowed: trial.newly_allowed,
    }
}

/// Whether only the mode denies it: nobody could be asked, or nothing but reading was wanted.
fn is_denied_by_mode(verdict: &Verdict) -> bool {
    [reasons::NOBODY_TO_ASK.name, reasons::PLAN_MODE.name].contains(&verdict.reason.code)
}

/// The words of the commands that may name a program.
fn programs(verdict: &Verdict) -> Vec<String> {
    verdict.commands.iter().flat_map(|command| command.argv.iter().flatten().cloned()).collect()
}

/// The program of a rule.
fn program_of(rule: &str) -> Option<&str> {
    let (_, content) = rule.split_once('(')?;
    content.split([' ', ':', ')']).next()
}
