//! What a policy would have answered to a log, as tables: decisions and reasons, programs, what asks most, rules, hours.
//!
//! Owns the distinct commands of a log, and their decisions. A call whose answer depends on links, repositories or files that no log has is a kind of its own, and never
//! counts as a question. Decides each distinct command once for a report.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::asked::{Asked, Call};
use super::counted::Counted;
use super::cover::cover;
use super::mask::mask;
use super::replay::{Replay, on_plain_disk};
use super::sums::Sums;
use super::tables::{Showing, SuggestionRow, Tables};
use crate::policy::Policy;
use crate::request::{Facts, Request};

/// Most distinct commands that are kept; calls of further ones are counted as left out.
const COMMANDS_MAX: usize = 200_000;

/// Most sessions that are told apart.
const SESSIONS_MAX: usize = 100_000;

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
        let one = Asked::of(&logged.call, self.home.as_deref());
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
