//! A process in new namespaces.
//!
//! Owns the clone and the identity map. The caller has one thread.

use std::fs;
use std::io;
use std::path::Path;

use nix::sched::CloneFlags;
use nix::unistd::{ForkResult, Gid, Pid, Uid};

use crate::launch::failure::Failure;
use crate::sandbox::Network;

/// Forks; the child is the first process of new user, mount, pid, ipc and uts namespaces, and of a new network
/// namespace, whose loopback is down, unless the host's network is granted.
pub(crate) fn fork_into_new(network: Network) -> io::Result<ForkResult> {
    let mut flags = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    if network != Network::Host {
        flags |= CloneFlags::CLONE_NEWNET;
    }
    let flags = libc::c_long::from(flags.bits() | libc::SIGCHLD);
    // SAFETY: without CLONE_VM and with no stack given this is `fork` with other namespaces, and every argument but
    // the flags is zero, so the order in which an architecture takes them does not matter. The launcher has one
    // thread, so no lock of the C library or of the allocator can be held by a thread that the child lacks.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0_usize, 0_usize, 0_usize, 0_usize) };
    match pid {
        0 => Ok(ForkResult::Child),
        1.. => Ok(ForkResult::Parent { child: Pid::from_raw(pid as libc::pid_t) }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Maps the one user and the one group that the launcher ran as onto themselves, from inside.
///
/// `user_namespaces(7)`: a single own identity may be mapped without privilege once `setgroups` is denied.
pub(crate) fn map_identity(user: Uid, group: Gid) -> Result<(), Failure> {
    let write = |path: &str, text: String| {
        fs::write(path, text).map_err(Failure::on("mapping the user of the sandbox", Path::new(path)))
    };
    write("/proc/self/setgroups", "deny".to_owned())?;
    write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    write("/proc/self/gid_map", format!("{group} {group} 1"))
}
