//! The tests of the program: what each takes, which mutants it reaches, and whether some of them fail.
//!
//! Owns the processes. Tests that run in one process end at the first failure.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::program::Program;

/// How much more time tests get than they took before, and what they get at least.
const SLOWER: u32 = 10;
const AT_LEAST: Duration = Duration::from_secs(5);

/// On a busy machine a second of the processor takes longer than a second.
const BUSY: u32 = 20;

/// The first two arguments limit the memory, in KiB, and the time of the processor, in seconds.
const START: &str = "ulimit -v 4194304; ulimit -S -t \"$0\"; exec \"$@\"";

/// Prints the time of the processor that the program takes (`times` in POSIX), on two lines: the shell's, the program's.
const TIMED: &str = "\"$@\" >&2; status=$?; times; exit $status";

/// What a test needs without a mutant.
#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) name: String,
    /// The time of the processor.
    pub(crate) takes: Duration,
    pub(crate) reaches: HashSet<usize>,
}

/// How tests ended.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum End {
    Passed,
    /// Some test failed, this one if it is known.
    Failed(Option<String>),
    TooLate,
}

/// The names of all tests.
pub(crate) fn names(program: &Program) -> io::Result<Vec<String>> {
    let output = Command::new(&program.executable).args(["--list", "--format", "terse"]).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test").map(str::to_owned)).collect())
}

/// Runs one test without a mutant, and notes which mutants it reaches; none if it fails. `number` is no other test's at
/// this time.
pub(crate) fn alone(program: &Program, name: &str, number: usize) -> io::Result<Option<Test>> {
    let file = scratch("reached", number)?;
    drop(fs::remove_file(&file));
    let mut command = start_of(program, &[name], TIMED, Duration::ZERO);
    let output = command.env("MUTANTS_REACHED", &file).stdout(Stdio::piped()).output()?;
    if !output.status.success() {
        return Ok(None);
    }
    let takes = taken(&String::from_utf8_lossy(&output.stdout));
    let takes = takes.ok_or_else(|| io::Error::other("the shell does not print the times of `times`"))?;
    let reached = fs::read_to_string(&file).unwrap_or_default();
    let reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Some(Test { name: name.to_owned(), takes, reaches }))
}

/// Runs tests in one process while a mutant is active.
pub(crate) fn with_mutant(program: &Program, tests: &[&Test], number: usize) -> io::Result<End> {
    let names = tests.iter().map(|test| test.name.as_str()).collect::<Vec<_>>();
    let limit = tests.iter().map(|test| test.takes).sum::<Duration>() * SLOWER + AT_LEAST;
    let file = scratch("output", number)?;
    let mut command = start_of(program, &names, START, limit);
    command.env("MUTANT", number.to_string()).stdout(File::create(&file)?);
    let status = within(&mut command, limit * BUSY)?;
    let output = fs::read(&file)?;
    drop(fs::remove_file(&file));
    Ok(match status {
        Some(status) if status.success() => End::Passed,
        Some(status) if !spent(status) => End::Failed(failed(&String::from_utf8_lossy(&output))),
        _ => End::TooLate,
    })
}

fn scratch(kind: &str, number: usize) -> io::Result<PathBuf> {
    let directory = crate::copy::place()?.join(kind);
    fs::create_dir_all(&directory)?;
    Ok(directory.join(number.to_string()))
}

fn start_of(program: &Program, tests: &[&str], how: &str, limit: Duration) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", how]).arg((limit.as_secs() + 1).to_string());
    command.arg(&program.executable).args(["--test-threads=1", "--exact"]).args(tests);
    command.current_dir(&program.directory).env("CARGO_MANIFEST_DIR", &program.directory);
    command.env("INSTA_UPDATE", "no").env("INSTA_WORKSPACE_ROOT", program.directory.join(".."));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// The program's time in the output of `times`: `0m0.25s 0m1.00s`, in the program and in the system.
fn taken(output: &str) -> Option<Duration> {
    let parts = output.lines().nth(1)?.split(' ').map(|part| {
        let (minutes, seconds) = part.strip_suffix('s')?.split_once('m')?;
        let seconds = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
        Some(Duration::from_mins(minutes.parse().ok()?) + seconds)
    });
    parts.sum()
}

/// Whether the time of the processor was over.
#[cfg(unix)]
fn spent(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    const SIGXCPU: i32 = 24;
    status.signal() == Some(SIGXCPU)
}

#[cfg(not(unix))]
fn spent(_status: ExitStatus) -> bool {
    false
}

/// The first test in the output that did not pass. Its line has no result if the program ended in it.
fn failed(output: &str) -> Option<String> {
    let tests = output.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
    tests.filter(|(_, result)| *result != "ok").map(|(name, _)| name.to_owned()).next()
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
    fn the_test_in_which_the_program_ended_is_the_one_that_failed() {
        assert_eq!(failed("\nrunning 2 tests\ntest a::b ... ok\ntest a::c ... "), Some("a::c".to_owned()));
        assert_eq!(failed("test a::b ... FAILED\ntest a::c ... ok\n"), Some("a::b".to_owned()));
        assert_eq!(failed("test a::b ... ok\n\ntest result: ok. 1 passed\n"), None);
    }

    #[test]
    fn the_time_of_the_program_is_on_the_second_line() {
        let taken = taken("0m0.00s 0m0.01s\n1m2.25s 0m1.00s\n");
        assert_eq!(taken, Some(Duration::from_millis(63_250)));
        assert_eq!(super::taken("0m0.00s 0m0.01s\n"), None);
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

    #[test]
    #[cfg(unix)]
    fn a_program_that_only_computes_ends_when_its_time_is_over() {
        let mut endless = Command::new("sh");
        endless.args(["-c", START, "1", "sh", "-c", "while :; do :; done"]);
        let status = within(&mut endless, Duration::from_mins(2)).unwrap().unwrap();
        assert!(spent(status), "{status}");
    }
}
