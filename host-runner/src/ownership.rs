//! Whether somebody else than the user can change what lies at a path.
//!
//! Owns the walk along a path, links followed, and whose files count: those of root and of the user, also of the user
//! who started `sudo` (git's `safe.directory` counts the same owners, `git-config(1)`). Decides nothing.

use std::fmt;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use nix::unistd::{Gid, Group, Uid, User, geteuid};

/// How many symbolic links one path may lead through; the kernel's own bound (`path_resolution(7)`).
const LINKS_MAX: usize = 40;

/// The bits of the mode by which a group and everybody write, and the one that keeps others from renaming.
const GROUP_WRITES: u32 = 0o020;
const EVERYBODY_WRITES: u32 = 0o002;
const STICKY: u32 = 0o1000;

/// A file or directory on the way that somebody else can change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Foreign {
    /// The file or directory.
    pub(crate) path: PathBuf,
    why: Why,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Why {
    Owner(u32),
    Group(u32),
    Everybody,
}

impl fmt::Display for Foreign {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.why {
            Why::Owner(uid) => match User::from_uid(Uid::from_raw(uid)) {
                Ok(Some(user)) => write!(to, "`{path}` belongs to the user `{}`", user.name),
                Ok(None) | Err(_) => write!(to, "`{path}` belongs to the user {uid}"),
            },
            Why::Group(gid) => match Group::from_gid(Gid::from_raw(gid)) {
                Ok(Some(group)) => write!(to, "the group `{}` can change `{path}`", group.name),
                Ok(None) | Err(_) => write!(to, "the group {gid} can change `{path}`"),
            },
            Why::Everybody => write!(to, "every user can change `{path}`"),
        }
    }
}

/// The user, and everybody who may act for them.
#[derive(Clone, Debug)]
pub(crate) struct Owners {
    uids: Vec<u32>,
    /// The user's own group, in which nobody else is.
    group: Option<u32>,
}

impl Owners {
    /// Those of this process.
    pub(crate) fn of_this_process() -> Self {
        let user = geteuid();
        let mut uids = vec![0, user.as_raw()];
        if user.is_root() {
            // `sudo` writes it; whoever can set another one is root already.
            uids.extend(std::env::var("SUDO_UID").ok().and_then(|uid| uid.parse::<u32>().ok()));
        }
        Self { uids, group: private_group(user) }
    }

    /// The first file or directory on the way to `path` that somebody else owns or can change; none when there is
    /// none. `path` is absolute.
    ///
    /// # Errors
    /// A part of the path cannot be looked at, or links go round in circles.
    pub(crate) fn foreign(&self, path: &Path) -> io::Result<Option<Foreign>> {
        let mut path = path.to_owned();
        for _ in 0..=LINKS_MAX {
            match self.walk(&path)? {
                Walked::Own => return Ok(None),
                Walked::Foreign(foreign) => return Ok(Some(foreign)),
                Walked::Link(target) => path = target,
            }
        }
        Err(io::Error::from_raw_os_error(libc::ELOOP))
    }

    fn walk(&self, path: &Path) -> io::Result<Walked> {
        let mut at = PathBuf::new();
        let mut components = path.components();
        while let Some(component) = components.next() {
            at.push(component);
            let found = at.symlink_metadata()?;
            if let Some(why) = self.objection(&found) {
                return Ok(Walked::Foreign(Foreign { path: at, why }));
            }
            if found.is_symlink() {
                let target = at.parent().unwrap_or(Path::new("/")).join(at.read_link()?);
                return Ok(Walked::Link(target.join(components.as_path())));
            }
        }
        Ok(Walked::Own)
    }

    fn objection(&self, found: &Metadata) -> Option<Why> {
        if !self.uids.contains(&found.uid()) {
            return Some(Why::Owner(found.uid()));
        }
        // The mode of a link says nothing, and nobody renames what is not theirs in a directory with the sticky bit.
        if found.is_symlink() || found.is_dir() && found.mode() & STICKY != 0 {
            return None;
        }
        let is_own_group = found.gid() == 0 || self.group == Some(found.gid());
        if found.mode() & EVERYBODY_WRITES != 0 {
            Some(Why::Everybody)
        } else if found.mode() & GROUP_WRITES != 0 && !is_own_group {
            Some(Why::Group(found.gid()))
        } else {
            None
        }
    }
}

enum Walked {
    Own,
    Foreign(Foreign),
    /// A link: where the rest of the path leads from it.
    Link(PathBuf),
}

/// The group that has the user's name and no other member, in which systems with `umask 002` put every user
/// (`useradd(8)`, `USERGROUPS_ENAB`).
fn private_group(user: Uid) -> Option<u32> {
    let user = User::from_uid(user).ok()??;
    let group = Group::from_gid(user.gid).ok()??;
    let is_private = group.name == user.name && group.mem.iter().all(|member| *member == user.name);
    is_private.then_some(user.gid.as_raw())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    /// A directory whose own path holds no link, and the owners that its tests count.
    fn place() -> (tempfile::TempDir, PathBuf, Owners) {
        let place = tempfile::tempdir().unwrap();
        let real = place.path().canonicalize().unwrap();
        (place, real, Owners { uids: vec![0, geteuid().as_raw()], group: None })
    }

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_only_the_user_can_change_is_not_foreign() {
        let (_guard, root, owners) = place();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/file"), "").unwrap();
        symlink("a/b", root.join("link")).unwrap();
        symlink(root.join("link"), root.join("twice")).unwrap();
        symlink("../b/../b/file", root.join("a/b/other")).unwrap();
        for path in ["a/b/file", "link/file", "twice/file", "twice/other", "a/../a/b/file"] {
            assert_eq!(owners.foreign(&root.join(path)).unwrap(), None, "{path}");
        }
    }

    #[test]
    fn a_directory_or_file_on_the_way_that_others_can_change_is_found() {
        for (writable, bits) in
            [("a", 0o777), ("a/b", 0o757), ("a/b/file", 0o666), ("a", 0o775), ("a/b/file", 0o664)]
        {
            let (_guard, root, owners) = place();
            fs::create_dir_all(root.join("a/b")).unwrap();
            fs::write(root.join("a/b/file"), "").unwrap();
            fs::create_dir(root.join("own")).unwrap();
            symlink("../a/b/file", root.join("own/link")).unwrap();
            mode(&root.join(writable), bits);
            let group = root.join(writable).metadata().unwrap().gid();
            for path in ["a/b/file", "own/link"] {
                let found = owners.foreign(&root.join(path)).unwrap();
                let expected = (bits & EVERYBODY_WRITES != 0 || group != 0).then(|| root.join(writable));
                let found = found.map(|foreign| foreign.path.canonicalize().unwrap());
                assert_eq!(found, expected, "{path} {writable} {bits:o}");
            }
        }
    }

    #[test]
    fn a_writable_directory_with_the_sticky_bit_is_no_objection() {
        let (_guard, root, owners) = place();
        fs::create_dir(root.join("shared")).unwrap();
        fs::write(root.join("shared/file"), "").unwrap();
        mode(&root.join("shared"), 0o1777);
        assert_eq!(owners.foreign(&root.join("shared/file")).unwrap(), None);
    }

    #[test]
    fn the_files_of_another_user_are_foreign_and_those_of_the_user_behind_sudo_are_not() {
        let (_guard, root, owners) = place();
        fs::write(root.join("file"), "").unwrap();
        let user = geteuid().as_raw();
        let other = Owners { uids: vec![user + 1], ..owners.clone() };
        let found = other.foreign(&root.join("file")).unwrap().unwrap();
        assert_eq!(found.path, Path::new("/"), "root is not among the owners here");
        let behind_sudo = Owners { uids: vec![0, user + 1, user], ..owners };
        assert_eq!(behind_sudo.foreign(&root.join("file")).unwrap(), None);
    }

    #[test]
    fn a_group_that_only_the_user_is_in_may_write() {
        let (_guard, root, owners) = place();
        fs::write(root.join("file"), "").unwrap();
        mode(&root.join("file"), 0o664);
        let group = Some(root.join("file").metadata().unwrap().gid());
        assert_eq!(Owners { group, ..owners }.foreign(&root.join("file")).unwrap(), None);
    }

    #[test]
    fn links_in_a_circle_and_missing_files_are_errors() {
        let (_guard, root, owners) = place();
        symlink("loop", root.join("loop")).unwrap();
        assert!(owners.foreign(&root.join("loop")).is_err());
        assert!(owners.foreign(&root.join("missing")).is_err());
    }
}
