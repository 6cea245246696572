//! Watches an output: its size limit, and the silence of the command.
//!
//! Owns when to look again: sooner when it grows faster or is nearer to the limit. Reads no clock of its own.

use std::time::Duration;

use tokio::time::Instant;

/// The shortest time between two looks. A command writes about a megabyte in that time.
const SOONEST: Duration = Duration::from_millis(2);

/// The longest one.
const LATEST: Duration = Duration::from_secs(5);

/// How fast any output is taken to grow, in bytes a second: one that was silent can begin at any time.
const RATE_MIN: u64 = 512 << 20;

/// The result of one look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// Nothing is wrong.
    Fine,
    /// There is more than the limit.
    TooLarge,
    /// Nothing was written for as long as the command may be silent.
    Idle,
}

/// An output's growth, as far as it was seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    limit: u64,
    idle: Option<Duration>,
    size: u64,
    seen: Instant,
    grown: Instant,
    /// Bytes a second between the last two looks.
    rate: u64,
}

impl Watch {
    /// A watch over an output that is empty at `now`, may have `limit` bytes, and may stay as it is for `idle`.
    pub(crate) fn new(limit: u64, idle: Option<Duration>, now: Instant) -> Self {
        Self { limit, idle, size: 0, seen: now, grown: now, rate: 0 }
    }

    /// Takes what the size is `now`.
    pub(crate) fn look(&mut self, size: u64, now: Instant) -> Look {
        let passed = now.saturating_duration_since(self.seen).max(Duration::from_millis(1));
        let grown = size.saturating_sub(self.size);
        self.rate = u64::try_from(u128::from(grown) * 1000 / passed.as_millis().max(1)).unwrap_or(u64::MAX);
        if size != self.size {
            self.grown = now;
        }
        (self.size, self.seen) = (size, now);
        if size > self.limit {
            Look::TooLarge
        } else if self.idle.is_some_and(|idle| now.saturating_duration_since(self.grown) >= idle) {
            Look::Idle
        } else {
            Look::Fine
        }
    }

    /// Counts no silence until `now`: the command waits for somebody else.
    pub(crate) fn wait_until(&mut self, now: Instant) {
        self.grown = now;
    }

    /// When to look again: before the limit can be far outgrown, and when the silence has lasted long enough.
    pub(crate) fn next(&self) -> Instant {
        let room = self.limit.saturating_sub(self.size);
        let until_full = room.saturating_mul(1000) / self.rate.max(RATE_MIN);
        let growth = self.seen + Duration::from_millis(until_full).clamp(SOONEST, LATEST);
        self.idle.map_or(growth, |idle| growth.min((self.grown + idle).max(self.seen + SOONEST)))
    }

    /// How many bytes there were at the last look.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn the_faster_it_grows_and_the_nearer_the_limit_the_sooner_is_the_next_look() {
        let start = Instant::now();
        let cases = [
            // limit, bytes after one second, milliseconds to the next look
            (1 << 50, 0, 5000),
            (5 * GIB, 0, 5000),
            (5 * GIB, GIB, 4000),
            (5 * GIB, 4 * GIB, 250),
            (5 * GIB, 5 * GIB - 1, 2),
            (64 << 20, 0, 125),
            (64 << 20, 60 << 20, 7),
            (1 << 20, 0, 2),
        ];
        for (limit, size, milliseconds) in cases {
            let mut watch = Watch::new(limit, None, start);
            let now = start + Duration::from_secs(1);
            assert_eq!(watch.look(size, now), Look::Fine, "{limit} {size}");
            assert_eq!(watch.next() - now, Duration::from_millis(milliseconds), "{limit} {size}");
        }
    }

    #[test]
    fn what_outgrows_the_limit_and_what_is_silent_too_long_is_told() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Watch::new(100, Some(Duration::from_secs(3)), start);
        assert_eq!(watch.look(50, at(2)), Look::Fine);
        assert_eq!(watch.look(50, at(4)), Look::Fine);
        assert_eq!(watch.next(), at(4) + SOONEST, "the limit is so near that every look is soon");
        assert_eq!(watch.look(50, at(5)), Look::Idle);
        assert_eq!(watch.look(60, at(6)), Look::Fine);
        assert_eq!(watch.look(101, at(7)), Look::TooLarge);
        let mut silent = Watch::new(1 << 50, Some(Duration::from_secs(3)), start);
        assert_eq!(silent.look(0, at(1)), Look::Fine);
        assert_eq!(silent.next(), at(3));
    }
}
