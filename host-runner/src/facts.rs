//! Answers the core's questions about the disk: where a path leads, whether git takes a place for a repository, what a
//! file that is to be edited contains.
//!
//! Owns the answers to [`Need`]s. Never overwrites a given fact and never guesses: unknown stays unknown, which the
//! core takes as unsafe.

mod stored_name;

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use policy_core::limits::CONTENT_BYTES_MAX;
use policy_core::{Facts, Need};

use crate::direct::Direct;
use crate::git_layout::is_absent;
use crate::implementation;
use crate::programs;
use crate::repository::{self, exists};
use crate::system::home::gits_home;
use crate::system::paths::native;
use stored_name::stored_name;

/// How many symbolic links one path may lead through; the kernel's own bound (`path_resolution(7)`).
const LINKS_MAX: usize = 40;

/// Answers what `needs` asks and `facts` does not hold yet. Says whether anything was added.
pub fn answer(needs: &[Need], facts: &mut Facts) -> bool {
    let mut added = false;
    for need in needs {
        match need {
            Need::RealPath(path) => {
                if facts.real_paths.contains_key(path) {
                    continue;
                }
                let real = real_path(&native(path)).and_then(|real| real.into_os_string().into_string().ok());
                if let Some(real) = real {
                    facts.real_paths.insert(path.clone(), real);
                    added = true;
                }
            }
            Need::Contents(path) => {
                if facts.contents.contains_key(path) {
                    continue;
                }
                let text = content(path, facts.real_paths.get(path).map(Path::new));
                facts.contents.insert(path.clone(), text);
                added = true;
            }
            Need::Exists(path) => {
                if facts.existing.contains_key(path) {
                    continue;
                }
                let found =
                    Some(native(path)).filter(|path| path.is_absolute()).and_then(|path| exists(&path));
                if let Some(found) = found {
                    facts.existing.insert(path.clone(), found);
                    added = true;
                }
            }
            Need::Implementation(program) => {
                if facts.implementations.contains_key(program) {
                    continue;
                }
                let path = std::env::var_os("PATH").unwrap_or_default();
                if let Some(system) = implementation::implementation(program, &path) {
                    facts.implementations.insert(program.clone(), system);
                    added = true;
                }
            }
            Need::Program(name) => {
                if facts.programs.contains_key(name) {
                    continue;
                }
                let path = std::env::var_os("PATH").unwrap_or_default();
                facts.programs.insert(name.clone(), programs::program(name, &path));
                added = true;
            }
            Need::RepositoryPrograms(directory) => {
                if facts.repository_programs.contains_key(directory) {
                    continue;
                }
                if let Some(real) = real_path(&native(directory)) {
                    facts
                        .repository_programs
                        .insert(directory.clone(), repository::programs(&real, gits_home().as_deref()));
                    added = true;
                }
            }
            Need::Url(text) => {
                if facts.urls.contains_key(text) {
                    continue;
                }
                let canonical = url::Url::parse(text).ok().map(String::from);
                facts.urls.insert(text.clone(), canonical);
                added = true;
            }
            Need::WorkTrees(directory) => {
                if facts.work_trees.contains_key(directory) {
                    continue;
                }
                if let Some(trees) = work_trees(directory) {
                    facts.work_trees.insert(directory.clone(), trees);
                    added = true;
                }
            }
            Need::BareRepository(directory) => {
                if facts.bare_repositories.contains_key(directory) {
                    continue;
                }
                if let Some(bare) = bare_repository(&native(directory)) {
                    facts.bare_repositories.insert(directory.clone(), bare);
                    added = true;
                }
            }
        }
    }
    added
}

/// The work trees of the repository around `directory`, as [`Facts::work_trees`] describes them. None when the directory
/// cannot be looked at, or when a path is no valid UTF-8.
#[cfg(unix)]
fn work_trees(directory: &str) -> Option<Vec<String>> {
    let real = real_path(Path::new(directory))?;
    let trees = repository::work_trees(&real);
    let mut listed: Vec<String> =
        trees.iter().map(|tree| tree.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    let spelled = trees.first().and_then(|top| {
        let depth = real.strip_prefix(top).ok()?.components().count();
        let spelled = Path::new(directory).ancestors().nth(depth)?;
        (real_path(spelled)? == *top).then_some(spelled.to_str()?)
    });
    if let Some(top) = spelled.filter(|top| listed.iter().all(|tree| tree != top)) {
        listed.push(top.to_owned());
    }
    Some(listed)
}

/// This system does not say whose a repository is.
#[cfg(not(unix))]
fn work_trees(_directory: &str) -> Option<Vec<String>> {
    None
}

/// The text of the regular file at `path`, which the core knows to lead to `known`. None when it leads elsewhere by
/// now, is itself a link, is no valid UTF-8 without NUL, or is larger than the core simulates edits of.
fn content(path: &str, known: Option<&Path>) -> Option<String> {
    let path = native(path);
    let real = real_path(path.parent()?)?.join(path.file_name()?);
    if known.is_some_and(|known| known != real) {
        return None;
    }
    let found = Direct::at(&real).ok()?.read(CONTENT_BYTES_MAX).ok()??;
    Some(found.text).filter(|text| !text.contains('\0'))
}

/// Where `path` leads once every symbolic link in it is followed, the way the kernel walks.
///
/// What is there has the name under which its disk keeps it. A missing path resolves to itself; a dangling link resolves
/// to its text.
/// None when the path is relative, a directory cannot be searched, links go round in circles, or the path
/// leads through a link of `/proc`, which means something else to every process.
pub fn real_path(path: &Path) -> Option<PathBuf> {
    if !path.is_absolute() {
        return None;
    }
    let mut real = PathBuf::new();
    let mut pending = Vec::new();
    push(&mut pending, path);
    let mut links = 0;
    while let Some(step) = pending.pop() {
        match step {
            Step::Root(root) => real.push(root),
            Step::Up => {
                real.pop();
            }
            Step::Down(name) => {
                let next = real.join(name);
                match next.symlink_metadata() {
                    Ok(found) if found.is_symlink() => {
                        links += 1;
                        if links > LINKS_MAX || next.starts_with("/proc") {
                            return None;
                        }
                        push(&mut pending, &next.read_link().ok()?);
                    }
                    Ok(_) => {
                        let stored = stored_name(&real, next.file_name()?)?;
                        real.push(stored);
                    }
                    Err(error) if is_absent(&error) => real = next,
                    Err(_) => return None,
                }
            }
        }
    }
    Some(real)
}

/// One component of a path that is still to be walked.
enum Step {
    Root(OsString),
    Up,
    Down(OsString),
}

/// Puts the components of `path` on top of `pending`, the first one uppermost.
fn push(pending: &mut Vec<Step>, path: &Path) {
    let at = pending.len();
    for component in path.components() {
        match component {
            // Pushed on a path, a root replaces what was there; after a drive it completes the drive.
            Component::Prefix(_) | Component::RootDir => {
                pending.push(Step::Root(component.as_os_str().into()));
            }
            Component::CurDir => {}
            Component::ParentDir => pending.push(Step::Up),
            Component::Normal(name) => pending.push(Step::Down(name.into())),
        }
    }
    if let Some(new) = pending.get_mut(at..) {
        new.reverse();
    }
}

/// Whether git, started in `directory`, could find a bare repository there or in a directory above it.
///
/// git walks upwards from where it really is, links followed (`gitrepository-layout(5)`, and `safe.bareRepository` in
/// `git-config(1)` on why that is dangerous): a planted `HEAD`, `objects` and `refs` bring a `config` with them
/// that can name programs to run. A `.git` that is itself a repository, or a file that points to one, ends the walk.
/// None when a place cannot be looked at.
pub fn bare_repository(directory: &Path) -> Option<bool> {
    let places = repository::discover(&real_path(directory)?)?;
    Some(places.iter().any(|place| place.is_bare))
}

#[cfg(all(test, unix))]
mod work_tree_tests;

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// A directory whose own path holds no link.
    fn place() -> (tempfile::TempDir, PathBuf) {
        let place = tempfile::tempdir().unwrap();
        let real = place.path().canonicalize().unwrap();
        (place, real)
    }

    #[test]
    fn links_lead_where_the_kernel_goes() {
        let (_guard, root) = place();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("file"), "").unwrap();
        symlink("a/b", root.join("deep")).unwrap();
        symlink(root.join("deep"), root.join("twice")).unwrap();
        symlink("../missing/x", root.join("a/dangling")).unwrap();
        symlink("deep/../up", root.join("winding")).unwrap();
        let cases = [
            ("file", "file"),
            ("./a/./b//", "a/b"),
            ("deep", "a/b"),
            ("twice/new", "a/b/new"),
            ("deep/../x", "a/x"),
            ("not/there/yet", "not/there/yet"),
            ("not/../there", "there"),
            ("file/below", "file/below"),
            ("a/dangling", "missing/x"),
            ("a/dangling/y", "missing/x/y"),
            ("winding", "a/up"),
        ];
        for (path, real) in cases {
            assert_eq!(real_path(&root.join(path)), Some(root.join(real)), "{path}");
        }
        assert_eq!(real_path(Path::new("/..")), Some(PathBuf::from("/")));
    }

    #[test]
    fn what_cannot_be_known_stays_unknown() {
        let (_guard, root) = place();
        symlink("loop", root.join("loop")).unwrap();
        symlink("/proc/self/cwd", root.join("mine")).unwrap();
        for path in [root.join("loop/x"), root.join("mine"), PathBuf::from("relative")] {
            assert_eq!(real_path(&path), None, "{}", path.display());
        }
    }

    #[test]
    fn a_bare_repository_is_seen_from_below_and_a_proper_one_hides_it() {
        let (_guard, root) = place();
        let plant = |at: &str, names: &[&str]| {
            fs::create_dir_all(root.join(at)).unwrap();
            for name in names {
                fs::create_dir_all(root.join(at).join(name)).unwrap();
            }
            fs::write(root.join(at).join("HEAD"), "ref: refs/heads/main\n").unwrap();
        };
        plant("planted", &["objects", "refs", "sub/deeper"]);
        plant("project", &["objects", "refs", "src"]);
        plant("project/.git", &["objects", "refs"]);
        plant("hollow", &["objects", "refs", ".git"]);
        plant("partial", &["objects"]);
        plant("common", &["commondir"]);
        plant("worktree", &["objects", "refs"]);
        plant("outer", &["objects", "refs", "inner"]);
        plant("outer/inner/.git", &["objects", "refs"]);
        // git would not stop here: this is no reference.
        fs::write(root.join("outer/inner/.git/HEAD"), "nonsense\n").unwrap();
        symlink(root.join("planted/sub"), root.join("project/src/elsewhere")).unwrap();
        fs::write(root.join("worktree/.git"), "gitdir: ../project/.git\n").unwrap();
        let cases = [
            ("planted", true),
            ("planted/sub/deeper", true),
            ("project", false),
            ("project/src", false),
            ("hollow", true),
            ("partial", false),
            ("common", true),
            ("worktree", false),
            ("outer/inner", true),
            ("project/src/elsewhere", true),
            ("not/there", false),
        ];
        for (path, bare) in cases {
            assert_eq!(bare_repository(&root.join(path)), Some(bare), "{path}");
        }
    }

    #[test]
    fn the_text_of_a_regular_file_is_read_and_nothing_else() {
        let (_guard, root) = place();
        fs::write(root.join("text"), "ä\n").unwrap();
        fs::write(root.join("bytes"), [b'a', 0xff]).unwrap();
        fs::write(root.join("nul"), "a\0b").unwrap();
        fs::write(root.join("most"), "a".repeat(CONTENT_BYTES_MAX)).unwrap();
        fs::write(root.join("more"), "a".repeat(CONTENT_BYTES_MAX + 1)).unwrap();
        fs::create_dir(root.join("folder")).unwrap();
        fs::write(root.join("folder/text"), "b\n").unwrap();
        symlink("text", root.join("link")).unwrap();
        symlink("folder", root.join("other")).unwrap();
        let most = "a".repeat(CONTENT_BYTES_MAX);
        for (path, text) in [
            ("text", Some("ä\n")),
            ("other/text", Some("b\n")),
            ("most", Some(most.as_str())),
            ("more", None),
            ("bytes", None),
            ("nul", None),
            ("folder", None),
            ("link", None),
            ("missing", None),
        ] {
            let path = root.join(path).to_str().unwrap().to_owned();
            let mut facts = Facts::default();
            assert!(answer(&[Need::Contents(path.clone())], &mut facts));
            assert_eq!(facts.contents[&path].as_deref(), text, "{path}");
        }
        // It leads elsewhere than the facts say.
        let path = root.join("text").to_str().unwrap().to_owned();
        let mut facts = Facts::default();
        facts.real_paths.insert(path.clone(), root.join("bytes").to_str().unwrap().to_owned());
        answer(&[Need::Contents(path.clone())], &mut facts);
        assert_eq!(facts.contents[&path], None);
    }

    #[test]
    fn facts_that_were_given_are_kept() {
        let (_guard, root) = place();
        let path = root.join("x").to_str().unwrap().to_owned();
        let mut facts = Facts::default();
        facts.bare_repositories.insert(path.clone(), true);
        facts.real_paths.insert(path.clone(), "/given".to_owned());
        let needs = [Need::RealPath(path.clone()), Need::BareRepository(path.clone())];
        assert!(!answer(&needs, &mut facts));
        assert_eq!((facts.real_paths[&path].as_str(), facts.bare_repositories[&path]), ("/given", true));

        let mut unknown = Facts::default();
        assert!(answer(&needs, &mut unknown));
        assert_eq!(
            (unknown.real_paths[&path].as_str(), unknown.bare_repositories[&path]),
            (path.as_str(), false)
        );
        assert!(!answer(&needs, &mut unknown), "nothing is answered twice");
    }
}
