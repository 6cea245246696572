//! The file that an installation changes: read, compared again, replaced in one step.
//!
//! Owns the promises about the disk: a link stays a link and what it leads to is changed; mode and owner stay; whoever
//! reads finds the old text or the new one; a file that changed since it was read is left alone, also by two
//! installations at the same time. Knows no agent.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::refusal::Refusal;
use crate::direct::Direct;
use crate::system::files::{check_entries, new_file, sync_entries, to_change_entries};

/// Largest file that is edited, in bytes.
const BYTES_MAX: usize = 4 * 1024 * 1024;

/// How long another installation may take.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// The time between two attempts to lock.
const PAUSE: Duration = Duration::from_millis(20);

/// A file as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The path that the agent knows.
    pub(crate) file: PathBuf,
    /// The file at the end of every link.
    pub(crate) real: PathBuf,
    /// Its text; none if it is not there.
    pub(crate) text: Option<String>,
}

/// What comes in the place of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replacement<'r> {
    /// The new text; none removes the file.
    pub(super) text: Option<&'r str>,
    /// Whether a new file can be executed.
    pub(super) executable: bool,
    /// The directories below this one that become empty go with a removed file.
    pub(super) base: &'r Path,
}

impl Target {
    /// Reads the file at `file`, an absolute path.
    ///
    /// # Errors
    /// There is something else than a text file.
    pub(crate) fn read(file: &Path) -> Result<Self, Refusal> {
        let unreadable = |error| Refusal::Unreadable { file: file.to_owned(), error };
        let real = match dunce::canonicalize(file) {
            Ok(real) => real,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                if file.symlink_metadata().is_ok() {
                    return Err(Refusal::Dangling(file.to_owned()));
                }
                return Ok(Self { file: file.to_owned(), real: real_place(file)?, text: None });
            }
            Err(error) => return Err(unreadable(error)),
        };
        let found = fs::metadata(&real).map_err(unreadable)?;
        if !found.is_file() {
            let what = if found.is_dir() { "a directory, not a file" } else { "not a regular file" };
            return Err(Refusal::NoFile { file: file.to_owned(), what });
        }
        let text = |what: &str| Refusal::NoText { file: file.to_owned(), what: what.to_owned() };
        if found.len() > BYTES_MAX as u64 {
            return Err(text("is larger than 4 MiB"));
        }
        let found = Direct::at(&real).and_then(|place| place.read(BYTES_MAX)).map_err(unreadable)?;
        let found = found.ok_or_else(|| text("is not valid UTF-8"))?;
        Ok(Self { file: file.to_owned(), real, text: Some(found.text) })
    }

    /// Whether the agent's path leads through a link to the file.
    pub(crate) fn is_link(&self) -> bool {
        self.file.symlink_metadata().is_ok_and(|found| found.file_type().is_symlink())
    }

    /// Whether this process could write it.
    ///
    /// # Errors
    /// It could not.
    pub(super) fn check_writable(&self) -> Result<(), Refusal> {
        let refused = |error| Refusal::Unwritable { file: self.file.clone(), error };
        if self.text.is_some() {
            // A file is replaced, but one that its owner made read-only is left alone.
            OpenOptions::new().write(true).open(&self.real).map_err(refused)?;
        }
        let there = self.real.ancestors().skip(1).find(|place| place.is_dir()).unwrap_or(Path::new("/"));
        check_entries(there).map_err(refused)
    }

    /// Puts `new` in the place of the text.
    ///
    /// # Errors
    /// The file is not what it was, or the system refuses; then everything is as it was.
    pub(super) fn replace(&self, new: &Replacement<'_>) -> Result<(), Refusal> {
        let refused = |error| Refusal::Unwritable { file: self.file.clone(), error };
        let directory = self.real.parent().unwrap_or(Path::new("/"));
        DirBuilder::new().recursive(true).create(directory).map_err(refused)?;
        let lock = self.lock(directory)?;
        let now = Self::read(&self.file)?;
        if now != *self {
            return Err(Refusal::Changed(self.file.clone()));
        }
        match (&self.text, new.text) {
            (None, None) => Ok(()),
            (None, Some(text)) => self.create(directory, text, new.executable),
            (Some(_), Some(text)) => self.exchange(text),
            (Some(_), None) => fs::remove_file(&self.real).map_err(refused),
        }?;
        // The entry of the directory must be on the disk too.
        sync_entries(&lock).map_err(refused)?;
        if new.text.is_none() {
            remove_empty(directory, new.base);
        }
        Ok(())
    }

    /// The directory, which no other installation works in until it is closed.
    fn lock(&self, directory: &Path) -> Result<File, Refusal> {
        let refused = |error| Refusal::Unwritable { file: self.file.clone(), error };
        let opened = to_change_entries(directory).map_err(refused)?;
        let end = Instant::now() + WAIT_MAX;
        loop {
            match opened.try_lock() {
                Ok(()) => return Ok(opened),
                Err(TryLockError::Error(error)) => return Err(refused(error)),
                Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(Refusal::Busy(directory.to_owned())),
            }
        }
    }

    fn create(&self, directory: &Path, text: &str, executable: bool) -> Result<(), Refusal> {
        let refused = |error| Refusal::Unwritable { file: self.file.clone(), error };
        let mut made =
            new_file(&mut tempfile::Builder::new(), executable).tempfile_in(directory).map_err(refused)?;
        made.write_all(text.as_bytes()).and_then(|()| made.as_file().sync_all()).map_err(refused)?;
        match made.persist_noclobber(&self.real) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
                Err(Refusal::Changed(self.file.clone()))
            }
            Err(error) => Err(refused(error.error)),
        }
    }

    fn exchange(&self, text: &str) -> Result<(), Refusal> {
        let refused = |error| Refusal::Unwritable { file: self.file.clone(), error };
        let changed = || Refusal::Changed(self.file.clone());
        let place = Direct::at(&self.real).map_err(refused)?;
        let found = place.read(BYTES_MAX).map_err(refused)?.ok_or_else(changed)?;
        if Some(&found.text) != self.text.as_ref() {
            return Err(changed());
        }
        let new = place.prepare(&found, text).map_err(refused)?;
        if !place.is_still(&found) {
            return Err(changed());
        }
        new.put().map_err(refused)
    }
}

/// The real path at which the missing `file` would be made.
fn real_place(file: &Path) -> Result<PathBuf, Refusal> {
    let unreadable = |error| Refusal::Unreadable { file: file.to_owned(), error };
    for place in file.ancestors().skip(1) {
        match dunce::canonicalize(place) {
            Ok(real) if !real.is_dir() => {
                return Err(Refusal::NoFile { file: place.to_owned(), what: "a file, not a directory" });
            }
            Ok(real) => return Ok(real.join(file.strip_prefix(place).unwrap_or(file))),
            Err(_) if place.symlink_metadata().is_ok_and(|found| found.is_symlink()) => {
                return Err(Refusal::Dangling(place.to_owned()));
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    Err(unreadable(io::Error::from(ErrorKind::NotFound)))
}

/// Removes `directory` and those above it, below `base`, as long as they are empty.
fn remove_empty(directory: &Path, base: &Path) {
    let base = dunce::canonicalize(base).unwrap_or_else(|_| base.to_owned());
    for place in directory.ancestors().take_while(|place| place.starts_with(&base) && *place != base) {
        if fs::remove_dir(place).is_err() {
            return;
        }
    }
}
