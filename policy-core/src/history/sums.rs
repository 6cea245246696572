//! What is counted for the tables of a report while commands are decided.
//!
//! Owns the sums, and the order of the rows.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::counted::Counted;
use super::mask::mask;
use super::programs::programs;
use super::tables::{AskRow, DEPENDS_ON_DISK, HourRow, ProgramRow, RuleRow, Showing, SummaryRow, Tables};
use crate::policy::Policy;
use crate::sorted;
use crate::verdict::{Decision, Verdict};

/// The answer, the answer on a plain disk, and the code of the reason.
type Ending = (&'static str, &'static str, &'static str);

/// What is counted for a row of the summary.
#[derive(Default)]
struct Sum {
    calls: u64,
    commands: usize,
    rejected: u64,
    sessions: BTreeSet<u32>,
}

/// What is counted while commands are decided.
#[derive(Default)]
pub(super) struct Sums {
    summary: BTreeMap<Ending, Sum>,
    programs: BTreeMap<String, ProgramRow>,
    asks: BTreeMap<(&'static str, String), (u64, usize, Option<String>)>,
    /// By the place of the rule: decided, part.
    rules: BTreeMap<String, (u64, u64)>,
    hours: BTreeMap<u8, (u64, u64, BTreeSet<u32>)>,
}

impl Sums {
    /// Counts a distinct command with its verdict, and the decision on a plain disk.
    pub(super) fn add(&mut self, counted: &Counted, verdict: &Verdict, plain: Decision, showing: Showing) {
        let calls = counted.asked.count;
        let answer = if plain == verdict.decision { plain.name() } else { DEPENDS_ON_DISK };
        let row = self.summary.entry((answer, plain.name(), verdict.reason.code)).or_default();
        row.calls += calls;
        row.commands += 1;
        row.rejected += counted.rejected;
        row.sessions.extend(&counted.sessions);
        let mut names = programs(verdict);
        if let Some(tool) = crate::web::Tool::of_name(&counted.asked.tool) {
            names.push(tool.name().into());
        }
        for name in &names {
            let row = self.programs.entry(name.clone()).or_default();
            row.program.clone_from(name);
            row.calls += calls;
            match answer {
                "allow" => row.allow += calls,
                "ask" => row.ask += calls,
                "deny" => row.deny += calls,
                _ => row.depends_on_disk += calls,
            }
        }
        let is_question = answer == Decision::Ask.name();
        if is_question {
            let row = self.asks.entry((verdict.reason.code, names.join(" | "))).or_default();
            row.0 += calls;
            row.1 += 1;
            if showing.commands {
                let shown = mask(&counted.asked.command);
                row.2 = row.2.take().filter(|known| *known <= shown).or(Some(shown));
            }
        }
        let decided = verdict.deciding_rule_place();
        for place in verdict.rule_places() {
            let row = self.rules.entry(place.into()).or_default();
            row.0 += if Some(place) == decided { calls } else { 0 };
            row.1 += calls;
        }
        for (hour, (calls, sessions)) in &counted.hours {
            let row = self.hours.entry(*hour).or_default();
            row.0 += calls;
            row.1 += if is_question { *calls } else { 0 };
            row.2.extend(sessions);
        }
    }

    /// The rows, the most calls first, then by text.
    pub(super) fn tables(self, policy: &Policy) -> Tables {
        let mut summary = Vec::new();
        for ((decision, plain_disk, code), sum) in self.summary {
            let Sum { calls, commands, rejected, sessions } = sum;
            let sessions = sessions.len();
            summary.push(SummaryRow { decision, plain_disk, code, calls, commands, sessions, rejected });
        }
        sorted::sort_by(&mut summary, |one, other| other.calls.cmp(&one.calls));
        let mut programs: Vec<ProgramRow> = self.programs.into_values().collect();
        sorted::sort_by(&mut programs, |one, other| other.calls.cmp(&one.calls));
        let mut asks = Vec::new();
        for ((code, programs), (calls, commands, example)) in self.asks {
            asks.push(AskRow { code, programs, calls, commands, example });
        }
        sorted::sort_by(&mut asks, |one, other| other.calls.cmp(&one.calls));
        let mut rules = Vec::new();
        for (list, rule) in policy.rules.all() {
            let source = rule.place.to_string();
            let (decided, part) = self.rules.get(&source).copied().unwrap_or_default();
            rules.push(RuleRow { list: list.name(), rule: rule.text.clone(), source, decided, part });
        }
        sorted::sort_by(&mut rules, |one, other| other.part.cmp(&one.part));
        let hours = self.hours.into_iter().map(|(hour, (calls, ask, sessions))| HourRow {
            hour,
            calls,
            ask,
            sessions: sessions.len(),
        });
        Tables { summary, programs, asks, rules, hours: hours.collect(), ..Tables::default() }
    }
}
