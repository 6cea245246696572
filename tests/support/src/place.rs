//! Temporary directories that do not depend on where `$TMPDIR` leads.
//!
//! Owns the search for a directory above which nothing disturbs a test. Removes what it made when the value is dropped.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::skip;

/// A new directory above which no `.git` is, so that nothing in it belongs to a repository; none, said by [`skip`], when
/// this machine has no such place.
///
/// # Panics
/// As [`skip`] does.
#[track_caller]
pub fn outside_of_repositories() -> Option<TempDir> {
    let free = |place: &Path| !place.ancestors().any(|above| above.join(".git").symlink_metadata().is_ok());
    let made = made(free);
    if made.is_none() {
        skip("every temporary directory is in a repository");
    }
    made
}

/// A new directory whose path has no blank, so that a first line `#!` can name a program in it; none, said by [`skip`], when
/// this machine has no such place.
///
/// # Panics
/// As [`skip`] does.
#[must_use]
#[track_caller]
pub fn without_blanks() -> Option<TempDir> {
    let made = made(|place| place.to_str().is_some_and(|path| !path.contains(char::is_whitespace)));
    if made.is_none() {
        skip("every temporary directory has a blank in its path");
    }
    made
}

/// A new directory that every user can enter and write to, as in `/tmp`; none, said by [`skip`], when this machine has no
/// such place.
///
/// # Panics
/// As [`skip`] does.
#[cfg(unix)]
#[track_caller]
pub fn open_to_all() -> Option<TempDir> {
    use std::os::unix::fs::PermissionsExt as _;

    let is_entered = |place: &Path| place.metadata().is_ok_and(|it| it.permissions().mode() & 0o001 != 0);
    let made = made(|place| place.ancestors().all(is_entered));
    let opened = made
        .filter(|it| std::fs::set_permissions(it.path(), std::fs::Permissions::from_mode(0o1777)).is_ok());
    if opened.is_none() {
        skip("every temporary directory is one user's alone");
    }
    opened
}

/// A new directory in the first of the usual places that is `fit`, which is asked about its path without links.
fn made(fit: impl Fn(&Path) -> bool) -> Option<TempDir> {
    let usual = ["/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from);
    let places = std::iter::once(std::env::temp_dir()).chain(usual);
    places
        .filter_map(|place| place.canonicalize().ok())
        .filter(|place| fit(place))
        .find_map(|place| TempDir::new_in(place).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_not_fit_is_passed_over() {
        let own = std::env::temp_dir().canonicalize().unwrap();
        assert!(made(|_| false).is_none());
        assert!(made(|place| place == own).is_some_and(|it| it.path().starts_with(&own)));
    }

    #[test]
    fn nothing_above_a_place_outside_is_a_repository() {
        let Some(place) = outside_of_repositories() else { return };
        assert!(place.path().ancestors().all(|above| !above.join(".git").exists()));
    }

    #[test]
    #[cfg(unix)]
    fn every_user_can_enter_an_open_place() {
        use std::os::unix::fs::PermissionsExt as _;

        let Some(place) = open_to_all() else { return };
        let mode = |place: &Path| place.metadata().unwrap().permissions().mode();
        assert_eq!(mode(place.path()) & 0o7777, 0o1777);
        assert!(place.path().ancestors().all(|above| mode(above) & 0o001 != 0));
    }
}
