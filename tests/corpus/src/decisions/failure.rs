//! Why a comparison could not be made, and the remedy.

use std::io;
use std::path::PathBuf;

/// A comparison that could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{}: {source}", place.display())]
    File { place: PathBuf, source: io::Error },
    #[error("`{program}` could not be started: {source}")]
    Start { program: String, source: io::Error },
    #[error("`{program}` failed: it ended with {status}")]
    Program { program: String, status: String },
    #[error("`{0}` is no file and no commit of this repository")]
    NoRevision(String),
    #[error("commit {0} has no program that answers a corpus")]
    NoCorpus(String),
    #[error("the two revisions answered different questions")]
    Questions,
}

impl Failure {
    /// What to do.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Self::File { .. } => "see that the file can be read and its folder written",
            Self::Start { .. } => "install it, or see that it is in `PATH`",
            Self::Program { .. } => "its messages are above",
            Self::NoRevision(_) => {
                "name a commit, a tag or a corpus file; a shallow clone lacks older commits"
            }
            Self::NoCorpus(_) => "compare with a corpus file that was made in that revision",
            Self::Questions => "remove `target/decisions` and compare again",
        }
    }
}
