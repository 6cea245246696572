//! A file of another tool, as it was read.

use std::path::{Path, PathBuf};

use crate::installation::refusal::Refusal;
use crate::installation::target::Target;

/// A file of another tool.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) text: String,
}

impl File {
    /// Reads the file at `path`, an absolute path; none if it is not there.
    ///
    /// # Errors
    /// It is no text file, or cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, Refusal> {
        let text = Target::read(path)?.text;
        Ok(text.map(|text| Self { path: path.to_owned(), text }))
    }

    /// Whether its name ends in `.extension`.
    pub(super) fn has_extension(&self, extension: &str) -> bool {
        self.path.extension().is_some_and(|its| its.eq_ignore_ascii_case(extension))
    }
}
