//! The system calls that create, open for writing, move or remove a name or change its mode, and the meaning of their arguments.
//!
//! Owns the list, for the filter that hands the calls over and for the supervisor that performs them.

use libc::{c_int, c_long};

/// One call of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Its number.
    pub(crate) number: c_long,
    /// The bits of an argument without which it is not handed over: index and mask.
    pub(crate) only_with: Option<(u32, u32)>,
    shape: Shape,
}

/// The order of the arguments. A directory is given by the index of its argument, if there is one.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Directory, path, flags, mode.
    Open(Option<usize>, usize, usize, usize),
    /// Path, mode; the flags are those of `creat(2)`.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "newer architectures do not have this call")
    )]
    Create,
    /// Path, length.
    Truncate,
    /// Directory, path, mode.
    MakeDirectory(Option<usize>, usize, usize),
    /// Directory, path, mode, device.
    MakeNode(Option<usize>, usize, usize, usize),
    /// Target, directory, path.
    MakeLink(usize, Option<usize>, usize),
    /// Old directory and path, new directory and path, flags.
    Link(Option<usize>, usize, Option<usize>, usize, Option<usize>),
    /// The same.
    Rename(Option<usize>, usize, Option<usize>, usize, Option<usize>),
    /// Directory, path, flags.
    Remove(Option<usize>, usize, Option<usize>),
    /// `rmdir(2)`: path.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "newer architectures do not have this call")
    )]
    RemoveDirectory,
    /// Directory, path, mode, flags.
    SetMode(Option<usize>, usize, usize, Option<usize>),
    /// `fchmod(2)`: descriptor, mode.
    SetModeOfFile,
    /// Socket, address, length.
    Bind,
    /// The same.
    Connect,
}

/// A place in the memory of the one who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PathArgument {
    /// The directory's descriptor, or `AT_FDCWD`.
    pub(crate) directory: c_int,
    /// Where the path is.
    pub(crate) path: u64,
}

/// The requested operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileCall {
    Open { at: PathArgument, flags: c_int, mode: u32 },
    Truncate { at: PathArgument, length: i64 },
    MakeDirectory { at: PathArgument, mode: u32 },
    MakeNode { at: PathArgument, mode: u32, device: u64 },
    MakeLink { target: u64, at: PathArgument },
    Link { from: PathArgument, to: PathArgument, flags: c_int },
    Rename { from: PathArgument, to: PathArgument, flags: u32 },
    Remove { at: PathArgument, flags: c_int },
    SetMode { at: PathArgument, mode: u32, flags: c_int },
    SetModeOfFile { descriptor: c_int, mode: u32 },
    Bind { socket: c_int, address: u64, length: u64 },
    Connect { socket: c_int, address: u64, length: u64 },
}

const fn always(number: c_long, shape: Shape) -> Call {
    Call { number, only_with: None, shape }
}

/// `fchmodat2(2)` of Linux 6.6, the same on every architecture.
const FCHMODAT2: c_long = 452;

/// The bits of the access mode in the flags of `open(2)`, as the kernel has them. The name for them in musl, `O_ACCMODE`,
/// has `O_PATH` too, and opening a path only would count as writing.
const ACCESS_MODE: i32 = 0o3;

/// Flags of `open(2)` that write or make something.
const WRITES: u32 = (ACCESS_MODE | libc::O_CREAT | libc::O_TRUNC) as u32;

const COMMON: &[Call] = &[
    Call { number: libc::SYS_openat, only_with: Some((2, WRITES)), shape: Shape::Open(Some(0), 1, 2, 3) },
    always(libc::SYS_truncate, Shape::Truncate),
    always(libc::SYS_mkdirat, Shape::MakeDirectory(Some(0), 1, 2)),
    always(libc::SYS_mknodat, Shape::MakeNode(Some(0), 1, 2, 3)),
    always(libc::SYS_symlinkat, Shape::MakeLink(0, Some(1), 2)),
    always(libc::SYS_linkat, Shape::Link(Some(0), 1, Some(2), 3, Some(4))),
    always(libc::SYS_renameat, Shape::Rename(Some(0), 1, Some(2), 3, None)),
    always(libc::SYS_renameat2, Shape::Rename(Some(0), 1, Some(2), 3, Some(4))),
    always(libc::SYS_unlinkat, Shape::Remove(Some(0), 1, Some(2))),
    always(libc::SYS_fchmod, Shape::SetModeOfFile),
    always(libc::SYS_fchmodat, Shape::SetMode(Some(0), 1, 2, None)),
    // It makes a socket file, also with an end of a pair of sockets.
    always(libc::SYS_bind, Shape::Bind),
    always(FCHMODAT2, Shape::SetMode(Some(0), 1, 2, Some(3))),
];

/// The older calls, which newer architectures do not have.
#[cfg(target_arch = "x86_64")]
const OLD: &[Call] = &[
    Call { number: libc::SYS_open, only_with: Some((1, WRITES)), shape: Shape::Open(None, 0, 1, 2) },
    always(libc::SYS_creat, Shape::Create),
    always(libc::SYS_mkdir, Shape::MakeDirectory(None, 0, 1)),
    always(libc::SYS_mknod, Shape::MakeNode(None, 0, 1, 2)),
    always(libc::SYS_symlink, Shape::MakeLink(0, None, 1)),
    always(libc::SYS_link, Shape::Link(None, 0, None, 1, None)),
    always(libc::SYS_rename, Shape::Rename(None, 0, None, 1, None)),
    always(libc::SYS_rmdir, Shape::RemoveDirectory),
    always(libc::SYS_unlink, Shape::Remove(None, 0, None)),
    always(libc::SYS_chmod, Shape::SetMode(None, 0, 1, None)),
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[Call] = &[];

/// The call that makes no name and goes to one. It is handed over only where some socket files may be reached.
pub(crate) const CONNECT: Call = always(libc::SYS_connect, Shape::Connect);

/// Every call of the list.
pub(crate) fn calls() -> impl Iterator<Item = &'static Call> {
    COMMON.iter().chain(OLD)
}

/// The operation of the call with this number and these arguments; none for a call that is not in the list.
pub(crate) fn decode(number: c_long, arguments: [u64; 6]) -> Option<FileCall> {
    let call = calls().chain([&CONNECT]).find(|call| call.number == number)?;
    let argument = |index: usize| arguments.get(index).copied().unwrap_or_default();
    // The kernel takes 32 bits of a descriptor and of flags.
    let integer = |index: usize| argument(index) as c_int;
    let at = |directory: Option<usize>, path: usize| PathArgument {
        directory: directory.map_or(libc::AT_FDCWD, integer),
        path: argument(path),
    };
    let flags = |index: Option<usize>| index.map_or(0, integer);
    Some(match call.shape {
        Shape::Open(directory, path, flags, mode) => {
            FileCall::Open { at: at(directory, path), flags: integer(flags), mode: argument(mode) as u32 }
        }
        Shape::Create => FileCall::Open {
            at: at(None, 0),
            flags: libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC,
            mode: argument(1) as u32,
        },
        Shape::Truncate => FileCall::Truncate { at: at(None, 0), length: argument(1).cast_signed() },
        Shape::MakeDirectory(directory, path, mode) => {
            FileCall::MakeDirectory { at: at(directory, path), mode: argument(mode) as u32 }
        }
        Shape::MakeNode(directory, path, mode, device) => FileCall::MakeNode {
            at: at(directory, path),
            mode: argument(mode) as u32,
            device: argument(device),
        },
        Shape::MakeLink(target, directory, path) => {
            FileCall::MakeLink { target: argument(target), at: at(directory, path) }
        }
        Shape::Link(old, from, new, to, given) => {
            FileCall::Link { from: at(old, from), to: at(new, to), flags: flags(given) }
        }
        Shape::Rename(old, from, new, to, given) => {
            FileCall::Rename { from: at(old, from), to: at(new, to), flags: flags(given).cast_unsigned() }
        }
        Shape::Remove(directory, path, given) => {
            FileCall::Remove { at: at(directory, path), flags: flags(given) }
        }
        Shape::SetMode(directory, path, mode, given) => {
            FileCall::SetMode { at: at(directory, path), mode: argument(mode) as u32, flags: flags(given) }
        }
        Shape::SetModeOfFile => FileCall::SetModeOfFile { descriptor: integer(0), mode: argument(1) as u32 },
        // The kernel takes 32 bits of a length, too.
        Shape::Bind => {
            FileCall::Bind { socket: integer(0), address: argument(1), length: u64::from(argument(2) as u32) }
        }
        Shape::Connect => FileCall::Connect {
            socket: integer(0),
            address: argument(1),
            length: u64::from(argument(2) as u32),
        },
        Shape::RemoveDirectory => FileCall::Remove { at: at(None, 0), flags: libc::AT_REMOVEDIR },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_open_a_path_only_is_no_write() {
        let (only_with, path_only) =
            (WRITES.cast_signed(), libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC);
        assert_eq!(only_with & path_only, 0);
        assert_eq!(only_with & (libc::O_WRONLY | libc::O_RDWR), libc::O_WRONLY | libc::O_RDWR);
    }

    #[test]
    fn arguments_are_read_as_the_kernel_reads_them() {
        let here = |path| PathArgument { directory: libc::AT_FDCWD, path };
        // Only the low half of a descriptor counts, and -100 is the working directory.
        let high = 0xdead_beef_0000_0000 | u64::from(libc::AT_FDCWD.cast_unsigned());
        assert_eq!(
            decode(libc::SYS_openat, [high, 7, libc::O_WRONLY as u64, 0o600, 0, 0]),
            Some(FileCall::Open { at: here(7), flags: libc::O_WRONLY, mode: 0o600 })
        );
        assert_eq!(
            decode(libc::SYS_renameat2, [3, 7, 4, 8, 1, 0]),
            Some(FileCall::Rename {
                from: PathArgument { directory: 3, path: 7 },
                to: PathArgument { directory: 4, path: 8 },
                flags: 1
            })
        );
        assert_eq!(
            decode(libc::SYS_connect, [high | 3, 7, 0xdead_beef_0000_0010, 0, 0, 0]),
            Some(FileCall::Connect { socket: libc::AT_FDCWD | 3, address: 7, length: 16 })
        );
        assert_eq!(decode(libc::SYS_read, [0; 6]), None);
    }
}
