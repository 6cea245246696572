//! Connections to socket files, made on behalf of the caller when the file is an allowed one.
//!
//! Owns the way from an address in another process to a connection. A filter sees no path, so where some socket files
//! are allowed and others not, every `connect(2)` comes here. The address is read once and its file opened once: the
//! file that is judged is the file that is connected to, on a socket that the caller cannot exchange.

use std::ffi::CString;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::stat::SFlag;

use super::perform::follow;
use super::resolve::{Caller, is_kind, own_name, path_of};

/// Longest address that the kernel takes (`struct sockaddr_storage`).
pub(super) const ADDRESS_BYTES_MAX: usize = 128;

/// Where the path begins in an address of a socket file (`struct sockaddr_un`).
pub(super) const PATH_AT: usize = size_of::<libc::sa_family_t>();

/// The socket files that may be connected to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sockets {
    /// These, every link in their paths followed.
    pub(crate) named: Vec<PathBuf>,
    /// Those beneath this directory, which is the run's own.
    pub(crate) own: Option<PathBuf>,
}

/// Why there is no connection.
#[derive(Debug)]
pub(crate) enum Unconnected {
    /// The kernel says so.
    Kernel(Errno),
    /// This socket file was not named.
    Unnamed(PathBuf),
}

impl From<Errno> for Unconnected {
    fn from(error: Errno) -> Self {
        Self::Kernel(error)
    }
}

/// A connection that may be made.
#[derive(Debug)]
pub(crate) struct Connection {
    socket: OwnedFd,
    address: Vec<u8>,
    /// The socket file that `address` names, which stays the same as long as it is open.
    _file: Option<OwnedFd>,
}

impl Sockets {
    /// The connection that is asked for, if it may be made. The numbers are the call's own.
    pub(crate) fn connection(
        &self,
        caller: &Caller<'_>,
        socket: i32,
        address: u64,
        length: u64,
    ) -> Result<Connection, Unconnected> {
        let length = usize::try_from(length).ok().filter(|length| *length <= ADDRESS_BYTES_MAX);
        let address = caller.bytes(address, length.ok_or(Errno::EINVAL)?)?;
        let socket = caller.socket(socket)?;
        let is_unix = family_of(&socket)? == libc::AF_UNIX;
        let Some(path) = path_in(&address).filter(|_| is_unix) else {
            // No file is meant: another family, or a name that the namespace keeps to itself.
            return Ok(Connection { socket, address, _file: None });
        };
        let file = follow(&caller.find(libc::AT_FDCWD, &path)?).map_err(|_| Errno::EACCES)?;
        if !is_kind(&file, SFlag::S_IFSOCK)? {
            return Err(Errno::ECONNREFUSED.into());
        }
        let place = path_of(&file)?;
        if !self.may_be_reached(&place) {
            return Err(Unconnected::Unnamed(place));
        }
        let mut address = address.get(..PATH_AT).unwrap_or_default().to_vec();
        address.extend(own_name(&file).as_bytes());
        address.push(0);
        Ok(Connection { socket, address, _file: Some(file) })
    }

    fn may_be_reached(&self, place: &Path) -> bool {
        self.named.iter().any(|named| named == place)
            || self.own.as_ref().is_some_and(|own| place.starts_with(own))
    }
}

/// The family that a socket was made for.
pub(super) fn family_of(socket: &OwnedFd) -> Result<i32, Errno> {
    let (mut family, mut length) = (0_i32, size_of::<i32>() as libc::socklen_t);
    // SAFETY: the kernel writes at most `length` bytes to `family` and the length to `length`; both outlive the call.
    let answer = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_DOMAIN,
            (&raw mut family).cast(),
            &raw mut length,
        )
    };
    if answer < 0 { Err(Errno::last()) } else { Ok(family) }
}

/// The path in an address, if it has one: as the kernel reads it, to the first zero or the end.
pub(super) fn path_in(address: &[u8]) -> Option<CString> {
    let (family, path) = address.split_at_checked(PATH_AT)?;
    let is_unix = family == (libc::AF_UNIX as libc::sa_family_t).to_ne_bytes();
    let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
    let path = path.get(..end).filter(|path| is_unix && !path.is_empty())?;
    CString::new(path).ok()
}

impl Connection {
    /// Whether making it can take time, because the socket does not say otherwise.
    pub(crate) fn can_wait(&self) -> bool {
        let flags = fcntl(&self.socket, FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
        !flags.is_ok_and(|flags| flags.contains(OFlag::O_NONBLOCK))
    }

    /// Makes it.
    pub(crate) fn make(&self) -> Result<(), Errno> {
        let length = self.address.len() as libc::socklen_t;
        // SAFETY: the kernel reads `length` bytes of the address, which outlives the call; the socket is open.
        let answer = unsafe { libc::connect(self.socket.as_raw_fd(), self.address.as_ptr().cast(), length) };
        if answer < 0 { Err(Errno::last()) } else { Ok(()) }
    }
}

impl Caller<'_> {
    /// A descriptor of this process's own for a socket of the one who asks (`pidfd_getfd(2)`).
    pub(super) fn socket(&self, descriptor: i32) -> Result<OwnedFd, Errno> {
        let process = self.process()?;
        // SAFETY: the call takes two numbers and gives a new descriptor.
        let process = owned(unsafe { libc::syscall(libc::SYS_pidfd_open, process.as_raw(), 0) })?;
        // SAFETY: the call takes an open descriptor and two numbers and gives a new descriptor.
        let file =
            owned(unsafe { libc::syscall(libc::SYS_pidfd_getfd, process.as_raw_fd(), descriptor, 0) })?;
        self.still(file)
    }
}

/// The descriptor that a call just gave, or its error.
fn owned(answer: libc::c_long) -> Result<OwnedFd, Errno> {
    let descriptor =
        i32::try_from(answer).ok().filter(|descriptor| *descriptor >= 0).ok_or_else(Errno::last)?;
    // SAFETY: the kernel just made this descriptor for this process, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_as_the_kernel_reads_it() {
        let address = |family: i32, path: &[u8]| {
            let family = libc::sa_family_t::try_from(family).unwrap_or_default();
            [family.to_ne_bytes().as_slice(), path].concat()
        };
        for (address, expected) in [
            (address(libc::AF_UNIX, b"/run/socket\0rest"), Some("/run/socket")),
            (address(libc::AF_UNIX, b"socket"), Some("socket")),
            (address(libc::AF_UNIX, b"\0abstract"), None),
            (address(libc::AF_UNIX, b""), None),
            (address(libc::AF_INET, b"/run/socket\0"), None),
            (address(libc::AF_UNSPEC, b"/run/socket\0"), None),
            (vec![1], None),
            (Vec::new(), None),
        ] {
            let path = path_in(&address);
            assert_eq!(path.as_ref().and_then(|path| path.to_str().ok()), expected, "{address:?}");
        }
    }

    #[test]
    fn only_named_files_and_the_runs_own_may_be_reached() {
        let sockets = Sockets { named: vec!["/run/agent".into()], own: Some("/tmp/shellgate-1".into()) };
        for (path, expected) in [
            ("/run/agent", true),
            ("/run/agent/x", false),
            ("/run/agents", false),
            ("/run", false),
            ("/tmp/shellgate-1/sub/socket", true),
            ("/tmp/shellgate-12/socket", false),
        ] {
            assert_eq!(sockets.may_be_reached(Path::new(path)), expected, "{path}");
        }
    }
}
