//! Resolves a path of another process to a directory and a name in it (`path_resolution(7)`).
//!
//! Owns the walk. It is done once: the directory that it finds is judged and acted on by descriptor, whatever the
//! caller does to its memory meanwhile. `/proc/self` is the caller's, and no other process is reached through `/proc`.

use std::collections::VecDeque;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::fcntl::{OFlag, OpenHow, ResolveFlag, open, openat, openat2, readlinkat};
use nix::sys::stat::{Mode, SFlag, fstat};
use nix::sys::statfs::{PROC_SUPER_MAGIC, fstatfs};
use nix::unistd::Pid;

use super::notification::{Listener, Notification};

/// Most symbolic links in one path (`path_resolution(7)`).
pub(crate) const LINKS_MAX: usize = 40;

const SEARCH: OFlag = OFlag::O_PATH.union(OFlag::O_CLOEXEC);

/// The caller, as long as it waits.
#[derive(Debug)]
pub(crate) struct Caller<'q> {
    /// The call.
    pub(crate) notification: &'q Notification,
    /// Where it waits.
    pub(crate) listener: &'q Listener,
}

/// A name in a directory that was reached.
#[derive(Debug)]
pub(crate) struct DirectoryEntry {
    /// The directory.
    pub(crate) directory: OwnedFd,
    /// The name as the kernel shall get it, slashes at its end included.
    pub(crate) name: CString,
    /// The real path of the directory.
    place: PathBuf,
    /// Whether the directory is one of `/proc`.
    pub(crate) in_proc: bool,
}

impl DirectoryEntry {
    /// The name without slashes at its end.
    pub(crate) fn bare_name(&self) -> &OsStr {
        let bytes = self.name.as_bytes();
        let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(1, |last| last + 1);
        OsStr::from_bytes(bytes.get(..end).unwrap_or(bytes))
    }

    /// The real path of the directory, with the name.
    pub(crate) fn path(&self) -> PathBuf {
        self.place.join(self.bare_name())
    }
}

/// The path of an open file, as this process sees it.
pub(crate) fn path_of(file: &OwnedFd) -> Result<PathBuf, Errno> {
    nix::fcntl::readlink(own_name(file).as_os_str()).map(PathBuf::from)
}

/// The name by which this process reaches its own open file again.
pub(crate) fn own_name(file: &OwnedFd) -> OsString {
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

impl Caller<'_> {
    /// The thread whose directory and files count.
    pub(crate) fn thread(&self) -> Pid {
        self.notification.thread
    }

    /// The process of the thread.
    pub(crate) fn process(&self) -> Result<Pid, Errno> {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.thread())).map_err(|_| Errno::ESRCH)?;
        let line = status.lines().find_map(|line| line.strip_prefix("Tgid:")).ok_or(Errno::ESRCH)?;
        self.still(Pid::from_raw(line.trim().parse().map_err(|_| Errno::ESRCH)?))
    }

    /// `found`, unless who asked is gone: its number may be another's, and `found` with it.
    pub(crate) fn still<T>(&self, found: T) -> Result<T, Errno> {
        if self.listener.waits(self.notification) { Ok(found) } else { Err(Errno::ESRCH) }
    }

    /// The path at `address` in its memory, as it is at this moment.
    pub(crate) fn path(&self, address: u64) -> Result<CString, Errno> {
        self.still(self.notification.path(address)?)
    }

    /// As many bytes at `address` in its memory, as they are at this moment.
    pub(crate) fn bytes(&self, address: u64, length: usize) -> Result<Vec<u8>, Errno> {
        self.still(self.notification.bytes(address, length)?)
    }

    /// The open file of a descriptor of the one who asks.
    pub(crate) fn file(&self, descriptor: i32) -> Result<OwnedFd, Errno> {
        if descriptor < 0 {
            return Err(Errno::EBADF);
        }
        let name = format!("/proc/{}/fd/{descriptor}", self.thread());
        let file = open(name.as_str(), SEARCH, Mode::empty());
        self.still(file.map_err(|error| if error == Errno::ENOENT { Errno::EBADF } else { error })?)
    }

    /// The directory at which a relative path starts.
    pub(super) fn start(&self, descriptor: i32) -> Result<OwnedFd, Errno> {
        if descriptor == libc::AT_FDCWD {
            let name = format!("/proc/{}/cwd", self.thread());
            return self.still(open(name.as_str(), SEARCH | OFlag::O_DIRECTORY, Mode::empty())?);
        }
        let file = self.file(descriptor)?;
        if is_kind(&file, SFlag::S_IFDIR)? { Ok(file) } else { Err(Errno::ENOTDIR) }
    }

    /// Where `path` leads, from `descriptor` if it is relative. The last name is not followed.
    pub(crate) fn find(&self, descriptor: i32, path: &CStr) -> Result<DirectoryEntry, Errno> {
        let bytes = path.to_bytes();
        if bytes.is_empty() {
            return Err(Errno::ENOENT);
        }
        let from = if bytes.starts_with(b"/") { root()? } else { self.start(descriptor)? };
        self.find_from(from, bytes)
    }

    /// As [`find`](Self::find), from an open directory.
    pub(crate) fn find_from(&self, from: OwnedFd, path: &[u8]) -> Result<DirectoryEntry, Errno> {
        let from = if path.starts_with(b"/") { root()? } else { from };
        let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
        let (named, slashes) = path.split_at(end);
        let start = named.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
        let (way, name) = named.split_at(start);
        // Of the root and of a way that ends in dots the kernel says what cannot be done with it.
        let name = if name.is_empty() { b"." } else { name };
        let directory = self.directory(from, way)?;
        let place = path_of(&directory)?;
        let in_proc = is_proc(&directory)?;
        let slashes = if slashes.is_empty() { &b""[..] } else { b"/" };
        let name = CString::new([name, slashes].concat()).map_err(|_| Errno::EINVAL)?;
        Ok(DirectoryEntry { directory, name, place, in_proc })
    }

    /// The directory at `way`, every link in it followed.
    fn directory(&self, from: OwnedFd, way: &[u8]) -> Result<OwnedFd, Errno> {
        if way.iter().all(|byte| *byte == b'/') && !is_proc(&from)? {
            return Ok(from);
        }
        let how =
            OpenHow::new().flags(SEARCH | OFlag::O_DIRECTORY).resolve(ResolveFlag::RESOLVE_NO_MAGICLINKS);
        let relative = way.iter().position(|byte| *byte != b'/').map_or(&b"."[..], |first| &way[first..]);
        match openat2(&from, OsStr::from_bytes(relative), how) {
            Ok(found) if !is_proc(&found)? => Ok(found),
            // Through `/proc`, where this process would find itself.
            Ok(_) | Err(Errno::ELOOP) => self.step_by_step(from, way),
            Err(error) => Err(error),
        }
    }

    fn step_by_step(&self, mut at: OwnedFd, way: &[u8]) -> Result<OwnedFd, Errno> {
        let parts = |path: &[u8]| {
            let parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
            parts.map(<[u8]>::to_vec).collect::<VecDeque<_>>()
        };
        let mut waiting = parts(way);
        let mut links = 0;
        while let Some(part) = waiting.pop_front() {
            let next = openat(&at, OsStr::from_bytes(&part), SEARCH | OFlag::O_NOFOLLOW, Mode::empty())?;
            if !is_kind(&next, SFlag::S_IFLNK)? {
                at = next;
                continue;
            }
            links += 1;
            if links > LINKS_MAX {
                return Err(Errno::ELOOP);
            }
            if is_proc(&at)? {
                match self.own_number(&at, &part)? {
                    Some(number) => {
                        for part in parts(&number).into_iter().rev() {
                            waiting.push_front(part);
                        }
                    }
                    None => at = self.through(&at, OsStr::from_bytes(&part))?,
                }
                continue;
            }
            let target = readlinkat(&next, "")?.into_vec();
            if target.starts_with(b"/") {
                at = root()?;
            }
            parts(&target).into_iter().rev().for_each(|part| waiting.push_front(part));
        }
        if is_kind(&at, SFlag::S_IFDIR)? { Ok(at) } else { Err(Errno::ENOTDIR) }
    }

    /// What `/proc/self` and `/proc/thread-self` are for the one who asks; none for any other name.
    fn own_number(&self, directory: &OwnedFd, name: &[u8]) -> Result<Option<Vec<u8>>, Errno> {
        if path_of(directory)? != Path::new("/proc") {
            return Ok(None);
        }
        Ok(match name {
            b"self" => Some(self.process()?.to_string().into_bytes()),
            b"thread-self" => Some(format!("{}/task/{}", self.process()?, self.thread()).into_bytes()),
            _ => None,
        })
    }

    /// What a link of `/proc` leads to (`proc_pid_fd(5)`), which its text does not say. Only the own ones.
    pub(crate) fn through(&self, directory: &OwnedFd, name: &OsStr) -> Result<OwnedFd, Errno> {
        let place = path_of(directory)?;
        let own = Path::new("/proc").join(self.process()?.to_string());
        if !place.starts_with(own) {
            return Err(Errno::EACCES);
        }
        openat(directory, name, SEARCH, Mode::empty())
    }
}

fn root() -> Result<OwnedFd, Errno> {
    open("/", SEARCH | OFlag::O_DIRECTORY, Mode::empty())
}

fn is_proc(file: &OwnedFd) -> Result<bool, Errno> {
    Ok(fstatfs(file)?.filesystem_type() == PROC_SUPER_MAGIC)
}

/// Whether an open file is of this kind.
pub(crate) fn is_kind(file: &OwnedFd, kind: SFlag) -> Result<bool, Errno> {
    Ok(SFlag::from_bits_truncate(fstat(file)?.st_mode) & SFlag::S_IFMT == kind)
}
