//! A control group for a run without a pid namespace: all its processes can be killed at once.
//!
//! Owns the directory of the group (`cgroups(7)`; `cgroup.kill` needs Linux 5.14). Where the caller's group is not
//! delegated there is none, and the supervisor walks its descendants instead.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use nix::unistd::{ForkResult, Pid};

use crate::launch::cgroup::{KILL, path_of, remove, sweep};

/// A control group of one run. Its files are opened when it is made: who restricts itself later can still use them.
#[derive(Debug)]
pub(crate) struct ControlGroup {
    path: PathBuf,
    directory: File,
    processes: File,
    kill: File,
}

impl ControlGroup {
    /// A new group beneath the caller's own; none when the machine does not let it be made.
    pub(crate) fn new() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let parent = own_path(&mounts, &own)?;
        sweep(&parent);
        let path = path_of(&parent, Pid::this());
        // One that a killed runner with the same number left is empty, or cannot be removed and is not used.
        remove(&path);
        fs::create_dir(&path).ok()?;
        let open = |name: &str| File::options().write(true).open(path.join(name)).ok();
        if let (Ok(directory), Some(processes), Some(kill)) =
            (File::open(&path), open("cgroup.procs"), open(KILL))
        {
            Some(Self { path, directory, processes, kill })
        } else {
            remove(&path);
            None
        }
    }

    /// Forks the calling process, which has one thread; the child, and all that it starts, is in the group.
    ///
    /// What cannot enter the group is still a descendant of the caller.
    pub(crate) fn fork(&self) -> io::Result<ForkResult> {
        match self.fork_inside() {
            Err(_) => {
                // SAFETY: the caller has one thread, so the child may do anything.
                let forked = unsafe { nix::unistd::fork() }?;
                if forked.is_child() {
                    drop((&self.processes).write_all(b"0"));
                }
                Ok(forked)
            }
            forked => forked,
        }
    }

    /// As [`fork`](Self::fork), by a clone into the group (`clone(2)`, Linux 5.7). A process that enters a group later
    /// waits until the kernel has let all others pass, which takes longer than all the rest of a start.
    fn fork_inside(&self) -> io::Result<ForkResult> {
        // SAFETY: a structure of numbers, for which zero means that nothing is asked.
        let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
        arguments.flags = CLONE_INTO_CGROUP;
        arguments.exit_signal = u64::from(libc::SIGCHLD.cast_unsigned());
        arguments.cgroup = u64::from(self.directory.as_raw_fd().cast_unsigned());
        // SAFETY: without CLONE_VM and with no stack given this is `fork`; the structure outlives the call. The caller
        // has one thread, so no lock of the C library or of the allocator can be held by a thread that the child lacks.
        let pid =
            unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<libc::clone_args>()) };
        match pid {
            0 => Ok(ForkResult::Child),
            1.. => Ok(ForkResult::Parent { child: Pid::from_raw(pid as libc::pid_t) }),
            _ => Err(io::Error::last_os_error()),
        }
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

/// The flag of `linux/sched.h`, which is wider than the type that `libc` gives it.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

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
