//! The copy of the repository in which the mutants are built.
//!
//! Owns the place below the target directory. Files that did not change keep their time, so that cargo builds little
//! again.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the outcome of a mutant can depend on.
const SOURCES: &[&str] = &[
    "policy-core/",
    "snapshots/",
    "tests/support/",
    ".cargo/mutants.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
];

/// The directory of the repository that this program was built from.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The directory below the target directory that this program writes to. It exists.
pub(crate) fn place() -> io::Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let place = target.join("mutants");
    fs::create_dir_all(&place)?;
    place.canonicalize()
}

/// A digest of the sources of the core, of its tests and of their snapshots.
pub(crate) fn digest() -> io::Result<String> {
    let root = root();
    let mut hasher = DefaultHasher::new();
    for name in names(&root)?.iter().filter(|name| SOURCES.iter().any(|source| name.starts_with(source))) {
        name.hash(&mut hasher);
        fs::read(root.join(name))?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Makes `tree` a copy of the files that git knows. It leaves out those in `own`, which the caller writes.
pub(crate) fn copy(tree: &Path, own: &BTreeSet<&str>) -> io::Result<()> {
    let root = root();
    let names = names(&root)?;
    for name in names.iter().filter(|name| !own.contains(name.as_str())) {
        put(&tree.join(name), &fs::read(root.join(name))?)?;
    }
    let names = names.iter().map(Path::new).collect::<BTreeSet<_>>();
    remove_others(&tree.join("policy-core"), tree, &names)
}

/// Writes `new` to `path`, unless the file has this content.
pub(crate) fn put(path: &Path, new: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == new) {
        return Ok(());
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, new)
}

/// The files that git tracks or would track, relative to `root`.
fn names(root: &Path) -> io::Result<BTreeSet<String>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.current_dir(root).output()?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(names.split('\0').filter(|name| root.join(name).is_file()).map(str::to_owned).collect())
}

/// Removes the files below `directory` that are not among `names`, which are relative to `tree`.
fn remove_others(directory: &Path, tree: &Path, names: &BTreeSet<&Path>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, tree, names)?;
        } else if !path.strip_prefix(tree).is_ok_and(|name| names.contains(name)) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
