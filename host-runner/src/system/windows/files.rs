//! Files of the runner on Windows. There are no modes: what is made below the user's own directories inherits their access
//! list, which lets in the user, the administrators and the system.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ADD_FILE, FILE_APPEND_DATA, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
    FILE_READ_ATTRIBUTES, READ_CONTROL, SYNCHRONIZE,
};

use crate::system::open::Open;
use crate::system::paths::can_be_started;

/// The name of the directory that holds what the runner keeps for this user. Its base is the user's own.
pub(crate) fn own_directory() -> String {
    "shellgate".to_owned()
}

/// Where that directory lies, unless the environment says otherwise: what `GetTempPath2` names, which is the user's.
pub(crate) fn temporary_base() -> PathBuf {
    std::env::temp_dir()
}

/// The variables that name the directory for temporary files: of programs of Unix, and of Windows.
pub(crate) const TEMPORARY_VARIABLES: &[&str] = &["TMPDIR", "TEMP", "TMP"];

/// Where the user's state is kept when no variable says where: the local application data (`FOLDERID_LocalAppData`), which
/// stays on this machine.
pub(crate) fn state_directory(home: Option<&Path>) -> Option<PathBuf> {
    let named = std::env::var_os("LOCALAPPDATA").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| home.map(|home| home.join(r"AppData\Local")))
}

/// A builder of temporary files that only this user can open: they inherit that.
pub(crate) fn private_file<'r, 'a, 'b>(
    builder: &'r mut tempfile::Builder<'a, 'b>,
) -> &'r mut tempfile::Builder<'a, 'b> {
    builder
}

/// A builder of temporary directories that only this user can look into: they inherit that.
pub(crate) fn private_directory<'r, 'a, 'b>(
    builder: &'r mut tempfile::Builder<'a, 'b>,
) -> &'r mut tempfile::Builder<'a, 'b> {
    builder
}

/// A builder of temporary files that become files like others: there are no modes.
pub(crate) fn new_file<'r, 'a, 'b>(
    builder: &'r mut tempfile::Builder<'a, 'b>,
    _executable: bool,
) -> &'r mut tempfile::Builder<'a, 'b> {
    builder
}

/// Whether this process can make entries in `directory`: opened with that right (`FILE_ADD_FILE`), which changes nothing.
///
/// # Errors
/// It cannot.
pub(crate) fn check_entries(directory: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.access_mode(FILE_ADD_FILE).custom_flags(FILE_FLAG_BACKUP_SEMANTICS).open(directory)?;
    Ok(())
}

/// What is locked while a process changes entries of a directory: a file of this user, because a directory has no locks.
///
/// # Errors
/// It cannot be made.
pub(crate) fn to_change_entries(_directory: &Path) -> io::Result<File> {
    let own = temporary_base().join(own_directory());
    make_private(&own)?;
    open_regular(&own.join("entries.lock"), Open::Write)
}

/// Waits until the entries of a directory are on the disk. The system does not offer that.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
pub(crate) const fn sync_entries(_directory: &File) -> io::Result<()> {
    Ok(())
}

/// Makes `path` a directory of this user.
///
/// # Errors
/// It cannot be made, or something else is there.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let found = path.symlink_metadata()?;
    if found.is_dir() && !found.is_symlink() {
        Ok(())
    } else {
        Err(io::Error::other("it is not a directory"))
    }
}

/// A new file for the output of a command: the handle that appends, and the one that reads. The first one can also be asked
/// about the file, which the C library of a program does before it writes.
///
/// # Errors
/// There is something already, a link included, or the directory cannot be written to.
pub(crate) fn create_output(path: &Path) -> io::Result<(File, File)> {
    // The standard library wants a right to write before it makes a file, and `access_mode` takes its place.
    let write = OpenOptions::new()
        .append(true)
        .create_new(true)
        .access_mode(FILE_APPEND_DATA | FILE_READ_ATTRIBUTES | READ_CONTROL | SYNCHRONIZE)
        .open(path)?;
    Ok((write, File::open(path)?))
}

/// A new file of this user.
///
/// # Errors
/// There is something already, a link included, or the directory cannot be written to.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// A handle that writes anywhere in the file at `path`, which `append` appends to.
///
/// # Errors
/// The system refuses.
pub(crate) fn writing_anywhere(_append: &File, path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Reads from `position` on. It moves the position of the file, which nobody else uses.
///
/// # Errors
/// The system refuses.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], position: u64) -> io::Result<usize> {
    file.seek_read(buffer, position)
}

/// Writes all of `bytes` from `position` on.
///
/// # Errors
/// The system refuses.
pub(crate) fn write_all_at(file: &File, mut bytes: &[u8], mut position: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, position)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => {
                position += written as u64;
                bytes = bytes.get(written..).unwrap_or_default();
            }
        }
    }
    Ok(())
}

/// Opens the regular file at `path`, and not what a link there leads to (`FILE_FLAG_OPEN_REPARSE_POINT`, `CreateFileW`).
///
/// # Errors
/// There is none, there is something else, or the system refuses.
pub(crate) fn open_regular(path: &Path, how: Open) -> io::Result<File> {
    let mut options = OpenOptions::new();
    match how {
        Open::Read => options.read(true),
        Open::Write => options.write(true).create(true).truncate(false),
        Open::Append => options.append(true).create(true),
    };
    let file = options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)?;
    let found = path.symlink_metadata()?;
    if found.is_symlink() {
        return Err(io::Error::other("it is a link"));
    }
    // A device, such as `NUL`, has no attributes of a file.
    if found.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
}

/// The file whose lock says that the task with the output at `output` is minded: a file beside it, because a lock keeps others
/// from writing.
pub(crate) fn minded_by(output: &Path) -> PathBuf {
    output.with_extension("lock")
}

/// That file, to be locked.
///
/// # Errors
/// The system refuses.
pub(crate) fn to_mind(output: &Path, _read: &File) -> io::Result<File> {
    File::create(minded_by(output))
}

/// Lets everything from `path` on be removed: the attribute for reading only keeps a file from that. Links are not followed.
///
/// # Errors
/// The system refuses.
pub(crate) fn open_up(path: &Path) -> io::Result<()> {
    let mut pending = vec![path.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            let found = entry.metadata()?;
            let mut permissions = found.permissions();
            if permissions.readonly() {
                #[expect(
                    clippy::permissions_set_readonly_false,
                    reason = "on Windows it is one attribute, not a mode"
                )]
                permissions.set_readonly(false);
                fs::set_permissions(entry.path(), permissions)?;
            }
            if found.is_dir() && !found.is_symlink() {
                pending.push(entry.path());
            }
        }
    }
    Ok(())
}

/// Whether the disk of a file is full. Windows says so to the one who writes.
pub(crate) const fn is_disk_full(_file: &File) -> bool {
    false
}

/// Whether `path` can be executed: by its name.
pub(crate) fn may_execute(path: &Path, _found: &Metadata) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("exe"))
}

/// Whether a program can be started at `path`: by its name, as `CreateProcessW` and `cmd.exe` do.
pub(crate) fn is_program(path: &Path) -> bool {
    path.is_file() && path.to_str().is_some_and(can_be_started)
}

/// Lets nobody change `file` by mistake.
///
/// # Errors
/// The system refuses.
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
pub(crate) const fn keep_as_it_is(_file: &File) -> io::Result<()> {
    // A file that is only to be read could not be replaced by the next one of its name.
    Ok(())
}

/// What tells a directory from another one of the same name: when it was made.
///
/// # Errors
/// The system does not say.
pub(crate) fn identity(directory: &Path) -> io::Result<(u64, u64)> {
    let found = directory.symlink_metadata()?;
    Ok((found.creation_time(), u64::from(found.file_attributes() & ATTRIBUTE_DIRECTORY)))
}

/// `FILE_ATTRIBUTE_DIRECTORY`.
const ATTRIBUTE_DIRECTORY: u32 = 0x10;

/// Who else than the user can change `path`: access lists are not read on this system, so nobody is known to be able to.
pub(crate) const fn foreign(_path: &Path) -> Option<String> {
    None
}

/// Whether git would run the hook at this path: which has no modes, whatever is there.
pub(crate) fn may_git_run(hook: &Path) -> bool {
    hook.symlink_metadata().map_or_else(|error| error.kind() != io::ErrorKind::NotFound, |_| true)
}
