//! Binds a socket of the caller to its address (`bind(2)`), which makes a socket file for a path.
//!
//! Owns the way from an address in another process to a socket file with an allowed name. A filter sees neither the
//! family of a socket nor the address, so every call comes here; every other address is handed to the kernel as it is.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use nix::errno::Errno;
use nix::fcntl::{OFlag, openat};
use nix::sys::stat::{Mode, fstat};
use nix::unistd::{chdir, fchdir};

use super::connect::{ADDRESS_BYTES_MAX, PATH_AT, family_of, path_in};
use super::resolve::{Caller, DirectoryEntry};

/// A socket of the caller and the address that it is to get.
#[derive(Debug)]
pub(crate) struct Binding {
    socket: OwnedFd,
    address: Vec<u8>,
    /// The socket file that appears; none for an address that is no path.
    pub(super) entry: Option<DirectoryEntry>,
    /// Where a relative path begins.
    from: Option<OwnedFd>,
}

impl Caller<'_> {
    /// The binding that is asked for. The numbers are the call's own.
    pub(super) fn binding(&self, socket: i32, address: u64, length: u64) -> Result<Binding, Errno> {
        let length = usize::try_from(length).ok().filter(|length| *length <= ADDRESS_BYTES_MAX);
        let address = self.bytes(address, length.ok_or(Errno::EINVAL)?)?;
        let socket = self.socket(socket)?;
        let is_unix = family_of(&socket)? == libc::AF_UNIX;
        let Some(path) = path_in(&address).filter(|_| is_unix) else {
            return Ok(Binding { socket, address, entry: None, from: None });
        };
        let entry = self.find(libc::AT_FDCWD, &path)?;
        if entry.in_proc {
            return Err(Errno::EACCES);
        }
        Ok(Binding { socket, address, entry: Some(entry), from: Some(self.start(libc::AT_FDCWD)?) })
    }
}

impl Binding {
    /// Makes it. The socket keeps the address that the caller wrote, wherever that leads to the judged directory: some
    /// programs ask for it.
    pub(super) fn make(&self) -> Result<(), Errno> {
        let (Some(entry), Some(from)) = (&self.entry, &self.from) else { return self.bind(&self.address) };
        let own =
            [self.address.get(..PATH_AT).unwrap_or_default(), entry.bare_name().as_bytes(), b"\0"].concat();
        fchdir(from)?;
        let bound = if self.leads_to(entry) {
            self.bind(&self.address)
        } else {
            fchdir(&entry.directory).and_then(|()| self.bind(&own))
        };
        // Nothing in this process depends on its directory, and none shall be held busy.
        chdir("/")?;
        bound
    }

    /// Whether the address leads this process to the directory that was judged.
    fn leads_to(&self, entry: &DirectoryEntry) -> bool {
        let Some(path) = path_in(&self.address) else { return false };
        let bytes = path.as_bytes();
        let end = bytes.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
        let way = if end == 0 { &b"."[..] } else { bytes.get(..end).unwrap_or_default() };
        let how = OFlag::O_PATH | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let number = |file: &OwnedFd| fstat(file.as_fd()).map(|stat| (stat.st_dev, stat.st_ino));
        openat(nix::fcntl::AT_FDCWD, std::ffi::OsStr::from_bytes(way), how, Mode::empty())
            .and_then(|found| Ok(number(&found)? == number(&entry.directory)?))
            .unwrap_or(false)
    }

    fn bind(&self, address: &[u8]) -> Result<(), Errno> {
        let length = address.len() as libc::socklen_t;
        // SAFETY: the kernel reads `length` bytes of the address, which outlives the call; the socket is open.
        let answer = unsafe { libc::bind(self.socket.as_raw_fd(), address.as_ptr().cast(), length) };
        if answer < 0 { Err(Errno::last()) } else { Ok(()) }
    }
}
