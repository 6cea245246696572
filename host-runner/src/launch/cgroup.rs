//! Ends a control group after its supervisor was killed (`cgroups(7)`).
//!
//! Owns the kill and the removal by path. Creates no group: the supervisor does.

use std::fs;
use std::io;
use std::path::Path;

/// The file by which a group is killed.
pub(crate) const KILL: &str = "cgroup.kill";

/// Kills everything in the group at `path`, whose maker is gone.
pub(crate) fn kill(path: &Path) -> io::Result<()> {
    fs::write(path.join(KILL), "1")
}

/// Removes the group at `path`. It can be removed once its processes are reaped; what is left is empty and harmless.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_dir(path);
}
