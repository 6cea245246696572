//! The signals by which a person, a terminal or a system ends the program.
//!
//! Owns the wait for them: `SIGINT` and `SIGQUIT` (keys of the terminal), `SIGHUP` (the terminal is gone) and
//! `SIGTERM`. A signal that the caller ignores, as `nohup` and `&` do, stays ignored. Ends nothing itself.

use std::sync::{Arc, OnceLock};
use std::task::Poll;

use nix::sys::signal::Signal;
use tokio::signal::unix::{Signal as Signals, SignalKind, signal};

/// The signals that end the program.
const ENDING: [Signal; 4] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];

/// The signal that has ended a wait; none until then.
#[derive(Clone, Debug, Default)]
pub(super) struct Interruption(Arc<OnceLock<Signal>>);

impl Interruption {
    /// Ends when one of the signals arrives.
    pub(super) async fn wait(self) {
        let mut streams = ENDING
            .into_iter()
            .filter(|ending| !is_ignored(*ending))
            .filter_map(|ending| Some((ending, signal(SignalKind::from_raw(ending as i32)).ok()?)))
            .collect::<Vec<(Signal, Signals)>>();
        let arrived = std::future::poll_fn(|context| {
            let mut streams = streams.iter_mut();
            let arrived =
                streams.find_map(|(ending, stream)| stream.poll_recv(context).is_ready().then_some(*ending));
            arrived.map_or(Poll::Pending, Poll::Ready)
        });
        // Whoever waits a second time hears of the first signal.
        let _ = self.0.set(arrived.await);
    }

    /// The status of a program that such a signal ended: 128 and its number.
    pub(super) fn status(&self) -> Option<u8> {
        self.0.get().and_then(|ending| u8::try_from(128 + *ending as i32).ok())
    }
}

/// Whether this process ignores `ending`, as `SigIgn` of `proc(5)` says. A system that does not say ignores none.
#[cfg(target_os = "linux")]
fn is_ignored(ending: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status) & (1 << (ending as i32 - 1)) != 0
}

/// Whether this process ignores `ending`.
#[cfg(not(target_os = "linux"))]
fn is_ignored(ending: Signal) -> bool {
    crate::launcher::inherited::is_ignored(ending as i32)
}

#[cfg(target_os = "linux")]
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_mask_of_the_kernel() {
        let status =
            "Name:\tx\nSigBlk:\t0000000000000006\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000000002\n";
        assert_eq!(ignored(status), 0x1001);
        assert_eq!(ignored(""), 0);
    }
}
