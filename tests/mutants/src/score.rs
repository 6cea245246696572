//! The score: how many mutants the tests catch, of each file and of each room.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::record::{Entry, Outcome};

/// How many mutants of one kind there are.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Count {
    /// Those that were tried.
    pub(crate) tried: usize,
    pub(crate) caught: usize,
    /// Those of the caught ones that do not end.
    timed_out: usize,
    equivalent: usize,
    not_built: usize,
}

impl Count {
    fn add(&mut self, outcome: Outcome) {
        self.tried += usize::from(outcome.is_caught() || outcome.is_missed());
        self.caught += usize::from(outcome.is_caught());
        self.timed_out += usize::from(outcome == Outcome::TimedOut);
        self.equivalent += usize::from(outcome == Outcome::Equivalent);
        self.not_built += usize::from(outcome == Outcome::NotBuilt);
    }

    /// The caught ones in percent of those that were tried.
    #[expect(clippy::cast_precision_loss, reason = "there are some thousands")]
    pub(crate) fn score(self) -> f64 {
        100.0 * self.caught as f64 / self.tried.max(1) as f64
    }

    fn draw(self, out: &mut String, name: &str) {
        let Self { tried, caught, timed_out, equivalent, not_built } = self;
        let (score, missed) = (self.score(), tried - caught);
        let _ = writeln!(
            out,
            "{score:5.1} %  {tried:5} {caught:6} {missed:6} {timed_out:9} {equivalent:10} {not_built:9}  {name}"
        );
    }
}

/// The counts of the files, of the rooms and of all.
#[derive(Default, Debug, Serialize)]
pub(crate) struct Score {
    files: BTreeMap<String, Count>,
    rooms: BTreeMap<String, Count>,
    pub(crate) all: Count,
}

impl Score {
    pub(crate) fn of<'e>(entries: impl Iterator<Item = &'e Entry>) -> Self {
        let mut score = Self::default();
        for Entry { key, outcome, .. } in entries {
            score.files.entry(key.file.clone()).or_default().add(*outcome);
            score.rooms.entry(room(&key.file).to_owned()).or_default().add(*outcome);
            score.all.add(*outcome);
        }
        score
    }

    /// A table with a line for each file, each room and all.
    pub(crate) fn drawn(&self) -> String {
        let mut out = "  score  tried caught missed timed-out equivalent not-built\n".to_owned();
        for (name, count) in self.files.iter().chain(&self.rooms) {
            count.draw(&mut out, name);
        }
        self.all.draw(&mut out, "all");
        out
    }
}

/// The module of the core that a file belongs to.
fn room(file: &str) -> &str {
    file.split('/').nth(2).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::Key;

    #[test]
    fn only_what_was_tried_counts() {
        use Outcome::{Caught, Equivalent, Missed, NotBuilt, TimedOut, Unreached};
        let outcomes = [Caught, TimedOut, Caught, Missed, Unreached, Equivalent, NotBuilt];
        let entries = outcomes.map(|outcome| Entry {
            key: Key { file: "policy-core/src/rules/glob.rs".to_owned(), change: String::new(), nth: 1 },
            outcome,
            test: None,
            sources: String::new(),
        });
        let score = Score::of(entries.iter());
        let count = Count { tried: 5, caught: 3, timed_out: 1, equivalent: 1, not_built: 1 };
        assert_eq!((score.all, score.rooms["rules"]), (count, count));
        assert!((count.score() - 60.0).abs() < 1e-9);
    }
}
