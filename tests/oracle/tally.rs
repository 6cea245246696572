//! What a run of many commands came to, as a person reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use libtest_mimic::Failed;

use crate::commands::quoted;
use crate::wire::{Deed, Job};

/// What a run of many commands came to.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    succeeded: usize,
    cut: Vec<String>,
    /// By program: how many commands it took part in, and how long these took, in milliseconds.
    took: BTreeMap<String, (u64, u64)>,
    /// By what is wrong: the first command that does it, how to see it again, and how many commands do it.
    wrong: BTreeMap<(String, String, String), (String, usize)>,
}

impl Tally {
    /// The sum of what `jobs` did.
    pub(crate) fn of(jobs: &[Job], deeds: &[Deed]) -> Self {
        let mut tally = Self::default();
        for (job, deed) in jobs.iter().zip(deeds) {
            tally.succeeded += usize::from(deed.status == Some(0));
            for program in job.executes.iter().collect::<BTreeSet<_>>() {
                let (times, took) = tally.took.entry(program.clone()).or_default();
                *times += 1;
                *took += deed.took_ms;
            }
            if deed.cut {
                tally.cut.push(job.command.clone());
            }
            let again = format!(
                "SHELLGATE_ORACLE_X={} SHELLGATE_ORACLE_COMMAND={} cargo test -p shellgate-oracle --test oracle -- --nocapture",
                quoted(&job.variable),
                quoted(&job.command)
            );
            let mut kinds = BTreeSet::new();
            for violation in &deed.violations {
                if kinds.insert(violation.kind()) {
                    let first = || (format!("{violation}\n    the first one again: {again}"), 0);
                    tally.wrong.entry(violation.kind()).or_insert_with(first).1 += 1;
                }
            }
        }
        tally
    }

    /// Prints the figures; fails when there is a violation. `again` is what repeats the whole run.
    pub(crate) fn conclude(self, again: &str) -> Result<(), Failed> {
        println!(
            "{} ended with 0, {} were ended because they ran too long, {} kinds of violations",
            self.succeeded,
            self.cut.len(),
            self.wrong.len()
        );
        let mut slowest: Vec<_> = self.took.iter().map(|(name, (times, took))| (took, times, name)).collect();
        slowest.sort_unstable_by(|one, other| other.cmp(one));
        let slowest =
            slowest.iter().take(NAMED).map(|(took, times, name)| format!("{name} {took} ms in {times}"));
        println!("most of the time was for: {}", slowest.collect::<Vec<_>>().join(", "));
        for command in &self.cut {
            println!("  ran too long: {command}");
        }
        if self.wrong.is_empty() {
            return Ok(());
        }
        let mut text =
            format!("all again: {again}cargo test -p shellgate-oracle --test oracle -- --nocapture\n");
        for (first, times) in self.wrong.values().take(SHOWN) {
            let _ = writeln!(text, "{times} commands: {first}");
        }
        if self.wrong.len() > SHOWN {
            let _ = writeln!(text, "and {} more kinds", self.wrong.len() - SHOWN);
        }
        Err(text.into())
    }
}

/// Programs of which the time is reported.
const NAMED: usize = 12;

/// Kinds of violations that are shown.
const SHOWN: usize = 60;
