//! What the program remembers about a user from one call to the next, as small JSON files.
//!
//! Owns the directory: `shellgate` in the user's state directory (`XDG_STATE_HOME`, else the one of the system:
//! [`files::state_directory`]). A file that cannot be read counts as empty.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::system::files;
use crate::system::lock::Lock;

/// The file of this name; none for a user without a home.
pub(crate) fn file(name: &str, home: Option<&Path>) -> Option<PathBuf> {
    let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = named.or_else(|| files::state_directory(home))?;
    Some(state.join("shellgate").join(name))
}

/// The record in `file`; the default if there is none.
pub(crate) fn read<R: DeserializeOwned + Default>(file: &Path) -> R {
    // A pipe in its place would make this program wait.
    let is_file = file.metadata().is_ok_and(|found| found.is_file());
    let text = is_file.then(|| fs::read(file).ok()).flatten().unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Puts `record` in the place of what `file` holds.
///
/// # Errors
/// The directory or the file cannot be written.
pub(crate) fn write(file: &Path, record: &impl Serialize) -> io::Result<()> {
    replace(file, &serde_json::to_vec(record)?)
}

/// Puts `bytes` in the place of what `file` holds, so that nobody ever reads half of them. Makes its directory.
///
/// # Errors
/// The directory or the file cannot be written.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = file.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(directory)?;
    let mut new = tempfile::NamedTempFile::new_in(directory)?;
    new.write_all(bytes)?;
    if let Ok(old) = file.metadata() {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.persist(file)?;
    Ok(())
}

/// The turn of this process to read and change a record, and what it stands for. It ends with the value.
#[derive(Debug)]
pub(crate) struct Turn(#[expect(dead_code, reason = "it is held, not read")] Lock);

impl Turn {
    /// Waits for the turn at `record`; none where no lock can be had, and then processes take no turns.
    pub(crate) fn wait(record: &Path) -> Option<Self> {
        let lock = record.with_extension("lock");
        fs::create_dir_all(lock.parent()?).ok()?;
        Lock::wait(fs::File::create(lock).ok()?).ok().map(Self)
    }
}
