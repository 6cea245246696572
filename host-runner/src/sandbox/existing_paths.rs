//! Existing paths that must not change inside a writable one.
//!
//! Owns the search before a run: which protected names exist, where git finds programs in the repositories, and which
//! repository a linked working tree belongs to. Writes nothing and starts no program.

use std::fs;
use std::path::{Component, Path, PathBuf};

use policy_core::paths::protected::{ProtectedName, Spelling};

use super::protected_names::{ending_in, enforced, git_names, is_git_directory, rests_behind};
use crate::git_config::{entries, os_string};

/// Deepest nesting of submodules' repositories that is looked through.
const MODULES_DEPTH_MAX: usize = 6;

/// Largest configuration that is read, in bytes.
const CONFIG_BYTES_MAX: u64 = 1 << 20;

/// The protected paths that exist in `root` and in the directories between it and `cwd`, as they are named.
pub(crate) fn existing_protected(root: &Path, cwd: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in between(root, cwd) {
        found.extend(names_in(directory));
        if is_git_directory(directory, exists) {
            found.extend(in_repository(directory, directory));
        }
        let git = directory.join(".git");
        match fs::symlink_metadata(&git) {
            Ok(is) if is.is_dir() => found.extend(in_repository(&git, directory)),
            // A file or a link that says where the repository is.
            Ok(_) => found.push(git),
            Err(_) => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The protected names that exist in `directory` itself, or begin there or at it and exist beneath it.
pub(crate) fn names_in(directory: &Path) -> Vec<PathBuf> {
    let exact = enforced().filter(|row| row.spelling == Spelling::Exact);
    let mut found =
        exact.flat_map(|row| ways(directory, row)).filter(|path| exists(path)).collect::<Vec<_>>();
    // What else a name stands for is only seen in the list of a directory.
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if ending_in(&[&name], false).any(|row| row.spelling != Spelling::Exact) {
            found.push(entry.path());
        }
    }
    found
}

/// Where an exact protected name lies that begins in `directory`, or in the directories that hold it.
fn ways(directory: &Path, row: &'static ProtectedName) -> Vec<PathBuf> {
    let names = directory.components().map(Component::as_os_str).collect::<Vec<_>>();
    let rests = rests_behind(row, &names).map(|(_, rest)| rest);
    [PathBuf::from(row.name)].into_iter().chain(rests).map(|rest| directory.join(rest)).collect()
}

/// Protected names that are missing, and that something in the writable paths `roots` would be as soon as it is made:
/// where `.cursor` is a link to `shared`, `shared/mcp.json` would be `.cursor/mcp.json`. Looked for in `root` and in
/// the directories between it and `cwd`.
pub(crate) fn missing_behind_links(root: &Path, cwd: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in between(root, cwd) {
        let longer = enforced().filter(|row| row.components().count() > 1);
        for path in longer.map(|row| directory.join(row.name)).filter(|path| !exists(path)) {
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
    let own = root.join(read(&file)?.strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
    let back = own.join(read(&own.join("gitdir"))?.trim());
    let common = own.join(read(&own.join("commondir"))?.trim()).canonicalize().ok()?;
    let belongs = back.canonicalize().ok()? == file.canonicalize().ok()?
        && own.parent()? == common.join("worktrees")
        && is_git_directory(&common, exists);
    belongs.then_some(common)
}

/// The paths that git executes or obeys in the git directory `git`, whose working tree is `tree`.
fn in_repository(git: &Path, tree: &Path) -> Vec<PathBuf> {
    let mut found = git_names().map(|name| git.join(name)).filter(|path| exists(path)).collect::<Vec<_>>();
    for name in ["config", "config.worktree"] {
        found.extend(obeyed(&git.join(name), tree));
    }
    let mut waiting = vec![(git.join("modules"), 0)];
    while let Some((place, depth)) = waiting.pop() {
        for entry in directories(&place) {
            if is_git_directory(&entry, exists) {
                found.extend(git_names().map(|name| entry.join(name)).filter(|path| exists(path)));
            }
            if depth < MODULES_DEPTH_MAX {
                // A submodule's name may have slashes, and a submodule has submodules.
                waiting.push((entry, depth + 1));
            }
        }
    }
    for worktree in directories(&git.join("worktrees")) {
        found.extend(git_names().map(|name| worktree.join(name)).filter(|path| exists(path)));
    }
    found
}

/// The files in `tree` that a configuration makes git execute or obey.
fn obeyed(config: &Path, tree: &Path) -> Vec<PathBuf> {
    // Git takes NUL for the end of a value and goes on, while the reader rejects the whole file for it.
    let mut bytes = bytes(config).unwrap_or_default();
    bytes.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'\n');
    let settings = entries(&bytes).unwrap_or_default();
    let named = settings.iter().filter_map(|setting| {
        let value = os_string(setting.value.as_deref()?)?;
        match setting.without_subsection().as_str() {
            "core.hookspath" => Some(tree.join(value)),
            "include.path" | "includeif.path" => Some(config.parent()?.join(value)),
            _ => None,
        }
    });
    // As the file system knows them, because the way there may go up and down.
    named.filter_map(|path| path.canonicalize().ok()).filter(|path| path.starts_with(tree)).collect()
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

/// The content of a small file; none for a large file or anything else.
fn bytes(path: &Path) -> Option<Vec<u8>> {
    let is = fs::metadata(path).ok()?;
    if is.is_file() && is.len() <= CONFIG_BYTES_MAX { fs::read(path).ok() } else { None }
}

/// The text of a small file; none when it is no text.
fn read(path: &Path) -> Option<String> {
    String::from_utf8(bytes(path)?).ok()
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
            [
                ".envrc",
                ".git/config",
                ".git/modules/a/b/config",
                ".git/worktrees/w/commondir",
                "own.inc",
                "sub/.vscode",
                "tools/hooks",
            ]
        );
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
        assert!(existing_protected(&root, &root).contains(&root.join("tools/hooks")));
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
        let mut found = missing_behind_links(&root, &root, std::slice::from_ref(&root));
        found.sort();
        assert_eq!(found, [root.join("dots/fish"), root.join("shared/mcp.json")]);
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
}
