//! Progress of a running command, as its client sees it.
//!
//! Owns how often, and how much of a line.

use std::time::Duration;

use policy_core::visible::line;
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::outcome::event::Progress;

/// The shortest time between two notifications.
const NOTIFY_EVERY: Duration = Duration::from_millis(500);

/// Most characters of the last line.
const CHARACTERS_MAX: usize = 200;

/// How long the last notification may take once the command has ended.
const LAST_WITHIN: Duration = Duration::from_secs(1);

/// What is notified: how long the command has run, and its last line.
type Step = (Duration, String);

/// Notifies a client as long as it is there.
#[derive(Debug)]
pub(super) struct Notifier {
    steps: watch::Sender<Step>,
    task: JoinHandle<()>,
}

impl Notifier {
    /// Notifies `peer` under the name that it gave.
    pub(super) fn new(peer: Peer<RoleServer>, token: ProgressToken) -> Self {
        let (steps, mut receiver) = watch::channel(Step::default());
        let task = tokio::spawn(async move {
            while receiver.changed().await.is_ok() {
                let (elapsed, last_line) = receiver.borrow_and_update().clone();
                let param = ProgressNotificationParam::new(token.clone(), elapsed.as_secs_f64());
                if peer.notify_progress(param.with_message(shown(&last_line))).await.is_err() {
                    return;
                }
            }
        });
        Self { steps, task }
    }

    /// Takes note of how far the command is.
    pub(super) fn hear(&self, progress: &Progress) {
        self.steps.send_if_modified(|(elapsed, last_line)| {
            let is_due = progress.elapsed >= *elapsed + NOTIFY_EVERY;
            if is_due {
                *elapsed = progress.elapsed;
                last_line.clone_from(&progress.last_line);
            }
            is_due
        });
    }

    /// Ends it. No notification comes after the result.
    pub(super) async fn end(self) {
        drop(self.steps);
        let abort = self.task.abort_handle();
        if tokio::time::timeout(LAST_WITHIN, self.task).await.is_err() {
            abort.abort();
        }
    }
}

/// A line of the command's, bounded and harmless to look at.
fn shown(last_line: &str) -> String {
    let shown = line(last_line);
    match shown.char_indices().nth(CHARACTERS_MAX) {
        Some((end, _)) => format!("{}…", shown.get(..end).unwrap_or_default()),
        None => shown.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_bounded_and_made_visible() {
        assert_eq!(shown("50 %"), "50 %");
        assert_eq!(shown("a\u{1b}[2J"), "a<U+001B>[2J");
        assert_eq!(shown(&"ä".repeat(CHARACTERS_MAX)).chars().count(), CHARACTERS_MAX);
        assert_eq!(shown(&"ä".repeat(CHARACTERS_MAX + 1)).chars().count(), CHARACTERS_MAX + 1);
        assert!(shown(&"x".repeat(1000)).ends_with("x…"));
    }
}
