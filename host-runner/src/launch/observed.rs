//! The launcher's reports on a run, and the conclusion from them.
//!
//! Owns the sum of the reports. Waits for nothing and ends nothing.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::failure::Failure;
use super::process_tree::Process;
use super::protocol::{Ended, Report};
use crate::sandbox::{Missing, Promise};

/// Why a command was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndCause {
    /// Its time was over.
    TimedOut,
    /// It wrote nothing for too long.
    Idle,
    /// It wrote too much.
    TooLarge,
    /// The caller wanted it.
    Interrupted,
}

/// The sandbox's observations of the command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Observations {
    /// Directories that can have become git directories, as they were named at some time.
    pub(crate) watched: BTreeSet<PathBuf>,
    /// Names that were refused, and why.
    pub(crate) denied: Vec<(PathBuf, String)>,
    /// Socket files that were refused.
    pub(crate) unconnected: Vec<PathBuf>,
    /// The processes that were ended with it, or left over by it.
    pub(crate) killed: Vec<Process>,
}

/// How the run went.
#[derive(Debug)]
pub(crate) enum Conclusion {
    /// The command ran.
    Ended {
        /// How it ended, if the launcher could still say so.
        ended: Option<Ended>,
        /// Why it was ended, if it was.
        cause: Option<EndCause>,
        /// The promises that held.
        held: Vec<Promise>,
        /// Those that did not.
        missing: Vec<Missing>,
        /// The observations of the sandbox.
        seen: Observations,
    },
    /// It was not started: required promises do not hold.
    Refused(Vec<Missing>),
    /// It was not started: a step failed.
    Failed(Failure),
    /// It was not started: the launcher did not answer. Not the launcher, then.
    Silent,
}

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
}

impl LauncherReports {
    /// Takes one line of a launcher.
    pub(crate) fn hear(&mut self, line: &str) {
        match serde_json::from_str(line) {
            Ok(Report::Confined { held, missing }) => self.confined = Some((held, missing)),
            Ok(Report::Refused { missing }) => self.refused = Some(missing),
            Ok(Report::Failed(failure)) => self.failed = Some(failure),
            Ok(Report::Watched(directory)) => drop(self.seen.watched.insert(directory)),
            Ok(Report::Denied { path, why }) => self.seen.denied.push((path, why)),
            Ok(Report::Unconnected(path)) => self.seen.unconnected.push(path),
            Ok(Report::Group(path)) => self.group = Some(path),
            Ok(Report::Killed(killed)) => self.seen.killed = killed,
            Ok(Report::Ended(ended)) => self.ended = Some(ended),
            Ok(Report::Alone) => self.is_alone = true,
            Ok(Report::Listening) => {}
            Err(_) => {
                // A report that is lost may be the one about a promise.
                let step = format!("read the launcher's report `{}`", shortened(line));
                self.failed.get_or_insert(Failure { step, path: None, errno: 0 });
            }
        }
    }

    /// How the run went; `cause` is why the runner ended it, if it did.
    pub(crate) fn conclude(self, cause: Option<EndCause>) -> Conclusion {
        if let Some(missing) = self.refused {
            return Conclusion::Refused(missing);
        }
        if let Some(failure) = self.failed {
            return Conclusion::Failed(failure);
        }
        match (self.confined, cause) {
            (None, None) => Conclusion::Silent,
            (confined, cause) => {
                let (held, missing) = confined.unwrap_or_default();
                Conclusion::Ended { ended: self.ended, cause, held, missing, seen: self.seen }
            }
        }
    }
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
            let conclusion = reports.conclude(None);
            let Conclusion::Failed(failure) = conclusion else { panic!("{line}: {conclusion:?}") };
            assert!(failure.to_string().starts_with("read the launcher's report `"), "{failure}");
            assert!(!failure.to_string().contains('\u{1b}'), "{failure}");
        }
    }
}
