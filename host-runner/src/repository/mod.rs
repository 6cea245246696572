//! Programs that a repository's settings could make git start, found by reading its files as git does.
//!
//! Owns the way from a directory to the settings that git reads: the repository, its configuration with includes, its
//! hook, and the same for submodules. Runs nothing, least of all git. The core says which settings count; what cannot
//! be read counts as if it named programs.

mod discovery;
mod files;
mod index;
#[cfg(unix)]
mod work_trees;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use policy_core::commands::repository::{HOOKS, INDEX_HOOK, SUBMODULES, UNREADABLE, can_start};

use crate::git_config::entries;
use crate::git_layout;
use crate::system::files::may_git_run;
use crate::system::text::os_string;
pub(crate) use discovery::{discover, top_of_work_tree};
pub(crate) use files::exists;
use files::{Content, TEXT_BYTES_MAX};
#[cfg(unix)]
pub(crate) use work_trees::work_trees;

/// How deep includes are followed; git gives up at the same depth.
const INCLUDES_MAX: usize = 10;
/// How many files are read for one directory.
const FILES_MAX: usize = 1000;
/// The largest index that is read: one of a million files has about a tenth.
const INDEX_BYTES_MAX: u64 = 1 << 30;

/// The settings of the repository around `directory` that could make git start a program, by name and sorted, in the
/// form of [`Facts::repository_programs`](policy_core::Facts::repository_programs). `directory` is absolute and without
/// links; `home` is what `~` stands for.
pub(crate) fn programs(directory: &Path, home: Option<&Path>) -> Vec<String> {
    let mut survey = Survey { home, names: BTreeSet::new(), seen: BTreeSet::new(), files: 0 };
    match discover(directory) {
        Some(places) => {
            for place in places {
                survey.repository(&place.git_directory, &place.work_tree, "");
            }
        }
        None => survey.unreadable(),
    }
    survey.names.into_iter().collect()
}

struct Survey<'h> {
    home: Option<&'h Path>,
    names: BTreeSet<String>,
    /// The git directories that were looked at.
    seen: BTreeSet<PathBuf>,
    files: usize,
}

/// Settings of a configuration that are not programs but matter.
#[derive(Default)]
struct Layout {
    hooks: Vec<Vec<u8>>,
    work_trees: Vec<Vec<u8>>,
    is_sha256: bool,
}

impl Survey<'_> {
    fn unreadable(&mut self) {
        self.names.insert(UNREADABLE.into());
    }

    /// Looks at the repository in `git_directory`, and at those inside; `prefix` precedes the names.
    fn repository(&mut self, git_directory: &Path, work_tree: &Path, prefix: &str) {
        let Ok(real) = git_directory.canonicalize() else {
            // Git finds nothing there either, unless it may see more than the runner.
            if exists(git_directory) != Some(false) {
                self.unreadable();
            }
            return;
        };
        if !self.seen.insert(real.clone()) {
            return;
        }
        let Some(common) = git_layout::common(&real) else { return self.unreadable() };
        let mut layout = Layout::default();
        for file in [common.join("config"), common.join("config.worktree"), real.join("config.worktree")] {
            self.config(&file, prefix, &mut layout, 0);
        }
        let mut trees = vec![work_tree.to_owned()];
        for named in &layout.work_trees {
            match self.path(named, &real) {
                Some(tree) => trees.push(tree),
                None => self.unreadable(),
            }
        }
        let mut hooks = vec![common.join("hooks")];
        for named in &layout.hooks {
            // Git looks from where it runs hooks: at the top of the work tree.
            let places: Vec<_> = trees.iter().map(|tree| self.path(named, tree)).collect();
            for place in places {
                match place {
                    Some(place) => hooks.push(place),
                    None => self.unreadable(),
                }
            }
        }
        if hooks.iter().any(|place| may_git_run(&place.join(INDEX_HOOK))) {
            self.names.insert(format!("{prefix}{HOOKS}{INDEX_HOOK}"));
        }
        let hash_bytes = if layout.is_sha256 { 32 } else { 20 };
        for link in self.gitlinks(&real, hash_bytes) {
            for tree in &trees {
                let inner = tree.join(&link);
                match discovery::of_work_tree(&inner) {
                    Some(Some((git_directory, _))) => self.repository(&git_directory, &inner, SUBMODULES),
                    Some(None) => {}
                    None => self.unreadable(),
                }
            }
        }
    }

    /// Reads one configuration file and what it includes.
    fn config(&mut self, file: &Path, prefix: &str, layout: &mut Layout, depth: usize) {
        self.files += 1;
        if self.files > FILES_MAX || depth > INCLUDES_MAX {
            return self.unreadable();
        }
        let entries = match files::content(file, TEXT_BYTES_MAX) {
            Content::Absent => return,
            Content::Bytes(bytes) => entries(&bytes).ok(),
            Content::Unreadable => None,
        };
        let Some(entries) = entries else { return self.unreadable() };
        for entry in entries {
            let text = entry.value.as_deref().map(String::from_utf8_lossy);
            if can_start(&entry.name, text.as_deref()) {
                self.names.insert(format!("{prefix}{}", entry.name));
            }
            let value = entry.value.unwrap_or_default();
            match entry.name.as_str() {
                "core.hookspath" => layout.hooks.push(value),
                "core.worktree" => layout.work_trees.push(value),
                "extensions.objectformat" => layout.is_sha256 = value.eq_ignore_ascii_case(b"sha256"),
                // Whether a condition holds is not looked at: what could be included counts.
                name if name == "include.path"
                    || name
                        .strip_prefix("includeif.")
                        .is_some_and(|rest| rest.split('.').next_back() == Some("path")) =>
                {
                    match file.parent().and_then(|place| self.path(&value, place)) {
                        Some(included) => self.config(&included, prefix, layout, depth + 1),
                        None => self.unreadable(),
                    }
                }
                _ => {}
            }
        }
    }

    /// A path as settings write it, relative to `base`; none when what it begins with is not known.
    fn path(&self, written: &[u8], base: &Path) -> Option<PathBuf> {
        if written.starts_with(b"%(prefix)/") || written.starts_with(b":(") {
            return None;
        }
        if let Some(rest) = written.strip_prefix(b"~") {
            let rest = rest.strip_prefix(b"/").or(if rest.is_empty() { Some(rest) } else { None })?;
            return Some(self.home?.join(os_string(rest)?));
        }
        Some(base.join(os_string(written)?))
    }

    /// The paths of the repositories that the index lists.
    fn gitlinks(&mut self, git_directory: &Path, hash_bytes: usize) -> Vec<OsString> {
        let mut files = vec![git_directory.join("index")];
        // A split index has most of its entries in a file of its own (`git-update-index(1)`).
        for entry in git_directory.read_dir().into_iter().flatten().flatten() {
            if entry.file_name().as_encoded_bytes().starts_with(b"sharedindex.") {
                files.push(entry.path());
            }
        }
        let mut links = Vec::new();
        for file in files {
            let found = match files::content(&file, INDEX_BYTES_MAX) {
                Content::Absent => continue,
                Content::Bytes(bytes) => index::gitlinks(&bytes, hash_bytes).ok(),
                Content::Unreadable => None,
            };
            match found.map(|found| found.iter().map(|link| os_string(link)).collect::<Option<Vec<_>>>()) {
                Some(Some(found)) => links.extend(found),
                _ => self.unreadable(),
            }
        }
        links
    }
}

#[cfg(test)]
mod tests;
