//! The trial of the mutants: the tests that reach one run while it is active, and one of them must fail.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::list::Mutant;
use crate::program::Program;

/// How much of the time of tests is spent before a failure is looked for.
const GROUP: Duration = Duration::from_millis(500);

/// What a program may take longer than before, when a mutant is active, until it counts as one that never ends.
const SLOWER: u32 = 20;
const AT_LEAST: Duration = Duration::from_secs(20);

/// Limits the memory of a program that a mutant lets grow, in KiB.
const START: &str = "ulimit -v 8388608; exec \"$0\" \"$@\"";

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Outcome {
    /// A test failed.
    Caught,
    /// The tests did not end.
    TimedOut,
    /// No test failed.
    Missed,
    /// No test reaches it.
    Unreached,
    /// It is not in the program: it does not compile, or has no switch.
    NotBuilt,
}

/// What a test needs without a mutant.
#[derive(Debug)]
struct Test {
    name: String,
    takes: Duration,
    reaches: BTreeSet<usize>,
}

/// The outcome of each mutant, in order. `report` gets a line for each mutant that is done.
pub(crate) fn outcomes(
    program: &Program,
    mutants: &[Mutant],
    jobs: usize,
    report: impl Fn(&str) + Sync,
) -> io::Result<Vec<Outcome>> {
    let names = names(program)?;
    report(&format!("running {} tests without a mutant", names.len()));
    let mut tests = in_parallel(jobs, names.len(), |at| alone(program, &names[at], at))
        .into_iter()
        .collect::<io::Result<Vec<_>>>()?;
    tests.sort_by_key(|test| test.takes);
    let done = AtomicUsize::new(0);
    let missed = AtomicUsize::new(0);
    let outcomes = in_parallel(jobs, mutants.len(), |number| {
        let outcome = outcome(program, &tests, number, &mutants[number]);
        missed.fetch_add(
            usize::from(matches!(outcome, Ok(Outcome::Missed | Outcome::Unreached))),
            Ordering::Relaxed,
        );
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        report(&format!("{done} of {} mutants, {} missed", mutants.len(), missed.load(Ordering::Relaxed)));
        outcome
    });
    outcomes.into_iter().collect()
}

/// What `work` gives for the numbers below `count`, in order.
fn in_parallel<T: Send>(jobs: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
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

fn names(program: &Program) -> io::Result<Vec<String>> {
    let output = Command::new(&program.executable).args(["--list", "--format", "terse"]).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test").map(str::to_owned)).collect())
}

/// Runs one test without a mutant, and notes which mutants it reaches.
fn alone(program: &Program, name: &str, number: usize) -> io::Result<Test> {
    let directory = program.directory.join("../../reached");
    fs::create_dir_all(&directory)?;
    let file = directory.join(number.to_string());
    drop(fs::remove_file(&file));
    let start = Instant::now();
    let status = start_of(program, &[name]).env("MUTANTS_REACHED", &file).status()?;
    let takes = start.elapsed();
    if !status.success() {
        return Err(io::Error::other(format!("`{name}` fails without a mutant")));
    }
    let reached = fs::read_to_string(&file).unwrap_or_default();
    let reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Test { name: name.to_owned(), takes, reaches })
}

fn outcome(program: &Program, tests: &[Test], number: usize, mutant: &Mutant) -> io::Result<Outcome> {
    if !program.built.contains(&number) {
        return Ok(Outcome::NotBuilt);
    }
    let module = module(&mutant.file);
    let is_own = |test: &&Test| test.name.starts_with(&module);
    let reaching = || tests.iter().filter(|test| test.reaches.contains(&number));
    let order = reaching().filter(is_own).chain(reaching().filter(|test| !is_own(test)));
    let groups = groups(order);
    for group in &groups {
        let names = group.iter().map(|test| test.name.as_str()).collect::<Vec<_>>();
        let expected: Duration = group.iter().map(|test| test.takes).sum();
        let mut command = start_of(program, &names);
        match within(command.env("MUTANT", number.to_string()), expected * SLOWER + AT_LEAST)? {
            None => return Ok(Outcome::TimedOut),
            Some(status) if !status.success() => return Ok(Outcome::Caught),
            Some(_) => {}
        }
    }
    Ok(if groups.is_empty() { Outcome::Unreached } else { Outcome::Missed })
}

/// Tests that run in one process, each group about as long as [`GROUP`].
fn groups<'t>(tests: impl Iterator<Item = &'t Test>) -> Vec<Vec<&'t Test>> {
    let mut groups: Vec<Vec<&Test>> = Vec::new();
    let mut takes = GROUP;
    for test in tests {
        if takes >= GROUP {
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

fn start_of(program: &Program, tests: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", START])
        .arg(&program.executable)
        .args(["--quiet", "--test-threads=1", "--exact"])
        .args(tests);
    command.current_dir(&program.directory).env("CARGO_MANIFEST_DIR", &program.directory);
    command.env("INSTA_UPDATE", "no").env("INSTA_WORKSPACE_ROOT", program.directory.join(".."));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The status of a program that ends in time; one that does not is killed.
fn within(command: &mut Command, time: Duration) -> io::Result<Option<ExitStatus>> {
    let mut child = command.spawn()?;
    let end = Instant::now() + time;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_full_when_its_time_is_over() {
        let tests = [100, 300, 200, 50, 900, 10].map(|takes| Test {
            name: takes.to_string(),
            takes: Duration::from_millis(takes),
            reaches: BTreeSet::new(),
        });
        let groups = groups(tests.iter());
        let names =
            groups.iter().map(|group| group.iter().map(|test| test.name.as_str()).collect::<Vec<_>>());
        assert_eq!(names.collect::<Vec<_>>(), [vec!["100", "300", "200"], vec!["50", "900"], vec!["10"]]);
    }

    #[test]
    fn the_module_of_a_file_is_the_beginning_of_its_tests() {
        assert_eq!(module("policy-core/src/rules/path_rule.rs"), "rules::path_rule");
        assert_eq!(module("policy-core/src/rules/mod.rs"), "rules");
    }

    #[test]
    fn a_program_that_does_not_end_is_killed() {
        let mut endless = Command::new("sh");
        let mut short = Command::new("sh");
        assert!(
            within(endless.args(["-c", "read x < /dev/zero"]), Duration::from_millis(50)).unwrap().is_none()
        );
        let status = within(short.args(["-c", "exit 3"]), Duration::from_mins(1)).unwrap().unwrap();
        assert_eq!(status.code(), Some(3));
    }
}
