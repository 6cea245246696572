//! The launcher's reports on a run, and the conclusion from them.
//!
//! Owns the sum of the reports. Waits for nothing and ends nothing.

use std::path::PathBuf;

pub(crate) use super::conclusion::{Conclusion, EndCause, Observations};
use super::failure::Failure;
use super::protocol::{Ended, Report};
use crate::sandbox::planted::Changes;
use crate::sandbox::quarantine::{self, Before, repair};
use crate::sandbox::{Missing, Promise, Quarantined};

/// The launcher's messages so far.
#[derive(Debug, Default)]
pub(crate) struct LauncherReports {
    pub(crate) confined: Option<(Vec<Promise>, Vec<Missing>)>,
    pub(crate) refused: Option<Vec<Missing>>,
    pub(crate) failed: Option<Failure>,
    pub(crate) ended: Option<Ended>,
    pub(crate) seen: Observations,
    /// The control group of the command.
    pub(crate) group: Option<PathBuf>,
    /// Whether nothing of the run is alive but the process that reported it.
    pub(crate) is_alone: bool,
    /// What the launcher renamed after the run.
    quarantined: Option<Vec<Quarantined>>,
}

/// Notes where git can find something else than before; false for a report about anything else.
pub(crate) fn note_change(changes: &mut Changes, report: &Report) -> bool {
    match report {
        Report::Watched(directory) => changes.watched.insert(directory.clone()),
        Report::Moved(directory) => changes.moved.insert(directory.clone()),
        _ => return false,
    };
    true
}

impl LauncherReports {
    /// Takes one line of a launcher.
    pub(crate) fn hear(&mut self, line: &str) {
        match serde_json::from_str(line) {
            Ok(Report::Confined { held, missing }) => self.confined = Some((held, missing)),
            Ok(Report::Refused { missing }) => self.refused = Some(missing),
            Ok(Report::Failed(failure)) => self.failed = Some(failure),
            Ok(report @ (Report::Watched(_) | Report::Moved(_))) => {
                note_change(&mut self.seen.changes, &report);
            }
            Ok(Report::Vacated(place)) => self.seen.vacated.push(place),
            Ok(Report::Quarantined(files)) => self.quarantined = Some(files),
            Ok(Report::Denied { path, why }) => self.seen.denied.push((path, why)),
            Ok(Report::Unconnected(path)) => self.seen.unconnected.push(path),
            Ok(Report::Group(path)) => self.group = Some(path),
            Ok(Report::Killed(killed)) => self.seen.killed = killed,
            Ok(Report::Ended(ended)) => self.ended = Some(ended),
            Ok(Report::Alone) => self.is_alone = true,
            Ok(Report::Listening | Report::Unsupervised) => {}
            Err(_) => {
                // A report that is lost may be the one about a promise.
                let step = format!("read the launcher's report `{}`", shortened(line));
                self.failed.get_or_insert(Failure { step, path: None, errno: 0 });
            }
        }
    }

    /// Whether the run is over, although the launcher has not exited: nothing of it is alive, and the launcher need not
    /// look at what the command left behind, or has done so.
    pub(crate) fn is_over(&self) -> bool {
        let is_supervised = self.confined.as_ref().is_none_or(|(_, missing)| is_supervised(missing));
        let nothing_to_look_at = is_supervised && self.seen.changes == Changes::default();
        self.is_alone && (nothing_to_look_at || self.quarantined.is_some())
    }

    /// What was renamed after the run. The launcher does that, and this process where the launcher could not.
    pub(crate) fn repaired(&mut self, before: &Before) -> Vec<Quarantined> {
        let is_supervised = self.confined.as_ref().is_none_or(|(_, missing)| is_supervised(missing));
        let done = self.quarantined.take();
        done.unwrap_or_else(|| repair(&self.seen.changes, before, is_supervised))
    }

    /// How the run went; `cause` is why the runner ended it, if it did.
    /// `before` is what was there before the run.
    pub(crate) fn conclude(mut self, cause: Option<EndCause>, before: &Before) -> Conclusion {
        if let Some(missing) = self.refused {
            return Conclusion::Refused(missing);
        }
        if let Some(failure) = self.failed {
            return Conclusion::Failed(failure);
        }
        if self.confined.is_none() && cause.is_none() {
            return Conclusion::Silent;
        }
        let quarantined = self.repaired(before);
        let (mut held, mut missing) = self.confined.unwrap_or_default();
        quarantine::account(&mut held, &mut missing, &quarantined);
        Conclusion::Ended { ended: self.ended, cause, held, missing, seen: self.seen, quarantined }
    }
}

/// Whether the calls that make names were supervised, given the promises that did not hold.
fn is_supervised(missing: &[Missing]) -> bool {
    missing.iter().all(|lost| lost.promise != Promise::NothingPlanted)
}

/// The beginning of a line that is no report, printable.
fn shortened(line: &str) -> String {
    const SHOWN_MAX: usize = 60;
    line.chars().take(SHOWN_MAX).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_report_fails_the_run() {
        for line in ["", "{", "{\"Unheard\":1}", "killed\u{1b}[0m"] {
            let mut reports = LauncherReports::default();
            let confined = Report::Confined { held: Vec::new(), missing: Vec::new() };
            reports.hear(&serde_json::to_string(&confined).unwrap());
            reports.hear(line);
            let conclusion = reports.conclude(None, &Before::default());
            let Conclusion::Failed(failure) = conclusion else { panic!("{line}: {conclusion:?}") };
            assert!(failure.to_string().starts_with("read the launcher's report `"), "{failure}");
            assert!(!failure.to_string().contains('\u{1b}'), "{failure}");
        }
    }
}
