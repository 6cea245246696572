//! The trial of the mutants: the tests that reach one run while it is active, and one of them must fail.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::list::Mutant;
use crate::program::Program;
use crate::progress::Progress;
use crate::record::Outcome;
use crate::suite::{self, End, Test};

/// How much of the time of tests is in the first process. Each further process has twice as much.
const FIRST: Duration = Duration::from_millis(100);

/// The program with what its tests do without a mutant.
#[derive(Debug)]
pub(crate) struct Trial<'p> {
    program: &'p Program,
    /// The fastest first.
    tests: Vec<Test>,
}

impl<'p> Trial<'p> {
    /// Runs every test without a mutant. Those that fail then are left out.
    pub(crate) fn new(program: &'p Program, jobs: usize) -> io::Result<Self> {
        let names = suite::names(program)?;
        Progress::show(&format!("running {} tests without a mutant", names.len()));
        let alone = in_parallel(jobs, names.len(), |at| suite::alone(program, &names[at], at));
        let mut tests = Vec::new();
        for (test, name) in alone.into_iter().zip(&names) {
            match test? {
                Some(test) => tests.push(test),
                None => Progress::keep(&format!("`{name}` fails without a mutant and is left out")),
            }
        }
        tests.sort_by_key(|test| test.takes);
        Ok(Self { program, tests })
    }

    /// Leaves out the tests that take longer without a mutant.
    pub(crate) fn leave_out_longer(&mut self, longest: Duration) {
        self.tests.retain(|test| test.takes <= longest);
    }

    /// Whether a mutant is caught, and by which test. The tests of its module run first, and before them the one that
    /// caught it `last`.
    pub(crate) fn outcome(
        &self,
        number: usize,
        mutant: &Mutant,
        last: Option<&str>,
    ) -> io::Result<(Outcome, Option<String>)> {
        if !self.program.built.contains(&number) {
            return Ok((Outcome::NotBuilt, None));
        }
        let module = module(&mutant.key.file);
        let mut reaching =
            self.tests.iter().filter(|test| test.reaches.contains(&number)).collect::<Vec<_>>();
        reaching.sort_by_key(|test| (last != Some(&test.name), !test.name.starts_with(&module)));
        let caught_last = usize::from(reaching.first().is_some_and(|test| last == Some(&test.name)));
        let (first, others) = reaching.split_at(caught_last);
        let first = [first].into_iter().filter(|first| !first.is_empty());
        let none = if reaching.is_empty() { Outcome::Unreached } else { Outcome::Missed };
        for group in first.map(<[_]>::to_vec).chain(groups(others)) {
            match suite::with_mutant(self.program, &group, number)? {
                End::Passed => {}
                End::Failed(test) => return Ok((Outcome::Caught, test)),
                End::TooLate => return Ok((Outcome::TimedOut, None)),
            }
        }
        Ok((none, None))
    }
}

/// What `work` gives for the numbers below `count`, in order.
pub(crate) fn in_parallel<T: Send>(jobs: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let one = work(number);
                    found.lock().expect("no worker panics while it holds the lock").insert(number, one);
                }
            });
        }
    });
    found.into_inner().expect("no worker panics while it holds the lock").into_values().collect()
}

/// Tests that run in one process, the first group about as long as [`FIRST`].
fn groups<'t>(tests: &[&'t Test]) -> Vec<Vec<&'t Test>> {
    let mut groups: Vec<Vec<&Test>> = Vec::new();
    let (mut takes, mut full) = (FIRST, FIRST);
    for test in tests {
        if takes >= full {
            full = if groups.is_empty() { FIRST } else { full * 2 };
            groups.push(Vec::new());
            takes = Duration::ZERO;
        }
        groups.last_mut().into_iter().for_each(|group| group.push(test));
        takes += test.takes;
    }
    groups
}

/// The module of a file as the names of its tests begin: `rules::path_rule` for `policy-core/src/rules/path_rule.rs`.
fn module(file: &str) -> String {
    let path = Path::new(file).with_extension("");
    let parts = path.iter().skip(2).filter_map(|part| part.to_str()).filter(|part| *part != "mod");
    parts.collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_group_is_full_when_its_time_is_over_and_the_next_has_twice_as_much() {
        let tests = [20, 60, 40, 150, 40, 20, 390, 5, 10].map(|takes| Test {
            name: takes.to_string(),
            takes: Duration::from_millis(takes),
            reaches: HashSet::new(),
        });
        let groups = groups(&tests.iter().collect::<Vec<_>>());
        let names =
            groups.iter().map(|group| group.iter().map(|test| test.name.as_str()).collect::<Vec<_>>());
        assert_eq!(
            names.collect::<Vec<_>>(),
            [vec!["20", "60", "40"], vec!["150", "40", "20"], vec!["390", "5", "10"]]
        );
    }

    #[test]
    fn the_module_of_a_file_is_the_beginning_of_its_tests() {
        assert_eq!(module("policy-core/src/rules/path_rule.rs"), "rules::path_rule");
        assert_eq!(module("policy-core/src/rules/mod.rs"), "rules");
    }
}
