//! Processes that a test can tell from all others on the machine, and that do not outlive it.

use std::fmt::{Display, Formatter, Result};
use std::fs;
use std::ops::Deref;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Far longer than anything here takes; a failing test ends by it.
const LONG: Duration = Duration::from_mins(1);

/// A number of seconds for `sleep`, which is an argument of no other process: not of another test, and not of the same
/// test that runs a second time. When it is dropped, every process that has it in its command line is killed.
#[derive(Debug)]
pub struct Mark(String);

impl Mark {
    /// The mark of this name, which is made of digits; a test gives each of its marks a name of its own.
    pub fn new(name: &str) -> Self {
        Self(format!("300.{name}{:07}", std::process::id()))
    }

    /// Whether a process is alive that has the mark as an argument.
    ///
    /// # Panics
    /// When there is no `/proc`.
    pub fn is_alive(&self) -> bool {
        lines()
            .into_iter()
            .any(|(pid, line)| line.split('\0').any(|argument| argument == self.0) && !has_ended(pid))
    }

    /// Kills every process that has the mark in its command line, also as a part of it: the `sleep`, and whoever started
    /// it or waits beside it.
    fn end(&self) {
        let start = Instant::now();
        loop {
            let marked = lines().into_iter().filter(|(pid, line)| line.contains(&self.0) && !has_ended(*pid));
            let marked: Vec<i32> = marked.map(|(pid, _)| pid).collect();
            if marked.is_empty() || start.elapsed() > LONG {
                return;
            }
            for pid in marked {
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }
    }
}

impl Deref for Mark {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Mark {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.0)
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.end();
    }
}

/// Every process but this one, with its command line.
fn lines() -> Vec<(i32, String)> {
    let own = std::process::id().cast_signed();
    let entries = fs::read_dir("/proc").expect("there is a /proc").flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let line = |pid: i32| fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    processes
        .filter(|pid| *pid != own)
        .map(|pid| (pid, String::from_utf8_lossy(&line(pid)).into_owned()))
        .collect()
}

/// Whether it only waits for somebody to ask how it ended.
fn has_ended(pid: i32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "))
}

/// Waits until `holds`.
///
/// # Panics
/// After a minute, with `what` was waited for.
#[track_caller]
pub fn eventually(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LONG, "{what}");
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_marked_is_seen_and_does_not_outlive_its_mark() {
        let (mark, other) = (Mark::new("01"), Mark::new("02"));
        let mut child = Command::new("sh").args(["-c", &format!("sleep {mark}; true")]).spawn().unwrap();
        eventually("it starts", || mark.is_alive());
        assert!(!other.is_alive());
        drop(mark);
        assert!(!child.wait().unwrap().success(), "it was killed");
    }
}
