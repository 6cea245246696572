//! Which directories count as work trees of one repository.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::*;

/// A directory whose own path holds no link.
fn place() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let real = place.path().canonicalize().unwrap();
    (place, real)
}

fn repository(git: &Path) {
    for name in ["objects", "refs"] {
        fs::create_dir_all(git.join(name)).unwrap();
    }
    fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
}

/// Makes `tree` a linked work tree of the repository in `main`, with the files that `git worktree add` writes.
fn link(main: &Path, tree: &Path, name: &str) {
    let entry = main.join(".git/worktrees").join(name);
    fs::create_dir_all(&entry).unwrap();
    fs::create_dir_all(tree).unwrap();
    fs::write(entry.join("HEAD"), "ref: refs/heads/other\n").unwrap();
    fs::write(entry.join("commondir"), "../..\n").unwrap();
    fs::write(entry.join("gitdir"), format!("{}/.git\n", tree.display())).unwrap();
    fs::write(tree.join(".git"), format!("gitdir: {}\n", entry.display())).unwrap();
}

fn trees(at: &Path) -> Vec<String> {
    let directory = at.to_str().unwrap().to_owned();
    let mut facts = Facts::default();
    assert!(answer(&[Need::WorkTrees(directory.clone())], &mut facts));
    facts.work_trees.remove(&directory).unwrap()
}

fn texts(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.to_str().unwrap().to_owned()).collect()
}

#[test]
fn the_work_trees_of_a_repository_are_listed_from_each_of_them() {
    let (_guard, root) = place();
    let (main, other) = (root.join("main"), root.join("other"));
    repository(&main.join(".git"));
    link(&main, &other, "other");
    fs::create_dir_all(main.join("src/deep")).unwrap();
    for (at, expected) in [
        (main.clone(), texts(&[main.clone(), other.clone()])),
        (main.join("src/deep"), texts(&[main.clone(), other.clone()])),
        (other.clone(), texts(&[other.clone(), main.clone()])),
        (root.clone(), Vec::new()),
    ] {
        assert_eq!(trees(&at), expected, "{}", at.display());
    }
}

#[test]
fn the_top_is_listed_as_the_directory_spells_it_only_if_it_leads_there() {
    let (_guard, root) = place();
    let main = root.join("main");
    repository(&main.join(".git"));
    fs::create_dir_all(main.join("src")).unwrap();
    fs::create_dir(root.join("elsewhere")).unwrap();
    symlink(&main, root.join("linked")).unwrap();
    symlink(main.join("src"), root.join("elsewhere/src")).unwrap();
    assert_eq!(trees(&root.join("linked/src")), texts(&[main.clone(), root.join("linked")]));
    assert_eq!(trees(&root.join("elsewhere/src")), texts(&[main]));
}

#[test]
fn files_of_one_directory_do_not_make_another_one_its_work_tree() {
    let (_guard, root) = place();
    let victim = root.join("victim");
    repository(&victim.join(".git"));
    // A `.git` file that names the repository of another project.
    let planted = root.join("file");
    fs::create_dir(&planted).unwrap();
    fs::write(planted.join(".git"), format!("gitdir: {}/.git\n", victim.display())).unwrap();
    assert_eq!(trees(&planted), texts(&[planted]));
    // A `.git` directory whose common directory is that of another project.
    let planted = root.join("common");
    repository(&planted.join(".git"));
    fs::write(planted.join(".git/commondir"), format!("{}/.git\n", victim.display())).unwrap();
    assert_eq!(trees(&planted), texts(&[planted]));
    // A `.git` directory that lists another project as its work tree.
    let planted = root.join("list");
    repository(&planted.join(".git"));
    let entry = planted.join(".git/worktrees/x");
    fs::create_dir_all(&entry).unwrap();
    fs::write(entry.join("gitdir"), format!("{}/.git\n", victim.display())).unwrap();
    assert_eq!(trees(&planted), texts(&[planted]));
    // An entry of another project that belongs to a work tree of its own.
    link(&victim, &root.join("own"), "own");
    let planted = root.join("entry");
    fs::create_dir(&planted).unwrap();
    fs::write(planted.join(".git"), format!("gitdir: {}/.git/worktrees/own\n", victim.display())).unwrap();
    assert_eq!(trees(&planted), texts(&[planted]));
    // `.git` is a link to the repository of another project.
    let planted = root.join("link");
    fs::create_dir(&planted).unwrap();
    symlink(victim.join(".git"), planted.join(".git")).unwrap();
    assert_eq!(trees(&planted), texts(&[planted]));
}

#[test]
fn a_repository_that_others_can_change_counts_for_nothing() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_guard, root) = place();
    let main = root.join("main");
    repository(&main.join(".git"));
    fs::create_dir(main.join("src")).unwrap();
    fs::set_permissions(main.join(".git"), fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(trees(&main.join("src")), Vec::<String>::new());
}
