//! The working directory of a session: each command starts where the last one ended, if that is permitted.
//!
//! Owns the directory and the messages about it. Only the directory carries over: every command has its own shell, so
//! variables, functions and options do not.

use std::path::{Path, PathBuf};

use crate::system::paths::native;

/// The longest note that is read, in bytes: a path of Linux and a line break.
const NOTE_BYTES_MAX: usize = 4097;

/// The variable that lets every command start where the session began.
pub const MAINTAIN: &str = "CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR";

/// The working directory of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directory {
    original: PathBuf,
    permitted: Vec<PathBuf>,
    current: PathBuf,
    maintain: bool,
}

impl Directory {
    /// The directory of a session that begins in `original`, an absolute path. Commands may also leave the session in
    /// `additional` directories, absolute paths as well (`permissions.additionalDirectories`); links in all of them are
    /// followed where they lead somewhere.
    pub fn new(original: &Path, additional: impl IntoIterator<Item = PathBuf>) -> Self {
        let real = |path: PathBuf| dunce::canonicalize(&path).unwrap_or(path);
        let original = real(original.to_owned());
        let permitted = [original.clone()].into_iter().chain(additional.into_iter().map(real)).collect();
        Self { current: original.clone(), original, permitted, maintain: false }
    }

    /// Whether every command starts where the session began.
    #[must_use]
    pub fn maintained(self, maintain: bool) -> Self {
        Self { maintain, ..self }
    }

    /// Where the next command starts.
    pub fn current(&self) -> &Path {
        &self.current
    }

    /// Makes sure that the next command can start: when its directory is gone, it starts where the session began, and
    /// the message says so. When that is gone as well, it is given nevertheless, and the run says what to do.
    pub fn before(&mut self) -> Option<String> {
        if self.current.is_dir() || self.current == self.original {
            return None;
        }
        let gone = std::mem::replace(&mut self.current, self.original.clone());
        Some(format!("Shell cwd was reset to {}, because {} is gone", self.current.display(), gone.display()))
    }

    /// Takes note of where a command `ended`, an absolute path without links; none when the command did not say, which
    /// leaves everything as it was. The message says that it was outside what is permitted.
    pub fn after(&mut self, ended: Option<&Path>) -> Option<String> {
        let ended = ended.filter(|ended| *ended != self.current)?;
        if self.maintain {
            return None;
        }
        // What a sandbox shows is the host's own tree, but who wrote the note was the command.
        let real = dunce::canonicalize(ended).ok().filter(|real| real.is_dir());
        let is_permitted = |path: &PathBuf| self.permitted.iter().any(|root| path.starts_with(root));
        // A request is text.
        if let Some(real) = real.filter(|real| real.to_str().is_some() && is_permitted(real)) {
            self.current = real;
            return None;
        }
        self.current.clone_from(&self.original);
        Some(format!("Shell cwd was reset to {}", self.original.display()))
    }
}

/// The directory in a note, in which a command ended. None if the command wrote no note, or something else.
///
/// The command can write what it likes there, so it is opened without following a link and read only so far.
pub(crate) fn read_note(note: &Path) -> Option<PathBuf> {
    let found = crate::direct::Direct::at(note).ok()?.read(NOTE_BYTES_MAX).ok()??;
    let path = native(found.text.strip_suffix('\n')?);
    path.is_absolute().then_some(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A session in `repo`, which may also be left in `docs`; `repo/out` is a link to `else`.
    fn session() -> (tempfile::TempDir, PathBuf, Directory) {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        for directory in ["repo/sub/deep", "repo-evil", "docs/a", "else"] {
            fs::create_dir_all(root.join(directory)).unwrap();
        }
        fs::write(root.join("repo/file"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("else"), root.join("repo/out")).unwrap();
        let directory = Directory::new(&root.join("repo"), [root.join("docs"), root.join("missing")]);
        (guard, root, directory)
    }

    #[test]
    fn it_carries_over_where_that_is_permitted_and_is_reset_elsewhere() {
        let cases = [
            ("repo/sub", "repo/sub", false),
            ("repo/sub/deep", "repo/sub/deep", false),
            ("docs/a", "docs/a", false),
            ("repo", "repo", false),
            ("repo-evil", "repo", true),
            ("else", "repo", true),
            ("", "repo", true),
            ("repo/gone", "repo", true),
            ("repo/file", "repo", true),
            ("repo/sub/../../else", "repo", true),
            #[cfg(unix)]
            ("repo/out", "repo", true),
        ];
        for (ended, next, is_reset) in cases {
            let (_guard, root, mut directory) = session();
            let message = directory.after(Some(&root.join(ended)));
            assert_eq!(directory.current(), root.join(next), "{ended}");
            let expected =
                is_reset.then(|| format!("Shell cwd was reset to {}", root.join("repo").display()));
            assert_eq!(message, expected, "{ended}");
        }
    }

    #[test]
    fn a_command_that_does_not_say_where_it_ended_moves_nothing() {
        let (_guard, root, mut directory) = session();
        directory.after(Some(&root.join("repo/sub")));
        assert_eq!(directory.after(None), None);
        assert_eq!(directory.current(), root.join("repo/sub"));
    }

    #[test]
    fn a_deleted_directory_does_not_end_the_session() {
        let (_guard, root, mut directory) = session();
        directory.after(Some(&root.join("repo/sub/deep")));
        assert_eq!(directory.before(), None);
        fs::remove_dir_all(root.join("repo/sub")).unwrap();
        let message = directory.before().unwrap();
        assert!(
            message.starts_with(&format!("Shell cwd was reset to {}, because", root.join("repo").display()))
        );
        assert_eq!(directory.before(), None);
        assert_eq!(directory.current(), root.join("repo"));
    }

    #[test]
    fn every_command_starts_where_the_session_began_when_that_is_wished() {
        let (_guard, root, directory) = session();
        let mut directory = directory.maintained(true);
        for ended in ["repo/sub", "else"] {
            assert_eq!(directory.after(Some(&root.join(ended))), None);
            assert_eq!(directory.current(), root.join("repo"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_a_regular_file_with_one_absolute_path_is_a_note() {
        let (_guard, root, _) = session();
        let note = root.join("note");
        let cases: [(&[u8], Option<&str>); 7] = [
            (b"/a b/c\n", Some("/a b/c")),
            (b"/a\nb\n", Some("/a\nb")),
            (b"/a", None),
            (b"a\n", None),
            (b"", None),
            (b"/\xff\n", None),
            (&[b'/'; 5000], None),
        ];
        for (written, path) in cases {
            fs::write(&note, written).unwrap();
            assert_eq!(read_note(&note), path.map(PathBuf::from), "{written:?}");
        }
        fs::write(root.join("secret"), "/etc\n").unwrap();
        fs::remove_file(&note).unwrap();
        std::os::unix::fs::symlink(root.join("secret"), &note).unwrap();
        assert_eq!(read_note(&note), None);
        assert_eq!(read_note(&root.join("gone")), None);
    }
}
