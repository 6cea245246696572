//! The standard input of a command, as the sandbox shows it.
//!
//! Owns the one file that comes from outside of the view. A file that the caller opened lies on the caller's own mounts:
//! through its descriptor a mode could be changed, or a directory be read past what is hidden in it.

use std::io;
use std::path::Path;

use nix::errno::Errno;
use nix::fcntl::{OFlag, open, readlink};
use nix::sys::stat::{Mode, SFlag, fstat};
use nix::unistd::{Whence, dup2_stdin, lseek};

use crate::launch::failure::Failure;

/// Opens standard input again, for reading and inside the view, if it is a file with a name or a directory.
pub(crate) fn open_again() -> Result<(), Failure> {
    let failed = || {
        let step =
            "opening standard input in the sandbox (a file that is hidden there must come through a pipe)";
        Failure::at(step)
    };
    let input = io::stdin();
    let given = fstat(&input).map_err(failed())?;
    let kind = SFlag::from_bits_truncate(given.st_mode) & SFlag::S_IFMT;
    if given.st_nlink == 0 || !matches!(kind, SFlag::S_IFREG | SFlag::S_IFDIR) {
        return Ok(());
    }
    let path = readlink(Path::new("/proc/self/fd/0")).map_err(failed())?;
    let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    let file = open(path.as_os_str(), flags, Mode::empty()).map_err(failed())?;
    let found = fstat(&file).map_err(failed())?;
    if (found.st_dev, found.st_ino) != (given.st_dev, given.st_ino) {
        return Err(failed()(Errno::EACCES));
    }
    if kind == SFlag::S_IFREG {
        let at = lseek(&input, 0, Whence::SeekCur).map_err(failed())?;
        lseek(&file, at, Whence::SeekSet).map_err(failed())?;
    }
    dup2_stdin(file).map_err(failed())
}
