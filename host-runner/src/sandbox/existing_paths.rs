//! Existing paths that must not change inside a writable one.
//!
//! Owns the search before a run: which protected names exist, what the repositories around and in a writable path obey,
//! and which repository a linked working tree belongs to. Writes nothing and starts no program.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use policy_core::paths::protected::{ProtectedName, Spelling};

use super::listing::Listing;
use super::obeyed::{Named, of_repository};
use super::protected_names::{ending_in, ends_in, enforced, git_names, is_dependency_tree, rests_behind};
use crate::git_layout::{DotGit, common, dot_git, is_obeyed_by_git};

/// Deepest nesting of submodules' repositories that is looked through.
const MODULES_DEPTH_MAX: usize = 6;

/// Most directories in a writable path that are searched for repositories. In one that lies deeper the supervisor finds
/// what it obeys inside of its work tree, but not beside it.
const SEARCHED_MAX: usize = 500;

/// Most entries that are looked at in a directory before it counts as one that holds a protected name.
const ENTRIES_MAX: usize = 10_000;

/// The protected paths that exist in `root` and in the directories between it and `cwd`, as they are named.
pub(crate) fn existing_protected(root: &Path, cwd: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in between(root, cwd) {
        found.extend(names_in(directory));
        if is_obeyed_by_git(directory, exists) {
            found.extend(in_git_directory(directory));
        }
        let git = directory.join(".git");
        match fs::symlink_metadata(&git) {
            Ok(is) if is.is_dir() => found.extend(in_git_directory(&git)),
            // A file or a link that says where the repository is.
            Ok(_) => found.push(git),
            Err(_) => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

/// What git executes or obeys in the writable path `root` because a configuration says so: that of a repository in it
/// or around it, or that of the user. The paths are as the configurations spell them, and need not exist.
pub(crate) fn obeyed(root: &Path, cwd: &Path, user: &Named) -> Vec<PathBuf> {
    let mut trees = root.ancestors().skip(1).map(Path::to_owned).collect::<Vec<_>>();
    trees.extend(between(root, cwd).map(Path::to_owned));
    trees.extend(searched(root));
    let mut found = user.everywhere();
    for tree in trees {
        let git = match dot_git(&tree) {
            DotGit::Directory => tree.join(".git"),
            DotGit::Names(git) => git,
            _ if is_obeyed_by_git(&tree, exists) => tree.clone(),
            _ => continue,
        };
        found.extend(user.in_work_tree(&tree));
        found.extend(of_repository(&git, std::slice::from_ref(&tree)));
        let shared = common(&git).unwrap_or(git);
        found.extend(repositories_in(&shared).iter().flat_map(|inner| of_repository(inner, &[])));
    }
    found.sort();
    found.dedup();
    found
}

/// The git directories in `root` that have another name than `.git`, as bare repositories do, with every link followed;
/// as far as the search goes.
pub(crate) fn git_directories(root: &Path) -> Vec<PathBuf> {
    searched(root).into_iter().filter(|place| is_obeyed_by_git(place, exists)).collect()
}

/// The directories in `root`, the nearest first and at most [`SEARCHED_MAX`], without those of dependencies and what
/// git directories hold.
fn searched(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.to_owned()];
    let mut at = 0;
    while let Some(place) = found.get(at).cloned() {
        at += 1;
        let inner = directories(&place)
            .into_iter()
            .filter(|path| path.file_name().is_some_and(|name| !is_dependency_tree(name) && name != ".git"));
        found.extend(inner.take(SEARCHED_MAX.saturating_sub(found.len())));
    }
    found
}

/// The protected names that exist in `directory` itself, or begin there or at it and exist beneath it.
pub(crate) fn names_in(directory: &Path) -> Vec<PathBuf> {
    let listing = Listing::of(directory);
    let above = directory.components().map(Component::as_os_str).collect::<Vec<_>>();
    let (exact, others) = enforced().partition::<Vec<_>, _>(|row| row.spelling == Spelling::Exact);
    let may_be_there =
        exact.into_iter().flat_map(|row| ways(row, &above)).filter(|way| listing.may_lead_to(way));
    let mut found =
        may_be_there.map(|way| directory.join(way)).filter(|path| exists(path)).collect::<Vec<_>>();
    // What else a name stands for is only seen in the list of a directory.
    for name in listing.names() {
        if others.iter().any(|row| ends_in(row, &[name], false)) {
            found.push(directory.join(name));
        }
    }
    found
}

/// Where an exact protected name lies that begins in a directory, or in those that hold it; `above` are the components
/// of the directory's path, and the ways are relative to it.
fn ways(row: &'static ProtectedName, above: &[&OsStr]) -> impl Iterator<Item = PathBuf> {
    let rests = rests_behind(row, above).map(|(_, rest)| rest);
    [PathBuf::from(row.name)].into_iter().chain(rests)
}

/// Whether `directory`, or anything beneath it, has a protected name. A directory with more than [`ENTRIES_MAX`] entries
/// counts as one that has.
pub(crate) fn holds_protected(directory: &Path) -> bool {
    let mut waiting = vec![directory.to_owned()];
    let mut seen = 0;
    while let Some(place) = waiting.pop() {
        if is_obeyed_by_git(&place, |path| fs::symlink_metadata(path).is_ok()) {
            return true;
        }
        let Ok(entries) = fs::read_dir(&place) else { continue };
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

/// Protected names that are missing, and that something in the writable paths `roots` would be as soon as it is made:
/// where `.cursor` is a link to `shared`, `shared/mcp.json` would be `.cursor/mcp.json`. Looked for in `root` and in
/// the directories between it and `cwd`.
pub(crate) fn missing_behind_links(root: &Path, cwd: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in between(root, cwd) {
        let listing = Listing::of(directory);
        let longer = enforced().filter(|row| row.components().count() > 1);
        let longer = longer.map(|row| Path::new(row.name)).filter(|name| listing.may_lead_to(name));
        for path in longer.map(|name| directory.join(name)).filter(|path| !exists(path)) {
            let (Some(holder), Some(name)) = (path.parent(), path.file_name()) else { continue };
            let real = holder.canonicalize().ok().filter(|real| real != holder);
            let real = real.filter(|real| roots.iter().any(|root| real.starts_with(root)));
            found.extend(real.map(|real| real.join(name)));
        }
    }
    found
}

/// The directories from `cwd` up to `root`; `root` alone when `cwd` does not lie in it.
fn between<'p>(root: &'p Path, cwd: &'p Path) -> impl Iterator<Item = &'p Path> {
    cwd.ancestors()
        .take_while(move |directory| directory.starts_with(root) && *directory != root)
        .chain([root])
}

/// The repository that the linked working tree at `root` belongs to, if it knows the tree: a `.git` file alone could
/// name any repository.
///
/// `gitrepository-layout(5)`: `worktrees/NAME/gitdir` names the `.git` file, `worktrees/NAME/commondir` leads up.
pub(crate) fn repository_of_worktree(root: &Path) -> Option<PathBuf> {
    let file = root.join(".git");
    if !fs::symlink_metadata(&file).ok()?.is_file() {
        return None;
    }
    let DotGit::Names(own) = dot_git(root) else { return None };
    let own = own.canonicalize().ok()?;
    let gitdir = Some(own.join("gitdir")).filter(|path| path.is_file())?;
    let back = own.join(fs::read_to_string(gitdir).ok()?.trim());
    let common = common(&own)?.canonicalize().ok()?;
    let belongs = back.canonicalize().ok()? == file.canonicalize().ok()?
        && own.parent()? == common.join("worktrees")
        && is_obeyed_by_git(&common, exists);
    belongs.then_some(common)
}

/// The names in the git directory `git` that git executes or obeys, and in those of its submodules and work trees.
fn in_git_directory(git: &Path) -> Vec<PathBuf> {
    let places = [git.to_owned()].into_iter().chain(repositories_in(git));
    places
        .flat_map(|place| git_names().map(move |name| place.join(name)))
        .filter(|path| exists(path))
        .collect()
}

/// The git directories of the submodules and of the linked work trees in the git directory `git`.
fn repositories_in(git: &Path) -> Vec<PathBuf> {
    let mut found = directories(&git.join("worktrees"));
    let mut waiting = vec![(git.join("modules"), 0)];
    while let Some((place, depth)) = waiting.pop() {
        for entry in directories(&place) {
            if is_obeyed_by_git(&entry, exists) {
                found.push(entry.clone());
            }
            if depth < MODULES_DEPTH_MAX {
                // A submodule's name may have slashes, and a submodule has submodules.
                waiting.push((entry, depth + 1));
            }
        }
    }
    found
}

/// `path` as far as it stays as it is when `approved` need not: itself, or what else is in it.
pub(crate) fn without(path: PathBuf, approved: &[PathBuf]) -> Vec<PathBuf> {
    if approved.iter().any(|free| path.starts_with(free)) {
        return Vec::new();
    }
    if !approved.iter().any(|free| free.starts_with(&path)) {
        return vec![path];
    }
    let entries = fs::read_dir(&path).into_iter().flatten().flatten();
    entries.flat_map(|entry| without(entry.path(), approved)).collect()
}

fn directories(place: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
    let entries = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut found = entries.map(|entry| entry.path()).collect::<Vec<_>>();
    found.retain(|path| !path.ends_with("objects") && !path.ends_with("refs"));
    found
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory with these files; a name that ends with a slash is a directory.
    fn place(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        for (name, text) in files {
            let path = root.join(name);
            if name.ends_with('/') {
                fs::create_dir_all(path).unwrap();
            } else {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        (guard, root)
    }

    #[test]
    fn what_git_executes_is_found_where_it_is() {
        let (_guard, root) = place(&[
            (".git/HEAD", ""),
            (".git/objects/", ""),
            (".git/refs/", ""),
            (".git/config", "[core]\n\thooksPath = tools/hooks\n[include]\n\tpath = ../own.inc\n"),
            (".git/modules/a/b/HEAD", ""),
            (".git/modules/a/b/objects/", ""),
            (".git/modules/a/b/refs/", ""),
            (".git/modules/a/b/config", ""),
            (".git/worktrees/w/commondir", ""),
            ("tools/hooks/pre-commit", ""),
            ("own.inc", ""),
            (".envrc", ""),
            ("sub/.vscode/", ""),
            ("other/.vscode/", ""),
        ]);
        let found = existing_protected(&root, &root.join("sub"));
        let found = found.iter().map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap());
        assert_eq!(
            found.collect::<Vec<_>>(),
            [".envrc", ".git/config", ".git/modules/a/b/config", ".git/worktrees/w/commondir", "sub/.vscode",]
        );
        assert_eq!(obeyed_in(&root, &root.join("sub")), [".git/../own.inc", "tools/hooks"]);
    }

    /// What is obeyed in `root`, relative to it.
    fn obeyed_in(root: &Path, cwd: &Path) -> Vec<String> {
        let found = obeyed(root, cwd, &Named::default());
        let found = found.iter().filter_map(|path| path.strip_prefix(root).ok()?.to_str());
        found.map(str::to_owned).collect()
    }

    #[test]
    fn what_nested_repositories_submodules_and_linked_trees_obey_is_found_also_where_it_is_missing() {
        let hooks = "[core]\n\thooksPath = ../tools\n";
        let (_guard, root) = place(&[
            (".git/config", ""),
            ("a/b/.git/config", hooks),
            ("node_modules/x/.git/config", hooks),
            ("linked/.git", "gitdir: ../main/.git/worktrees/w\n"),
            ("main/.git/worktrees/w/commondir", "../..\n"),
            ("main/.git/config", "[include]\n\tpath = ../x.inc\n[core]\n\thooksPath = own\n"),
        ]);
        let found = obeyed_in(&root, &root);
        for expected in ["a/b/../tools", "linked/own", "main/own"] {
            assert!(found.contains(&expected.to_owned()), "{expected}: {found:?}");
        }
        assert!(!found.iter().any(|path| path.starts_with("node_modules")), "{found:?}");
    }

    #[test]
    fn what_the_user_obeys_in_every_work_tree_is_found_in_each() {
        let (_guard, root) = place(&[(".git/config", ""), ("a/.git/config", ""), ("b/file", "")]);
        fs::write(root.join("user"), "[core]\n\thooksPath = .githooks\n").unwrap();
        let mut user = Named::default();
        user.read(&root.join("user"), None);
        let found = obeyed(&root, &root, &user);
        // Above the temporary directory of this machine may be a work tree too.
        let found: Vec<_> = found.iter().filter(|path| path.starts_with(&root)).collect();
        assert_eq!(found, [&root.join(".githooks"), &root.join("a/.githooks")]);
    }

    #[test]
    fn hooks_are_found_whatever_bytes_stand_beside_them() {
        let (_guard, root) = place(&[
            (".git/HEAD", ""),
            (".git/objects/", ""),
            (".git/refs/", ""),
            ("tools/hooks/pre-commit", ""),
        ]);
        let config = b"[user]\n\tname = \xe4\xf6\n[core]\n\thooksPath = tools/hooks\n; \0\n";
        fs::write(root.join(".git/config"), config).unwrap();
        assert_eq!(obeyed_in(&root, &root), ["tools/hooks"]);
    }

    #[test]
    fn every_spelling_of_a_protected_name_is_found() {
        let (_guard, root) = place(&[
            (".config/git/config", ""),
            (".config/other", ""),
            (".cursor/mcp.json", ""),
            (".cursor/rules/a.mdc", ""),
            (".yarn/cache/x", ""),
            (".yarn/releases/yarn.cjs", ""),
            ("lefthook-local.yml", ""),
            ("lefthooks", ""),
            ("x.code-workspace", ""),
            (".npmrc", ""),
        ]);
        let found = |directory: &Path, root: &Path| {
            let found = existing_protected(directory, directory);
            found
                .iter()
                .map(|path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found(&root, &root),
            [
                ".config/git",
                ".cursor/mcp.json",
                ".npmrc",
                ".yarn/releases",
                "lefthook-local.yml",
                "x.code-workspace",
            ]
        );
        // A name that begins in the directories around the writable one.
        assert_eq!(found(&root.join(".config"), &root), [".config/git"]);
    }

    #[test]
    fn what_is_missing_behind_a_link_is_known_by_the_place_that_it_would_have() {
        let (_guard, root) = place(&[("shared/hooks.json", ""), ("dots/git/config", "")]);
        std::os::unix::fs::symlink("shared", root.join(".cursor")).unwrap();
        std::os::unix::fs::symlink("dots", root.join(".config")).unwrap();
        std::os::unix::fs::symlink("/", root.join(".hg")).unwrap();
        let found = missing_behind_links(&root, &root, std::slice::from_ref(&root));
        let (settings, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|path| path.starts_with(root.join("dots")));
        assert_eq!(others, [root.join("shared/mcp.json")]);
        for (name, missing) in [("fish", true), ("nvim", true), ("git", false), ("other", false)] {
            assert_eq!(settings.contains(&root.join("dots").join(name)), missing, "{name}");
        }
    }

    #[test]
    fn beside_what_was_approved_everything_stays() {
        let (_guard, root) =
            place(&[(".claude/a/b", ""), (".claude/a/c", ""), (".claude/d", ""), (".envrc", "")]);
        for (path, approved, left) in [
            (".envrc", &[".envrc"][..], &[][..]),
            (".envrc", &[".claude"], &[".envrc"]),
            (".claude", &[".claude"], &[]),
            (".claude", &[".claude/a/b"], &[".claude/a/c", ".claude/d"]),
            (".claude", &[".claude/new", ".claude/d"], &[".claude/a"]),
        ] {
            let approved = approved.iter().map(|name| root.join(name)).collect::<Vec<_>>();
            let mut found = without(root.join(path), &approved);
            found.sort();
            assert_eq!(found, left.iter().map(|name| root.join(name)).collect::<Vec<_>>(), "{path}");
        }
    }

    #[test]
    fn a_linked_working_tree_belongs_to_the_repository_that_knows_it() {
        let (_guard, root) = place(&[
            ("main/.git/HEAD", ""),
            ("main/.git/objects/", ""),
            ("main/.git/refs/", ""),
            ("main/.git/worktrees/w/commondir", "../..\n"),
            ("w/file", ""),
            ("evil/file", ""),
        ]);
        let own = root.join("main/.git/worktrees/w");
        for name in ["w", "evil"] {
            fs::write(root.join(name).join(".git"), format!("gitdir: {}\n", own.display())).unwrap();
        }
        fs::write(own.join("gitdir"), format!("{}\n", root.join("w/.git").display())).unwrap();
        assert_eq!(repository_of_worktree(&root.join("w")), Some(root.join("main/.git")));
        assert_eq!(repository_of_worktree(&root.join("evil")), None);
        assert_eq!(repository_of_worktree(&root.join("main")), None);
    }

    #[test]
    fn a_tree_with_a_protected_name_is_found() {
        let guard = tempfile::tempdir().unwrap();
        fs::create_dir_all(guard.path().join("a/node_modules/x/.vscode")).unwrap();
        assert!(!holds_protected(guard.path()));
        for name in ["a/.envrc", "a/lefthook.yml", "a/.cursor/mcp.json"] {
            let path = guard.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            assert!(!holds_protected(guard.path()), "{name}");
            fs::write(&path, "").unwrap();
            assert!(holds_protected(guard.path()), "{name}");
            fs::remove_file(&path).unwrap();
        }
    }
}
