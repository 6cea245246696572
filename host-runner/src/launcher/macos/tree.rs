//! The processes of a run, without control groups: those that were seen being forked.
//!
//! Owns the list. A process is on it from the first look at its parent after the fork; what forks twice and ends in
//! between, before anybody looked, is lost. So nobody promises that every process ends with the run.

use std::collections::{BTreeMap, BTreeSet};

use nix::errno::Errno;
use nix::sys::event::{EvFlags, EventFilter, FilterFlag, KEvent, Kqueue};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::process_table::{children, members, process};
use crate::launch::process_tree::{NAMED_MAX, Process};

/// The living processes of a run.
#[derive(Debug)]
pub(super) struct Tree {
    /// The command, which leads a process group.
    leader: Pid,
    alive: BTreeSet<Pid>,
    /// Those that were signalled, by their number.
    ended: BTreeMap<i32, Process>,
}

impl Tree {
    /// The tree of the command `leader`, whose forks and end `queue` reports from now on.
    pub(super) fn of(leader: Pid, queue: &Kqueue) -> Self {
        let mut tree = Self { leader, alive: BTreeSet::new(), ended: BTreeMap::new() };
        tree.add(leader, queue);
        tree
    }

    /// Whether the command itself has not ended.
    pub(super) fn has_leader(&self) -> bool {
        self.alive.contains(&self.leader)
    }

    /// Adds `pid` with everything below it.
    fn add(&mut self, pid: Pid, queue: &Kqueue) {
        let mut found = vec![pid];
        while let Some(pid) = found.pop() {
            // What forked before it was watched is found by the list of its children.
            if !self.alive.contains(&pid) && watch(pid, queue) {
                self.alive.insert(pid);
                found.extend(children(pid));
            }
        }
    }

    /// Looks for what `parent` has forked.
    pub(super) fn forked(&mut self, parent: Pid, queue: &Kqueue) {
        for child in children(parent) {
            self.add(child, queue);
        }
    }

    /// Takes a process off that has ended.
    pub(super) fn exited(&mut self, pid: Pid) {
        self.alive.remove(&pid);
    }

    /// Looks at everybody again.
    pub(super) fn look(&mut self, queue: &Kqueue) {
        for pid in self.alive.clone() {
            self.forked(pid, queue);
        }
        for pid in members(self.leader) {
            self.add(pid, queue);
        }
    }

    /// Whether nobody is left that was seen, but perhaps the command itself.
    pub(super) fn is_alone(&self) -> bool {
        self.alive.iter().all(|pid| *pid == self.leader)
    }

    /// Sends `signal` to all, and notes who they are.
    pub(super) fn signal(&mut self, signal: Signal, queue: &Kqueue) {
        self.look(queue);
        self.note();
        // That a process is gone already is no failure.
        let _ = killpg(self.leader, signal);
        for pid in &self.alive {
            let _ = kill(*pid, signal);
        }
    }

    /// Kills everybody. All are stopped before the first is killed, until a look finds nobody new: one that sees another
    /// die could start a new one, one that is stopped cannot.
    pub(super) fn kill(&mut self, queue: &Kqueue) {
        let mut stopped = BTreeSet::new();
        loop {
            self.look(queue);
            let new = self.alive.difference(&stopped).copied().collect::<Vec<_>>();
            if new.is_empty() {
                break;
            }
            for pid in new {
                let _ = kill(pid, Signal::SIGSTOP);
                stopped.insert(pid);
            }
        }
        self.note();
        let _ = killpg(self.leader, Signal::SIGKILL);
        for pid in stopped {
            let _ = kill(pid, Signal::SIGKILL);
        }
    }

    fn note(&mut self) {
        for pid in &self.alive {
            if self.ended.len() < NAMED_MAX
                && !self.ended.contains_key(&pid.as_raw())
                && let Some(process) = process(*pid)
            {
                self.ended.insert(pid.as_raw(), process);
            }
        }
    }

    /// Everybody that was signalled.
    pub(super) fn into_ended(self) -> Vec<Process> {
        self.ended.into_values().collect()
    }
}

/// Has `queue` report the forks and the end of `pid`; false when it has ended, or belongs to somebody else.
fn watch(pid: Pid, queue: &Kqueue) -> bool {
    let Ok(ident) = usize::try_from(pid.as_raw()) else { return false };
    let what = FilterFlag::NOTE_FORK | FilterFlag::NOTE_EXIT;
    let event = KEvent::new(ident, EventFilter::EVFILT_PROC, EvFlags::EV_ADD | EvFlags::EV_CLEAR, what, 0, 0);
    loop {
        match queue.kevent(&[event], &mut [], Some(ZERO)) {
            Err(Errno::EINTR) => {}
            answer => return answer.is_ok(),
        }
    }
}

/// No time at all.
pub(super) const ZERO: libc::timespec = libc::timespec { tv_sec: 0, tv_nsec: 0 };
