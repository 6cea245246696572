//! Answers the file calls of a command and reports the refused ones to the runner.
//!
//! Owns the bound on the number of reports. The calls are judged and performed in [`file_calls`](super::file_calls).

use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use super::file_calls::{FileCallReport, FileCalls};
use super::reap::Service;
use crate::launch::protocol::{Report, send};

/// Most refusals that are reported.
const DENIALS_MAX: usize = 100;

/// Answers the file calls of a command and reports refusals to the runner.
#[derive(Debug)]
pub(crate) struct Answers<'c> {
    names: Option<FileCalls>,
    control: &'c UnixStream,
    told: BTreeSet<PathBuf>,
}

impl<'c> Answers<'c> {
    /// Answers for `names`, if there is a listener, and reports to the runner over `control`.
    pub(crate) fn new(names: Option<FileCalls>, control: &'c UnixStream) -> Self {
        Self { names, control, told: BTreeSet::new() }
    }
}

impl Service for Answers<'_> {
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.names.as_ref().map(AsFd::as_fd)
    }

    fn serve(&mut self, can_read: bool) -> io::Result<()> {
        let Some(names) = self.names.as_mut().filter(|_| can_read) else {
            // Nobody under the filter is left.
            self.names = None;
            return Ok(());
        };
        for news in names.answer_one()? {
            let report = match news {
                FileCallReport::Watched(directory) => Report::Watched(directory),
                FileCallReport::Unconnected(path) => {
                    if self.told.len() >= DENIALS_MAX || !self.told.insert(path.clone()) {
                        continue;
                    }
                    Report::Unconnected(path)
                }
                FileCallReport::Refused(path, why) => {
                    if self.told.len() >= DENIALS_MAX || !self.told.insert(path.clone()) {
                        continue;
                    }
                    Report::Denied { path, why: why.to_string() }
                }
            };
            // A runner that is gone has closed its end, which ends everything.
            drop(send(self.control, &report));
        }
        Ok(())
    }
}
