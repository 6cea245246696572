//! Renames what a run left behind that others would execute.
//!
//! Owns the renaming, and the search for protected names where no call could be refused; [`super::planted`] searches the
//! repositories. Harmful files are renamed in place, never removed, and reported. It is a repair: until the run ended
//! they were there.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::existing_paths::names_in;
use super::planted::{Changes, Known, planted};
use super::{Backend, Missing, Promise, SandboxRequest};

/// How many names are tried in order before random ones are.
const NAMES_TRIED: u32 = 100;

/// Something that was taken out of the way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quarantined {
    /// Where it was.
    pub path: PathBuf,
    /// Where it is now; none when it could not be moved, and is still there.
    pub moved_to: Option<PathBuf>,
    /// Why nobody should obey it.
    pub why: String,
}

impl fmt::Display for Quarantined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.moved_to {
            Some(to) => {
                let (path, to) = (self.path.display(), to.display());
                write!(
                    f,
                    "`{path}` was renamed to `{to}` after the run: {}; rename it back if you want it",
                    self.why
                )
            }
            None => write!(
                f,
                "`{}` could not be renamed after the run: {}; examine it before you use it",
                self.path.display(),
                self.why
            ),
        }
    }
}

/// The protected names in the writable paths of a request before a run, to be compared with those after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    /// The writable paths.
    roots: Vec<PathBuf>,
    /// The protected names that are there.
    there: BTreeSet<PathBuf>,
    /// The writable paths without a repository.
    without_repository: Vec<PathBuf>,
    /// The paths that a person approved.
    approved: Vec<PathBuf>,
    /// What git obeys in every work tree because of the user's own configuration, relative to the top of the tree.
    obeyed_in_work_trees: Vec<PathBuf>,
    /// When the run began.
    began: Option<SystemTime>,
}

impl Before {
    /// The present state of the paths. Without a sandbox nothing is compared, because nothing was promised.
    pub(crate) fn of(request: &SandboxRequest, backend: Backend) -> Self {
        if !backend.confines() {
            return Self::default();
        }
        let roots = &request.writable;
        Self {
            roots: roots.clone(),
            there: roots.iter().flat_map(|root| names_in(root)).collect(),
            without_repository: roots.iter().filter(|root| !exists(&root.join(".git"))).cloned().collect(),
            approved: request.approved.clone(),
            obeyed_in_work_trees: request.obeyed_in_work_trees.clone(),
            began: Some(SystemTime::now()),
        }
    }

    /// Takes the protected names out of the way that are there now, were not before, and that nobody approved.
    fn put_away_what_appeared(&self) -> Vec<Quarantined> {
        let now = self.roots.iter().flat_map(|root| names_in(root)).collect::<BTreeSet<_>>();
        let is_approved = |path: &Path| self.approved.iter().any(|free| path.starts_with(free));
        let appeared = now.difference(&self.there).filter(|path| !is_approved(path));
        appeared
            .map(|path| put_away(path, "the command created it, and other programs obey it".to_owned()))
            .collect()
    }
}

/// Everything that is to be done after a run: `changes` are the places that the sandbox reported, and `before` is what
/// was there. Where no supervisor saw the calls that make names, protected names are searched that appeared.
pub(crate) fn repair(changes: &Changes, before: &Before, is_supervised: bool) -> Vec<Quarantined> {
    let mut changes = changes.clone();
    let mut found = Vec::new();
    if !is_supervised {
        found = before.put_away_what_appeared();
        changes.watched.extend(before.without_repository.iter().cloned());
    }
    let known = Known {
        roots: &before.roots,
        obeyed_in_work_trees: &before.obeyed_in_work_trees,
        began: before.began,
    };
    found.extend(planted(&changes, &known).into_iter().map(|(path, why)| put_away(&path, why)));
    found
}

/// The promises that hold once everything is repaired: a harmful file that is still in its place breaks the one about
/// planted files.
pub(crate) fn account(held: &mut Vec<Promise>, missing: &mut Vec<Missing>, quarantined: &[Quarantined]) {
    let Some(left) = quarantined.iter().find(|one| one.moved_to.is_none()) else { return };
    held.retain(|promise| *promise != Promise::NothingPlanted);
    missing.retain(|lost| lost.promise != Promise::NothingPlanted);
    missing.push(Missing {
        promise: Promise::NothingPlanted,
        why: format!("`{}` could not be renamed: {}", left.path.display(), left.why),
        remedy: "examine it, and remove it before another program uses it".to_owned(),
    });
}

/// Gives `path` another name in its directory, which nobody obeys. A directory that does not permit it is opened up.
fn put_away(path: &Path, why: String) -> Quarantined {
    let moved_to = move_aside(path).or_else(|| {
        let directory = path.parent()?;
        open_up(directory).ok()?;
        move_aside(path)
    });
    Quarantined { path: path.to_owned(), moved_to, why }
}

fn move_aside(path: &Path) -> Option<PathBuf> {
    let named = |ending: String| {
        let mut name = path.file_name()?.to_owned();
        name.push(ending);
        Some(path.with_file_name(name))
    };
    let first = (0..NAMES_TRIED).filter_map(|attempt| {
        named(if attempt == 0 { ".quarantined".to_owned() } else { format!(".quarantined.{attempt}") })
    });
    // Whoever made the file can have taken the names above, but not all of these.
    let others = (0..NAMES_TRIED).filter_map(|attempt| {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        named(format!(".quarantined.{}-{}-{attempt}", std::process::id(), time.as_nanos()))
    });
    let mut names = first.chain(others);
    names.find(|to| rename_to_free(path, to).is_ok())
}

/// Lets the owner of a directory rename what is in it.
fn open_up(directory: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let found = fs::symlink_metadata(directory)?;
        if !found.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        fs::set_permissions(directory, fs::Permissions::from_mode(found.permissions().mode() | 0o700))
    }
    #[cfg(not(unix))]
    {
        fs::metadata(directory).map(drop)
    }
}

fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    if exists(to) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_put_away_also_when_its_directory_and_all_simple_names_are_closed() {
        let guard = tempfile::tempdir().unwrap();
        let directory = guard.path().join("d");
        fs::create_dir(&directory).unwrap();
        let path = directory.join("config");
        fs::write(&path, "text").unwrap();
        for attempt in 0..NAMES_TRIED {
            let ending = if attempt == 0 { String::new() } else { format!(".{attempt}") };
            fs::write(directory.join(format!("config.quarantined{ending}")), "taken").unwrap();
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&directory, fs::Permissions::from_mode(0o500)).unwrap();
        }
        let moved = put_away(&path, String::new()).moved_to.unwrap();
        assert_eq!(fs::read_to_string(moved).unwrap(), "text");
        assert!(!exists(&path));
    }

    #[test]
    fn a_harmful_file_that_is_still_there_breaks_the_promise() {
        let one = |moved_to| Quarantined { path: "/w/config".into(), moved_to, why: "w".to_owned() };
        for (quarantined, holds) in [(vec![one(Some("/w/x".into()))], true), (vec![one(None)], false)] {
            let (mut held, mut missing) = (vec![Promise::NothingPlanted, Promise::DeniedReads], Vec::new());
            account(&mut held, &mut missing, &quarantined);
            assert_eq!(held.contains(&Promise::NothingPlanted), holds);
            assert_eq!(missing.iter().any(|lost| lost.promise == Promise::NothingPlanted), !holds);
        }
    }

    #[test]
    fn names_that_appeared_are_put_away() {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        fs::create_dir(root.join("other")).unwrap();
        fs::write(root.join("other/.envrc"), "").unwrap();
        let request = SandboxRequest {
            writable: vec![root.join("other")],
            approved: vec![root.join("other/.mcp.json")],
            ..SandboxRequest::default()
        };
        let before = Before::of(&request, Backend::Bubblewrap);
        fs::write(root.join("other/.mcp.json"), "").unwrap();
        fs::write(root.join("other/.envrc"), "later").unwrap();
        fs::create_dir(root.join("other/.claude")).unwrap();
        fs::create_dir(root.join("other/.cursor")).unwrap();
        fs::write(root.join("other/.cursor/mcp.json"), "").unwrap();
        fs::write(root.join("other/a.code-workspace"), "").unwrap();
        let found = before.put_away_what_appeared();
        assert_eq!(
            found
                .iter()
                .map(|one| one.path.strip_prefix(&root).unwrap().to_str().unwrap())
                .collect::<Vec<_>>(),
            ["other/.claude", "other/.cursor/mcp.json", "other/a.code-workspace"]
        );
        assert_eq!(Before::of(&request, Backend::None).put_away_what_appeared(), []);
        assert!(exists(&root.join("other/.claude.quarantined")) && exists(&root.join("other/.envrc")));
    }
}
