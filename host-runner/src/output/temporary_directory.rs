//! A temporary directory for one run.
//!
//! Owns its place, its permissions and its removal, whatever modes a command gave to the directories in it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A directory for temporary files, removed with the value.
#[derive(Debug)]
pub(crate) struct TemporaryDirectory(tempfile::TempDir);

impl TemporaryDirectory {
    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl From<tempfile::TempDir> for TemporaryDirectory {
    fn from(directory: tempfile::TempDir) -> Self {
        Self(directory)
    }
}

impl Drop for TemporaryDirectory {
    fn drop(&mut self) {
        // What cannot be removed even then belongs to another user.
        let _ = remove(self.path());
    }
}

/// A new directory that only this user can enter. Where the system's directory for such files is missing it is made.
///
/// # Errors
/// When neither `TMPDIR` nor `/tmp` can be written.
pub(crate) fn temporary_directory() -> io::Result<TemporaryDirectory> {
    let named = std::env::temp_dir();
    let make = |place: &Path| {
        fs::create_dir_all(place)?;
        tempfile::Builder::new().prefix("shellgate-").tempdir_in(place).map(TemporaryDirectory)
    };
    make(&named).or_else(|error| make(Path::new("/tmp")).map_err(|_| error))
}

/// Removes the directory at `path` with everything in it. A command can leave directories that nobody may change or
/// look into; their owner may change that.
///
/// # Errors
/// Something in it cannot be removed.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            open_up(path)?;
            fs::remove_dir_all(path)
        }
        done => done,
    }
}

/// Lets the owner change and look into every directory from `path` on. Links are not followed.
fn open_up(path: &Path) -> io::Result<()> {
    let mut pending = vec![path.to_owned()];
    while let Some(directory) = pending.pop() {
        let mode = nix::sys::stat::Mode::S_IRWXU;
        let flag = nix::sys::stat::FchmodatFlags::NoFollowSymlink;
        nix::sys::stat::fchmodat(nix::fcntl::AT_FDCWD, &directory, mode, flag)?;
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                pending.push(entry.path());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn directories_that_a_command_closed_are_opened_and_links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        fs::create_dir(place.path().join("outside")).unwrap();
        mode(&place.path().join("outside"), 0o500);
        let own = place.path().join("own");
        fs::create_dir_all(own.join("a/b/c")).unwrap();
        fs::write(own.join("a/b/file"), "").unwrap();
        symlink(place.path().join("outside"), own.join("a/link")).unwrap();
        for closed in ["a/b/c", "a/b", "a"] {
            mode(&own.join(closed), 0o000);
        }
        open_up(&own).unwrap();
        for opened in ["a", "a/b", "a/b/c"] {
            assert_eq!(own.join(opened).metadata().unwrap().permissions().mode() & 0o777, 0o700, "{opened}");
        }
        assert_eq!(place.path().join("outside").metadata().unwrap().permissions().mode() & 0o777, 0o500);
        remove(&own).unwrap();
        assert!(!own.exists() && place.path().join("outside").exists());
    }
}
