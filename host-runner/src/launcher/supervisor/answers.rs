//! Answers the file calls of a command and reports the refused ones to the runner.
//!
//! Owns the bound on the number of reports. The calls are judged and performed in [`file_calls`](super::file_calls).

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use super::file_calls::{FileCallReport, FileCalls};
use super::reap::Service;
use crate::launch::observed::note_change;
use crate::launch::protocol::{Report, line, send};
use crate::sandbox::planted::Changes;

/// Most refusals that are reported.
const DENIALS_MAX: usize = 100;

/// Answers the file calls of a command and reports refusals to the runner.
#[derive(Debug)]
pub(crate) struct Answers<'c> {
    names: Option<FileCalls>,
    /// Whether somebody under the filter is left.
    is_asked: bool,
    control: &'c UnixStream,
    overseer: Option<UnixStream>,
    told: BTreeSet<PathBuf>,
    changes: Changes,
}

impl<'c> Answers<'c> {
    /// Answers for `names`, if there is a listener, and reports to the runner over `control`. The process that looks at
    /// what the command left behind hears of changes over `overseer`.
    pub(crate) fn new(
        names: Option<FileCalls>,
        control: &'c UnixStream,
        overseer: Option<UnixStream>,
    ) -> Self {
        Self {
            is_asked: names.is_some(),
            names,
            control,
            overseer,
            told: BTreeSet::new(),
            changes: Changes::default(),
        }
    }

    /// The places from which the run moved directories that it did not make.
    pub(crate) fn vacated(&self) -> Vec<PathBuf> {
        self.names.as_ref().map(FileCalls::vacated).unwrap_or_default()
    }

    /// Where git can find something else than before.
    pub(crate) fn into_changes(self) -> Changes {
        self.changes
    }

    /// Whether a refusal of this path was not reported yet, and can be.
    fn is_new(&mut self, path: &Path) -> bool {
        self.told.len() < DENIALS_MAX && self.told.insert(path.to_owned())
    }

    /// Reports a change to whoever looks after the run.
    fn report_change(&mut self, report: &Report) {
        if !note_change(&mut self.changes, report) {
            return;
        }
        if let (Some(overseer), Ok(line)) = (&mut self.overseer, line(report)) {
            // One that is gone has taken this process with it.
            drop(overseer.write_all(&line));
        }
    }
}

impl Service for Answers<'_> {
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.names.as_ref().filter(|_| self.is_asked).map(AsFd::as_fd)
    }

    fn serve(&mut self, can_read: bool) -> io::Result<()> {
        let Some(names) = self.names.as_mut().filter(|_| can_read) else {
            self.is_asked = false;
            return Ok(());
        };
        for news in names.answer_one()? {
            let report = match news {
                FileCallReport::Watched(directory) => Report::Watched(directory),
                FileCallReport::Moved(directory) => Report::Moved(directory),
                FileCallReport::Unconnected(path) if self.is_new(&path) => Report::Unconnected(path),
                FileCallReport::Refused(path, why) if self.is_new(&path) => {
                    Report::Denied { path, why: why.to_string() }
                }
                FileCallReport::Unconnected(_) | FileCallReport::Refused(..) => continue,
            };
            self.report_change(&report);
            // A runner that is gone has closed its end, which ends everything.
            drop(send(self.control, &report));
        }
        Ok(())
    }
}
