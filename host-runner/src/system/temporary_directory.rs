//! Temporary directories: of a run, and of what this program does for itself.
//!
//! Owns their place, their permissions and their removal, whatever modes a command gave to the directories in them.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::system::files;

/// A directory for temporary files, removed with the value.
#[derive(Debug)]
pub(crate) struct TemporaryDirectory(tempfile::TempDir);

impl TemporaryDirectory {
    /// A new directory that only this user can look into, for `purpose`, a word of its name. Where the system's
    /// directory for such files is missing it is made.
    ///
    /// # Errors
    /// When neither the place that the environment names nor the usual one can be written.
    pub(crate) fn new(purpose: &str) -> io::Result<Self> {
        let make = |place: &Path| {
            fs::create_dir_all(place)?;
            let prefix = format!("shellgate-{purpose}-");
            #[expect(clippy::disallowed_methods, reason = "only this user can look into it")]
            let made =
                files::private_directory(&mut tempfile::Builder::new()).prefix(&prefix).tempdir_in(place);
            made.map(Self)
        };
        let named = std::env::temp_dir();
        make(&named).or_else(|error| make(&files::temporary_base()).map_err(|_| error))
    }

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

/// Removes the directory at `path` with everything in it. A command can leave directories that nobody may change or
/// look into; their owner may change that.
///
/// # Errors
/// Something in it cannot be removed.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            files::open_up(path)?;
            fs::remove_dir_all(path)
        }
        done => done,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn only_its_user_can_look_into_one() {
        let made = TemporaryDirectory::new("test").unwrap();
        assert_eq!(made.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }

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
        files::open_up(&own).unwrap();
        for opened in ["a", "a/b", "a/b/c"] {
            assert_eq!(own.join(opened).metadata().unwrap().permissions().mode() & 0o777, 0o700, "{opened}");
        }
        assert_eq!(place.path().join("outside").metadata().unwrap().permissions().mode() & 0o777, 0o500);
        remove(&own).unwrap();
        assert!(!own.exists() && place.path().join("outside").exists());
    }
}
