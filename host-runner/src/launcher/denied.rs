//! Hides denied paths again when something else appears there during a run.
//!
//! Owns the watch from outside of the sandbox. A mask lies over a file, not over a name: when a program outside renames
//! another file to a denied name, as editors do, the mask goes with the old one. The launcher sees the new one by
//! `inotify(7)`, enters the namespaces of the sandbox and hides it. Until then, for a moment, it can be read.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::sched::{CloneFlags, setns};
use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, fork};

use super::kernel::mounts;

/// The denied paths of one run.
#[derive(Debug)]
pub(crate) struct Denied {
    /// Each path with device and number of what is hidden there.
    paths: BTreeMap<PathBuf, Option<(u64, u64)>>,
    /// Events in the directories on the way; none when there is nothing to watch, or nothing can be watched.
    events: Option<Inotify>,
    /// The user namespace and the mount namespace of the sandbox, once it is there.
    namespaces: Vec<OwnedFd>,
}

impl Denied {
    /// Watches `paths`, which are hidden as far as something is there.
    pub(crate) fn watch(paths: &[PathBuf]) -> Self {
        let events = if paths.is_empty() {
            None
        } else {
            Inotify::init(InitFlags::IN_CLOEXEC | InitFlags::IN_NONBLOCK).ok()
        };
        let paths = paths.iter().map(|path| (path.clone(), number_of(path))).collect();
        let denied = Self { paths, events, namespaces: Vec::new() };
        denied.watch_the_way();
        denied
    }

    /// Readable when something appeared; none when nothing is watched.
    pub(crate) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.events.as_ref().map(AsFd::as_fd)
    }

    /// Takes the namespaces of the sandbox, the user namespace first, and hides what appeared since the watch began.
    pub(crate) fn enter(&mut self, namespaces: Vec<OwnedFd>) {
        self.namespaces = namespaces;
        self.hide_what_appeared();
    }

    /// Reads the events, and hides what appeared if one of them is about a denied path.
    pub(crate) fn look(&mut self) {
        let Some(events) = &self.events else { return };
        let mut matters = false;
        while let Ok(found) = events.read_events() {
            matters |= found.iter().filter_map(|event| event.name.as_deref()).any(|name| {
                self.paths.keys().any(|path| path.components().any(|part| part.as_os_str() == name))
            });
        }
        if matters {
            self.watch_the_way();
            self.hide_what_appeared();
        }
    }

    /// Watches every directory on the way to a path. One that is watched already is not watched twice.
    fn watch_the_way(&self) {
        let Some(events) = &self.events else { return };
        let appears = AddWatchFlags::IN_CREATE | AddWatchFlags::IN_MOVED_TO | AddWatchFlags::IN_ONLYDIR;
        for directory in self.paths.keys().flat_map(|path| path.ancestors().skip(1)) {
            // What is missing appears in a directory above it.
            let _ = events.add_watch(directory, appears);
        }
    }

    fn hide_what_appeared(&mut self) {
        let [user, mounts] = self.namespaces.as_slice() else { return };
        for (path, hidden) in &mut self.paths {
            let found = number_of(path);
            if found.is_some() && found != *hidden && hide_in(user, mounts, path).is_ok() {
                *hidden = found;
            }
        }
    }
}

fn number_of(path: &Path) -> Option<(u64, u64)> {
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

/// Hides what is at `path` in the namespaces, by a process that enters them.
fn hide_in(user: &OwnedFd, mounts: &OwnedFd, path: &Path) -> io::Result<()> {
    // SAFETY: the launcher has one thread, so the child may do anything; it enters, mounts and ends.
    match unsafe { fork() }? {
        ForkResult::Child => {
            let hidden = setns(user, CloneFlags::CLONE_NEWUSER)
                .and_then(|()| setns(mounts, CloneFlags::CLONE_NEWNS))
                .map_err(io::Error::from)
                .and_then(|()| path.canonicalize())
                .is_ok_and(|real| mounts::hide(&real).is_ok());
            // SAFETY: ends the process at once; nothing that it holds has to be written or removed.
            unsafe { libc::_exit(i32::from(!hidden)) }
        }
        ForkResult::Parent { child } => match waitpid(child, None)? {
            WaitStatus::Exited(_, 0) => Ok(()),
            _ => Err(io::ErrorKind::PermissionDenied.into()),
        },
    }
}
