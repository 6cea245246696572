//! The file system that the command sees: the host's, read-only except for the granted paths.
//!
//! Owns the mounts of the new namespace (`open_tree(2)`, `move_mount(2)`, `mount_setattr(2)`; Linux 5.12). Creates no
//! file on the host and never follows a symbolic link at the end of a path.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount};

use crate::launch::failure::Failure;
use crate::sandbox::SandboxRequest;

/// The private shared-memory directory, which is also where a run without any writable path can put a file.
pub(crate) const SHARED_MEMORY: &str = "/dev/shm";

/// The device files that a command can use.
pub(crate) const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

const READ_ONLY: u64 = libc::MOUNT_ATTR_RDONLY;
const NO_PRIVILEGE: u64 = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;

/// Builds the view. Runs once, as the first process of the new namespaces, with every capability in them.
pub(crate) fn confine(request: &SandboxRequest) -> Result<(), Failure> {
    let root = Path::new("/");
    mount(None::<&str>, root, None::<&str>, MsFlags::MS_REC | MsFlags::MS_PRIVATE, None::<&str>)
        .map_err(Failure::at("making the mounts private"))?;

    // Copies are taken before the rest turns read-only: what was never read-only need not be made writable, which
    // the kernel refuses for a mount that the host holds read-only.
    let writable = outermost(request.writable.iter().chain(&request.temp));
    let granted =
        writable.iter().map(|path| Ok((path, copy(path, true)?))).collect::<Result<Vec<_>, Failure>>()?;
    let devices = DEVICES
        .iter()
        .map(|name| Path::new("/dev").join(name))
        .filter_map(|path| Some((copy(&path, false).ok()?, path)))
        .collect::<Vec<_>>();
    if !writable.contains(&root) {
        set_attributes(None, root, READ_ONLY | NO_PRIVILEGE, true)?;
    }

    own_devices(&devices, &writable)?;
    for (path, tree) in &granted {
        set_attributes(Some(tree), path, NO_PRIVILEGE, true)?;
        attach(tree, path)?;
    }
    set_attributes(None, Path::new("/dev"), READ_ONLY, false)?;

    let mut pinned = BTreeSet::new();
    for path in sorted(&request.read_only_inside) {
        pin_ancestors(path, &writable, &mut pinned)?;
        let tree = copy(path, true)?;
        set_attributes(Some(&tree), path, READ_ONLY, true)?;
        attach(&tree, path)?;
    }
    let hidden = [request.deny_read.as_slice(), &request.hidden].concat();
    for path in sorted(&hidden) {
        pin_ancestors(path, &writable, &mut pinned)?;
        hide(path)?;
    }
    Ok(())
}

/// Mounts the process list of the new pid namespace. It is read-only: files such as `/proc/sys/kernel/core_pattern`
/// ask for the user id of root, not for a capability.
pub(crate) fn mount_proc() -> Result<(), Failure> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>)
        .map_err(Failure::at("mounting a new `/proc`"))
}

/// Puts a read-only file with this text over the one at `path`, if there is one. Links are followed: a program that
/// opens `path` opens what they lead to.
pub(crate) fn replace_file(path: &Path, text: &str) -> Result<(), Failure> {
    let Ok(real) = path.canonicalize() else { return Ok(()) };
    // The mount keeps the file when its name is gone.
    let source = Path::new(SHARED_MEMORY).join("replacement");
    fs::write(&source, text).map_err(Failure::on("creating", &source))?;
    let tree = copy(&source, false)?;
    set_attributes(Some(&tree), &real, READ_ONLY | NO_PRIVILEGE, false)?;
    attach(&tree, &real)?;
    fs::remove_file(&source).map_err(Failure::on("removing", &source))
}

/// A new `/dev` with the few harmless devices: root owns the host's disks there, and a device file can be written
/// on a read-only mount.
fn own_devices(devices: &[(OwnedFd, PathBuf)], writable: &[&Path]) -> Result<(), Failure> {
    let dev = Path::new("/dev");
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(Some("tmpfs"), dev, Some("tmpfs"), flags | MsFlags::MS_NOEXEC, Some("mode=755,size=64k"))
        .map_err(Failure::on("mounting a new", dev))?;
    for (device, path) in devices {
        fs::write(path, "").map_err(Failure::on("creating", path))?;
        attach(device, path)?;
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        let path = dev.join(name);
        symlink(format!("/proc/self/fd{target}"), &path).map_err(Failure::on("creating", &path))?;
    }
    let shared = Path::new(SHARED_MEMORY);
    fs::create_dir(shared).map_err(Failure::on("creating", shared))?;
    mount(Some("tmpfs"), shared, Some("tmpfs"), flags, Some("mode=1777,size=256m"))
        .map_err(Failure::on("mounting a new", shared))?;
    for path in writable.iter().filter(|path| path.starts_with(dev) && **path != dev) {
        fs::create_dir_all(path).map_err(Failure::on("creating", path))?;
    }
    Ok(())
}

/// Makes every directory between a granted path and `path` a mount of its own. A mount point cannot be renamed,
/// but its parent can, and with it the protected path would be moved out of the way.
fn pin_ancestors<'a>(
    path: &'a Path,
    writable: &[&Path],
    pinned: &mut BTreeSet<&'a Path>,
) -> Result<(), Failure> {
    let Some(granted) = writable.iter().find(|granted| path.starts_with(granted)) else { return Ok(()) };
    let between = path.ancestors().skip(1).take_while(|ancestor| ancestor != granted).collect::<Vec<_>>();
    for ancestor in between.into_iter().rev() {
        if pinned.insert(ancestor) {
            attach(&copy(ancestor, true)?, ancestor)?;
        }
    }
    Ok(())
}

/// Puts something that cannot be opened over `path`.
pub(crate) fn hide(path: &Path) -> Result<(), Failure> {
    let step = "hiding";
    if fs::metadata(path).map_err(Failure::on(step, path))?.is_dir() {
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
        mount(Some("tmpfs"), path, Some("tmpfs"), flags, Some("mode=000,size=4k"))
            .map_err(Failure::on(step, path))
    } else {
        let stub = copy(Path::new("/dev/null"), false)?;
        set_attributes(Some(&stub), path, READ_ONLY | NO_PRIVILEGE, false)?;
        attach(&stub, path)
    }
}

/// The paths that are in no other of them: a grant covers what is beneath it.
fn outermost<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<&'a Path> {
    let mut paths = paths.map(PathBuf::as_path).collect::<Vec<_>>();
    paths.sort_unstable();
    let mut kept = Vec::<&Path>::new();
    for path in paths {
        if !kept.iter().any(|outer| path.starts_with(outer)) {
            kept.push(path);
        }
    }
    kept
}

/// Parents before what is in them, so that a copy of the parent never hides a mount in it.
fn sorted(paths: &[PathBuf]) -> Vec<&Path> {
    let mut paths = paths.iter().map(PathBuf::as_path).collect::<Vec<_>>();
    paths.sort_unstable();
    paths
}

/// A detached copy of the mount at `path`, and of those beneath it if `recursive`.
fn copy(path: &Path, recursive: bool) -> Result<OwnedFd, Failure> {
    let name = c_string(path)?;
    let mut flags =
        libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC | libc::AT_SYMLINK_NOFOLLOW as libc::c_uint;
    if recursive {
        flags |= libc::AT_RECURSIVE as libc::c_uint;
    }
    // SAFETY: `name` is a C string that outlives the call, which takes a directory, a path and flags.
    let descriptor = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, name.as_ptr(), flags) };
    if descriptor < 0 {
        return Err(Failure::on("copying the mount at", path)(io::Error::last_os_error()));
    }
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor as libc::c_int) })
}

/// Mounts a detached copy over `path`.
fn attach(tree: &OwnedFd, path: &Path) -> Result<(), Failure> {
    let name = c_string(path)?;
    // SAFETY: both strings are C strings that outlive the call, and `tree` is an open descriptor.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_FDCWD,
            name.as_ptr(),
            libc::MOVE_MOUNT_F_EMPTY_PATH,
        )
    };
    if answer < 0 { Err(Failure::on("mounting over", path)(io::Error::last_os_error())) } else { Ok(()) }
}

/// Adds mount attributes to a detached copy, or else to the mount at `path`.
fn set_attributes(
    tree: Option<&OwnedFd>,
    path: &Path,
    attributes: u64,
    recursive: bool,
) -> Result<(), Failure> {
    let attr = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let mut flags = if recursive { libc::AT_RECURSIVE } else { 0 };
    let (directory, name) = match tree {
        Some(tree) => {
            flags |= libc::AT_EMPTY_PATH;
            (tree.as_raw_fd(), CString::default())
        }
        None => (libc::AT_FDCWD, c_string(path)?),
    };
    // SAFETY: `name` and `attr` outlive the call, and the size given is that of `attr`.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            directory,
            name.as_ptr(),
            flags,
            &raw const attr,
            size_of::<libc::mount_attr>(),
        )
    };
    if answer < 0 {
        return Err(Failure::on("restricting the mount at", path)(io::Error::last_os_error()));
    }
    Ok(())
}

fn c_string(path: &Path) -> Result<CString, Failure> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Failure {
        step: "reading the path".to_owned(),
        path: Some(path.to_owned()),
        errno: libc::EINVAL,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_covers_what_is_beneath_it_and_no_sibling() {
        let paths = ["/repo/sub", "/repo-evil", "/repo", "/tmp/x"].map(PathBuf::from);
        let kept = outermost(paths.iter());
        assert_eq!(kept, ["/repo", "/repo-evil", "/tmp/x"].map(Path::new));
    }
}
