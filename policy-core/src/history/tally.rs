//! What a policy would have answered to a log, as tables: decisions and reasons, programs, what asks most, rules, hours.
//!
//! Owns the counting. A call whose answer depends on links, repositories or files that no log has is a kind of its own, and never
//! counts as a question. Decides each distinct command once for a report.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

use super::asked::{Asked, Call, Log};
use super::cover::cover;
use super::mask::mask;
use super::programs::programs;
use super::replay::{Replay, on_plain_disk};
use crate::policy::Policy;
use crate::request::{Facts, Request};
use crate::sorted;
use crate::verdict::{By, Decision, Verdict};

/// Most distinct commands that are kept; calls of further ones are counted as left out.
const COMMANDS_MAX: usize = 200_000;

/// Most sessions that are told apart.
const SESSIONS_MAX: usize = 100_000;

/// What stands for the decision where the log does not have the facts.
const DEPENDS_ON_DISK: &str = "depends_on_disk";

/// One call of a log with what tables need besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Logged<'c> {
    /// The call.
    pub call: Call<'c>,
    /// When it was proposed, in milliseconds since 1970 (UTC).
    pub time: Option<i64>,
    /// The session to which it belongs.
    pub session: Option<&'c str>,
    /// Whether a person, a rule or a hook refused it.
    pub is_rejected: bool,
}

/// Collects the calls of logs, in memory for the distinct commands.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    home: Option<String>,
    commands: BTreeMap<String, Vec<Counted>>,
    distinct: usize,
    sessions: BTreeMap<String, u32>,
    calls: u64,
    left_out: u64,
}

/// A distinct command.
#[derive(Clone, Debug)]
struct Counted {
    asked: Asked,
    rejected: u64,
    /// Calls and sessions by the hour of the day.
    hours: BTreeMap<u8, (u64, BTreeSet<u32>)>,
    sessions: BTreeSet<u32>,
}

/// What a report shows.
#[derive(Clone, Copy, Debug)]
pub struct Showing {
    /// Most suggestions.
    pub suggestions: usize,
    /// Whether commands are shown, without their secrets; else only their programs.
    pub commands: bool,
    /// Whether the mode of each call counts; else that of the policy.
    pub modes: bool,
}

/// The tables.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tables {
    /// All calls.
    pub calls: u64,
    /// The distinct commands.
    pub commands: usize,
    /// Calls of commands that are too many to keep.
    pub left_out: u64,
    /// By answer and reason.
    pub summary: Vec<SummaryRow>,
    /// By program.
    pub programs: Vec<ProgramRow>,
    /// What asks most.
    pub asks: Vec<AskRow>,
    /// The rules of the policy by what they decided.
    pub rules: Vec<RuleRow>,
    /// By the hour of the day (UTC), of calls with a time.
    pub hours: Vec<HourRow>,
    /// Rules that would spare questions.
    pub suggestions: Vec<SuggestionRow>,
    /// The questions, on a plain disk.
    pub questions: u64,
    /// How many of them would be left with all suggestions.
    pub left: u64,
}

/// A row of the summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryRow {
    /// `allow`, `ask`, `deny` or `depends_on_disk`.
    pub decision: &'static str,
    /// The decision if no path is a link, and no directory a bare repository.
    pub plain_disk: &'static str,
    /// The code of the reason.
    pub code: &'static str,
    /// Calls.
    pub calls: u64,
    /// Distinct commands.
    pub commands: usize,
    /// Sessions in which there are any.
    pub sessions: usize,
    /// Calls that a person, a rule or a hook refused.
    pub rejected: u64,
}

/// A row of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgramRow {
    /// The program with its sub-command.
    pub program: String,
    /// The calls in which it is.
    pub calls: u64,
    /// Those that are allowed.
    pub allow: u64,
    /// Those that ask.
    pub ask: u64,
    /// Those that are denied.
    pub deny: u64,
    /// Those whose answer depends on the disk.
    pub depends_on_disk: u64,
}

/// A row of what asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AskRow {
    /// The code of the reason.
    pub code: &'static str,
    /// The programs of the commands.
    pub programs: String,
    /// Calls.
    pub calls: u64,
    /// Distinct commands.
    pub commands: usize,
    /// One of them, without its secrets, if commands are shown.
    pub example: Option<String>,
}

/// A row of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RuleRow {
    /// `deny`, `ask` or `allow`.
    pub list: &'static str,
    /// As written.
    pub rule: String,
    /// Its place, `file:line:column`.
    pub source: String,
    /// Calls whose answer it gave.
    pub decided: u64,
    /// Calls in which it had a part.
    pub part: u64,
}

/// A row of an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HourRow {
    /// From 0 to 23.
    pub hour: u8,
    /// Calls.
    pub calls: u64,
    /// Those that ask.
    pub ask: u64,
    /// Sessions.
    pub sessions: usize,
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionRow {
    /// The allow rules.
    pub rules: Vec<String>,
    /// The calls that would not ask, besides those of the suggestions before it.
    pub questions: u64,
    /// Their distinct commands.
    pub commands: usize,
    /// Some of them, without their secrets, if commands are shown.
    pub examples: Vec<String>,
    /// Whether it allows commands that are not in the log.
    pub wider: bool,
    /// Some of those.
    pub newly_allowed: Vec<String>,
}

impl Tally {
    /// An empty tally of somebody with this home directory.
    pub fn new(home: Option<&str>) -> Self {
        Self { home: home.map(String::from), ..Self::default() }
    }

    /// How many calls were counted.
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// Counts one call.
    pub fn add(&mut self, logged: &Logged<'_>) {
        self.calls += 1;
        let mut log = Log::new(self.home.as_deref());
        log.add(&logged.call);
        let Some(one) = log.distinct().pop() else { return };
        let session = logged.session.and_then(|session| self.session(session));
        let known = self.commands.entry(one.command.clone()).or_default();
        let at = known.iter().position(|it| is_same(&it.asked, &one));
        if at.is_none() && self.distinct == COMMANDS_MAX {
            self.left_out += 1;
            return;
        }
        if at.is_none() {
            self.distinct += 1;
            let asked = Asked { count: 0, ..one };
            known.push(Counted { asked, rejected: 0, hours: BTreeMap::new(), sessions: BTreeSet::new() });
        }
        let counted = match at {
            Some(at) => known.get_mut(at),
            None => known.last_mut(),
        };
        let Some(counted) = counted else { return };
        counted.asked.count += 1;
        counted.rejected += u64::from(logged.is_rejected);
        counted.sessions.extend(session);
        if let Some(hour) = logged.time.map(hour) {
            let (calls, sessions) = counted.hours.entry(hour).or_default();
            *calls += 1;
            sessions.extend(session);
        }
    }

    fn session(&mut self, name: &str) -> Option<u32> {
        if let Some(known) = self.sessions.get(name) {
            return Some(*known);
        }
        let next = u32::try_from(self.sessions.len()).ok()?;
        (self.sessions.len() < SESSIONS_MAX).then(|| {
            self.sessions.insert(name.to_string(), next);
            next
        })
    }

    /// The tables under `policy`. `step` is called now and then with how many of the distinct commands are decided.
    pub fn tables(&self, policy: &Policy, showing: Showing, step: &mut dyn FnMut(usize)) -> Tables {
        let mut replay = Replay::new(policy.clone());
        let mut sums = Sums::default();
        let mut asked = Vec::new();
        for (number, counted) in self.commands.values().flatten().enumerate() {
            if number % 256 == 0 {
                step(number);
            }
            let mut one = counted.asked.clone();
            if !showing.modes {
                one.mode = None;
            }
            let engine = replay.engine(&one);
            let request = Request { facts: Facts::default(), ..one.request() };
            let as_logged = engine.check(&request);
            let plain = on_plain_disk(engine, one.request()).decision;
            sums.add(counted, &as_logged, plain, showing);
            asked.push(one);
        }
        let cover = cover(policy, &asked, showing.suggestions);
        let shown = |commands: &[String]| commands.iter().map(|it| mask(it)).collect::<Vec<_>>();
        let suggestions = cover.suggestions.iter().map(|it| SuggestionRow {
            rules: it.rules.clone(),
            questions: it.questions,
            commands: it.commands,
            examples: if showing.commands { shown(&it.examples) } else { Vec::new() },
            wider: it.is_wider,
            newly_allowed: shown(&it.newly_allowed),
        });
        Tables {
            calls: self.calls,
            commands: self.distinct,
            left_out: self.left_out,
            suggestions: suggestions.collect(),
            questions: cover.questions,
            left: cover.left,
            ..sums.tables(policy)
        }
    }
}

/// Whether two askings of one command differ in nothing but their number.
fn is_same(one: &Asked, other: &Asked) -> bool {
    one.tool == other.tool && one.cwd == other.cwd && one.shell == other.shell && one.mode == other.mode
}

/// The hour of the day (UTC).
fn hour(time: i64) -> u8 {
    u8::try_from(time.div_euclid(3_600_000).rem_euclid(24)).unwrap_or(0)
}

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
struct Sums {
    summary: BTreeMap<Ending, Sum>,
    programs: BTreeMap<String, ProgramRow>,
    asks: BTreeMap<(&'static str, String), (u64, usize, Option<String>)>,
    /// By the place of the rule: decided, part.
    rules: BTreeMap<String, (u64, u64)>,
    hours: BTreeMap<u8, (u64, u64, BTreeSet<u32>)>,
}

impl Sums {
    fn add(&mut self, counted: &Counted, verdict: &Verdict, plain: Decision, showing: Showing) {
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
        let decided = verdict.reason.source.as_ref().filter(|_| verdict.reason.rule.is_some());
        let mut parts: BTreeSet<&String> = BTreeSet::new();
        parts.extend(decided);
        for command in &verdict.commands {
            if let By::Rule { source, .. } = &command.by {
                parts.insert(source);
            }
        }
        for source in parts {
            let row = self.rules.entry(source.clone()).or_default();
            row.0 += if Some(source) == decided { calls } else { 0 };
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
    fn tables(self, policy: &Policy) -> Tables {
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
