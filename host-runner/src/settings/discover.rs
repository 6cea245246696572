//! The default places of settings files.
//!
//! Owns the places and their order, those of Claude Code (<https://code.claude.com/docs/en/settings>): the user's, the
//! project's, the project's local ones. Opens no settings file.

use std::path::{Path, PathBuf};

use policy_core::policy::Authority;

use crate::repository;

/// A place where a settings file may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The file.
    pub(super) file: PathBuf,
    /// The directory that its path rules `/x` start from.
    pub(super) root: PathBuf,
    /// Whose settings these are.
    pub(super) authority: Authority,
    /// The `.git` that makes this directory a part of the project; none for the working directory and the home.
    pub(super) repository: Option<PathBuf>,
}

/// Every place, the most general first.
///
/// The project's files are looked for from the repository's root down to `cwd`. Outside of a repository only
/// `cwd` itself counts: a directory further up may belong to somebody else, such as `/tmp`.
pub(super) fn places(cwd: &Path, home: Option<&Path>) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    if let Some(home) = home {
        places.push(Place {
            file: users_own(home),
            root: home.join(".claude"),
            authority: Authority::User,
            repository: None,
        });
    }
    let top = repository::top_of_work_tree(cwd).unwrap_or(cwd);
    let mut directories: Vec<&Path> =
        cwd.ancestors().take_while(|directory| directory.starts_with(top)).collect();
    directories.reverse();
    for directory in directories {
        for name in ["settings.json", "settings.local.json"] {
            let file = directory.join(".claude").join(name);
            if places.iter().all(|place| place.file != file) {
                places.push(Place {
                    file,
                    root: directory.to_path_buf(),
                    authority: Authority::Project,
                    repository: (directory != cwd).then(|| top.join(".git")),
                });
            }
        }
    }
    places
}

/// The file that the user keeps for every project.
fn users_own(home: &Path) -> PathBuf {
    home.join(".claude/settings.json")
}

/// The file as a person knows it: from `cwd`, from `~`, or from the root.
pub(super) fn short_name(file: &Path, cwd: &Path, home: Option<&Path>) -> String {
    if let Ok(inside) = file.strip_prefix(cwd) {
        return inside.to_string_lossy().into_owned();
    }
    match home.and_then(|home| file.strip_prefix(home).ok()) {
        Some(inside) => format!("~/{}", inside.to_string_lossy()),
        None => file.to_string_lossy().into_owned(),
    }
}

/// The file that [`short_name`] names.
pub(crate) fn full_name(name: &str, cwd: &Path, home: Option<&Path>) -> PathBuf {
    match (name.strip_prefix("~/"), home) {
        (Some(inside), Some(home)) => home.join(inside),
        _ => cwd.join(name),
    }
}
