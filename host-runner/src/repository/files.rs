//! Reads files of a repository: whole, bounded, regular files only.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::git_layout::is_absent;

/// The longest text that is read; git's own bound for a `.git` file is the same.
pub(super) const TEXT_BYTES_MAX: u64 = 1 << 20;

/// The content of a file.
pub(super) enum Content {
    /// There is none.
    Absent,
    /// It is there and cannot be read, is no regular file, or is longer than the bound.
    Unreadable,
    Bytes(Vec<u8>),
}

/// The content of the file at `path`, links followed.
pub(super) fn content(path: &Path, bytes_max: u64) -> Content {
    match path.metadata() {
        Err(error) if is_absent(&error) => return Content::Absent,
        // To open what is no regular file can wait for ever, or have an effect.
        Ok(found) if found.is_file() && found.len() <= bytes_max => {}
        _ => return Content::Unreadable,
    }
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(bytes_max + 1).read_to_end(&mut bytes)) {
        Ok(read) if read as u64 <= bytes_max => Content::Bytes(bytes),
        _ => Content::Unreadable,
    }
}

/// The text in the file at `path`; none when it cannot be read as text.
pub(super) fn text(path: &Path) -> Option<String> {
    match content(path, TEXT_BYTES_MAX) {
        Content::Bytes(bytes) => String::from_utf8(bytes).ok(),
        Content::Absent | Content::Unreadable => None,
    }
}

/// Whether anything is there, a dangling link included; none when that cannot be found out.
pub(crate) fn exists(path: &Path) -> Option<bool> {
    match path.symlink_metadata() {
        Ok(_) => Some(true),
        Err(error) if is_absent(&error) => Some(false),
        Err(_) => None,
    }
}
