//! The parts of a repository, found as git finds them (`gitrepository-layout(5)`; `setup.c` of git's source).
//!
//! Owns the one reading of `.git`, `gitdir:` and `commondir`, for the facts, the protection during a run and the look
//! after it. Bytes are read as git reads them: it strips line ends only, and a name ends at the first NUL. Writes
//! nothing and starts no program.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use crate::system::text::os_string;

/// The longest `.git` file that git reads, in bytes (`read_gitfile_gently`).
const GITFILE_BYTES_MAX: u64 = 1 << 20;

/// What `.git` in a directory is, links followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DotGit {
    /// Nothing is there.
    Absent,
    /// A directory.
    Directory,
    /// A file that names this git directory.
    Names(PathBuf),
    /// Git reports an error and looks no further.
    Malformed,
    /// It is neither a file nor a directory, and git passes it over.
    Other,
    /// It cannot be read.
    Unknown,
}

/// What `.git` in `place` is.
pub(crate) fn dot_git(place: &Path) -> DotGit {
    let own = place.join(".git");
    match own.metadata() {
        Ok(found) if found.is_dir() => DotGit::Directory,
        Ok(found) if found.is_file() && found.len() > GITFILE_BYTES_MAX => DotGit::Malformed,
        Ok(found) if found.is_file() => match bytes(&own, GITFILE_BYTES_MAX) {
            Some(text) => named(text.strip_prefix(b"gitdir: ").unwrap_or_default(), place)
                .map_or(DotGit::Malformed, DotGit::Names),
            None => DotGit::Unknown,
        },
        Ok(_) => DotGit::Other,
        Err(error) if is_absent(&error) && own.symlink_metadata().is_err() => DotGit::Absent,
        // A dangling link: git passes it over until something is there.
        Err(error) if is_absent(&error) => DotGit::Other,
        Err(_) => DotGit::Unknown,
    }
}

/// The directory that `commondir` in `git_directory` names; the directory itself without one. None when git could not
/// read the file.
pub(crate) fn common(git_directory: &Path) -> Option<PathBuf> {
    let file = git_directory.join("commondir");
    match file.symlink_metadata() {
        Err(error) if is_absent(&error) => Some(git_directory.into()),
        _ => named(&bytes(&file, GITFILE_BYTES_MAX)?, git_directory),
    }
}

/// Whether git could take `directory` for the git directory of a working tree or for a bare repository: `HEAD`, and
/// `objects` with `refs` here or in the directory that `commondir` names.
pub(crate) fn looks_like_git(directory: &Path, exists: impl Fn(&Path) -> bool) -> bool {
    let there = |name| exists(&directory.join(name));
    there("HEAD") && (there("commondir") || (there("objects") && there("refs")))
}

/// Whether git reads settings and hooks in `directory` once something names it: as a git directory, or as the
/// directory that the `commondir` of another one names, which needs no `HEAD`.
pub(crate) fn is_obeyed_by_git(directory: &Path, exists: impl Fn(&Path) -> bool) -> bool {
    let there = |name| exists(&directory.join(name));
    directory.file_name().is_some_and(|name| name.eq_ignore_ascii_case(".git"))
        || (there("objects") && there("refs"))
        || (there("HEAD") && there("commondir"))
}

/// The path in a file of git, relative to `base`; none for an empty one.
fn named(text: &[u8], base: &Path) -> Option<PathBuf> {
    let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
    let line = text.get(..end)?;
    let path = line.split(|byte| *byte == 0).next().filter(|path| !path.is_empty())?;
    Some(base.join(os_string(path)?))
}

/// The content of the regular file at `path`, links followed, if it is no longer than `bytes_max`.
fn bytes(path: &Path, bytes_max: u64) -> Option<Vec<u8>> {
    let found = path.metadata().ok()?;
    // To open what is no regular file can wait for ever, or have an effect.
    if !found.is_file() || found.len() > bytes_max {
        return None;
    }
    let mut bytes = Vec::new();
    let read = File::open(path).ok()?.take(bytes_max + 1).read_to_end(&mut bytes).ok()?;
    (read as u64 <= bytes_max).then_some(bytes)
}

/// Whether an error says that nothing is there.
pub(crate) fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_git_file_is_read_byte_for_byte_as_git_reads_it() {
        let guard = tempfile::tempdir().unwrap();
        let place = guard.path();
        let names = |text: &[u8]| {
            fs::write(place.join(".git"), text).unwrap();
            dot_git(place)
        };
        for (text, path) in [
            (&b"gitdir: ../x\n"[..], "../x"),
            (b"gitdir: ../x", "../x"),
            (b"gitdir: ../x\r\n\n", "../x"),
            (b"gitdir: ../x ", "../x "),
            (b"gitdir:  x", " x"),
            (b"gitdir: x\ny\n", "x\ny"),
            (b"gitdir: x\0y\n", "x"),
            (b"gitdir: /a/b", "/a/b"),
        ] {
            assert_eq!(names(text), DotGit::Names(place.join(path)), "{text:?}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            let path = place.join(std::ffi::OsStr::from_bytes(b"\xff"));
            assert_eq!(names(b"gitdir: \xff\n"), DotGit::Names(path));
        }
        for text in [&b"gitdir:x"[..], b"gitdir: ", b"gitdir: \n", b"", b"Gitdir: x"] {
            assert_eq!(names(text), DotGit::Malformed, "{text:?}");
        }
        fs::remove_file(place.join(".git")).unwrap();
        assert_eq!(dot_git(place), DotGit::Absent);
        fs::create_dir(place.join(".git")).unwrap();
        assert_eq!(dot_git(place), DotGit::Directory);
    }

    #[test]
    fn the_common_directory_is_where_its_file_leads() {
        let guard = tempfile::tempdir().unwrap();
        let place = guard.path();
        assert_eq!(common(place), Some(place.into()));
        for (text, path) in [("../..\n", "../.."), ("../.. \n", "../.. "), ("/x", "/x")] {
            fs::write(place.join("commondir"), text).unwrap();
            assert_eq!(common(place), Some(place.join(path)), "{text:?}");
        }
        fs::write(place.join("commondir"), "\n").unwrap();
        assert_eq!(common(place), None);
    }

    #[test]
    fn what_git_obeys_needs_no_head() {
        for (there, expected) in [
            (&["HEAD", "objects", "refs"][..], true),
            (&["objects", "refs"], true),
            (&["HEAD", "commondir"], true),
            (&["HEAD", "objects"], false),
            (&["refs", "HEAD"], false),
            (&["commondir", "objects"], false),
        ] {
            let exists = |path: &Path| there.iter().any(|name| path.ends_with(name));
            assert_eq!(is_obeyed_by_git(Path::new("/x"), exists), expected, "{there:?}");
        }
        assert!(is_obeyed_by_git(Path::new("/x/.Git"), |_| false));
    }
}
