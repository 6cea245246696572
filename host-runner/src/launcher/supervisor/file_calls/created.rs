//! The directory entries that this run created, moved or removed, for the judgement of names.
//!
//! Owns the record: directories that the run made, and places from which others were removed.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use crate::sandbox::protected_names::{DirectoryState, ending_in, is_dependency_tree, is_git_directory};

/// Most entries that are looked at in a directory that takes another one's place; with more it may not.
const ENTRIES_MAX: usize = 10_000;

/// The record of one run.
#[derive(Debug, Default)]
pub(crate) struct CreatedEntries {
    /// Device and number of every directory that the run made, and of every `.git` file. Only the run can give a number another directory
    /// again, and then that is made by it as well.
    made: BTreeSet<(u64, u64)>,
    /// Places from which a directory that the run did not make was moved or removed. Whatever is there now may be used like the
    /// old one.
    vacated: BTreeSet<PathBuf>,
    /// Directories that can become git directories.
    watched: BTreeSet<PathBuf>,
}

fn number_of(path: &Path) -> Option<(u64, u64)> {
    let found = std::fs::symlink_metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

impl DirectoryState for CreatedEntries {
    fn exists(&self, path: &Path) -> bool {
        std::fs::symlink_metadata(path).is_ok()
    }

    fn is_fresh(&self, path: &Path) -> bool {
        number_of(path).is_some_and(|number| self.made.contains(&number)) && !self.is_vacated(path)
    }
}

impl CreatedEntries {
    /// Notes that the run made what is at `path`.
    pub(crate) fn made(&mut self, path: &Path) {
        self.made.extend(number_of(path));
    }

    /// Notes that what is at `path` goes, if it is a directory that the run did not make. To be called before it goes.
    pub(crate) fn leaves(&mut self, path: &Path) {
        let is_directory = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
        if is_directory && number_of(path).is_some_and(|number| !self.made.contains(&number)) {
            self.vacated.insert(path.to_owned());
        }
    }

    /// Takes back that what is at `path` goes: it did not.
    pub(crate) fn stays(&mut self, path: &Path) {
        self.vacated.remove(path);
    }

    /// Whether something that the run did not make was at `path`, or at a directory above it.
    pub(crate) fn is_vacated(&self, path: &Path) -> bool {
        !self.vacated.is_empty() && path.ancestors().any(|place| self.vacated.contains(place))
    }

    /// Notes a directory that is looked at after the run; answers whether it is new.
    pub(crate) fn watch(&mut self, directory: &Path) -> bool {
        self.watched.insert(directory.to_owned())
    }

    /// The watched directories, as they are named after `from` became `to`, that are new.
    pub(crate) fn moves(&mut self, from: &Path, to: &Path) -> Vec<PathBuf> {
        let renamed = self.watched.iter().filter_map(|place| Some(to.join(place.strip_prefix(from).ok()?)));
        let renamed = renamed.collect::<Vec<_>>();
        renamed.into_iter().filter(|place| self.watched.insert(place.clone())).collect()
    }
}

/// Whether a protected name is in `directory` or anything beneath it, so that it cannot take the place of a directory
/// that is in use. One that is too large to be looked through counts as if there was one.
pub(crate) fn holds_protected(directory: &Path) -> bool {
    let mut waiting = vec![directory.to_owned()];
    let mut seen = 0;
    while let Some(place) = waiting.pop() {
        if is_git_directory(&place, |path| std::fs::symlink_metadata(path).is_ok()) {
            return true;
        }
        let Ok(entries) = std::fs::read_dir(&place) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            let name = entry.file_name();
            if seen > ENTRIES_MAX
                || name.eq_ignore_ascii_case(".git")
                || is_protected(&entry.path(), directory)
            {
                return true;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && !is_dependency_tree(&name) {
                waiting.push(entry.path());
            }
        }
    }
    false
}

/// Whether the part of `path` beneath `directory` ends in a protected name.
fn is_protected(path: &Path, directory: &Path) -> bool {
    let inside = path.strip_prefix(directory).unwrap_or(path);
    let names = inside.components().map(Component::as_os_str).collect::<Vec<_>>();
    ending_in(&names, false).next().is_some()
}

/// Whether something is at `rest` in `directory`, on a file system that may not tell `A` from `a`.
pub(super) fn holds(directory: &Path, rest: &Path) -> bool {
    let mut places = vec![directory.to_owned()];
    for wanted in rest.components().map(Component::as_os_str) {
        let is_wanted = |name: &OsStr| name.eq_ignore_ascii_case(wanted);
        let entries =
            places.iter().flat_map(|place| std::fs::read_dir(place).into_iter().flatten().flatten());
        places = entries.filter(|entry| is_wanted(&entry.file_name())).map(|entry| entry.path()).collect();
    }
    !places.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_fresh_where_nothing_was_before() {
        let guard = tempfile::tempdir().unwrap();
        let at = |name: &str| guard.path().join(name);
        for name in ["old", "new", "swap"] {
            std::fs::create_dir(at(name)).unwrap();
        }
        let mut record = CreatedEntries::default();
        record.made(&at("new"));
        record.made(&at("swap"));
        assert!(record.is_fresh(&at("new")) && !record.is_fresh(&at("old")));
        record.leaves(&at("old"));
        record.leaves(&at("new"));
        std::fs::rename(at("old"), at("away")).unwrap();
        std::fs::rename(at("swap"), at("old")).unwrap();
        assert!(!record.is_fresh(&at("old")) && !record.is_fresh(&at("away")));
        assert!(record.is_vacated(&at("old/sub")) && !record.is_vacated(&at("new")));
    }

    #[test]
    fn what_is_watched_is_watched_under_its_new_name() {
        let mut record = CreatedEntries::default();
        assert!(record.watch(Path::new("/w/a/b")) && !record.watch(Path::new("/w/a/b")));
        assert_eq!(record.moves(Path::new("/w/a"), Path::new("/w/c")), [PathBuf::from("/w/c/b")]);
        assert!(record.moves(Path::new("/w/x"), Path::new("/w/y")).is_empty());
    }

    #[test]
    fn a_tree_with_a_protected_name_is_told() {
        let guard = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(guard.path().join("a/node_modules/x/.vscode")).unwrap();
        assert!(!holds_protected(guard.path()));
        for name in ["a/.envrc", "a/lefthook.yml", "a/.cursor/mcp.json"] {
            let path = guard.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            assert!(!holds_protected(guard.path()), "{name}");
            std::fs::write(&path, "").unwrap();
            assert!(holds_protected(guard.path()), "{name}");
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn what_a_directory_holds_is_found_in_any_case() {
        let guard = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(guard.path().join("A/b")).unwrap();
        assert!(holds(guard.path(), Path::new("a")) && holds(guard.path(), Path::new("a/B")));
        assert!(!holds(guard.path(), Path::new("a/c")) && !holds(guard.path(), Path::new("b")));
    }
}
