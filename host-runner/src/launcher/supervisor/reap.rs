//! The supervisor's loop: reaps children, passes termination on, leaves no process alive.
//!
//! Owns the loop for the first process of a pid namespace and for a command without one. Starts nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, Signal, kill, killpg};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;

use super::cgroup::ControlGroup;
use crate::launch::proc;
use crate::launch::process_tree::{NAMED_MAX, Process};
use crate::launch::protocol::{Ended, Report, send};

/// The processes below the supervisor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tree {
    /// All processes of its pid namespace: when it ends, the kernel ends them.
    Namespace,
    /// Its descendants, which return to it when their parents end (`PR_SET_CHILD_SUBREAPER`).
    Descendants,
}

/// The supervisor's second task: it answers on a descriptor.
pub(crate) trait Service {
    /// Readable when there is something to answer; none when nothing can be asked any more.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;

    /// Answers what there is.
    fn serve(&mut self, can_read: bool) -> io::Result<()>;
}

/// Minds `worker` until it ends; then nothing below the caller is alive, or nothing will be once the caller ends.
///
/// Every signal is blocked when this is called. When the other end of `lifeline` closes, everything is killed. What
/// was ended is reported on it. The worker is in `group`, if there is one. Meanwhile `service` answers.
pub(crate) fn supervise(
    worker: Pid,
    lifeline: &UnixStream,
    tree: Tree,
    group: Option<&ControlGroup>,
    mut service: Option<&mut dyn Service>,
) -> io::Result<Ended> {
    let signals = SignalFd::with_flags(&SigSet::all(), SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
    let mut abandoned = false;
    let mut killed = Killed::default();
    if let Some(group) = group {
        // Should the command kill its supervisor, the runner can still kill the group.
        drop(send(lifeline, &Report::Group(group.path().to_owned())));
    }
    let ended = loop {
        if let Some(ended) = reap(worker)? {
            break ended;
        }
        let mut waited = vec![PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
        if !abandoned {
            // Nothing more is sent on it, so what there is to read is its end.
            waited.push(PollFd::new(lifeline.as_fd(), PollFlags::POLLIN));
        }
        let served = service.as_ref().and_then(|service| service.descriptor());
        waited.extend(served.map(|descriptor| PollFd::new(descriptor, PollFlags::POLLIN)));
        match poll(&mut waited, PollTimeout::NONE) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let answered = |index: usize| waited.get(index).and_then(PollFd::revents);
        let asked = answered(if abandoned { 1 } else { 2 }).filter(|events| !events.is_empty());
        if !abandoned && answered(1).is_some_and(|events| !events.is_empty()) {
            abandoned = true;
            killed.note(tree, group);
            signal_all(worker, tree, Signal::SIGKILL);
        }
        if let (Some(events), Some(service)) = (asked, service.as_mut()) {
            service.serve(events.contains(PollFlags::POLLIN))?;
        }
        while let Some(received) = signals.read_signal()? {
            // A signal from inside a namespace has a sender that can be seen from here. It is for nobody to use.
            let from_outside = tree == Tree::Descendants || received.ssi_pid == 0;
            if let Ok(signal @ (Signal::SIGTERM | Signal::SIGINT | Signal::SIGHUP | Signal::SIGQUIT)) =
                Signal::try_from(received.ssi_signo.cast_signed())
                && from_outside
            {
                killed.note(tree, group);
                signal_all(worker, tree, signal);
                // What is stopped would not see the request.
                signal_all(worker, tree, Signal::SIGCONT);
            }
        }
    };
    if has_children() {
        killed.note(tree, group);
        match tree {
            Tree::Namespace => signal_all(worker, tree, Signal::SIGKILL),
            Tree::Descendants => {
                if let Some(group) = group {
                    // What has left the group is still a descendant.
                    drop(group.kill());
                }
                kill_descendants()?;
            }
        }
    }
    if !killed.processes.is_empty() {
        // A runner that is gone need not know.
        drop(send(lifeline, &Report::Killed(killed.processes.into_values().collect())));
    }
    Ok(ended)
}

/// The processes that were ended, by their number.
#[derive(Debug, Default)]
struct Killed {
    processes: BTreeMap<i32, Process>,
}

impl Killed {
    /// Notes what is alive and about to be signalled.
    fn note(&mut self, tree: Tree, group: Option<&ControlGroup>) {
        let mut alive = match tree {
            // Where the new `/proc` could not be mounted the host's is seen, which is no list of this run.
            Tree::Namespace if proc::is_own_proc() => proc::others().unwrap_or_default(),
            Tree::Namespace => BTreeSet::new(),
            Tree::Descendants => proc::descendants().unwrap_or_default(),
        };
        alive.extend(group.map(ControlGroup::members).unwrap_or_default());
        for pid in alive {
            if self.processes.len() < NAMED_MAX
                && !self.processes.contains_key(&pid.as_raw())
                && let Some(process) = proc::process(pid)
            {
                self.processes.insert(pid.as_raw(), process);
            }
        }
    }
}

/// Whether nothing of the run is alive, once [`supervise`] has come back. What is left in a namespace otherwise ends
/// with its first process.
pub(crate) fn is_alone() -> bool {
    !has_children()
}

/// Whether there is any child. Orphans come to the supervisor, so without one nothing of the run is alive.
fn has_children() -> bool {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    waitid(Id::All, flags) != Err(Errno::ECHILD)
}

/// Takes the status of every process that has ended; the worker's is the answer.
fn reap(worker: Pid) -> io::Result<Option<Ended>> {
    let mut answer = None;
    while let Some((pid, ended)) = wait_for_any(libc::WNOHANG)? {
        if pid == worker {
            answer = Some(ended);
        }
    }
    Ok(answer)
}

/// The next child that has ended; none when no child has, or there is none.
pub(crate) fn wait_for_any(options: libc::c_int) -> io::Result<Option<(Pid, Ended)>> {
    loop {
        let mut status = 0;
        // SAFETY: waitpid writes one integer, to a place that outlives the call.
        let pid = unsafe { libc::waitpid(-1, &raw mut status, options) };
        if pid > 0 {
            // Real-time signals are among those that end a process, so the numbers are kept as they are.
            let ended = if libc::WIFSIGNALED(status) {
                Ended::Signal(libc::WTERMSIG(status))
            } else {
                Ended::Code(libc::WEXITSTATUS(status))
            };
            return Ok(Some((Pid::from_raw(pid), ended)));
        }
        match Errno::last() {
            _ if pid == 0 => return Ok(None),
            Errno::ECHILD => return Ok(None),
            Errno::EINTR => {}
            error => return Err(error.into()),
        }
    }
}

/// Sends `signal` to all that can be named at once. That a process is gone already is no failure.
fn signal_all(worker: Pid, tree: Tree, signal: Signal) {
    match tree {
        Tree::Namespace => {
            let _ = kill(Pid::from_raw(-1), signal);
        }
        Tree::Descendants => {
            let _ = killpg(worker, signal);
            // The worker leads its group only once it got that far.
            let _ = kill(worker, signal);
            for pid in proc::descendants().unwrap_or_default() {
                let _ = kill(pid, signal);
            }
        }
    }
}

/// Kills every descendant. Those of a killed process return to the caller, so that none is lost.
///
/// All are stopped before the first is killed, from the top down, until a look finds nobody new: one that sees another
/// die could start a new one, one that is stopped cannot.
fn kill_descendants() -> io::Result<()> {
    while has_children() {
        let mut stopped = BTreeSet::new();
        loop {
            let found = proc::descendants()?;
            let new = found.difference(&stopped).copied().collect::<Vec<_>>();
            if new.is_empty() {
                break;
            }
            for pid in new {
                let _ = kill(pid, Signal::SIGSTOP);
                stopped.insert(pid);
            }
        }
        for pid in &stopped {
            let _ = kill(*pid, Signal::SIGKILL);
        }
        // When none was found there may still be one that was just made: the next look finds it.
        let options = if stopped.is_empty() { libc::WNOHANG } else { 0 };
        wait_for_any(options)?;
        while wait_for_any(libc::WNOHANG)?.is_some() {}
    }
    Ok(())
}
