//! Opens files in directories in which others may have put something else.
//!
//! Owns the check: only a regular file counts, and no link.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::system::files::open_regular;
use crate::system::open::Open;

/// Opens the regular file at `path` for reading.
///
/// # Errors
/// There is none, there is something else, or the system refuses.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open_regular(path, Open::Read)
}

/// The content of the regular file at `path`.
///
/// # Errors
/// As [`open_to_read`], and when it has more than `bytes_max` bytes.
pub(crate) fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_to_read(path)?.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(io::Error::other(format!("it is larger than {bytes_max} bytes")));
    }
    Ok(bytes)
}

/// Writes the regular file at `path`, which is made if there is none.
///
/// # Errors
/// There is something else, or the system refuses.
pub(crate) fn write(path: &Path, content: &str) -> io::Result<()> {
    let mut file = open_regular(path, Open::Write)?;
    file.set_len(0)?;
    file.write_all(content.as_bytes())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    /// A directory with one of everything that is no regular file.
    pub(crate) fn place() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        nix::unistd::mkfifo(&at("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        fs::create_dir(at("directory")).unwrap();
        fs::write(at("file"), "one").unwrap();
        symlink("/dev/zero", at("device")).unwrap();
        symlink("file", at("link")).unwrap();
        drop(UnixListener::bind(at("socket")).unwrap());
        place
    }

    #[test]
    fn only_a_regular_file_is_read_and_written() {
        let place = place();
        for (name, why) in [
            ("pipe", "it is no regular file"),
            ("directory", ""),
            ("device", "it is a link"),
            ("link", "it is a link"),
            ("socket", "it is no regular file"),
        ] {
            let path = place.path().join(name);
            let said = read(&path, 9).unwrap_err().to_string();
            assert!(said == why || why.is_empty(), "{name}: {said}");
            assert!(write(&path, "two").is_err(), "{name}");
        }
        for device in ["/dev/zero", "/dev/null", "/dev/full"] {
            assert_eq!(read(Path::new(device), 9).unwrap_err().to_string(), "it is no regular file");
            assert!(write(Path::new(device), "").is_err());
        }
        let file = place.path().join("file");
        assert_eq!(read(&file, 3).unwrap(), b"one");
        assert_eq!(read(&file, 2).unwrap_err().to_string(), "it is larger than 2 bytes");
        write(&file, "2").unwrap();
        write(&place.path().join("new"), "3").unwrap();
        assert_eq!(
            (read(&file, 3).unwrap(), read(&place.path().join("new"), 3).unwrap()),
            (b"2".to_vec(), b"3".to_vec())
        );
        assert_eq!(read(&place.path().join("missing"), 9).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
