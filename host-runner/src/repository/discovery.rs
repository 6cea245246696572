//! Finds the repository of a directory as git does.
//!
//! Owns the walk upwards and what makes a directory a repository (`gitrepository-layout(5)`, "DISCOVERY" in `git(1)`).
//! Where it cannot tell whether git would stop it goes on, so it finds at least what git finds.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use super::files;
use crate::git_layout::{self, DotGit};

/// A place that git could take for a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The directory with `HEAD`.
    pub(crate) git_directory: PathBuf,
    /// The directory whose files are looked at; the git directory itself for a bare repository.
    pub(crate) work_tree: PathBuf,
    /// Whether nothing but `HEAD`, `objects` and `refs` makes it a repository.
    pub(crate) is_bare: bool,
}

/// Every place from `directory` upwards that git could take, the first one first. `directory` is absolute and without
/// links. None when a place cannot be looked at.
pub(crate) fn discover(directory: &Path) -> Option<Vec<Found>> {
    let mut places = Vec::new();
    for place in directory.ancestors() {
        if let Some((git_directory, is_sure)) = of_work_tree(place)? {
            places.push(Found { git_directory, work_tree: place.into(), is_bare: false });
            if is_sure {
                break;
            }
        }
        if is_git(place)? {
            places.push(Found { git_directory: place.into(), work_tree: place.into(), is_bare: true });
            if is_surely_git(place) {
                break;
            }
        }
    }
    Some(places)
}

/// The top of the work tree around `directory`: the nearest directory whose `.git` is a repository or names one. None
/// where git finds no work tree: an empty directory `.git` is passed, and at a file that names no repository git gives up.
pub(crate) fn top_of_work_tree(directory: &Path) -> Option<&Path> {
    for place in directory.ancestors() {
        match git_layout::dot_git(place) {
            DotGit::Directory if is_git(&place.join(".git"))? => return Some(place),
            DotGit::Names(named) => return is_git(&named)?.then_some(place),
            DotGit::Malformed | DotGit::Unknown => return None,
            DotGit::Directory | DotGit::Absent | DotGit::Other => {}
        }
    }
    None
}

/// The git directory that `.git` in `place` is or names, and whether git surely stops there.
///
/// The outer none: it cannot be looked at. The inner one: there is none.
#[expect(clippy::option_option, reason = "not known is another answer than not there")]
pub(crate) fn of_work_tree(place: &Path) -> Option<Option<(PathBuf, bool)>> {
    let own = place.join(".git");
    match git_layout::dot_git(place) {
        DotGit::Directory => {
            let is_git = is_git(&own)?;
            Some(is_git.then(|| (own.clone(), is_surely_git(&own))))
        }
        // Git stops at a file, and gives up when it names nothing.
        DotGit::Names(named) => Some(Some((named, true))),
        DotGit::Malformed => Some(Some((own, true))),
        DotGit::Absent | DotGit::Other => Some(None),
        DotGit::Unknown => None,
    }
}

/// Whether git could take `directory` itself for a repository; none when it cannot be looked at.
fn is_git(directory: &Path) -> Option<bool> {
    let is_unknown = Cell::new(false);
    let is_git = git_layout::looks_like_git(directory, |path| {
        files::exists(path).unwrap_or_else(|| {
            is_unknown.set(true);
            false
        })
    });
    (is_git || !is_unknown.get()).then_some(is_git)
}

/// Whether git surely takes `directory` for a repository: what `HEAD` says is a reference or an object.
fn is_surely_git(directory: &Path) -> bool {
    let is_reference = |head: &str| {
        let name = head.strip_prefix("ref:").map(str::trim_start);
        let hex = head.trim_end();
        name.is_some_and(|name| name.starts_with("refs/"))
            || matches!(hex.len(), 40 | 64) && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let is_there = |name: &str| directory.join(name).is_dir();
    files::text(&directory.join("HEAD")).is_some_and(|head| is_reference(&head))
        && is_there("objects")
        && is_there("refs")
}
