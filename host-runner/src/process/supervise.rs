//! The process above the command: it reaps, passes termination on, and leaves nothing alive.
//!
//! Owns the loop of the sandbox's first process, and the same loop for a command that has no pid namespace.
//! Never starts anything.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, kill, killpg, pthread_sigmask};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::unistd::Pid;

use super::wire::Ended;

/// What the supervisor has below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tree {
    /// All processes of its pid namespace: when it ends, the kernel ends them.
    Namespace,
    /// Its descendants, which return to it when their parents end (`PR_SET_CHILD_SUBREAPER`).
    Descendants,
}

/// What the supervisor does besides: it answers on a descriptor.
pub(crate) trait Service {
    /// Readable when there is something to answer; none when nothing can be asked any more.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;

    /// Answers what there is.
    fn serve(&mut self, can_read: bool) -> io::Result<()>;
}

/// Blocks every signal: those that matter are read from a descriptor.
pub(crate) fn block_signals() -> io::Result<()> {
    pthread_sigmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::all()), None)?;
    Ok(())
}

/// Minds `worker` until it ends; then nothing below the caller is alive, or nothing will be once the caller ends.
///
/// Every signal is blocked when this is called. When the other end of `lifeline` closes, everything is killed.
/// Meanwhile `service` answers.
pub(crate) fn supervise(
    worker: Pid,
    lifeline: &UnixStream,
    tree: Tree,
    mut service: Option<&mut dyn Service>,
) -> io::Result<Ended> {
    let signals = SignalFd::with_flags(&SigSet::all(), SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
    let mut abandoned = false;
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
                signal_all(worker, tree, signal);
            }
        }
    };
    if tree == Tree::Descendants {
        kill_descendants()?;
    }
    Ok(ended)
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
        }
    }
}

/// Kills children until there are none: those of a killed process return to the caller and are next.
fn kill_descendants() -> io::Result<()> {
    loop {
        for child in children()? {
            let _ = kill(child, Signal::SIGKILL);
        }
        if wait_for_any(0)?.is_none() {
            return Ok(());
        }
    }
}

/// The caller's children, from the parent that `/proc/PID/stat` names after the closing parenthesis of the name.
fn children() -> io::Result<Vec<Pid>> {
    let own = Pid::this().to_string();
    let mut children = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        if after_name.split_ascii_whitespace().nth(1) == Some(own.as_str()) {
            children.push(Pid::from_raw(pid));
        }
    }
    Ok(children)
}
