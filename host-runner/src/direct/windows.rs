//! Opens files by their real path, never through a link.
//!
//! Owns the look at every directory on the way, and the operations on a name in the last one. Windows opens no file below an
//! open directory, so that a directory which is replaced by a link between the look and the opening is followed; the file is
//! compared before it is replaced.

use std::fs::{File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::os::windows::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

use crate::system::files::open_regular;
use crate::system::open::Open;

/// A name in a directory that was reached without a link.
#[derive(Debug)]
pub(crate) struct Direct {
    path: PathBuf,
}

/// A regular file's text, and which file it was.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) text: String,
    stamp: Stamp,
}

/// When a file was made and written, and its size.
type Stamp = (u64, u64, u64);

fn stamp(found: &Metadata) -> Stamp {
    (found.creation_time(), found.last_write_time(), found.file_size())
}

impl Direct {
    /// The place at `path`, which is absolute and has no `.` or `..`.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let is_plain = |part: Component<'_>| {
            matches!(part, Component::Prefix(_) | Component::RootDir | Component::Normal(_))
        };
        if !path.is_absolute() || path.file_name().is_none() || !path.components().all(is_plain) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        for directory in path.ancestors().skip(1) {
            let found = directory.symlink_metadata()?;
            if found.is_symlink() || !found.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
        }
        Ok(Self { path: path.to_owned() })
    }

    /// The text of the regular file there; none when it is something else, no UTF-8, or longer than `most` bytes.
    ///
    /// # Errors
    /// It is not there or cannot be read.
    pub(crate) fn read(&self, most: usize) -> io::Result<Option<Found>> {
        if !self.path.symlink_metadata()?.is_file() {
            return Ok(None);
        }
        let file = open_regular(&self.path, Open::Read)?;
        let stamp = stamp(&file.metadata()?);
        let mut bytes = Vec::new();
        file.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most {
            return Ok(None);
        }
        Ok(String::from_utf8(bytes).ok().map(|text| Found { text, stamp }))
    }

    /// Whether the file there is still the one that was `found`, unchanged as far as its dates show.
    pub(crate) fn is_still(&self, found: &Found) -> bool {
        self.path.symlink_metadata().is_ok_and(|now| now.is_file() && stamp(&now) == found.stamp)
    }

    /// Writes `text` to a new file beside this one.
    ///
    /// # Errors
    /// It cannot be written; then nothing is left behind.
    pub(crate) fn prepare(&self, _found: &Found, text: &str) -> io::Result<Prepared<'_>> {
        let directory = self.path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        let mut file = tempfile::Builder::new().prefix(".shellgate-").tempfile_in(directory)?;
        file.write_all(text.as_bytes())?;
        File::sync_all(file.as_file())?;
        Ok(Prepared { place: self, file })
    }
}

/// A new file that waits to take another one's place; dropped before, it is removed.
#[derive(Debug)]
pub(crate) struct Prepared<'d> {
    place: &'d Direct,
    file: NamedTempFile,
}

impl Prepared<'_> {
    /// Puts the new file in the place of the old one, in one step.
    pub(crate) fn put(self) -> io::Result<()> {
        self.file.persist(&self.place.path)?;
        Ok(())
    }
}
