//! The repositories that a run left behind, looked at as git looks at them.
//!
//! Owns the search in the places where git can find something else than before: what `.git` and `commondir` lead to,
//! and the settings and hooks there. Renames nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::git_config_harm;
use super::obeyed::Followed;
use super::protected_names::is_dependency_tree;
use crate::git_layout::{DotGit, common, dot_git, is_obeyed_by_git};

/// Largest configuration that is read; git writes small ones.
const CONFIG_BYTES_MAX: u64 = 1 << 20;

/// Most directories that are searched in a directory that was moved.
const MOVED_MAX: usize = 20_000;

/// By how much the time of a file can lie before the time at which it was made: file systems take the time of the last
/// tick of the clock.
const TICK: Duration = Duration::from_secs(1);

/// Where git can find something else after a run than before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Changes {
    /// Directories that can have become git directories or work trees, as they were named at some time.
    pub(crate) watched: BTreeSet<PathBuf>,
    /// Directories that were there before the run, where they were moved to.
    pub(crate) moved: BTreeSet<PathBuf>,
}

/// What was known when the run began.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'k> {
    /// The writable paths.
    pub(crate) roots: &'k [PathBuf],
    /// What git obeys in every work tree because of the user's own configuration, relative to the top of the tree.
    pub(crate) obeyed_in_work_trees: &'k [PathBuf],
    /// When it was. Without it every work tree counts as new.
    pub(crate) began: Option<SystemTime>,
}

/// A path that git would obey, and why that is harmful.
type Harm = (PathBuf, String);

/// What git would execute or obey in the places of `changes`.
pub(crate) fn planted(changes: &Changes, known: &Known<'_>) -> Vec<Harm> {
    let look = Look { made: &changes.watched, roots: known.roots };
    let mut found = Vec::new();
    for directory in &changes.watched {
        // What the run made a link of leads to a place that is looked at under its own name, or is not the run's.
        if !directory.canonicalize().is_ok_and(|real| real == *directory) {
            continue;
        }
        found.extend(look.work_tree(directory));
        found.extend(obeyed_in_new_tree(directory, known));
        if is_obeyed_by_git(directory, exists) {
            found.extend(look.git_directory(directory));
        }
    }
    for directory in changes.moved.iter().flat_map(|directory| directories(directory)) {
        found.extend(look.moved_pointer(&directory));
    }
    found.sort();
    found.dedup_by(|one, other| one.0 == other.0);
    found
}

struct Look<'l> {
    /// The directories in which the run made a part of a repository.
    made: &'l BTreeSet<PathBuf>,
    roots: &'l [PathBuf],
}

impl Look<'_> {
    /// What is harmful in a directory that has a `.git`.
    fn work_tree(&self, tree: &Path) -> Vec<Harm> {
        let git = tree.join(".git");
        let link = fs::read_link(&git).ok().map(|target| tree.join(target));
        match (dot_git(tree), link) {
            (DotGit::Directory, None) => self.git_directory(&git),
            (DotGit::Directory, Some(target)) | (DotGit::Names(target), None) => self.pointer(&git, &target),
            (DotGit::Names(target), Some(file)) => match self.leads_astray(&file) {
                Some(why) => vec![(git, why)],
                None => self.pointer(&git, &target),
            },
            // Git passes it over, but whatever comes to its target later is a repository.
            (DotGit::Other | DotGit::Malformed | DotGit::Unknown, Some(_)) => {
                vec![(git, "it points to a repository that is not there".to_owned())]
            }
            (DotGit::Absent | DotGit::Malformed | DotGit::Other | DotGit::Unknown, _) => Vec::new(),
        }
    }

    /// A `.git` that is a file or a link is harmful when what it leads to is.
    fn pointer(&self, file: &Path, target: &Path) -> Vec<Harm> {
        if let Some(why) = self.leads_astray(target) {
            return vec![(file.to_owned(), why)];
        }
        let Ok(real) = target.canonicalize() else {
            return vec![(file.to_owned(), "it points to a repository that is not there".to_owned())];
        };
        let Some((path, why)) = self.git_directory(&real).into_iter().next() else { return Vec::new() };
        let path = path.display();
        vec![(file.to_owned(), format!("it points to a repository in which git would obey `{path}`: {why}"))]
    }

    /// A pointer in a directory that was moved names another repository now if it is relative.
    fn moved_pointer(&self, tree: &Path) -> Vec<Harm> {
        let git = tree.join(".git");
        let is_relative = match fs::read_link(&git) {
            Ok(target) => target.is_relative(),
            // To read anything but a regular file could wait for ever.
            Err(_) => git.is_file() && fs::read(&git).is_ok_and(|text| !text.starts_with(b"gitdir: /")),
        };
        let leads_somewhere = match dot_git(tree) {
            DotGit::Names(target) => target.exists(),
            DotGit::Directory => git.is_symlink(),
            DotGit::Absent | DotGit::Malformed | DotGit::Other | DotGit::Unknown => false,
        };
        if is_relative && leads_somewhere { self.work_tree(tree) } else { Vec::new() }
    }

    /// Why a path is harmful that leads through a link in a writable path: another run could let the link lead elsewhere.
    fn leads_astray(&self, path: &Path) -> Option<String> {
        let Followed { links, .. } = Followed::path(path);
        let link = links.iter().find(|link| self.roots.iter().any(|root| link.starts_with(root)))?;
        Some(format!("it leads through the link `{}`", link.display()))
    }

    /// The files that git would execute or obey in the git directory `git`, and in the one that it shares.
    fn git_directory(&self, git: &Path) -> Vec<Harm> {
        let mut found = self.own_files(git);
        let file = git.join("commondir");
        if !exists(&file) {
            return found;
        }
        let shared = common(git).filter(|shared| self.leads_astray(shared).is_none());
        match shared.and_then(|shared| shared.canonicalize().ok()) {
            None => {
                found.push((
                    file,
                    "git would use the settings and hooks of a directory that can change".to_owned(),
                ));
            }
            Some(shared) if self.was_obeyed(&shared) || shared == *git => {}
            Some(shared) => {
                let harm = self.own_files(&shared).into_iter().next();
                found.extend(harm.map(|(path, why)| {
                    (file, format!("git would use a directory with `{}`: {why}", path.display()))
                }));
            }
        }
        found
    }

    /// Whether a git directory was there before the run: what git obeys in it stayed as it was. It is, or is in, a
    /// directory with the one name that git itself takes into no work tree.
    fn was_obeyed(&self, git: &Path) -> bool {
        let is_old = |place: &Path| {
            !self.made.contains(place) && !place.parent().is_some_and(|tree| self.made.contains(tree))
        };
        git.ancestors().any(|place| place.ends_with(".git") && is_old(place)) && !self.made.contains(git)
    }

    fn own_files(&self, git: &Path) -> Vec<Harm> {
        let mut found = Vec::new();
        for name in ["config", "config.worktree"] {
            let path = git.join(name);
            found.extend(self.config(git, &path).map(|why| (path, why)));
        }
        let hooks = git.join("hooks");
        match fs::symlink_metadata(&hooks) {
            Ok(is) if is.is_dir() => found.extend(executed_in(&hooks, fs::read_dir(&hooks))),
            Ok(_) => found.push((hooks, "git would execute the hooks in its target".to_owned())),
            Err(_) => {}
        }
        found
    }

    /// Why the configuration at `path` is harmful, if it is.
    fn config(&self, git: &Path, path: &Path) -> Option<String> {
        let is = fs::symlink_metadata(path).ok()?;
        if !is.is_file() {
            return Some("it is not a regular file".to_owned());
        }
        if is.len() > CONFIG_BYTES_MAX {
            return Some("it is too large to read".to_owned());
        }
        match fs::read_to_string(path) {
            Ok(text) => git_config_harm::harm(&text, |tree| self.is_own_tree(git, tree)),
            Err(error) => Some(format!("it cannot be read: {error}")),
        }
    }

    /// Whether `tree`, as `core.worktree` of the git directory `git` spells it, is a work tree that names this very git
    /// directory, as that of a submodule does.
    fn is_own_tree(&self, git: &Path, tree: &Path) -> bool {
        let tree = git.join(tree);
        let Ok(real) = tree.canonicalize() else { return false };
        let names = match dot_git(&real) {
            DotGit::Names(named) => named,
            DotGit::Directory => real.join(".git"),
            DotGit::Absent | DotGit::Malformed | DotGit::Other | DotGit::Unknown => return false,
        };
        self.leads_astray(&tree).is_none()
            && names.canonicalize().is_ok_and(|named| git.canonicalize().is_ok_and(|git| git == named))
    }
}

/// What git obeys in `tree` because of the user's own configuration, where `tree` became a work tree or a git directory in
/// the run. In older ones no run can change it.
fn obeyed_in_new_tree(tree: &Path, known: &Known<'_>) -> Vec<Harm> {
    let is_older = || {
        let made =
            fs::symlink_metadata(tree.join(".git")).ok().filter(fs::Metadata::is_dir)?.created().ok()?;
        Some(made < known.began?.checked_sub(TICK)?)
    };
    let is_tree =
        matches!(dot_git(tree), DotGit::Directory | DotGit::Names(_)) || is_obeyed_by_git(tree, exists);
    if known.obeyed_in_work_trees.is_empty() || !is_tree || is_older() == Some(true) {
        return Vec::new();
    }
    let named = known.obeyed_in_work_trees.iter().map(|name| tree.join(name));
    named.flat_map(|path| executed_at(&path)).collect()
}

/// The programs at `path`, which a configuration names: it is one, or a directory of hooks.
fn executed_at(path: &Path) -> Vec<Harm> {
    match fs::symlink_metadata(path) {
        Ok(is) if is.is_dir() => executed_in(path, fs::read_dir(path)),
        Ok(_) => vec![(
            path.to_owned(),
            "git would execute or obey it: the user's configuration names it".to_owned(),
        )],
        Err(_) => Vec::new(),
    }
}

/// `directory` and the directories in it, without those of dependencies and of git's objects.
fn directories(directory: &Path) -> Vec<PathBuf> {
    let mut found = vec![directory.to_owned()];
    let mut at = 0;
    while let Some(place) = found.get(at).cloned().filter(|_| found.len() < MOVED_MAX) {
        at += 1;
        for entry in fs::read_dir(place).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_passed_over = is_dependency_tree(&name) || name == ".git";
            if !is_passed_over && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                found.push(entry.path());
            }
        }
    }
    found
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// The hooks among the entries of the directory `hooks`, or all of it where they are not known.
fn executed_in(hooks: &Path, entries: std::io::Result<fs::ReadDir>) -> Vec<Harm> {
    match entries {
        // Git executes only names that it knows, and none of these has an ending.
        Ok(entries) => entries
            .flatten()
            .filter(|entry| !entry.file_name().as_encoded_bytes().contains(&b'.'))
            .map(|entry| (entry.path(), "git would execute it".to_owned()))
            .collect(),
        Err(error) => vec![(hooks.to_owned(), format!("the hooks in it cannot be listed: {error}"))],
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
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

    /// What is harmful in these places, relative to the root.
    fn harmful(root: &Path, watched: &[&str]) -> Vec<String> {
        let watched = watched.iter().map(|name| root.join(name)).collect();
        let roots = [root.to_owned()];
        let known = Known { roots: &roots, ..Known::default() };
        let found = planted(&Changes { watched, ..Changes::default() }, &known);
        found.iter().map(|(path, _)| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect()
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
        assert_eq!(harmful(&root, &["repo", "repo/.git", "other", "repo/.git/worktrees/x"]), [""; 0]);
    }

    #[test]
    fn what_git_would_execute_is_harmful() {
        let (_guard, root) = place(&[
            ("repo/.git/config", "[core]\n\tfsmonitor = ./x\n"),
            ("repo/.git/config.worktree", "[alias]\n\tst = !x\n"),
            ("repo/.git/hooks/pre-commit", "#!/bin/sh\n"),
            ("repo/.git/commondir", "/evil\n"),
        ]);
        assert_eq!(
            harmful(&root, &["repo"]),
            [
                "repo/.git/commondir",
                "repo/.git/config",
                "repo/.git/config.worktree",
                "repo/.git/hooks/pre-commit",
            ]
        );
    }

    #[test]
    fn a_pointer_to_a_harmful_repository_is_harmful() {
        for link in [false, true] {
            let (_guard, root) = place(&[("repo/.git/config", "[core]\n\tpager = x\n")]);
            let pointer = root.join("other/.git");
            if link {
                symlink(root.join("repo/.git"), &pointer).unwrap();
            } else {
                fs::write(&pointer, "gitdir: ../repo/.git\n").unwrap();
            }
            assert_eq!(harmful(&root, &["other"]), ["other/.git"]);
        }
    }

    #[test]
    fn what_the_users_configuration_names_is_harmful_in_a_tree_that_the_run_made() {
        let (_guard, root) = place(&[("repo/.githooks/pre-commit", ""), ("repo/.githooks/README.md", "")]);
        symlink("repo/.git", root.join(".git")).unwrap();
        fs::write(root.join("monitor"), "").unwrap();
        let names = [".githooks".into(), "monitor".into()];
        let later = Some(SystemTime::now() + Duration::from_hours(1));
        for (began, directory, expected) in [
            (None, "repo", &["repo/.githooks/pre-commit"][..]),
            (later, "repo", &[]),
            (Some(SystemTime::now()), "repo", &["repo/.githooks/pre-commit"]),
            (None, "", &["monitor"]),
            (None, "other", &[]),
        ] {
            let known = Known { roots: &[], obeyed_in_work_trees: &names, began };
            let found = obeyed_in_new_tree(&root.join(directory), &known);
            let found = found.iter().map(|(path, _)| path.strip_prefix(&root).unwrap()).collect::<Vec<_>>();
            assert_eq!(found, expected.iter().map(Path::new).collect::<Vec<_>>(), "{began:?} {directory}");
        }
    }

    #[test]
    fn a_bare_repository_is_looked_at_by_its_shape() {
        let (_guard, root) = place(&[("repo/.git/config", "[core]\n\tpager = x\n")]);
        fs::rename(root.join("repo/.git"), root.join("bare")).unwrap();
        assert_eq!(harmful(&root, &["bare"]), ["bare/config"]);
    }

    #[test]
    fn a_pointer_is_read_as_git_reads_it() {
        for (text, there) in [
            (&b"gitdir: ../evil \n"[..], &b"evil "[..]),
            (b"gitdir: ../evil\xff", b"evil\xff"),
            (b"gitdir: ../evil\0/x", b"evil"),
        ] {
            let (_guard, root) = place(&[]);
            let evil = root.join(OsStr::from_bytes(there));
            for name in ["objects", "refs"] {
                fs::create_dir_all(evil.join(name)).unwrap();
            }
            fs::write(evil.join("HEAD"), "ref: refs/heads/main\n").unwrap();
            fs::write(evil.join("config"), "[core]\n\tfsmonitor = ./x\n").unwrap();
            fs::write(root.join("other/.git"), text).unwrap();
            assert_eq!(harmful(&root, &["other"]), ["other/.git"], "{text:?}");
            fs::remove_file(root.join("other/.git")).unwrap();
            fs::write(root.join("named"), text).unwrap();
            symlink("../named", root.join("other/.git")).unwrap();
            // Git takes the name from where the link is.
            fs::rename(root.join("named"), root.join("other/named")).unwrap();
            fs::remove_file(root.join("other/.git")).unwrap();
            symlink("named", root.join("other/.git")).unwrap();
            assert_eq!(harmful(&root, &["other"]), ["other/.git"], "a link to {text:?}");
        }
    }

    #[test]
    fn the_directory_that_a_repository_shares_counts_although_it_has_no_head() {
        for (harm, text) in [("config", "[core]\n\tfsmonitor = ./x\n"), ("hooks/pre-commit", "")] {
            let (_guard, root) = place(&[
                ("x/objects/a", ""),
                ("x/refs/a", ""),
                (&format!("x/{harm}"), text),
                ("x/worktrees/w/HEAD", "ref: refs/heads/main\n"),
                ("x/worktrees/w/commondir", "../..\n"),
                ("other/.git", "gitdir: ../x/worktrees/w\n"),
            ]);
            assert_eq!(harmful(&root, &["other"]), ["other/.git"], "{harm}");
            assert_eq!(harmful(&root, &["x"]), [format!("x/{harm}")]);
        }
    }

    #[test]
    fn what_is_not_there_or_can_change_later_is_harmful() {
        for text in ["gitdir: ../gone\n", "gitdir: ../link/.git\n"] {
            let (_guard, root) = place(&[("other/.git", text)]);
            symlink("repo", root.join("link")).unwrap();
            assert_eq!(harmful(&root, &["other"]), ["other/.git"], "{text}");
        }
        for commondir in ["../gone\n", "../link/.git\n", "\n"] {
            let (_guard, root) = place(&[("w/HEAD", ""), ("w/commondir", commondir)]);
            symlink("repo", root.join("link")).unwrap();
            assert_eq!(harmful(&root, &["w"]), ["w/commondir"], "{commondir}");
        }
    }

    #[test]
    fn a_work_tree_of_an_old_repository_stays_whatever_its_settings() {
        let (_guard, root) = place(&[
            ("repo/.git/config", "[core]\n\tfsmonitor = ./x\n"),
            ("repo/.git/worktrees/x/commondir", "../..\n"),
            ("repo/.git/worktrees/x/HEAD", ""),
            ("other/.git", "gitdir: ../repo/.git/worktrees/x\n"),
        ]);
        assert_eq!(harmful(&root, &["other", "repo/.git/worktrees/x"]), [""; 0]);
        assert_eq!(harmful(&root, &["other", "repo"]), ["other/.git", "repo/.git/config"]);
    }

    #[test]
    fn only_a_tree_that_names_the_repository_is_its_work_tree() {
        let config = "[core]\n\tworktree = ../../../sub\n";
        for (pointer, harm) in
            [("gitdir: ../.git/modules/sub\n", &[][..]), ("gitdir: ../repo/.git\n", &["m"])]
        {
            let (_guard, root) = place(&[
                (".git/modules/sub/config", config),
                (".git/modules/sub/HEAD", ""),
                (".git/modules/sub/objects/x", ""),
                (".git/modules/sub/refs/x", ""),
                ("sub/.git", pointer),
            ]);
            let found = harmful(&root, &[".git/modules/sub"]);
            assert_eq!(found.len(), harm.len(), "{pointer}: {found:?}");
        }
    }

    #[test]
    fn hooks_that_cannot_be_listed_are_harmful() {
        let hooks = Path::new("repo/.git/hooks");
        let found = executed_in(hooks, Err(std::io::ErrorKind::PermissionDenied.into()));
        assert_eq!(found.iter().map(|(path, _)| path.as_path()).collect::<Vec<_>>(), [hooks]);
    }

    #[test]
    fn a_relative_pointer_counts_in_a_directory_that_was_moved() {
        let (_guard, root) = place(&[
            ("evil/config", "[core]\n\tpager = x\n"),
            ("evil/HEAD", ""),
            ("evil/objects/x", ""),
            ("evil/refs/x", ""),
            ("moved/deep/.git", "gitdir: ../../evil\n"),
            ("moved/other/.git", "gitdir: ../../gone\n"),
        ]);
        fs::write(root.join("moved/.git"), format!("gitdir: {}/evil\n", root.display())).unwrap();
        let changes = Changes { moved: [root.join("moved")].into(), ..Changes::default() };
        let known = Known { roots: std::slice::from_ref(&root), ..Known::default() };
        let found = planted(&changes, &known);
        assert_eq!(found.iter().map(|(path, _)| path).collect::<Vec<_>>(), [&root.join("moved/deep/.git")]);
    }
}
