//! Paths as commands write them, on Unix.

use std::path::{Path, PathBuf};

/// The path that the text of a command or of an agent means: itself.
pub(crate) fn native(path: &str) -> PathBuf {
    PathBuf::from(path)
}

/// The names of the files that start when a shell looks `name` up.
pub(crate) fn program_files(name: &str) -> Vec<String> {
    vec![name.to_owned()]
}

/// Whether a program can start in this directory.
pub(crate) const fn can_start_in(_directory: &Path) -> bool {
    true
}
