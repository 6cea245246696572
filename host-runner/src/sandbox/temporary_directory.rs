//! A temporary directory for one run.
//!
//! Owns its place and its permissions.

use std::path::Path;

/// A new directory that only this user can enter, removed with the value. Where the system's directory for such files
/// is missing it is made.
///
/// # Errors
/// When neither `TMPDIR` nor `/tmp` can be written.
pub(crate) fn temporary_directory() -> std::io::Result<tempfile::TempDir> {
    let named = std::env::temp_dir();
    let make = |place: &Path| {
        std::fs::create_dir_all(place)?;
        tempfile::Builder::new().prefix("shellgate-").tempdir_in(place)
    };
    make(&named).or_else(|error| make(Path::new("/tmp")).map_err(|_| error))
}
