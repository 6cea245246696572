//! The work trees of one repository, found as git finds them (`gitrepository-layout(5)`, `worktrees`).
//!
//! Owns which directories belong together. Two directories do only if the files of both say so: what one of them says
//! alone may have come with a download.

use std::path::{Path, PathBuf};

use super::discovery::top_of_work_tree;
use super::files;
use crate::git_layout::{self, DotGit};
use crate::ownership::Owners;

/// How many work trees are looked at.
const TREES_MAX: usize = 100;

/// The work trees of the repository around `directory`, which is absolute and without links; the one around it first.
/// Empty without a repository, or where anybody but the user can change its `.git`.
pub(crate) fn work_trees(directory: &Path) -> Vec<PathBuf> {
    let owners = Owners::of_this_process();
    let is_own = |tree: &Path| matches!(owners.foreign(&tree.join(".git")), Ok(None));
    let Some(top) = top_of_work_tree(directory).filter(|top| is_own(top)) else { return Vec::new() };
    let mut trees = vec![top.to_owned()];
    let Some((common, main)) = shared(top) else { return trees };
    trees.extend(main.filter(|tree| is_own(tree)));
    let entries = common.join("worktrees").read_dir().into_iter().flatten().flatten();
    for entry in entries.take(TREES_MAX) {
        if let Some(tree) = linked_tree(&entry.path()).filter(|tree| is_own(tree) && !trees.contains(tree)) {
            trees.push(tree);
        }
    }
    trees
}

/// The git directory that all work trees of the repository share, and the main work tree where `top` is a linked one.
/// None where `top` says so alone: a submodule, a git directory elsewhere.
fn shared(top: &Path) -> Option<(PathBuf, Option<PathBuf>)> {
    match git_layout::dot_git(top) {
        DotGit::Directory => {
            let own = top.join(".git").canonicalize().ok()?;
            let is_main = git_layout::common(&own)? == own && own == top.join(".git");
            is_main.then_some((own, None))
        }
        DotGit::Names(named) => {
            let own = named.canonicalize().ok()?;
            let common = git_layout::common(&own)?.canonicalize().ok()?;
            let is_linked = own.parent() == Some(&common.join("worktrees"));
            if !is_linked || linked_tree(&own)? != top {
                return None;
            }
            let main = common.parent().filter(|_| common.ends_with(".git")).map(Path::to_owned);
            Some((common, main))
        }
        _ => None,
    }
}

/// The work tree that `entry` of `worktrees` belongs to, if its `.git` names the entry.
fn linked_tree(entry: &Path) -> Option<PathBuf> {
    let text = files::text(&entry.join("gitdir"))?;
    let dot_git = Path::new(text.strip_suffix('\n').unwrap_or(&text));
    let tree = dot_git.parent().filter(|_| dot_git.is_absolute() && dot_git.ends_with(".git"))?;
    let tree = tree.canonicalize().ok()?;
    let DotGit::Names(named) = git_layout::dot_git(&tree) else { return None };
    (named.canonicalize().ok()? == entry.canonicalize().ok()?).then_some(tree)
}
