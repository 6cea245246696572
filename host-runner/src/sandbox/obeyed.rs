//! The files that git executes or obeys because its configuration names them.
//!
//! Owns the way from a configuration to paths: includes of every depth and condition, hooks, and the words of every
//! value that can name a program. Whether something is at a path does not matter: what is missing could be made. Writes
//! nothing and starts no program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::git_config_harm::is_harmless;
use crate::git_config::{Entry, entries};
use crate::git_layout::{DotGit, common, dot_git, is_obeyed_by_git};
use crate::system::home::gits_home;
use crate::system::text::os_string;

/// Largest configuration that is read, in bytes.
const CONFIG_BYTES_MAX: u64 = 1 << 20;

/// How deep includes are followed; git gives up at the same depth (`MAX_INCLUDE_DEPTH` of `config.c`).
const INCLUDES_MAX: usize = 10;

/// How many configuration files are read for one repository.
const FILES_MAX: usize = 1000;

/// The most symbolic links in one path (`path_resolution(7)`).
const LINKS_MAX: usize = 40;

/// The paths that configuration files name, each absolute or relative to the top of the work tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    /// Included files and directories of hooks.
    pub(crate) places: BTreeSet<PathBuf>,
    /// Words of values that name programs, and whether one counts although nothing is there. A directory never does.
    words: BTreeMap<PathBuf, bool>,
    read: BTreeSet<PathBuf>,
}

impl Named {
    /// Adds what the configuration file `config` names, and what the files that it includes name.
    pub(crate) fn read(&mut self, config: &Path, home: Option<&Path>) {
        self.read_file(config, home, 0);
    }

    fn read_file(&mut self, config: &Path, home: Option<&Path>, depth: usize) {
        if depth > INCLUDES_MAX || self.read.len() > FILES_MAX || !self.read.insert(config.to_owned()) {
            return;
        }
        // Git takes NUL for the end of a value and goes on, while the reader rejects the whole file for it.
        let mut bytes = bytes(config).unwrap_or_default();
        bytes.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'\n');
        for setting in entries(&bytes).unwrap_or_default() {
            self.setting(&setting, config, home, depth);
        }
    }

    fn setting(&mut self, setting: &Entry, config: &Path, home: Option<&Path>, depth: usize) {
        let Some(value) = &setting.value else { return };
        match setting.without_subsection().as_str() {
            // Whether a condition holds is not looked at: it can hold later.
            "include.path" | "includeif.path" => {
                let Some(path) = expanded(value, home) else { return };
                let path = config.parent().unwrap_or(config).join(path);
                self.read_file(&path, home, depth + 1);
                self.places.insert(path);
            }
            "core.hookspath" => self.places.extend(expanded(value, home)),
            _ if is_harmless(setting) => {}
            // Another command of git.
            key if key.starts_with("alias.") && !value.starts_with(b"!") => {}
            _ => words(value).iter().for_each(|(at, word)| self.word(*at, word, home)),
        }
    }

    /// Adds the word at this place of a value. One without a slash can be a file in the work tree only after a
    /// program: that itself is looked for in `PATH`.
    fn word(&mut self, at: usize, word: &[u8], home: Option<&Path>) {
        let is_path = word.contains(&b'/');
        if is_path || (at > 0 && !word.starts_with(b"-")) {
            let counts_missing = is_path && at <= 1;
            if let Some(path) = expanded(word, home) {
                *self.words.entry(path).or_default() |= counts_missing;
            }
        }
    }

    /// The paths that are meant wherever git runs.
    pub(crate) fn everywhere(&self) -> Vec<PathBuf> {
        self.in_work_tree(Path::new("/")).filter(|path| self.names(path)).collect()
    }

    /// The paths that are meant in every work tree, relative to its top, whether something is there or not.
    pub(crate) fn in_every_tree(&self) -> Vec<PathBuf> {
        let words = self.words.iter().filter(|(_, counts_missing)| **counts_missing).map(|(word, _)| word);
        self.places.iter().chain(words).filter(|path| path.is_relative()).cloned().collect()
    }

    fn names(&self, path: &Path) -> bool {
        self.places.contains(path) || self.words.contains_key(path)
    }

    /// The absolute paths that are meant in the work tree `tree`.
    pub(crate) fn in_work_tree(&self, tree: &Path) -> impl Iterator<Item = PathBuf> {
        let counts = |(path, missing): &(PathBuf, bool)| match fs::metadata(path) {
            Ok(found) => !found.is_dir(),
            Err(_) => *missing,
        };
        let words = self.words.iter().map(|(word, missing)| (tree.join(word), *missing)).filter(counts);
        self.places.iter().map(|path| tree.join(path)).chain(words.map(|(path, _)| path))
    }
}

/// What git obeys because of the user's configuration and that of the machine: files that git reads for every
/// repository (`git-config(1)`, "FILES"). The variables are those of this process.
pub(crate) fn by_user() -> Named {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = gits_home();
    let own = home.as_ref().map(|home| home.join(".config"));
    let files = [
        variable("GIT_CONFIG_SYSTEM").or_else(|| Some("/etc/gitconfig".into())),
        variable("XDG_CONFIG_HOME").or(own).map(|place| place.join("git/config")),
        home.as_ref().map(|home| home.join(".gitconfig")),
        variable("GIT_CONFIG_GLOBAL"),
    ];
    let mut named = Named::default();
    for file in files.into_iter().flatten() {
        named.read(&file, home.as_deref());
        named.places.insert(file);
    }
    named
}

/// What git obeys because of the configuration of the repository whose work tree is `tree`, and of `in_every_tree`,
/// what the user's configuration names relative to a work tree. In a git directory that is where git runs in it
/// (`git-config(1)`, "core.hooksPath"). Every link is followed. Empty where there is no repository.
pub(crate) fn in_work_tree(tree: &Path, in_every_tree: &[PathBuf]) -> Vec<PathBuf> {
    let own = match dot_git(tree) {
        DotGit::Directory => of_repository(&tree.join(".git"), &[tree.to_owned()]),
        DotGit::Names(git) => of_repository(&git, &[tree.to_owned()]),
        DotGit::Absent | DotGit::Malformed | DotGit::Other | DotGit::Unknown
            if !in_every_tree.is_empty()
                && is_obeyed_by_git(tree, |path| fs::symlink_metadata(path).is_ok()) =>
        {
            Vec::new()
        }
        DotGit::Absent | DotGit::Malformed | DotGit::Other | DotGit::Unknown => return Vec::new(),
    };
    let found = own.into_iter().chain(in_every_tree.iter().map(|path| tree.join(path)));
    found.flat_map(|path| Followed::path(&path).into_paths()).collect()
}

/// What git obeys because of the configuration of the repository in the git directory `git`, in the work trees `trees`.
pub(crate) fn of_repository(git: &Path, trees: &[PathBuf]) -> Vec<PathBuf> {
    let home = gits_home();
    let common = common(git).unwrap_or_else(|| git.to_owned());
    let mut named = Named::default();
    for place in BTreeSet::from([git, &common]) {
        for name in ["config", "config.worktree"] {
            named.read(&place.join(name), home.as_deref());
        }
    }
    trees.iter().flat_map(|tree| named.in_work_tree(tree)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// A path with every link followed as far as something is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    /// Where it leads; the rest of a missing path is appended.
    pub(crate) real: PathBuf,
    /// The links on the way, each by its real path.
    pub(crate) links: Vec<PathBuf>,
}

impl Followed {
    /// Follows `path`, which is absolute.
    pub(crate) fn path(path: &Path) -> Self {
        let mut followed = Self::default();
        let mut waiting = path.components().rev().map(owned).collect::<Vec<_>>();
        while let Some(part) = waiting.pop() {
            if part == Path::new("..") {
                followed.real.pop();
                continue;
            }
            let next = followed.real.join(part);
            match fs::read_link(&next) {
                Ok(target) if followed.links.len() < LINKS_MAX => {
                    waiting.extend(target.components().rev().map(owned));
                    followed.links.push(next);
                }
                _ => followed.real = next,
            }
        }
        followed
    }

    /// The end of the way and the links on it.
    pub(crate) fn into_paths(self) -> impl Iterator<Item = PathBuf> {
        self.links.into_iter().chain([self.real])
    }
}

fn owned(part: Component<'_>) -> PathBuf {
    part.as_os_str().into()
}

/// A path of a configuration with `~` replaced; none for the home directory of somebody else and for what git keeps
/// beside its programs (`git-config(1)`, "pathname").
fn expanded(written: &[u8], home: Option<&Path>) -> Option<PathBuf> {
    if written.is_empty() || written.starts_with(b"%(prefix)/") {
        return None;
    }
    if let Some(rest) = written.strip_prefix(b"~") {
        let rest = rest.strip_prefix(b"/").or(if rest.is_empty() { Some(rest) } else { None })?;
        return Some(home?.join(os_string(rest)?));
    }
    Some(os_string(written)?.into())
}

/// The words of a value that a shell may get, each with its place. Rather too many words than too few: what is after
/// `=` is one of its own, and a text in quotes counts whole and in its parts.
fn words(value: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b";&|()<>=!$`{}\"'".contains(byte);
    let parts = value.split(ends).filter(|word| !word.is_empty()).map(<[u8]>::to_vec);
    let quoted = |quote: u8| {
        value.split(move |byte| *byte == quote).skip(1).step_by(2).map(<[u8]>::to_vec).enumerate()
    };
    let escaped = if value.contains(&b'\\') { words_without_escapes(value) } else { Vec::new() };
    let whole = quoted(b'"').chain(quoted(b'\'')).chain(escaped.into_iter().enumerate());
    parts.enumerate().chain(whole).collect()
}

/// The words between blanks that no backslash precedes, without the backslashes.
fn words_without_escapes(value: &[u8]) -> Vec<Vec<u8>> {
    let mut words = vec![Vec::new()];
    let mut bytes = value.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => words.last_mut().into_iter().for_each(|word: &mut Vec<u8>| word.extend(bytes.next())),
            byte if byte.is_ascii_whitespace() => words.push(Vec::new()),
            byte => words.last_mut().into_iter().for_each(|word| word.push(*byte)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The content of a small file; none for a large file or anything else.
fn bytes(path: &Path) -> Option<Vec<u8>> {
    let is = fs::metadata(path).ok()?;
    if is.is_file() && is.len() <= CONFIG_BYTES_MAX { fs::read(path).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn named(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf, Vec<String>) {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        for (name, text) in files {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        }
        let found = of_repository(&root.join(".git"), std::slice::from_ref(&root));
        let found = found.iter().filter_map(|path| path.strip_prefix(&root).ok());
        let found = found.map(|path| path.to_str().unwrap().to_owned()).collect();
        (guard, root, found)
    }

    #[test]
    fn includes_are_followed_whatever_their_condition_and_also_where_they_are_missing() {
        let (_guard, _, found) = named(&[
            (
                ".git/config",
                "[include]\n\tpath = one.inc\n[includeIf \"onbranch:x/**\"]\n\tpath = ../two.inc\n",
            ),
            (".git/one.inc", "[includeIf \"hasconfig:remote.*.url:x\"]\n\tpath = deep/three.inc\n"),
            (".git/deep/three.inc", "[core]\n\thooksPath = own/hooks\n"),
        ]);
        assert_eq!(found, [".git/../two.inc", ".git/deep/three.inc", ".git/one.inc", "own/hooks"]);
    }

    #[test]
    fn what_the_user_names_counts_in_work_trees_and_in_git_directories() {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        for name in ["tree/.git/objects", "tree/.git/refs", "plain"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("tree/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
        let names = [PathBuf::from(".githooks")];
        for (directory, counts) in
            [("tree", true), ("tree/.git", true), ("plain", false), ("tree/.git/refs", false)]
        {
            let expected = if counts { vec![root.join(directory).join(".githooks")] } else { Vec::new() };
            assert_eq!(in_work_tree(&root.join(directory), &names), expected, "{directory}");
        }
    }

    #[test]
    fn what_every_work_tree_is_asked_for_is_relative_and_names_a_path() {
        let guard = tempfile::tempdir().unwrap();
        let config = guard.path().join("config");
        let text = "[core]\n\thooksPath = .githooks\n\tfsmonitor = tools/monitor -v a/b\n\tpager = less -R\n\
            \tsshCommand = /bin/ssh\n[include]\n\tpath = more\n";
        fs::write(&config, text).unwrap();
        let mut named = Named::default();
        named.read(&config, None);
        assert_eq!(named.in_every_tree(), [".githooks", "tools/monitor"].map(PathBuf::from));
    }

    #[test]
    fn includes_in_a_circle_end() {
        let (_guard, _, found) =
            named(&[(".git/config", "[include]\n\tpath = a\n"), (".git/a", "[include]\n\tpath = config\n")]);
        assert_eq!(found, [".git/a", ".git/config"]);
    }

    #[test]
    fn the_programs_that_a_configuration_names_in_the_work_tree_are_found() {
        for (config, expected) in [
            ("[core]\n\tfsmonitor = tools/monitor", &["tools/monitor"][..]),
            ("[core]\n\tsshCommand = sh ./tools/ssh.sh -4", &["tools/ssh.sh"]),
            ("[alias]\n\tx = !tools/x --y=a/b", &["tools/x"]),
            ("[filter \"f\"]\n\tclean = node filter.js", &["filter.js"]),
            ("[diff \"d\"]\n\ttextconv = 'my tools/conv'", &["'my", "my tools/conv"]),
            ("[merge \"m\"]\n\tdriver = my\\\\ tools/merge %A", &["my tools/merge", "my\\", "tools/merge"]),
            ("[core]\n\teditor = vim\n[user]\n\tname = a/b", &[]),
            ("[remote \"o\"]\n\turl = ../other/x", &[]),
        ] {
            let (_guard, _, found) = named(&[(".git/config", config), ("filter.js", ""), ("monitor", "")]);
            for path in expected.iter().filter(|path| !path.contains('\'') && !path.ends_with('\\')) {
                assert!(found.contains(&(*path).to_owned()), "{config}: {found:?}");
            }
            assert_eq!(expected.is_empty(), found.is_empty(), "{config}: {found:?}");
        }
    }

    #[test]
    fn a_missing_path_is_followed_as_far_as_something_is_there() {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        fs::create_dir(root.join("there")).unwrap();
        symlink("there", root.join("link")).unwrap();
        symlink("gone/deeper", root.join("dangling")).unwrap();
        for (path, real, links) in [
            ("link/a/b", "there/a/b", &["link"][..]),
            ("there/../link/../x", "x", &["link"]),
            ("dangling/y", "gone/deeper/y", &["dangling"]),
            ("none/z", "none/z", &[]),
        ] {
            let followed = Followed::path(&root.join(path));
            assert_eq!(followed.real, root.join(real), "{path}");
            assert_eq!(
                followed.links,
                links.iter().map(|link| root.join(link)).collect::<Vec<_>>(),
                "{path}"
            );
        }
    }
}
