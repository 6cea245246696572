//! What is wrong with a policy itself: rules that can never match, that others overrule or repeat, that allow more than they
//! show, that were written for another tool.
//!
//! Owns the findings. That a rule changes nothing is never concluded from its text alone: commands that it is about are
//! decided with it and without it. Writes nothing: a host shows the mends and writes them.

mod finding;
mod foreign;
mod mend;
mod overlap;
mod reach;
mod samples;
mod trials;

#[cfg(test)]
mod tests;

pub use finding::{Finding, Kind, Level, Mend};
pub use mend::mended;

use alloc::vec::Vec;

use crate::policy::Policy;
use crate::rules::{List, Rule};
use crate::sorted;

use trials::Trials;

/// The findings about `policy` in the order of its sources.
///
/// `cwd` is the absolute directory in which the commands would run, `home` the home directory. `step` is called before each
/// rule with its number, from 0, and the number of rules.
pub fn lint(
    policy: &Policy,
    cwd: Option<&str>,
    home: Option<&str>,
    step: &mut dyn FnMut(usize, usize),
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = policy.warnings.iter().cloned().map(Finding::of_warning).collect();
    let all: Vec<(List, &Rule)> = policy.rules.all().collect();
    let mut trials = Trials::new(policy, cwd, home);
    for (number, &(list, rule)) in all.iter().enumerate() {
        step(number, all.len());
        if rule.in_doubt {
            // A warning says that it cannot be read.
            continue;
        }
        if let Some(finding) = foreign::finding(list, rule) {
            findings.retain(|known| !known.is_about(rule));
            findings.push(finding);
            continue;
        }
        let is_known = findings.iter().any(|known| known.is_about(rule));
        let subject = trials.subject(list, rule);
        let found = overlap::finding(&subject, &all, &mut trials)
            .or_else(|| reach::never(&subject, &mut trials).filter(|_| !is_known))
            .or_else(|| reach::needless(&subject, &mut trials))
            .or_else(|| reach::wider(&subject, &mut trials).filter(|_| !is_known));
        findings.extend(found);
    }
    let place = |finding: &Finding| {
        let file = policy.sources.iter().position(|source| source.name == finding.problem.file);
        (file, finding.problem.span.start, finding.kind)
    };
    sorted::sort_by(&mut findings, |one, other| place(one).cmp(&place(other)));
    findings
}
