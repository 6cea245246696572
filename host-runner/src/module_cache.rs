//! The cache of compiled modules, so that only the first start compiles.
//!
//! Owns the directory `~/.cache/shellgate/modules`. wasmtime writes its compiled code there, under a name made of the
//! module's hash, its own version and its settings, and executes what it finds there: whoever can write there controls
//! this program. So the directory is the user's alone, and no sandboxed command can change it.

use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use crate::output::store::private;

/// The directory, ready to be used; none where it cannot be made, or where somebody else could write.
pub(crate) fn directory() -> Option<PathBuf> {
    made(&place(&std::env::home_dir()?)?)
}

/// The directory if it lies where a sandbox lets its command write, and so has to be kept unchanged.
pub(crate) fn inside(writable: &[PathBuf]) -> Option<PathBuf> {
    let place = place(&std::env::home_dir()?)?;
    // What is missing could be made by the command.
    if writable.iter().any(|root| place.starts_with(root) || root.starts_with(&place)) {
        made(&place)
    } else {
        None
    }
}

/// The path of the directory, with the links above it followed.
fn place(home: &Path) -> Option<PathBuf> {
    let all = home.join(".cache");
    let all = all.canonicalize().or_else(|_| home.canonicalize().map(|home| home.join(".cache"))).ok()?;
    Some(all.join("shellgate/modules"))
}

fn made(place: &Path) -> Option<PathBuf> {
    let own = place.parent()?;
    let all = own.parent()?;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(all).ok()?;
    // What lies in a directory of others, they can put something else in the place of.
    for directory in all.ancestors() {
        let found = directory.metadata().ok()?;
        let is_ours = [0, nix::unistd::geteuid().as_raw()].contains(&found.uid());
        // Nobody renames what is not theirs in a directory with the sticky bit.
        if !is_ours || found.mode() & 0o022 != 0 && found.mode() & 0o1000 == 0 {
            return None;
        }
    }
    private(own).ok()?;
    private(place).ok()?;
    Some(place.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn the_directory_is_the_users_alone_or_there_is_none() {
        let guard = tempfile::tempdir().unwrap();
        let home = guard.path().canonicalize().unwrap();
        let place = place(&home).unwrap();
        assert_eq!(place, home.join(".cache/shellgate/modules"));
        for _ in 0..2 {
            assert_eq!(made(&place), Some(place.clone()));
            assert_eq!(place.metadata().unwrap().mode() & 0o777, 0o700);
            fs::set_permissions(&place, Permissions::from_mode(0o777)).unwrap();
        }
        fs::set_permissions(home.join(".cache"), Permissions::from_mode(0o777)).unwrap();
        assert_eq!(made(&place), None, "others could put another directory there");
        fs::set_permissions(home.join(".cache"), Permissions::from_mode(0o700)).unwrap();
        fs::remove_dir_all(&place).unwrap();
        std::os::unix::fs::symlink(&home, &place).unwrap();
        assert_eq!(made(&place), None, "it is a link");
    }

    #[test]
    fn links_above_it_are_followed() {
        let guard = tempfile::tempdir().unwrap();
        let home = guard.path().canonicalize().unwrap();
        fs::create_dir(home.join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere", home.join(".cache")).unwrap();
        assert_eq!(place(&home), Some(home.join("elsewhere/shellgate/modules")));
    }
}
