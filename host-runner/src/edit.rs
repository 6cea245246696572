//! Applies an edit: the runner writes the new content that the verdict showed.
//!
//! Owns the promise that the approved edit is the applied one. sed is not started: nobody would have seen its result
//! for a file that changed a moment ago. Every file is compared again, every new content is written beside its file,
//! and then each is renamed over its file in one step. Access lists and extended attributes are not copied.

use std::io;
use std::path::Path;
use std::path::PathBuf;

use policy_core::Facts;
use policy_core::limits::CONTENT_BYTES_MAX;
use policy_core::verdict::{Edit, FileEdit};

use crate::direct::{Direct, Found, Prepared};
use crate::sandbox::SandboxRequest;

/// One file of an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileChange {
    /// The real path.
    pub path: PathBuf,
    /// Its content at the time of the verdict.
    pub before: String,
    /// Its new content.
    pub after: String,
}

/// An edit that was not applied.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The file changed since the edit was shown.
    #[error("`{}` has changed since the edit was shown, so nothing was written; check the command again", .0.display())]
    Changed(PathBuf),
    /// The command itself could not have written there either.
    #[error("the sandbox does not permit writing `{}`, so nothing was written; see `sandbox.filesystem` in the settings", .0.display())]
    Confined(PathBuf),
    /// The system refused.
    #[error("`{}` cannot be written: {error}; {}", path.display(), written_so_far(done))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
        /// The files that have their new content nevertheless.
        done: Vec<PathBuf>,
    },
}

fn written_so_far(done: &[PathBuf]) -> String {
    if done.is_empty() {
        return "nothing was written".to_owned();
    }
    let names: Vec<_> = done.iter().map(|path| format!("`{}`", path.display())).collect();
    format!("{} already changed", names.join(", "))
}

/// The changes that `edit` is made of; none when `facts` are not those that it was made from.
pub(crate) fn changes(edit: &Edit, facts: &Facts) -> Option<Vec<FileChange>> {
    let change = |file: &FileEdit| {
        let before = facts.contents.get(&file.path)?.clone()?;
        let path = facts.real_paths.get(&file.path).unwrap_or(&file.path).into();
        Some(FileChange { path, before, after: file.new_content.clone() })
    };
    edit.files.iter().map(change).collect()
}

/// Gives every file its new content, or none. `sandbox` is what a command would be held to, with every link followed;
/// without one nothing confines it. Returns the written files, without those that do not change.
///
/// # Errors
/// A file is not what it was, lies where the command could not write, or the system refuses. Only when the last step
/// fails for one of several files can others have been written; the error names them.
pub(crate) fn apply(
    changes: &[FileChange],
    sandbox: Option<&SandboxRequest>,
) -> Result<Vec<PathBuf>, EditError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| EditError::Io { path, error, done: Vec::new() }
    };
    let mut places = Vec::with_capacity(changes.len());
    for change in changes {
        if sandbox.is_some_and(|sandbox| !may_write(sandbox, &change.path)) {
            return Err(EditError::Confined(change.path.clone()));
        }
        let place = Direct::at(&change.path);
        let found = place.and_then(|place| Ok((place.read(CONTENT_BYTES_MAX)?, place)));
        match found {
            Ok((Some(found), place)) if found.text == change.before => places.push((place, found, change)),
            // Also when it is gone, or something else now.
            _ => return Err(EditError::Changed(change.path.clone())),
        }
    }
    let mut prepared: Vec<(Prepared<'_>, &Direct, &Found, &FileChange)> = Vec::new();
    for (place, found, change) in &places {
        if change.after != change.before {
            let new = place.prepare(found, &change.after).map_err(failed(&change.path))?;
            prepared.push((new, place, found, change));
        }
    }
    if let Some((.., change)) = prepared.iter().find(|(_, place, found, _)| !place.is_still(found)) {
        return Err(EditError::Changed(change.path.clone()));
    }
    let mut done = Vec::new();
    for (new, .., change) in prepared {
        match new.put() {
            Ok(()) => done.push(change.path.clone()),
            Err(error) => return Err(EditError::Io { path: change.path.clone(), error, done }),
        }
    }
    Ok(done)
}

/// Whether a command in this sandbox could write `path`.
fn may_write(sandbox: &SandboxRequest, path: &Path) -> bool {
    let lies_in = |places: &[PathBuf]| places.iter().any(|place| path.starts_with(place));
    lies_in(&sandbox.writable) && !lies_in(&sandbox.read_only_inside) && !lies_in(&sandbox.deny_read)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    /// A directory with the files `a` and `b`, and the change of both.
    fn place() -> (tempfile::TempDir, PathBuf, Vec<FileChange>) {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        let changes = ["a", "b"].map(|name| {
            fs::write(root.join(name), "old\n").unwrap();
            FileChange { path: root.join(name), before: "old\n".to_owned(), after: "new\n".to_owned() }
        });
        (guard, root, changes.to_vec())
    }

    fn texts(root: &Path) -> [String; 2] {
        ["a", "b"].map(|name| fs::read_to_string(root.join(name)).unwrap_or_default())
    }

    #[test]
    fn every_file_gets_its_content_and_keeps_its_mode() {
        let (_guard, root, changes) = place();
        fs::set_permissions(root.join("a"), fs::Permissions::from_mode(0o751)).unwrap();
        assert_eq!(apply(&changes, None).unwrap(), [root.join("a"), root.join("b")]);
        assert_eq!(texts(&root), ["new\n", "new\n"]);
        assert_eq!(fs::metadata(root.join("a")).unwrap().mode() & 0o7777, 0o751);
        assert_eq!(fs::read_dir(&root).unwrap().count(), 2);
    }

    #[test]
    fn what_stays_as_it_is_is_not_written() {
        let (_guard, root, mut changes) = place();
        changes[0].after = changes[0].before.clone();
        let inode = fs::metadata(root.join("a")).unwrap().ino();
        assert_eq!(apply(&changes, None).unwrap(), [root.join("b")]);
        assert_eq!(fs::metadata(root.join("a")).unwrap().ino(), inode);
    }

    #[test]
    fn one_file_that_changed_keeps_all_from_being_written() {
        let tricks: [fn(&Path); 5] = [
            |root| fs::write(root.join("b"), "other\n").unwrap(),
            |root| fs::remove_file(root.join("b")).unwrap(),
            |root| {
                fs::rename(root.join("b"), root.join("c")).unwrap();
                symlink("c", root.join("b")).unwrap();
            },
            |root| {
                fs::remove_file(root.join("b")).unwrap();
                fs::create_dir(root.join("b")).unwrap();
            },
            |root| fs::write(root.join("b"), [0xff]).unwrap(),
        ];
        for trick in tricks {
            let (_guard, root, changes) = place();
            trick(&root);
            let before = fs::read_dir(&root).unwrap().count();
            assert!(matches!(apply(&changes, None), Err(EditError::Changed(path)) if path.ends_with("b")));
            assert_eq!(texts(&root)[0], "old\n");
            assert_eq!(fs::read_dir(&root).unwrap().count(), before);
        }
    }

    #[test]
    fn the_runner_writes_nowhere_where_the_command_could_not() {
        let (_guard, root, changes) = place();
        let sandbox = |writable: &[&str], read_only: &[&str], deny_read: &[&str]| {
            let beneath = |names: &[&str]| names.iter().map(|name| root.join(name)).collect::<Vec<_>>();
            SandboxRequest {
                writable: beneath(writable),
                read_only_inside: beneath(read_only),
                deny_read: beneath(deny_read),
                ..SandboxRequest::default()
            }
        };
        for confined in [
            sandbox(&[], &[], &[]),
            sandbox(&["a"], &[], &[]),
            sandbox(&[""], &["b"], &[]),
            sandbox(&[""], &[], &["b"]),
        ] {
            assert!(matches!(apply(&changes, Some(&confined)), Err(EditError::Confined(_))));
            assert_eq!(texts(&root), ["old\n", "old\n"]);
        }
        assert!(apply(&changes, Some(&sandbox(&[""], &["c"], &["d"]))).is_ok());
    }
}
