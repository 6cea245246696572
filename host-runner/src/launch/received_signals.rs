//! The signals that ask a process to end, read from a descriptor while they are blocked.
//!
//! Owns the descriptor: `signalfd(2)`, or a queue of events (`kqueue(2)`), which hears of blocked signals too.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use nix::sys::signal::{SigSet, Signal};

/// The signals that are passed on.
const ENDING: [Signal; 4] = [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP, Signal::SIGQUIT];

/// The signals that this process received.
#[derive(Debug)]
pub(crate) struct ReceivedSignals {
    #[cfg(target_os = "linux")]
    source: nix::sys::signalfd::SignalFd,
    #[cfg(not(target_os = "linux"))]
    source: nix::sys::event::Kqueue,
}

impl ReceivedSignals {
    /// Blocks every signal for the calling thread, and hears of those that ask to end.
    pub(crate) fn blocked() -> io::Result<Self> {
        SigSet::all().thread_block()?;
        Self::new()
    }

    #[cfg(target_os = "linux")]
    fn new() -> io::Result<Self> {
        use nix::sys::signalfd::{SfdFlags, SignalFd};
        let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
        Ok(Self { source: SignalFd::with_flags(&SigSet::all(), flags)? })
    }

    #[cfg(not(target_os = "linux"))]
    fn new() -> io::Result<Self> {
        use nix::sys::event::{EvFlags, EventFilter, FilterFlag, KEvent, Kqueue};
        let source = Kqueue::new()?;
        let wanted = ENDING.map(|signal| {
            let flags = EvFlags::EV_ADD | EvFlags::EV_CLEAR;
            KEvent::new(signal as usize, EventFilter::EVFILT_SIGNAL, flags, FilterFlag::empty(), 0, 0)
        });
        source.kevent(&wanted, &mut [], None)?;
        Ok(Self { source })
    }

    /// The signals that ask to end and came since the last call. Waits for none.
    #[cfg(target_os = "linux")]
    pub(crate) fn take(&self) -> io::Result<Vec<Signal>> {
        let mut found = Vec::new();
        while let Some(received) = self.source.read_signal()? {
            found.extend(Signal::try_from(received.ssi_signo.cast_signed()).ok());
        }
        found.retain(|signal| ENDING.contains(signal));
        Ok(found)
    }

    /// The signals that ask to end and came since the last call. Waits for none.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn take(&self) -> io::Result<Vec<Signal>> {
        use nix::sys::event::{EvFlags, EventFilter, FilterFlag, KEvent};
        let none = KEvent::new(0, EventFilter::EVFILT_SIGNAL, EvFlags::empty(), FilterFlag::empty(), 0, 0);
        let mut events = [none; ENDING.len()];
        let at_once = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let count = self.source.kevent(&[], &mut events, Some(at_once))?;
        let events = events.iter().take(count);
        Ok(events
            .filter_map(|event| ENDING.into_iter().find(|signal| *signal as usize == event.ident()))
            .collect())
    }
}

impl AsFd for ReceivedSignals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.source.as_fd()
    }
}
