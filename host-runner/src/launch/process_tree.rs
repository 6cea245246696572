//! The processes below the caller, from `/proc` (`proc(5)`).
//!
//! Owns the reading. Sends no signal. A process that ends during the reading is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

use nix::unistd::Pid;

pub use super::process::Process;

/// Most processes that a report names.
pub(crate) const NAMED_MAX: usize = 50;

/// Longest part of a command line that a report has, in characters.
const COMMAND_CHARACTERS: usize = 200;

impl Process {
    /// The process `pid`, if it is still there.
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        let read = |file: &str| fs::read(format!("/proc/{pid}/{file}")).ok();
        let name = String::from_utf8_lossy(&read("comm")?).trim_end().to_owned();
        let command = String::from_utf8_lossy(&read("cmdline")?).replace('\0', " ");
        let command = command.trim_end().chars().take(COMMAND_CHARACTERS).collect();
        Some(Self { pid: pid.as_raw(), name, command })
    }
}

/// Whether `/proc` shows the caller under its own number, as the `/proc` of another pid namespace does not.
pub(crate) fn is_own_proc() -> bool {
    fs::read_link("/proc/self").is_ok_and(|own| own.to_str() == Some(&Pid::this().to_string()))
}

/// Whether the process `pid` is there and has not ended.
pub(crate) fn is_alive(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| living_parent(&stat).is_some())
}

/// The parent in the text of a `stat` file; none when its process has ended.
fn living_parent(stat: &str) -> Option<i32> {
    // The name is in parentheses and may contain some itself.
    let mut fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_ascii_whitespace();
    let state = fields.next();
    fields.next().and_then(|parent| parent.parse().ok()).filter(|_| !matches!(state, Some("Z" | "X")))
}

/// Every process that can be seen, with its parent, but for those that have ended.
fn living() -> io::Result<BTreeMap<i32, i32>> {
    let mut living = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        if let Some(parent) = living_parent(&stat) {
            living.insert(pid, parent);
        }
    }
    Ok(living)
}

/// Every living process in the caller's pid namespace but the caller.
pub(crate) fn others() -> io::Result<BTreeSet<Pid>> {
    let own = Pid::this().as_raw();
    Ok(living()?.into_keys().filter(|pid| *pid != own).map(Pid::from_raw).collect())
}

/// Every living descendant of the caller.
pub(crate) fn descendants() -> io::Result<BTreeSet<Pid>> {
    let living = living()?;
    let own = Pid::this().as_raw();
    // A parent need not have the smaller number, so the walk goes upwards from each.
    let is_below = |pid: i32| {
        let mut at = pid;
        for _ in 0..living.len() {
            match living.get(&at) {
                Some(parent) if *parent == own => return true,
                Some(parent) => at = *parent,
                None => return false,
            }
        }
        false
    };
    Ok(living.keys().copied().filter(|pid| is_below(*pid)).map(Pid::from_raw).collect())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn children_are_descendants_and_have_names() {
        let mut child = Command::new("sleep").arg("300.41").spawn().unwrap();
        let pid = Pid::from_raw(child.id().cast_signed());
        assert!(descendants().unwrap().contains(&pid) && others().unwrap().contains(&pid));
        assert!(!descendants().unwrap().contains(&Pid::this()));
        // Between fork and exec it still has the name of this program, and early in exec it has no arguments.
        while Process::of(pid).is_some_and(|it| it.name != "sleep" || it.command.is_empty()) {
            std::thread::yield_now();
        }
        let expected = Process { pid: pid.as_raw(), name: "sleep".into(), command: "sleep 300.41".into() };
        assert_eq!(Process::of(pid), Some(expected));
        assert!(is_alive(child.id()) && is_alive(std::process::id()));
        child.kill().unwrap();
        nix::sys::wait::waitid(
            nix::sys::wait::Id::Pid(pid),
            nix::sys::wait::WaitPidFlag::WEXITED | nix::sys::wait::WaitPidFlag::WNOWAIT,
        )
        .unwrap();
        assert!(!is_alive(child.id()), "it has ended, though nobody has reaped it");
        child.wait().unwrap();
        assert!(!descendants().unwrap().contains(&pid) && Process::of(pid).is_none());
        assert!(is_own_proc());
    }
}
