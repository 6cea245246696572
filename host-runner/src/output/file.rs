//! The file that takes both output streams of one command.
//!
//! Owns how it is opened. The command gets one descriptor, by which it can append. The file's mode keeps everybody but
//! a privileged process from opening it again for writing: otherwise a command could empty it through `/proc/self/fd/1`
//! or `/dev/stderr` and lose what it wrote. In a sandbox with a supervisor `> /dev/stderr` appends; without one it is
//! refused, and root outside of a sandbox empties the file, as `ftruncate(2)` on the descriptor does.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::regular;
use crate::system::files;
use crate::system::lock::Lock;

/// A file that one command appends to and the runner reads.
#[derive(Debug)]
pub struct OutputFile {
    name: String,
    path: PathBuf,
    read: File,
    /// None in a process that only reads it.
    write: Option<File>,
}

impl OutputFile {
    /// A new file at `path`, for the run `name`.
    ///
    /// # Errors
    /// There is something already, a link included, or the directory cannot be written to.
    pub(crate) fn create(name: String, path: &Path) -> io::Result<Self> {
        let (write, read) = files::create_output(path)?;
        Ok(Self { name, path: path.to_owned(), read, write: Some(write) })
    }

    /// The file at `path`, of the run `name` of another process, to be read.
    ///
    /// # Errors
    /// It is not there, or is no regular file.
    pub(crate) fn open(name: String, path: &Path) -> io::Result<Self> {
        Ok(Self { name, path: path.to_owned(), read: regular::open_to_read(path)?, write: None })
    }

    /// The name of the run, unique in its session.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it lies as long as the session lives. No sandboxed command can open it there.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes there are by now.
    ///
    /// # Errors
    /// The system does not say.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.read.metadata()?.len())
    }

    /// Reads from `position` on as many bytes as there are and `buffer` can hold; 0 at the end.
    ///
    /// # Errors
    /// The system refuses.
    pub fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        loop {
            match files::read_at(&self.read, buffer, position) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }

    /// Hands every byte between `from` and the end to `to`, in pieces, and answers where the end was.
    ///
    /// # Errors
    /// The file cannot be read, or `to` fails.
    pub fn read_from(&self, from: u64, mut to: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<u64> {
        let mut buffer = vec![0; 1 << 16];
        let mut position = from;
        loop {
            let length = self.read_at(&mut buffer, position)?;
            if length == 0 {
                return Ok(position);
            }
            to(buffer.get(..length).unwrap_or_default())?;
            position += length as u64;
        }
    }

    /// The descriptor that a command gets as both of its output streams.
    pub(crate) fn for_command(&self) -> io::Result<(File, File)> {
        let write = self.write_handle()?;
        Ok((write.try_clone()?, write.try_clone()?))
    }

    fn write_handle(&self) -> io::Result<&File> {
        self.write.as_ref().ok_or_else(|| io::ErrorKind::PermissionDenied.into())
    }

    /// A handle that writes anywhere in it, once the command has ended.
    pub(crate) fn writing_anywhere(&self) -> io::Result<File> {
        files::writing_anywhere(self.write_handle()?, &self.path)
    }

    /// The lock by which this process says that it minds the command; see [`files::minded_by`].
    pub(crate) fn mind(&self) -> io::Result<Lock> {
        Lock::now(files::to_mind(&self.path, &self.read)?)
    }

    /// The file by which this process reads it.
    pub(crate) fn handle(&self) -> &File {
        &self.read
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_that_is_there_is_opened() {
        let place = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| place.path().join(name));
        symlink(place.path().join("target"), &link).unwrap();
        std::fs::write(&file, "kept").unwrap();
        for path in [&file, &link] {
            let error = OutputFile::create("run-1".to_owned(), path).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{}", path.display());
        }
        assert_eq!(std::fs::read_to_string(file).unwrap(), "kept");
        assert!(!place.path().join("target").exists());
    }

    #[test]
    fn both_streams_append_and_reading_goes_by_position() {
        let place = tempfile::tempdir().unwrap();
        let file = OutputFile::create("run-1".to_owned(), &place.path().join("out")).unwrap();
        let (mut out, mut err) = file.for_command().unwrap();
        out.write_all(b"one ").unwrap();
        err.write_all(b"two ").unwrap();
        out.write_all(b"three").unwrap();
        let mut read = Vec::new();
        let end = file.read_from(4, |bytes| {
            read.extend_from_slice(bytes);
            Ok(())
        });
        assert_eq!((end.unwrap(), read.as_slice(), file.size().unwrap()), (13, &b"two three"[..], 13));
    }
}
