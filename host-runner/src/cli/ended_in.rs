//! The file in which a run leaves the directory where its command ended, for the shell of an agent.
//!
//! Owns the place of these files and their end: one that is a day old was forgotten by its reader.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::settings::remembered;

/// How long a file is kept.
const KEPT: Duration = Duration::from_hours(24);

/// The beginning of each name.
const NAME: &str = "cwd-";

/// A file that no other run uses; none for a user without a home.
pub(super) fn file(home: Option<&Path>) -> Option<PathBuf> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    remembered(&format!("ended/{NAME}{}-{}", std::process::id(), since.as_nanos()), home)
}

/// Whether `file` may be one that [`file`] gave.
pub(super) fn is_one(path: &Path, home: Option<&Path>) -> bool {
    let own = file(home);
    own.as_deref().and_then(Path::parent).is_some_and(|directory| path.parent() == Some(directory))
}

/// Writes `directory` into `file`, which only the user can read, and removes the files that were forgotten beside it.
pub(super) fn write(file: &Path, directory: &Path) -> io::Result<()> {
    let place = file.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(place)?;
    let mut new = tempfile::NamedTempFile::new_in(place)?;
    writeln!(new, "{}", directory.display())?;
    new.persist(file)?;
    for entry in fs::read_dir(place)?.flatten() {
        let is_old =
            || entry.metadata()?.modified()?.elapsed().map_err(io::Error::other).map(|age| age > KEPT);
        if entry.file_name().to_string_lossy().starts_with(NAME) && is_old().unwrap_or(false) {
            drop(fs::remove_file(entry.path()));
        }
    }
    Ok(())
}
