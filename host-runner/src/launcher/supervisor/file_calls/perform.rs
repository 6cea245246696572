//! Performs a file call for its caller when the names in it are allowed.
//!
//! Owns the order of every call: resolve the directory, judge, act on the directory that was judged. Whatever the
//! kernel refuses here it would refuse the caller: this process has the same user, the same mounts, the same Landlock
//! rules, and no capability that counts for files. Calls are performed one at a time, so no process of this sandbox
//! changes a name between judgement and act.

use std::ffi::{CStr, OsStr};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::fcntl::{AT_FDCWD, AtFlags, OFlag, OpenHow, ResolveFlag, open, openat, openat2, readlinkat};
use nix::sys::stat::{
    FchmodatFlags, FileStat, Mode, SFlag, fchmodat, fstat, fstatat, mkdirat, mknodat, umask,
};
use nix::unistd::{UnlinkatFlags, linkat, symlinkat, truncate, unlinkat};
// Unlike the C libraries, it has this call everywhere.
use rustix::fs::{RenameFlags, renameat_with};

use super::created::{CreatedEntries, holds};
use super::decode::{FileCall, PathArgument};
use super::report::FileCallReport;
use super::resolve::{Caller, DirectoryEntry, LINKS_MAX, is_kind, own_name, path_of};
use crate::launcher::kernel::mounts::SHARED_MEMORY;
use crate::sandbox::existing_paths::holds_protected;
use crate::sandbox::obeyed::Followed;
use crate::sandbox::protected_names::{
    Change, DirectoryState, Judgement, Protection, Why, is_dependency_tree,
};

/// The result of a call.
#[derive(Debug)]
pub(crate) enum Performed {
    /// It succeeded.
    Nothing,
    /// It succeeded, and this is the file that it opens.
    Opened(OwnedFd),
    /// It opens this pipe, and may have to wait for the other end.
    Pipe(OwnedFd, OFlag),
}

/// Why a call fails.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The kernel says so.
    Kernel(Errno),
    /// The name is protected.
    Protected(PathBuf, Why),
}

impl From<Errno> for Refusal {
    fn from(error: Errno) -> Self {
        Self::Kernel(error)
    }
}

/// The rules of a run and what it has done so far.
#[derive(Debug)]
pub(crate) struct Performer {
    /// Where which names are protected.
    pub(crate) protection: Protection,
    /// The record of the run.
    pub(crate) record: CreatedEntries,
    /// What is to be reported since the last call.
    pub(crate) news: Vec<FileCallReport>,
}

/// The flags of `renameat2(2)`.
const KNOWN: RenameFlags = RenameFlags::NOREPLACE.union(RenameFlags::EXCHANGE).union(RenameFlags::WHITEOUT);

/// Flags that this process adds to every file it opens: never a terminal of its own, never a link, never inherited.
const OWN: OFlag = OFlag::O_NOCTTY.union(OFlag::O_NOFOLLOW).union(OFlag::O_CLOEXEC);

impl Performer {
    /// Carries a call out.
    pub(crate) fn perform(&mut self, caller: &Caller<'_>, call: &FileCall) -> Result<Performed, Refusal> {
        let find = |at: PathArgument| caller.find(at.directory, &caller.path(at.path)?);
        match *call {
            FileCall::Open { at, flags, mode } => {
                let path = caller.path(at.path)?;
                return self.open(caller, at.directory, &path, OFlag::from_bits_retain(flags), mode);
            }
            FileCall::Truncate { at, length } => {
                let file = Self::existing(caller, at.directory, &caller.path(at.path)?)?;
                self.may(&path_of(&file)?, Change::Write)?;
                truncate(own_name(&file).as_os_str(), length)?;
            }
            FileCall::MakeDirectory { at, mode } => {
                let entry = absent(find(at)?)?;
                self.may(&entry.path(), Change::Make)?;
                masked(caller, || mkdirat(&entry.directory, &*entry.name, Mode::from_bits_truncate(mode)))?;
                self.record.made(&entry.path());
            }
            FileCall::MakeNode { at, mode, device } => {
                let entry = absent(find(at)?)?;
                self.may(&entry.path(), Change::Make)?;
                let kind = SFlag::from_bits_truncate(mode & libc::S_IFMT);
                // A number without a kind means a regular file (`mknod(2)`).
                let kind = if kind.is_empty() { SFlag::S_IFREG } else { kind };
                let mode = Mode::from_bits_truncate(mode & !libc::S_IFMT);
                masked(caller, || mknodat(&entry.directory, &*entry.name, kind, mode, device))?;
            }
            FileCall::MakeLink { target, at } => {
                let target = caller.path(target)?;
                let entry = absent(find(at)?)?;
                self.may(&entry.path(), Change::Make)?;
                self.may_go_on(&entry.path(), |_| true)?;
                self.may_lead_away(&entry.path(), Path::new(OsStr::from_bytes(target.to_bytes())))?;
                symlinkat(&*target, &entry.directory, &*entry.name)?;
            }
            FileCall::Link { from, to, flags } => self.link(caller, from, &absent(find(to)?)?, flags)?,
            FileCall::Rename { from, to, flags } => self.rename(&find(from)?, &find(to)?, flags)?,
            FileCall::SetMode { at, mode, flags } => {
                let file = Self::file_of_mode(caller, at, AtFlags::from_bits_truncate(flags))?;
                self.set_mode(&file, mode)?;
            }
            FileCall::SetModeOfFile { descriptor, mode } => {
                self.set_mode(&caller.file(descriptor)?, mode)?;
            }
            FileCall::Bind { socket, address, length } => {
                let binding = caller.binding(socket, address, length)?;
                if let Some(entry) = &binding.entry {
                    if fstatat(&entry.directory, entry.bare_name(), AtFlags::AT_SYMLINK_NOFOLLOW).is_ok() {
                        return Err(Errno::EADDRINUSE.into());
                    }
                    self.may(&entry.path(), Change::Make)?;
                }
                masked(caller, || binding.make())?;
            }
            // Nothing is named by it; the supervisor has answered it before.
            FileCall::Connect { .. } => return Err(Errno::ENOSYS.into()),
            FileCall::Remove { at, flags } => {
                let entry = find(at)?;
                let path = entry.path();
                self.may(&path, Change::Remove)?;
                let directory = flags & libc::AT_REMOVEDIR != 0;
                let known = self.record.is_vacated(&path);
                if directory && !known {
                    self.record.removes(&path);
                }
                let how = if directory { UnlinkatFlags::RemoveDir } else { UnlinkatFlags::NoRemoveDir };
                let removed = unlinkat(&entry.directory, &*entry.name, how);
                if removed.is_err() && directory && !known {
                    self.record.stays(&path);
                }
                removed?;
            }
        }
        Ok(Performed::Nothing)
    }

    /// Whether `change` of the name at `path` may be; notes what is to be looked at later.
    fn may(&mut self, path: &Path, change: Change) -> Result<(), Refusal> {
        match self.protection.judge(path, change, &self.record) {
            Judgement::Free => Ok(()),
            Judgement::Watched(place) => {
                if self.record.watch(&place) {
                    self.news.push(FileCallReport::Watched(place));
                }
                Ok(())
            }
            Judgement::Refused(why) => Err(Refusal::Protected(path.to_owned(), why)),
        }
    }

    fn open(
        &mut self,
        caller: &Caller<'_>,
        descriptor: i32,
        path: &CStr,
        flags: OFlag,
        mode: u32,
    ) -> Result<Performed, Refusal> {
        let mode = Mode::from_bits_truncate(mode);
        if flags.contains(OFlag::O_TMPFILE) {
            let directory = Self::existing(caller, descriptor, path)?;
            self.may(&path_of(&directory)?.join("unnamed"), Change::Make)?;
            let opened = masked(caller, || openat(&directory, ".", flags | OFlag::O_CLOEXEC, mode))?;
            return Ok(Performed::Opened(opened));
        }
        let is_exclusive = flags.contains(OFlag::O_CREAT | OFlag::O_EXCL);
        let mut entry = caller.find(descriptor, path)?;
        for _ in 0..LINKS_MAX {
            let found = openat(
                &entry.directory,
                entry.bare_name(),
                OFlag::O_PATH | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC,
                Mode::empty(),
            );
            let found = match found {
                Ok(_) if is_exclusive => return Err(Errno::EEXIST.into()),
                Ok(found) => found,
                Err(Errno::ENOENT) if flags.contains(OFlag::O_CREAT) && !entry.in_proc => {
                    self.may(&entry.path(), Change::Make)?;
                    let opened =
                        masked(caller, || openat(&entry.directory, &*entry.name, flags | OWN, mode))?;
                    if entry.bare_name().eq_ignore_ascii_case(".git") {
                        self.record.made(&entry.path());
                    }
                    return Ok(Performed::Opened(opened));
                }
                Err(error) => return Err(error.into()),
            };
            if !is_kind(&found, SFlag::S_IFLNK)? {
                if entry.in_proc {
                    return Err(Errno::EACCES.into());
                }
                // A slash at the end asks for a directory, which the kernel refuses with its own words.
                if entry.name.as_bytes().ends_with(b"/") {
                    let opened = openat(&entry.directory, &*entry.name, flags | OWN, mode)?;
                    return Ok(Performed::Opened(opened));
                }
                return self.open_again(&found, &entry.path(), flags);
            }
            if flags.contains(OFlag::O_NOFOLLOW) {
                return Err(Errno::ELOOP.into());
            }
            if entry.in_proc {
                let target = caller.through(&entry.directory, entry.bare_name())?;
                let path = path_of(&target)?;
                return self.open_again(&target, &path, flags);
            }
            let target = readlinkat(&found, "")?.into_vec();
            entry = caller.find_from(entry.directory, &target)?;
        }
        Err(Errno::ELOOP.into())
    }

    /// Opens what is open already, by its own name and not by any that could be another's meanwhile.
    fn open_again(&mut self, found: &OwnedFd, path: &Path, flags: OFlag) -> Result<Performed, Refusal> {
        let flags =
            (flags - OFlag::O_CREAT - OFlag::O_EXCL - OFlag::O_NOFOLLOW) | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
        let stat = fstat(found)?;
        match SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT {
            SFlag::S_IFIFO if !flags.contains(OFlag::O_NONBLOCK) => {
                let again = found.try_clone().map_err(|_| Errno::EMFILE)?;
                return Ok(Performed::Pipe(again, flags));
            }
            // The terminal of the one who opens it: that would be this process's, not that of the one who asks.
            SFlag::S_IFCHR if stat.st_rdev == nix::sys::stat::makedev(5, 0) => {
                return Err(Errno::ENXIO.into());
            }
            // `/dev/stderr` and its like. Opened by its name the output could be emptied, and is refused; who asks
            // gets what it has already, which appends.
            SFlag::S_IFREG if is_output(&stat) => {
                let output = std::io::stdout().as_fd().try_clone_to_owned().map_err(|_| Errno::EMFILE)?;
                return Ok(Performed::Opened(output));
            }
            // What has no name left cannot be anybody's file of settings.
            SFlag::S_IFREG if stat.st_nlink > 0 => self.may(path, Change::Write)?,
            _ => {}
        }
        Ok(Performed::Opened(open(own_name(found).as_os_str(), flags, Mode::empty())?))
    }

    /// The file at a path, after every link is followed.
    fn existing(caller: &Caller<'_>, descriptor: i32, path: &CStr) -> Result<OwnedFd, Refusal> {
        let entry = caller.find(descriptor, path)?;
        follow(&entry)
    }

    fn link(
        &mut self,
        caller: &Caller<'_>,
        from: PathArgument,
        to: &DirectoryEntry,
        flags: i32,
    ) -> Result<(), Refusal> {
        let flags = AtFlags::from_bits_truncate(flags);
        let path = caller.path(from.path)?;
        let open_file = if flags.contains(AtFlags::AT_EMPTY_PATH) && path.is_empty() {
            Some(caller.file(from.directory)?)
        } else {
            let entry = caller.find(from.directory, &path)?;
            if entry.in_proc {
                Some(caller.through(&entry.directory, entry.bare_name())?)
            } else if flags.contains(AtFlags::AT_SYMLINK_FOLLOW) {
                Some(follow(&entry)?)
            } else {
                // With another name it could be written under that.
                self.may(&entry.path(), Change::Write)?;
                self.may(&to.path(), Change::Make)?;
                self.may_go_on(&to.path(), |_| entry.path().is_symlink())?;
                self.may_be_a_link(&entry.path(), &to.path())?;
                linkat(&entry.directory, &*entry.name, &to.directory, &*to.name, AtFlags::empty())?;
                None
            }
        };
        if let Some(file) = open_file {
            if fstat(&file)?.st_nlink > 0 {
                self.may(&path_of(&file)?, Change::Write)?;
            }
            self.may(&to.path(), Change::Make)?;
            let is_link = is_kind(&file, SFlag::S_IFLNK)?;
            if is_link {
                self.may_lead_away(&to.path(), Path::new(&readlinkat(&file, "")?))?;
            }
            self.may_go_on(&to.path(), |_| is_link)?;
            let name = own_name(&file);
            linkat(AT_FDCWD, name.as_os_str(), &to.directory, &*to.name, AtFlags::AT_SYMLINK_FOLLOW)?;
        }
        Ok(())
    }

    fn rename(&mut self, from: &DirectoryEntry, to: &DirectoryEntry, flags: u32) -> Result<(), Refusal> {
        // The kernel refuses flags that it does not know; this process could not judge them.
        let flags = RenameFlags::from_bits_retain(flags);
        if !KNOWN.contains(flags) {
            return Err(Errno::EINVAL.into());
        }
        let exchanges = flags.contains(RenameFlags::EXCHANGE);
        let (old, new) = (from.path(), to.path());
        self.may(&old, Change::Remove)?;
        self.may(&new, Change::Make)?;
        if exchanges {
            self.may(&new, Change::Remove)?;
            self.may(&old, Change::Make)?;
        }
        self.may_take_the_place(&old, &new)?;
        // A link leads to whatever may be made there later.
        let brings = |from: &Path, rest: &Path| from.is_symlink() || holds(from, rest);
        self.may_go_on(&new, |rest| brings(&old, rest))?;
        if exchanges {
            self.may_take_the_place(&new, &old)?;
            self.may_go_on(&old, |rest| brings(&new, rest))?;
        }
        // Before they move: afterwards nothing shows whether this run made them.
        let before = [&old, &new].map(|path| self.record.is_vacated(path));
        let mut moved = vec![(&old, &new)];
        moved.extend(exchanges.then_some((&new, &old)));
        moved.retain(|(from, _)| is_directory(from) && !self.record.is_fresh(from));
        self.record.leaves(&old);
        self.record.leaves(&new);
        let renamed = renameat_with(&from.directory, &*from.name, &to.directory, &*to.name, flags);
        if let Err(error) = renamed {
            for (path, known) in [&old, &new].into_iter().zip(before) {
                if !known {
                    self.record.stays(path);
                }
            }
            return Err(Errno::from_raw(error.raw_os_error()).into());
        }
        let watched = self.record.moves(&old, &new, exchanges);
        self.news.extend(watched.into_iter().map(FileCallReport::Watched));
        self.news.extend(moved.into_iter().map(|(_, to)| FileCallReport::Moved(to.clone())));
        Ok(())
    }

    /// Whether what comes to `path` may, given whether it `brings` something at a path beneath it: a protected name of
    /// several components may begin there.
    fn may_go_on(&self, path: &Path, brings: impl Fn(&Path) -> bool) -> Result<(), Refusal> {
        let found = self.protection.going_on(path, &self.record).into_iter().find(|(_, rest)| brings(rest));
        found.map_or(Ok(()), |(why, rest)| Err(Refusal::Protected(path.join(rest), why)))
    }

    /// Whether what is at `old` may be where a directory that was not made in this run is or was: then somebody uses
    /// that place, and protected names in the new one would be obeyed.
    fn may_take_the_place(&self, old: &Path, new: &Path) -> Result<(), Refusal> {
        self.may_be_a_link(old, new)?;
        if self.was_used(new) && is_directory(old) && holds_protected(old) {
            return Err(Refusal::Protected(new.to_owned(), Why::Replaced));
        }
        Ok(())
    }

    /// The same for what is at `old` if it is a link, and for anything else.
    fn may_be_a_link(&self, old: &Path, new: &Path) -> Result<(), Refusal> {
        std::fs::read_link(old).map_or(Ok(()), |target| self.may_lead_away(new, &target))
    }

    /// Whether a link to `target` may be at `path`. Where a directory in use was, it may lead out of the writable
    /// paths or straight to another directory that was there before: in any other, protected names can be made.
    fn may_lead_away(&self, path: &Path, target: &Path) -> Result<(), Refusal> {
        if !self.was_used(path) {
            return Ok(());
        }
        let Followed { real, links } = Followed::path(&path.parent().unwrap_or(path).join(target));
        let can_change = |place: &PathBuf| self.protection.root_of(place).is_some();
        let was_there = || is_directory(&real) && !self.record.is_fresh(&real) && !holds_protected(&real);
        if links.iter().any(can_change) || (can_change(&real) && !was_there()) {
            return Err(Refusal::Protected(path.to_owned(), Why::Replaced));
        }
        Ok(())
    }

    /// Whether a directory that was not made in this run is or was at `path`, where somebody obeys protected names.
    fn was_used(&self, path: &Path) -> bool {
        let is_or_was = (is_directory(path) && !self.record.is_fresh(path)) || self.record.is_vacated(path);
        let is_dependency = || path.components().any(|component| is_dependency_tree(component.as_os_str()));
        is_or_was && self.protection.root_of(path).is_some() && !is_dependency()
    }

    /// The file whose mode is to change.
    fn file_of_mode(caller: &Caller<'_>, at: PathArgument, flags: AtFlags) -> Result<OwnedFd, Refusal> {
        let path = caller.path(at.path)?;
        if flags.contains(AtFlags::AT_EMPTY_PATH) && path.is_empty() {
            return Ok(caller.file(at.directory)?);
        }
        let entry = caller.find(at.directory, &path)?;
        if flags.contains(AtFlags::AT_SYMLINK_NOFOLLOW) {
            let how = OFlag::O_PATH | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
            return Ok(openat(&entry.directory, &*entry.name, how, Mode::empty())?);
        }
        if entry.in_proc { Ok(caller.through(&entry.directory, entry.bare_name())?) } else { follow(&entry) }
    }

    /// Gives a file another mode. One that was open before the sandbox was there can lie outside of it.
    fn set_mode(&mut self, file: &OwnedFd, mode: u32) -> Result<(), Refusal> {
        let stat = fstat(file)?;
        let path = path_of(file)?;
        let kind = SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT;
        if stat.st_nlink > 0 && matches!(kind, SFlag::S_IFREG | SFlag::S_IFDIR) {
            if self.protection.root_of(&path).is_none() && !path.starts_with(SHARED_MEMORY) {
                return Err(Errno::EROFS.into());
            }
            self.may(&path, Change::SetMode)?;
        }
        let mode = Mode::from_bits_truncate(mode);
        fchmodat(AT_FDCWD, own_name(file).as_os_str(), mode, FchmodatFlags::FollowSymlink)?;
        Ok(())
    }
}

/// Whether a directory is at `path`, links not followed.
fn is_directory(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Whether a file is the one that takes the output of the run: this process has it open as the command has.
fn is_output(found: &FileStat) -> bool {
    fstat(std::io::stdout()).is_ok_and(|own| (own.st_dev, own.st_ino) == (found.st_dev, found.st_ino))
}

/// The entry, if nothing is there: calls that make anything but a regular file never replace what exists.
fn absent(entry: DirectoryEntry) -> Result<DirectoryEntry, Refusal> {
    match fstatat(&entry.directory, entry.bare_name(), AtFlags::AT_SYMLINK_NOFOLLOW) {
        Err(Errno::ENOENT) => Ok(entry),
        Ok(_) => Err(Errno::EEXIST.into()),
        Err(error) => Err(error.into()),
    }
}

/// The file that an entry leads to, with every link followed, but not through `/proc`.
pub(crate) fn follow(entry: &DirectoryEntry) -> Result<OwnedFd, Refusal> {
    if entry.in_proc {
        return Err(Errno::EACCES.into());
    }
    let how =
        OpenHow::new().flags(OFlag::O_PATH | OFlag::O_CLOEXEC).resolve(ResolveFlag::RESOLVE_NO_MAGICLINKS);
    let found = openat2(&entry.directory, entry.name.as_c_str(), how)?;
    // A link on the way may lead through `/proc/self`, which is another process's here.
    if path_of(&found)?.starts_with("/proc") { Err(Errno::EACCES.into()) } else { Ok(found) }
}

/// Does something with the mask for new files of the one who asks (`umask(2)`).
fn masked<T>(caller: &Caller<'_>, act: impl FnOnce() -> Result<T, Errno>) -> Result<T, Errno> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", caller.thread())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    let mask = mask.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o077);
    umask(Mode::from_bits_truncate(mask));
    act()
}

/// Opens a pipe, which can wait for its other end.
pub(crate) fn open_pipe(pipe: &OwnedFd, flags: OFlag) -> Result<OwnedFd, Errno> {
    open(OsStr::new(&own_name(pipe)), flags, Mode::empty())
}
