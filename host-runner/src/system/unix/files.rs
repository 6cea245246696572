//! Files of the runner on Unix: opened without following a link, with the modes that keep others away.

use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl, open};
use nix::sys::stat::Mode;
use nix::unistd::AccessFlags;

use crate::system::open::Open;

/// The name of the directory that holds what the runner keeps for this user, in a directory that users share.
pub(crate) fn own_directory() -> String {
    format!("shellgate-{}", nix::unistd::geteuid())
}

/// Where that directory lies, unless the environment says otherwise.
pub(crate) fn temporary_base() -> PathBuf {
    PathBuf::from("/tmp")
}

/// The variable that names the directory for temporary files.
pub(crate) const TEMPORARY_VARIABLES: &[&str] = &["TMPDIR"];

/// Where the user's state is kept when no variable says where: XDG Base Directory Specification.
pub(crate) fn state_directory(home: Option<&Path>) -> Option<PathBuf> {
    home.map(|home| home.join(".local/state"))
}

/// A builder of temporary files that only this user can open.
pub(crate) fn private_file<'r, 'a, 'b>(
    builder: &'r mut tempfile::Builder<'a, 'b>,
) -> &'r mut tempfile::Builder<'a, 'b> {
    builder.permissions(Permissions::from_mode(0o600))
}

/// A builder of temporary directories that only this user can look into.
pub(crate) fn private_directory<'r, 'a, 'b>(
    builder: &'r mut tempfile::Builder<'a, 'b>,
) -> &'r mut tempfile::Builder<'a, 'b> {
    builder.permissions(Permissions::from_mode(0o700))
}

/// A builder of temporary files with the mode of a new file, from which the mask of this process takes its bits.
pub(crate) fn new_file<'r, 'a, 'b>(
    builder: &'r mut tempfile::Builder<'a, 'b>,
    executable: bool,
) -> &'r mut tempfile::Builder<'a, 'b> {
    builder.permissions(Permissions::from_mode(if executable { 0o777 } else { 0o666 }))
}

/// Whether this process can make entries in `directory`.
///
/// # Errors
/// It cannot.
pub(crate) fn check_entries(directory: &Path) -> io::Result<()> {
    Ok(nix::unistd::access(directory, AccessFlags::W_OK | AccessFlags::X_OK)?)
}

/// What is locked while a process changes entries of `directory`: the directory.
///
/// # Errors
/// It cannot be opened.
pub(crate) fn to_change_entries(directory: &Path) -> io::Result<File> {
    File::open(directory)
}

/// Waits until the entries of a directory are on the disk, which [`to_change_entries`] opened.
///
/// # Errors
/// The system refuses.
pub(crate) fn sync_entries(directory: &File) -> io::Result<()> {
    directory.sync_all()
}

/// Makes `path` a directory that only this user can look into.
///
/// # Errors
/// It cannot be made, or it is there and not this user's.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Ok(()) | Err(_) => {}
    }
    // In a directory that everybody can write to somebody else can have been first.
    let found = path.symlink_metadata()?;
    if !found.is_dir() {
        return Err(io::Error::other("it is not a directory"));
    }
    if found.uid() != nix::unistd::geteuid().as_raw() {
        return Err(io::Error::other("it belongs to another user"));
    }
    if found.mode() & 0o077 != 0 {
        fs::set_permissions(path, Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// A new file for the output of a command: the handle that appends, and the one that reads. Its mode keeps everybody but a
/// privileged process from opening it again for writing.
///
/// # Errors
/// There is something already, a link included, or the directory cannot be written to.
pub(crate) fn create_output(path: &Path) -> io::Result<(File, File)> {
    let common = OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    let append = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_APPEND;
    let write = File::from(open(path, common | append, Mode::S_IRUSR)?);
    let read = File::from(open(path, common | OFlag::O_RDONLY, Mode::empty())?);
    Ok((write, read))
}

/// A new file that only this user can open.
///
/// # Errors
/// There is something already, a link included, or the directory cannot be written to.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    Ok(File::from(open(path, flags, Mode::S_IRUSR | Mode::S_IWUSR)?))
}

/// A handle that writes anywhere in the file at `path`, which `append` appends to. Nothing appends to it any more.
///
/// # Errors
/// The system refuses.
pub(crate) fn writing_anywhere(append: &File, _path: &Path) -> io::Result<File> {
    // What is opened for appending writes nowhere else.
    fcntl(append, FcntlArg::F_SETFL(OFlag::empty()))?;
    append.try_clone()
}

/// Reads from `position` on, and does not move the position of the file.
///
/// # Errors
/// The system refuses.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], position: u64) -> io::Result<usize> {
    file.read_at(buffer, position)
}

/// Writes all of `bytes` from `position` on.
///
/// # Errors
/// The system refuses.
pub(crate) fn write_all_at(file: &File, bytes: &[u8], position: u64) -> io::Result<()> {
    file.write_all_at(bytes, position)
}

/// Opens the regular file at `path`. To open a pipe can wait for ever, and to open a device can have an effect, so a file is
/// opened without waiting (`O_NONBLOCK`, `open(2)`) and looked at before anything is read.
///
/// # Errors
/// There is none, there is something else, or the system refuses.
pub(crate) fn open_regular(path: &Path, how: Open) -> io::Result<File> {
    let how = match how {
        Open::Read => OFlag::O_RDONLY,
        Open::Write => OFlag::O_WRONLY | OFlag::O_CREAT,
        Open::Append => OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_APPEND,
    };
    let flags = how | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
    let file = match open(path, flags, Mode::S_IRUSR | Mode::S_IWUSR) {
        Ok(file) => File::from(file),
        Err(Errno::ELOOP) => return Err(io::Error::other("it is a link")),
        // A pipe that nobody reads, a socket, a device without a driver.
        Err(Errno::ENXIO | Errno::ENODEV) => return Err(not_regular()),
        Err(error) => return Err(error.into()),
    };
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

fn not_regular() -> io::Error {
    io::Error::other("it is no regular file")
}

/// The file whose lock says that the task with the output at `output` is minded: the output itself.
pub(crate) fn minded_by(output: &Path) -> PathBuf {
    output.to_owned()
}

/// That file, to be locked.
///
/// # Errors
/// The system refuses.
pub(crate) fn to_mind(_output: &Path, read: &File) -> io::Result<File> {
    read.try_clone()
}

/// Lets the owner change and look into every directory from `path` on. Links are not followed.
///
/// # Errors
/// The system refuses.
pub(crate) fn open_up(path: &Path) -> io::Result<()> {
    let mut pending = vec![path.to_owned()];
    while let Some(directory) = pending.pop() {
        let mode = Mode::S_IRWXU;
        let flag = nix::sys::stat::FchmodatFlags::NoFollowSymlink;
        nix::sys::stat::fchmodat(nix::fcntl::AT_FDCWD, &directory, mode, flag)?;
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                pending.push(entry.path());
            }
        }
    }
    Ok(())
}

/// Whether the disk of `file` has no room for this user.
pub(crate) fn is_disk_full(file: &File) -> bool {
    nix::sys::statvfs::fstatvfs(file).is_ok_and(|found| found.blocks_available() == 0)
}

/// Whether somebody may execute what has this metadata.
pub(crate) fn may_execute(_path: &Path, found: &Metadata) -> bool {
    found.permissions().mode() & 0o111 != 0
}

/// Whether a program can be started at `path`.
pub(crate) fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && may_execute(path, &found))
}

/// Lets nobody change `file`, and only this user read it.
///
/// # Errors
/// The system refuses.
pub(crate) fn keep_as_it_is(file: &File) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(0o400))
}

/// What tells a directory from another one of the same name.
///
/// # Errors
/// The system does not say.
pub(crate) fn identity(directory: &Path) -> io::Result<(u64, u64)> {
    let found = directory.symlink_metadata()?;
    Ok((found.dev(), found.ino()))
}

/// Who else than the user can change `path`.
pub(crate) fn foreign(path: &Path) -> Option<String> {
    match crate::ownership::Owners::of_this_process().foreign(path) {
        Ok(foreign) => foreign.map(|foreign| foreign.to_string()),
        Err(error) => Some(format!("`{}` cannot be looked at: {error}", path.display())),
    }
}

/// Whether git would run the hook at this path: by its mode.
pub(crate) fn may_git_run(hook: &Path) -> bool {
    hook.metadata().is_ok_and(|found| may_execute(hook, &found))
}
