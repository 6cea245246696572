//! Opens files by their real path, never through a symbolic link.
//!
//! Owns the walk from the root, one directory after the other, and the operations on a name in the last one. A
//! directory that is replaced by a link during the walk ends it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::{Component, Path};

use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, open, openat, renameat};
use nix::sys::stat::{FileStat, Mode, SFlag, fchmod, fstat, fstatat};
use nix::unistd::{Gid, Uid, UnlinkatFlags, fchown, unlinkat};

/// How many names are tried for a temporary file.
const NAMES_MAX: u32 = 100;

#[cfg(target_os = "linux")]
const SEARCH: OFlag = OFlag::O_PATH;
#[cfg(not(target_os = "linux"))]
const SEARCH: OFlag = OFlag::O_RDONLY;

/// A name in a directory that was reached without a link.
#[derive(Debug)]
pub(crate) struct Direct {
    directory: OwnedFd,
    name: OsString,
}

/// A regular file's text, and which file it was.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) text: String,
    stat: FileStat,
}

impl Direct {
    /// The place at `path`, which is absolute and has no `.` or `..`.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let flags = SEARCH | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mut steps = path.components();
        if steps.next() != Some(Component::RootDir) {
            return Err(invalid());
        }
        let Some(Component::Normal(name)) = steps.next_back() else { return Err(invalid()) };
        let mut directory = open("/", flags, Mode::empty())?;
        for step in steps {
            let Component::Normal(step) = step else { return Err(invalid()) };
            directory = openat(&directory, step, flags, Mode::empty())?;
        }
        Ok(Self { directory, name: name.to_owned() })
    }

    fn stat(&self) -> io::Result<FileStat> {
        Ok(fstatat(&self.directory, self.name.as_os_str(), AtFlags::AT_SYMLINK_NOFOLLOW)?)
    }

    /// The text of the regular file there; none when it is something else, no UTF-8, or longer than `most` bytes.
    ///
    /// # Errors
    /// It is not there or cannot be read.
    pub(crate) fn read(&self, most: usize) -> io::Result<Option<Found>> {
        // Even to open something else can have an effect.
        if !is_regular(&self.stat()?) {
            return Ok(None);
        }
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        let file = openat(&self.directory, self.name.as_os_str(), flags, Mode::empty())?;
        let stat = fstat(&file)?;
        if !is_regular(&stat) {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        File::from(file).take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most {
            return Ok(None);
        }
        Ok(String::from_utf8(bytes).ok().map(|text| Found { text, stat }))
    }

    /// Whether the file there is still the one that was `found`, unchanged as far as its dates show.
    pub(crate) fn is_still(&self, found: &Found) -> bool {
        let of = |stat: &FileStat| {
            (
                (stat.st_dev, stat.st_ino, stat.st_size),
                (stat.st_mtime, stat.st_mtime_nsec, stat.st_ctime, stat.st_ctime_nsec),
            )
        };
        self.stat().is_ok_and(|stat| of(&stat) == of(&found.stat))
    }

    /// Writes `text` to a new file beside this one, with the owner and the mode of the file that was `found`.
    ///
    /// # Errors
    /// It cannot be written or cannot be given the owner; then nothing is left behind.
    pub(crate) fn prepare(&self, found: &Found, text: &str) -> io::Result<Prepared<'_>> {
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mut attempt = 0;
        let (name, file) = loop {
            let name = OsString::from(format!(".shellgate-{}-{attempt}", std::process::id()));
            match openat(&self.directory, name.as_os_str(), flags, Mode::S_IRUSR | Mode::S_IWUSR) {
                Ok(file) => break (name, file),
                Err(Errno::EEXIST) if attempt < NAMES_MAX => attempt += 1,
                Err(error) => return Err(error.into()),
            }
        };
        // From here on the file goes when this goes.
        let prepared = Prepared { place: self, name, is_renamed: false };
        let mut file = File::from(file);
        file.write_all(text.as_bytes())?;
        let (old, new) = (&found.stat, fstat(&file)?);
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) {
            fchown(&file, Some(Uid::from_raw(old.st_uid)), Some(Gid::from_raw(old.st_gid)))?;
        }
        // After the owner, because a change of the owner takes bits away.
        fchmod(&file, Mode::from_bits_truncate(old.st_mode))?;
        file.sync_all()?;
        Ok(prepared)
    }
}

/// A new file that waits to take another one's place; dropped before, it is removed.
#[derive(Debug)]
pub(crate) struct Prepared<'d> {
    place: &'d Direct,
    name: OsString,
    is_renamed: bool,
}

impl Prepared<'_> {
    /// Puts the new file in the place of the old one, in one step.
    pub(crate) fn put(mut self) -> io::Result<()> {
        let Direct { directory, name } = self.place;
        renameat(directory, self.name.as_os_str(), directory, name.as_os_str())?;
        self.is_renamed = true;
        Ok(())
    }
}

impl Drop for Prepared<'_> {
    fn drop(&mut self) {
        if !self.is_renamed {
            // What cannot be removed is a file that nobody asked for, but no harm.
            let _ = unlinkat(&self.place.directory, self.name.as_os_str(), UnlinkatFlags::NoRemoveDir);
        }
    }
}

fn is_regular(stat: &FileStat) -> bool {
    SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFREG
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_is_opened_through_a_link_and_only_text_is_read() {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        fs::create_dir(root.join("folder")).unwrap();
        fs::write(root.join("folder/text"), "text").unwrap();
        fs::write(root.join("bytes"), [0xff]).unwrap();
        symlink("folder", root.join("link")).unwrap();
        symlink("text", root.join("folder/other")).unwrap();
        let read = |path: &str| {
            let place = Direct::at(&root.join(path)).ok()?;
            place.read(4).ok()?.map(|found| found.text)
        };
        for (path, text) in [
            ("folder/text", Some("text")),
            ("folder/other", None),
            ("link/text", None),
            ("folder", None),
            ("bytes", None),
            ("missing", None),
            ("folder/../bytes", None),
        ] {
            assert_eq!(read(path).as_deref(), text, "{path}");
        }
        assert!(Direct::at(&root.join("folder/text")).unwrap().read(3).unwrap().is_none());
        assert!(Direct::at(Path::new("relative")).is_err() && Direct::at(Path::new("/")).is_err());
    }

    #[test]
    fn what_is_prepared_and_not_put_leaves_nothing() {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        fs::write(root.join("text"), "old").unwrap();
        let place = Direct::at(&root.join("text")).unwrap();
        let found = place.read(9).unwrap().unwrap();
        drop(place.prepare(&found, "new").unwrap());
        assert_eq!(fs::read_dir(&root).unwrap().count(), 1);
        assert!(place.is_still(&found));
        place.prepare(&found, "new").unwrap().put().unwrap();
        assert_eq!(fs::read_to_string(root.join("text")).unwrap(), "new");
        assert!(!place.is_still(&found) && fs::read_dir(&root).unwrap().count() == 1);
    }
}
