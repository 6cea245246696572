//! The supervisor's loop: hears of forks and ends, passes termination on, leaves alive nobody that it has seen.
//!
//! Owns the queue of events (`kqueue(2)`). Starts nothing.

use std::io::{self, PipeWriter, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::net::UnixStream;

use nix::errno::Errno;
use nix::sys::event::{EvFlags, EventFilter, FilterFlag, KEvent, Kqueue};
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;

use super::tree::{Tree, ZERO};
use crate::launch::protocol::{Ended, Report, send};

/// The signals that are passed on.
const PASSED: [Signal; 4] = [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP, Signal::SIGQUIT];

/// Most events that are taken at once.
const EVENTS: usize = 64;

/// How long a killed process may take to end.
const ENDING: libc::timespec = libc::timespec { tv_sec: 2, tv_nsec: 0 };

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The command itself.
    pub(super) command: Ended,
    /// Whether nobody that was seen is alive.
    pub(super) is_alone: bool,
}

/// Minds `command` until it ends, and kills then what it left.
///
/// Every signal is blocked when this is called. When the other end of `lifeline` closes, everything is killed. What was
/// ended is reported on it. `watching` hears when the forks of the command are seen, before which it must not execute
/// anything.
pub(super) fn supervise(command: Pid, lifeline: &UnixStream, mut watching: PipeWriter) -> io::Result<End> {
    let queue = Kqueue::new()?;
    let descriptor = usize::try_from(lifeline.as_raw_fd()).map_err(io::Error::other)?;
    let mut wanted = vec![event(descriptor, EventFilter::EVFILT_READ)];
    // The queue hears of a signal when it is sent, whether it is blocked or not.
    wanted.extend(PASSED.map(|signal| event(signal as usize, EventFilter::EVFILT_SIGNAL)));
    queue.kevent(&wanted, &mut [], None)?;
    let mut tree = Tree::of(command, &queue);
    watching.write_all(&[0])?;
    drop(watching);
    let mut abandoned = false;
    let ended = loop {
        // One that ended before it was watched makes no event.
        let mut has_ended = !tree.has_leader();
        for event in events(&queue, has_ended.then_some(ZERO))? {
            match event.filter()? {
                EventFilter::EVFILT_PROC => has_ended |= note(&mut tree, &event, &queue) == Some(command),
                // Nothing more is sent on it, so what there is to read is its end.
                EventFilter::EVFILT_READ if !abandoned => {
                    abandoned = true;
                    tree.kill(&queue);
                }
                EventFilter::EVFILT_SIGNAL => {
                    if let Some(signal) = PASSED.into_iter().find(|signal| *signal as usize == event.ident())
                    {
                        tree.signal(signal, &queue);
                        // What is stopped would not see the request.
                        tree.signal(Signal::SIGCONT, &queue);
                    }
                }
                _ => {}
            }
        }
        if has_ended {
            // The event comes before the status: this waits for it.
            break status(command)?;
        }
    };
    tree.look(&queue);
    if !tree.is_alone() {
        tree.kill(&queue);
        wait_for_others(&mut tree, &queue)?;
    }
    let is_alone = tree.is_alone();
    let killed = tree.into_ended();
    if !killed.is_empty() {
        // A runner that is gone need not know.
        drop(send(lifeline, &Report::Killed(killed)));
    }
    Ok(End { command: ended, is_alone })
}

fn event(ident: usize, filter: EventFilter) -> KEvent {
    let flags = if filter == EventFilter::EVFILT_READ {
        EvFlags::EV_ADD | EvFlags::EV_ONESHOT
    } else {
        EvFlags::EV_ADD | EvFlags::EV_CLEAR
    };
    KEvent::new(ident, filter, flags, FilterFlag::empty(), 0, 0)
}

/// The next events; none when `limit` passes before there are any.
fn events(queue: &Kqueue, limit: Option<libc::timespec>) -> io::Result<Vec<KEvent>> {
    let mut found = vec![event(0, EventFilter::EVFILT_READ); EVENTS];
    loop {
        match queue.kevent(&[], &mut found, limit) {
            Ok(count) => {
                found.truncate(count);
                return Ok(found);
            }
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Takes over what an event says about a process; the process, if it has ended.
fn note(tree: &mut Tree, event: &KEvent, queue: &Kqueue) -> Option<Pid> {
    let pid = Pid::from_raw(i32::try_from(event.ident()).ok()?);
    if event.fflags().contains(FilterFlag::NOTE_FORK) {
        tree.forked(pid, queue);
    }
    event.fflags().contains(FilterFlag::NOTE_EXIT).then(|| {
        tree.exited(pid);
        pid
    })
}

/// Waits until those that were killed have ended, each for a bounded time.
fn wait_for_others(tree: &mut Tree, queue: &Kqueue) -> io::Result<()> {
    while !tree.is_alone() {
        let found = events(queue, Some(ENDING))?;
        if found.is_empty() {
            break;
        }
        for event in found {
            if event.filter()? == EventFilter::EVFILT_PROC {
                note(tree, &event, queue);
            }
        }
    }
    Ok(())
}

/// The status of the command, which has ended.
fn status(command: Pid) -> io::Result<Ended> {
    loop {
        match waitpid(command, None) {
            Ok(WaitStatus::Exited(_, code)) => return Ok(Ended::Code(code)),
            Ok(WaitStatus::Signaled(_, signal, _)) => return Ok(Ended::Signal(signal as i32)),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
