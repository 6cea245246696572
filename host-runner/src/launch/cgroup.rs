//! Ends a control group after its supervisor was killed (`cgroups(7)`).
//!
//! Owns the kill and the removal by path. Creates no group: the supervisor does.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::proc::is_alive;

/// The beginning of the name of a run's group; the number of the process that made it follows.
const NAME: &str = "shellgate-";

/// The file by which a group is killed.
pub(crate) const KILL: &str = "cgroup.kill";

/// Kills everything in the group at `path`, whose maker is gone.
pub(crate) fn kill(path: &Path) -> io::Result<()> {
    fs::write(path.join(KILL), "1")
}

/// The group that the process `maker` makes beneath `parent`.
pub(crate) fn path_of(parent: &Path, maker: impl std::fmt::Display) -> PathBuf {
    parent.join(format!("{NAME}{maker}"))
}

/// Removes the empty groups beneath `parent` that runs of this user left when their runner was killed: nobody could
/// remove them then. A group whose maker lives, or with a process in it, stays.
pub(crate) fn sweep(parent: &Path) {
    let own = nix::unistd::geteuid().as_raw();
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse::<u32>().ok());
        if maker.is_some_and(|maker| !is_alive(maker))
            && entry.metadata().is_ok_and(|found| found.uid() == own)
        {
            remove(&entry.path());
        }
    }
}

/// Removes the group at `path`. It can be removed once its processes are reaped; what is left is empty and harmless.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_dir(path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dead_makers_left_empty_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let (dead, alive) = (path_of(place.path(), child.id()), path_of(place.path(), std::process::id()));
        let others =
            ["shellgate-x", "shellgate-", "other", "shellgate-1x"].map(|name| place.path().join(name));
        for group in others.iter().chain([&dead, &alive]) {
            fs::create_dir(group).unwrap();
        }
        sweep(place.path());
        assert!(!dead.exists() && alive.exists() && others.iter().all(|other| other.exists()));
        // The kernel keeps a group with processes in it, as it keeps a directory with files.
        fs::create_dir_all(dead.join("inside")).unwrap();
        sweep(place.path());
        assert!(dead.exists());
    }
}
