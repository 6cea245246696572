//! The line that a waiting person sees after two seconds: how long, how many bytes, the last line of output.
//!
//! Owns that line. There is none where standard error is no terminal or one that cannot move its cursor (`TERM=dumb`).
//! It has no colour and is erased when the command ends.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::progress;
use crate::outcome::event::Progress;
use policy_core::visible::line;

/// From when on a person who waits for a verdict sees why.
const VERDICT_AFTER: Duration = Duration::from_millis(500);

/// From when on there is something to see.
const AFTER: Duration = Duration::from_secs(2);

/// The line of a person who waits.
#[derive(Debug)]
pub(super) struct Waiting {
    bar: Option<ProgressBar>,
    /// The output goes to the same terminal, so that its last line is there already.
    is_beside_output: bool,
    /// The output ends in the midst of a line, which must not be written over.
    is_in_line: bool,
}

impl Waiting {
    pub(super) fn new() -> Self {
        let bar = progress::can_be_shown().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.with_style(
                ProgressStyle::with_template("{wide_msg}").unwrap_or(ProgressStyle::default_spinner()),
            )
        });
        Self { bar, is_beside_output: io::stdout().is_terminal(), is_in_line: false }
    }

    /// Shows how it goes, once it takes long.
    pub(super) fn show(&self, progress: &Progress) {
        if let Some(bar) = &self.bar
            && progress.elapsed >= AFTER
            && !self.is_in_line
        {
            if bar.is_finished() {
                bar.reset();
            }
            bar.set_message(text(progress, !self.is_beside_output));
        }
    }

    /// Lets `write` write to the terminal where the line is.
    pub(super) fn step_aside<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        match self.bar.clone() {
            Some(bar) => bar.suspend(|| write(self)),
            None => write(self),
        }
    }

    /// Notes what was written to the terminal.
    pub(super) fn saw(&mut self, bytes: &[u8]) {
        self.is_in_line = self.is_beside_output && bytes.last().is_some_and(|byte| *byte != b'\n');
    }

    /// Does `work`, and shows `message` while it takes long.
    pub(super) fn during<T: Send>(&self, message: &'static str, work: impl FnOnce() -> T + Send) -> T {
        let Some(bar) = &self.bar else { return work() };
        let done = thread::scope(|scope| {
            let (ended, end) = mpsc::channel::<()>();
            scope.spawn(move || {
                if end.recv_timeout(VERDICT_AFTER) == Err(RecvTimeoutError::Timeout) {
                    bar.set_message(message);
                }
            });
            let done = work();
            drop(ended);
            done
        });
        self.stop();
        done
    }

    /// Takes the line away, and begins a new one for something else.
    pub(super) fn make_room(&mut self) {
        self.stop();
        if std::mem::take(&mut self.is_in_line) {
            super::terminal::message("");
        }
    }

    /// Takes the line away.
    pub(super) fn stop(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The line.
fn text(progress: &Progress, with_last: bool) -> String {
    let seconds = progress.elapsed.as_secs();
    let elapsed = match seconds {
        0..60 => format!("{seconds} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    };
    let size = match progress.size {
        bytes @ 0..10_000 => format!("{bytes} bytes"),
        bytes @ 10_000..10_000_000 => format!("{} kB", bytes / 1000),
        bytes => format!("{} MB", bytes / 1_000_000),
    };
    if with_last && !progress.last_line.is_empty() {
        format!("{elapsed}, {size}: {}", line(&progress.last_line))
    } else {
        format!("{elapsed}, {size}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_long_how_much_and_the_last() {
        let cases = [
            (2, 0, "", "2 s, 0 bytes"),
            (59, 9_999, "building", "59 s, 9999 bytes: building"),
            (125, 12_345, "", "2 min 5 s, 12 kB"),
            (3600, 1 << 30, "\u{1b}[2Jx", "60 min 0 s, 1073 MB: "),
        ];
        for (seconds, size, last, expected) in cases {
            let progress =
                Progress { elapsed: Duration::from_secs(seconds), size, last_line: last.to_owned() };
            let shown = text(&progress, true);
            assert!(shown.starts_with(expected) && !shown.contains('\u{1b}'), "{shown:?}");
            assert!(!text(&progress, false).contains(": "));
        }
    }
}
