//! Renames what a run left behind that others would execute.
//!
//! Owns the search after the run: new git repositories, and, where no call could be refused, protected names that
//! appeared. Harmful files are renamed in place, never removed, and reported. It is a repair: until the run ended they
//! were there.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::existing_paths::names_in;
use super::protected_names::is_git_directory;
use super::{Backend, Missing, Promise, SandboxRequest, git_config_harm};

/// Largest configuration that is read; git writes small ones.
const CONFIG_BYTES_MAX: u64 = 1 << 20;

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
}

impl Before {
    /// The present state of the paths. Without a sandbox nothing is compared, because nothing was promised.
    pub(crate) fn of(request: &SandboxRequest, backend: Backend) -> Self {
        if backend == Backend::None {
            return Self::default();
        }
        let roots = &request.writable;
        Self {
            roots: roots.clone(),
            there: roots.iter().flat_map(|root| names_in(root)).collect(),
            without_repository: roots.iter().filter(|root| !exists(&root.join(".git"))).cloned().collect(),
            approved: request.approved.clone(),
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

/// Everything that is to be done after a run: `watched` are the places that the sandbox reported, `before` is what was
/// there, and `lost` the promises that did not hold.
pub(crate) fn repair(watched: &BTreeSet<PathBuf>, before: &Before, lost: &[Missing]) -> Vec<Quarantined> {
    let mut watched = watched.clone();
    let mut found = Vec::new();
    if lost.iter().any(|lost| lost.promise == Promise::NothingPlanted) {
        found = before.put_away_what_appeared();
        watched.extend(before.without_repository.iter().cloned());
    }
    found.extend(repositories(&watched));
    found
}

/// Looks at `directories`, each of which may be or hold a git directory now, and takes what git would execute in
/// them out of the way.
fn repositories(directories: &BTreeSet<PathBuf>) -> Vec<Quarantined> {
    let mut found = Vec::new();
    for directory in directories {
        // What the run made a link of leads to a place that is looked at under its own name, or is not the run's.
        if !directory.canonicalize().is_ok_and(|real| real == *directory) {
            continue;
        }
        let git = directory.join(".git");
        match fs::symlink_metadata(&git) {
            Ok(is) if is.is_dir() => found.extend(in_git_directory(&git)),
            Ok(_) => found.extend(pointer(directory, &git)),
            Err(_) => {}
        }
        if is_git_directory(directory, exists) {
            found.extend(in_git_directory(directory));
        }
    }
    found
}

/// Renames harmful files in one git directory.
fn in_git_directory(git: &Path) -> Vec<Quarantined> {
    harms(git).into_iter().map(|(path, why)| put_away(&path, why)).collect()
}

/// A `.git` that is a file or a link is harmful when what it leads to is.
fn pointer(tree: &Path, file: &Path) -> Option<Quarantined> {
    let target = match fs::read_link(file) {
        Ok(target) => tree.join(target),
        Err(_) => tree.join(fs::read_to_string(file).ok()?.strip_prefix("gitdir:")?.trim()),
    };
    let (path, why) = harms(&target.canonicalize().ok()?).into_iter().next()?;
    Some(put_away(
        file,
        format!("it points to a repository in which git would obey `{}`: {why}", path.display()),
    ))
}

/// The files that git would execute in the git directory `git`, each with the reason.
fn harms(git: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for name in ["config", "config.worktree"] {
        let path = git.join(name);
        let Ok(is) = fs::symlink_metadata(&path) else { continue };
        let why = if !is.is_file() {
            Some("it is not a regular file".to_owned())
        } else if is.len() > CONFIG_BYTES_MAX {
            Some("it is too large to read".to_owned())
        } else {
            let text = fs::read_to_string(&path);
            text.map_or_else(
                |error| Some(format!("it cannot be read: {error}")),
                |text| git_config_harm::harm(&text),
            )
        };
        found.extend(why.map(|why| (path, why)));
    }
    let hooks = git.join("hooks");
    match fs::symlink_metadata(&hooks) {
        Ok(is) if is.is_dir() => {
            let entries = fs::read_dir(&hooks).into_iter().flatten().flatten();
            let entries = entries.filter(|entry| {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                // git executes only names that it knows, and none of these has an ending.
                !name.contains('.')
            });
            found.extend(entries.map(|entry| (entry.path(), "git would execute it".to_owned())));
        }
        Ok(_) => found.push((hooks, "git would execute the hooks in its target".to_owned())),
        Err(_) => {}
    }
    let common = git.join("commondir");
    if exists(&common) {
        // Of a linked working tree, which lies two directories below the repository that it shares.
        let leads_up = fs::read_to_string(&common).is_ok_and(|text| text.trim_end() == "../..");
        let in_worktrees = git.parent().is_some_and(|parent| parent.ends_with("worktrees"));
        if !leads_up || !in_worktrees {
            found.push((common, "git would use the settings and hooks of another directory".to_owned()));
        }
    }
    found
}

/// Gives `path` another name in its directory, which nobody obeys.
fn put_away(path: &Path, why: String) -> Quarantined {
    let moved_to = (0..100).find_map(|attempt: u32| {
        let mut name = path.file_name()?.to_owned();
        name.push(if attempt == 0 { ".quarantined".to_owned() } else { format!(".quarantined.{attempt}") });
        let to = path.with_file_name(name);
        rename_to_free(path, &to).ok().map(|()| to)
    });
    Quarantined { path: path.to_owned(), moved_to, why }
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
    use std::os::unix::fs::symlink;

    use super::*;

    /// A place with a git directory `repo/.git` in it, and these files besides.
    fn place(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        for name in ["repo/.git/objects", "repo/.git/refs", "repo/.git/hooks", "other"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("repo/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
        for (name, text) in files {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        }
        (guard, root)
    }

    fn taken(root: &Path, watched: &[&str]) -> Vec<String> {
        let found = repositories(&watched.iter().map(|name| root.join(name)).collect());
        assert!(found.iter().all(|one| !exists(&one.path) && one.moved_to.as_deref().is_some_and(exists)));
        found.iter().map(|one| one.path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_repository_as_git_makes_it_stays() {
        let (_guard, root) = place(&[
            ("repo/.git/config", "[core]\n\tbare = false\n"),
            ("repo/.git/hooks/pre-commit.sample", ""),
            ("repo/.git/worktrees/x/commondir", "../..\n"),
            ("repo/.git/worktrees/x/HEAD", ""),
        ]);
        fs::write(root.join("other/.git"), format!("gitdir: {}/repo/.git/worktrees/x\n", root.display()))
            .unwrap();
        assert_eq!(taken(&root, &["repo", "repo/.git", "other", "repo/.git/worktrees/x"]), [""; 0]);
    }

    #[test]
    fn what_git_would_execute_is_put_away() {
        let (_guard, root) = place(&[
            ("repo/.git/config", "[core]\n\tfsmonitor = ./x\n"),
            ("repo/.git/config.worktree", "[alias]\n\tst = !x\n"),
            ("repo/.git/hooks/pre-commit", "#!/bin/sh\n"),
            ("repo/.git/commondir", "/evil\n"),
        ]);
        assert_eq!(
            taken(&root, &["repo"]),
            [
                "repo/.git/config",
                "repo/.git/config.worktree",
                "repo/.git/hooks/pre-commit",
                "repo/.git/commondir"
            ]
        );
        assert_eq!(taken(&root, &["repo"]), [""; 0]);
    }

    #[test]
    fn a_pointer_to_a_harmful_repository_is_put_away_and_the_repository_stays() {
        for link in [false, true] {
            let (_guard, root) = place(&[("repo/.git/config", "[core]\n\tpager = x\n")]);
            let pointer = root.join("other/.git");
            if link {
                symlink(root.join("repo/.git"), &pointer).unwrap();
            } else {
                fs::write(&pointer, "gitdir: ../repo/.git\n").unwrap();
            }
            assert_eq!(taken(&root, &["other"]), ["other/.git"]);
            assert!(exists(&root.join("repo/.git/config")));
        }
    }

    #[test]
    fn a_bare_repository_is_looked_at_by_its_shape() {
        let (_guard, root) = place(&[("repo/.git/config", "[core]\n\tpager = x\n")]);
        fs::rename(root.join("repo/.git"), root.join("bare")).unwrap();
        assert_eq!(taken(&root, &["bare"]), ["bare/config"]);
    }

    #[test]
    fn names_that_appeared_are_put_away() {
        let (_guard, root) = place(&[("other/.envrc", "")]);
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
