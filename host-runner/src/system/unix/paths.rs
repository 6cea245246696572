//! Paths as commands write them, on Unix.

use std::path::PathBuf;

/// The path that the text of a command or of an agent means: itself.
pub(crate) fn native(path: &str) -> PathBuf {
    PathBuf::from(path)
}
