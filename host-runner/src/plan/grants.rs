//! The paths that must be writable for the changes of a command.
//!
//! Owns the look at the disk: the kernel can grant existing files and directories, so a file that does not exist needs
//! its directory. Never grants more than the nearest existing parent.

use std::path::{Path, PathBuf};

use policy_core::verdict::Grants;

use crate::sandbox::existing_paths::holds_protected;
use crate::sandbox::protected_names::is_dependency_tree;
use crate::sandbox::{can_be_approved, is_protected};

/// The absolute paths beneath which must be writable, as the disk is now; sorted, none within another.
pub(crate) fn writable(grants: &Grants) -> Vec<PathBuf> {
    let writes = grants.writes.iter().map(|path| existing(Path::new(path)));
    let replaces = grants.replaces.iter().map(|path| {
        let path = Path::new(path);
        if path.is_dir() { path.to_owned() } else { directory_of(path) }
    });
    let removes = grants.removes.iter().map(|path| directory_of(Path::new(path)));
    let mut paths: Vec<PathBuf> = writes.chain(replaces).chain(removes).collect();
    // The special files of `/dev` are those of the sandbox.
    paths.retain(|path| !path.starts_with("/dev"));
    paths.sort();
    paths.dedup_by(|inner, outer| inner.starts_with(&*outer));
    paths
}

/// Those of `paths` that lie beneath one of `roots` once every link is followed, and that nobody obeys.
pub(crate) fn within(paths: Vec<PathBuf>, roots: &[PathBuf]) -> Vec<PathBuf> {
    let roots = roots.iter().filter_map(|root| root.canonicalize().ok()).collect::<Vec<_>>();
    let is_inside = |path: &PathBuf| {
        path.canonicalize()
            .is_ok_and(|real| roots.iter().any(|root| real.starts_with(root)) && !is_protected(&real, &roots))
    };
    paths.into_iter().filter(is_inside).collect()
}

/// What of `grants` is protected, so that whoever consented to them approved it by name; and those of `writable` that
/// are protected themselves and have to be writable for that alone. `roots` is where commands work. A directory that is
/// removed is approved with all that is in it: the name says it all.
pub(crate) fn approved(
    grants: &Grants,
    writable: &[PathBuf],
    roots: &[PathBuf],
) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let work = roots.iter().filter_map(|root| root.canonicalize().ok()).collect::<Vec<_>>();
    let roots = work.iter().cloned().chain(["/".into()]).collect::<Vec<_>>();
    let real_names = |paths: &[String]| paths.iter().filter_map(|path| real_name(Path::new(path))).collect();
    let [written, replaced, removed]: [Vec<PathBuf>; 3] =
        [&grants.writes, &grants.replaces, &grants.removes].map(|paths| real_names(paths));
    let is_inside = |path: &Path| work.iter().any(|root| path != root && path.starts_with(root));
    let is_directory = |path: &Path| std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    let goes_whole = |path: &PathBuf| {
        let is_free = path.file_name().is_some_and(is_dependency_tree);
        is_inside(path) && is_directory(path) && !is_free && holds_protected(path)
    };
    let named = written.iter().chain(&replaced).chain(&removed);
    let mut approved = named.filter(|path| can_be_approved(path, &roots)).cloned().collect::<Vec<_>>();
    approved.extend(removed.iter().filter(|path| goes_whole(path)).cloned());
    approved.sort();
    approved.dedup();
    let real = writable.iter().filter_map(|path| path.canonicalize().ok());
    let is_free = |path: &PathBuf| approved.iter().any(|free| path.starts_with(free));
    let closed = real.filter(|path| !is_free(path) && can_be_approved(path, &roots)).collect();
    (approved, closed)
}

/// `path` with every link followed on the way to it, as far as that is there.
fn real_name(path: &Path) -> Option<PathBuf> {
    let directory = directory_of(path);
    let rest = path.strip_prefix(&directory).ok()?;
    Some(directory.canonicalize().ok()?.join(rest))
}

/// The directory that holds `path`, or the nearest one above that exists.
fn directory_of(path: &Path) -> PathBuf {
    existing(path.parent().unwrap_or(path))
}

/// `path`, or the nearest directory above that exists.
fn existing(path: &Path) -> PathBuf {
    path.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_granted_and_for_what_is_not_the_nearest_directory() {
        let home = tempfile::tempdir().unwrap();
        let at = |path: &str| home.path().join(path).to_str().unwrap().to_owned();
        std::fs::create_dir_all(at("d/e")).unwrap();
        std::fs::write(at("d/f"), "").unwrap();
        let cases: &[[&[&str]; 4]] = &[
            // written, replaced, removed, writable
            [&[], &[], &[], &[]],
            [&["d/f"], &[], &[], &["d/f"]],
            [&["d/new"], &[], &[], &["d"]],
            [&["d/e/x/y"], &[], &[], &["d/e"]],
            [&["d/e"], &[], &[], &["d/e"]],
            [&[], &["d/f"], &[], &["d"]],
            [&[], &["d/e"], &[], &["d/e"]],
            [&[], &[], &["d/e"], &["d"]],
            [&["d/f", "d/e/x"], &[], &["d/e"], &["d"]],
            [&["d/f", "d/e/x"], &[], &["d/e/y"], &["d/e", "d/f"]],
        ];
        for [writes, replaces, removes, expected] in cases {
            let list = |paths: &[&str]| paths.iter().map(|path| at(path)).collect::<Vec<_>>();
            let grants = Grants {
                writes: list(writes),
                replaces: list(replaces),
                removes: list(removes),
                ..Grants::default()
            };
            let expected: Vec<PathBuf> = list(expected).into_iter().map(PathBuf::from).collect();
            assert_eq!(writable(&grants), expected, "{grants:?}");
        }
    }
}
