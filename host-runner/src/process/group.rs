//! A control group for a run that no pid namespace holds: what is in it can be killed at once, wherever it went.
//!
//! Owns the directory of the group (`cgroups(7)`, `cgroup.kill` of Linux 5.14). Where the caller's own group is not
//! delegated to it there is none, and the supervisor's walk over its descendants does the work.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use nix::unistd::Pid;

/// A control group of one run. Its files are opened when it is made: who restricts itself later can still use them.
#[derive(Debug)]
pub(crate) struct Group {
    path: PathBuf,
    processes: File,
    kill: File,
}

impl Group {
    /// A new group beneath the caller's own; none when the machine does not let it be made.
    pub(crate) fn new() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let path = own_path(&mounts, &own)?.join(format!("shellgate-{}", Pid::this()));
        // One that a killed runner with the same number left is empty, or cannot be removed and is not used.
        remove(&path);
        fs::create_dir(&path).ok()?;
        let open = |name: &str| File::options().write(true).open(path.join(name)).ok();
        if let (Some(processes), Some(kill)) = (open("cgroup.procs"), open(KILL)) {
            Some(Self { path, processes, kill })
        } else {
            remove(&path);
            None
        }
    }

    /// Puts the calling process, and all that it starts, into the group.
    pub(crate) fn enter(&self) -> io::Result<()> {
        (&self.processes).write_all(b"0")
    }

    /// Where it is in the file system.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The processes in it.
    pub(crate) fn members(&self) -> Vec<Pid> {
        let text = fs::read_to_string(self.path.join("cgroup.procs")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).map(Pid::from_raw).collect()
    }

    /// Kills everything in it at once.
    pub(crate) fn kill(&self) -> io::Result<()> {
        (&self.kill).write_all(b"1")
    }
}

/// The file by which a group is killed.
const KILL: &str = "cgroup.kill";

/// Kills everything in the group at `path`, whose maker is gone.
pub(crate) fn kill(path: &Path) -> io::Result<()> {
    fs::write(path.join(KILL), "1")
}

/// Removes the group at `path`. It can be removed once its processes are reaped; what is left is empty and harmless.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_dir(path);
}

/// The caller's own group in the hierarchy of version 2, from the texts of `/proc/self/mountinfo` and
/// `/proc/self/cgroup`.
fn own_path(mounts: &str, own: &str) -> Option<PathBuf> {
    let group = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (fields, after) = line.split_once(" - ")?;
        let mut fields = fields.split(' ').skip(3);
        let (root, mounted) = (fields.next()?, fields.next()?);
        let beneath = Path::new(group).strip_prefix(root).ok()?;
        after.starts_with("cgroup2 ").then(|| Path::new(mounted).join(beneath))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_in_the_tables_of_the_kernel() {
        let mounts = "24 1 0:22 / /proc rw - proc proc rw\n\
                      31 30 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let own = "0::/user.slice/user-1000.slice/run.scope\n";
        let found = Path::new("/sys/fs/cgroup/user.slice/user-1000.slice/run.scope");
        assert_eq!(own_path(mounts, own).as_deref(), Some(found));
        // A container sees only its own part of the hierarchy.
        let part = mounts.replace("0:27 / /sys", "0:27 /user.slice /sys");
        let found = Path::new("/sys/fs/cgroup/user-1000.slice/run.scope");
        assert_eq!(own_path(&part, own).as_deref(), Some(found));
        assert_eq!(own_path(mounts, "1:cpu:/\n"), None);
        assert_eq!(own_path("24 1 0:22 / /proc rw - proc proc rw\n", own), None);
    }
}
