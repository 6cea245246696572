//! The directory entries that this run created, moved or removed, for the judgement of names.
//!
//! Owns the record: directories that the run made, and places from which others were removed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use crate::sandbox::obeyed::in_work_tree;
use crate::sandbox::protected_names::{DirectoryState, is_dependency_tree};

/// Most places that a run reports as vacated.
const VACATED_MAX: usize = 1000;

/// The record of one run.
#[derive(Debug, Default)]
pub(crate) struct CreatedEntries {
    /// Every directory that the run made, and every `.git` file, with device and number. Only the run can give a number
    /// another directory again, and then that is made by it as well. One that another run moved is not where it was
    /// made, and counts as any other.
    made: BTreeMap<PathBuf, (u64, u64)>,
    /// Places from which a directory that the run did not make was moved or removed. Whatever is there now may be used like the
    /// old one.
    vacated: BTreeSet<PathBuf>,
    /// Those of them where the run removed the directory with all that was in it. They count for this run only: who
    /// makes such a directory again brings everything that is in it.
    removed: BTreeSet<PathBuf>,
    /// Those that other runs vacated.
    vacated_before: Vec<PathBuf>,
    /// Directories that can become git directories.
    watched: BTreeSet<PathBuf>,
    /// What git obeys in every work tree, relative to its top.
    in_every_tree: Vec<PathBuf>,
    /// What git obeys by the directories that were asked about.
    obeyed: RefCell<BTreeMap<PathBuf, Vec<PathBuf>>>,
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
        self.is_made(path) && !self.is_vacated(path)
    }

    fn obeyed_in(&self, directory: &Path) -> Vec<PathBuf> {
        if let Some(known) = self.obeyed.borrow().get(directory) {
            return known.clone();
        }
        // What this run made is looked at when it has ended.
        let found = if self.is_made(&directory.join(".git")) {
            Vec::new()
        } else {
            in_work_tree(directory, &self.in_every_tree)
        };
        self.obeyed.borrow_mut().insert(directory.to_owned(), found.clone());
        found
    }
}

impl CreatedEntries {
    /// A record of nothing; `in_every_tree` is what git obeys in every work tree, relative to its top, and
    /// `vacated_before` the places from which other runs moved a directory.
    pub(crate) fn new(in_every_tree: Vec<PathBuf>, vacated_before: Vec<PathBuf>) -> Self {
        let vacated = vacated_before.iter().cloned().collect();
        Self { vacated, vacated_before, in_every_tree, ..Self::default() }
    }

    /// The places from which this run moved directories that it did not make, without those inside of others and those of
    /// dependencies; at most [`VACATED_MAX`].
    pub(crate) fn newly_vacated(&self) -> Vec<PathBuf> {
        let is_known = |place: &PathBuf| {
            self.vacated_before.contains(place)
                || self.removed.contains(place)
                || place.ancestors().skip(1).any(|around| self.vacated.contains(around))
                || place.components().any(|component| is_dependency_tree(component.as_os_str()))
        };
        self.vacated.iter().filter(|place| !is_known(place)).take(VACATED_MAX).cloned().collect()
    }

    /// Notes that the run made what is at `path`.
    pub(crate) fn made(&mut self, path: &Path) {
        self.made.extend(number_of(path).map(|number| (path.to_owned(), number)));
    }

    /// Whether the run made what is at `path`, and it is still there.
    fn is_made(&self, path: &Path) -> bool {
        self.made.get(path).is_some_and(|made| number_of(path) == Some(*made))
    }

    /// Notes that what is at `path` goes, if it is a directory that the run did not make. To be called before it goes.
    pub(crate) fn leaves(&mut self, path: &Path) {
        let is_directory = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
        if is_directory && !self.is_made(path) {
            self.vacated.insert(path.to_owned());
            self.removed.remove(path);
        }
    }

    /// Notes that the directory at `path`, which nobody had moved away before, is removed.
    pub(crate) fn removes(&mut self, path: &Path) {
        self.leaves(path);
        if self.vacated.contains(path) {
            self.removed.insert(path.to_owned());
        }
    }

    /// Takes back that what is at `path` goes: it did not.
    pub(crate) fn stays(&mut self, path: &Path) {
        self.vacated.remove(path);
        self.removed.remove(path);
    }

    /// Whether something that the run did not make was at `path`, or at a directory above it.
    pub(crate) fn is_vacated(&self, path: &Path) -> bool {
        !self.vacated.is_empty() && path.ancestors().any(|place| self.vacated.contains(place))
    }

    /// Notes a directory that is looked at after the run; answers whether it is new.
    pub(crate) fn watch(&mut self, directory: &Path) -> bool {
        self.watched.insert(directory.to_owned())
    }

    /// Notes that `from` became `to`, and the other way round if the two were exchanged. Returns the watched
    /// directories under their new names, as far as these are new.
    pub(crate) fn moves(&mut self, from: &Path, to: &Path, exchanges: bool) -> Vec<PathBuf> {
        // A repository may be somewhere else now.
        self.obeyed.get_mut().clear();
        let (there, back) = (self.take_made(from), self.take_made(to));
        self.made.extend(renamed(there, from, to));
        if exchanges {
            self.made.extend(renamed(back, to, from));
        }
        let mut places = beneath(&self.watched, from, to);
        if exchanges {
            places.extend(beneath(&self.watched, to, from));
        }
        places.into_iter().filter(|place| self.watched.insert(place.clone())).collect()
    }

    /// Takes what the run made at `path` and beneath it out of the record.
    fn take_made(&mut self, path: &Path) -> Vec<(PathBuf, (u64, u64))> {
        // Paths are ordered by their components, so what is beneath `path` follows it.
        let inside = self.made.range(path.to_owned()..).take_while(|(made, _)| made.starts_with(path));
        let inside = inside.map(|(made, number)| (made.clone(), *number)).collect::<Vec<_>>();
        for (made, _) in &inside {
            self.made.remove(made);
        }
        inside
    }
}

/// Entries beneath `from` as they are named beneath `to`.
fn renamed(
    entries: Vec<(PathBuf, (u64, u64))>,
    from: &Path,
    to: &Path,
) -> impl Iterator<Item = (PathBuf, (u64, u64))> {
    entries.into_iter().filter_map(|(made, number)| Some((moved(&made, from, to)?, number)))
}

/// The places beneath `from` as they are named beneath `to`.
fn beneath(places: &BTreeSet<PathBuf>, from: &Path, to: &Path) -> Vec<PathBuf> {
    places.iter().filter_map(|place| moved(place, from, to)).collect()
}

/// A path beneath `from`, or `from` itself, as it is named beneath `to`.
fn moved(path: &Path, from: &Path, to: &Path) -> Option<PathBuf> {
    let rest = path.strip_prefix(from).ok()?;
    Some(if rest.as_os_str().is_empty() { to.to_owned() } else { to.join(rest) })
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
    fn other_runs_hear_of_what_was_moved_and_not_of_what_was_removed() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let mut record = CreatedEntries::default();
        for name in ["moved", "removed", "both"] {
            std::fs::create_dir(at(name)).unwrap();
        }
        record.leaves(&at("moved"));
        record.removes(&at("removed"));
        record.removes(&at("both"));
        record.leaves(&at("both"));
        assert!(["moved", "removed", "both"].iter().all(|name| record.is_vacated(&at(name))));
        assert_eq!(record.newly_vacated(), [at("both"), at("moved")]);
    }

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
        let moves = |record: &mut CreatedEntries, from: &str, to: &str| {
            record.moves(Path::new(from), Path::new(to), false)
        };
        assert_eq!(moves(&mut record, "/w/a", "/w/c"), [PathBuf::from("/w/c/b")]);
        assert!(moves(&mut record, "/w/x", "/w/y").is_empty());
    }

    #[test]
    fn a_fresh_directory_stays_fresh_only_where_this_run_moved_it() {
        let guard = tempfile::tempdir().unwrap();
        let at = |name: &str| guard.path().join(name);
        let mut record = CreatedEntries::default();
        for name in ["a", "a/b", "c"] {
            std::fs::create_dir(at(name)).unwrap();
            record.made(&at(name));
        }
        std::fs::rename(at("a"), at("own")).unwrap();
        record.moves(&at("a"), &at("own"), false);
        assert!(record.is_fresh(&at("own")) && record.is_fresh(&at("own/b")));
        // Another run moves it.
        std::fs::rename(at("own"), at("used")).unwrap();
        assert!(!record.is_fresh(&at("used")) && !record.is_fresh(&at("used/b")));
        assert!(record.is_fresh(&at("c")));
    }

    #[test]
    fn directories_that_are_exchanged_keep_what_is_known_of_them() {
        let guard = tempfile::tempdir().unwrap();
        let at = |name: &str| guard.path().join(name);
        let mut record = CreatedEntries::default();
        for name in ["new", "new/in", "other"] {
            std::fs::create_dir(at(name)).unwrap();
            record.made(&at(name));
        }
        std::fs::rename(at("new"), at("third")).unwrap();
        std::fs::rename(at("other"), at("new")).unwrap();
        std::fs::rename(at("third"), at("other")).unwrap();
        record.moves(&at("new"), &at("other"), true);
        assert!(record.is_fresh(&at("new")) && record.is_fresh(&at("other/in")));
        assert!(!record.is_fresh(&at("new/in")));
    }

    #[test]
    fn what_a_directory_holds_is_found_in_any_case() {
        let guard = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(guard.path().join("A/b")).unwrap();
        assert!(holds(guard.path(), Path::new("a")) && holds(guard.path(), Path::new("a/B")));
        assert!(!holds(guard.path(), Path::new("a/c")) && !holds(guard.path(), Path::new("b")));
    }
}
