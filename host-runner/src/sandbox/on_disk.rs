//! Resolves a request against the disk at the start of a command.
//!
//! Owns the resolution: links are followed, protected paths are added, and what is missing is kept apart from what is there. Changes
//! nothing on the disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::obeyed::Followed;
use super::{SandboxRequest, existing_paths, obeyed};

impl SandboxRequest {
    /// The request as it applies to what is on the disk, for a command that starts in `cwd`, with every link
    /// followed: a mount needs an existing path. Protected paths inside the writable ones join what stays as it
    /// is, and with a linked working tree its repository becomes writable, so that git works there. The sentences say
    /// what could not be granted.
    pub(crate) fn as_found(&self, cwd: &Path, temp: Option<PathBuf>) -> (Self, Vec<String>) {
        let mut hints = Vec::new();
        let real = |path: &PathBuf| path.canonicalize().ok();
        let mut writable = Vec::new();
        for path in &self.writable {
            match real(path) {
                Some(real) => writable.push(real),
                None => {
                    hints.push(format!("`{}` does not exist, so it was not made writable", path.display()));
                }
            }
        }
        let repositories = writable.iter().filter_map(|root| existing_paths::repository_of_worktree(root));
        let repositories = repositories.filter(|git| !writable.iter().any(|root| git.starts_with(root)));
        writable.extend(repositories.collect::<Vec<_>>());
        let user = obeyed::by_user();
        let protected = writable.iter().flat_map(|root| existing_paths::existing_protected(root, cwd));
        let obeyed = writable.iter().flat_map(|root| existing_paths::obeyed(root, cwd, &user));
        let behind =
            writable.iter().flat_map(|root| existing_paths::missing_behind_links(root, cwd, &writable));
        let kept = protected.chain(obeyed).chain(behind).collect::<Vec<_>>();
        // What this program executes later.
        #[cfg(all(unix, feature = "engine"))]
        let kept = kept.into_iter().chain(crate::module_cache::inside(&writable)).collect::<Vec<_>>();
        let mut held = Held { writable: &writable, ..Held::default() };
        for path in kept.into_iter().chain(self.closed.clone()) {
            held.add_but(path, &self.approved);
        }
        for path in &self.read_only_inside {
            held.existing.extend(real(path));
            held.add(path);
        }
        let Held { existing, links, missing, .. } = held;
        let request = Self {
            read_only_inside: existing.into_iter().collect(),
            kept_links: self.kept_links.iter().cloned().chain(links).collect(),
            kept_missing: self.kept_missing.iter().cloned().chain(missing).collect(),
            obeyed_in_work_trees: user.in_every_tree(),
            writable,
            approved: self.approved.clone(),
            closed: self.closed.clone(),
            vacated: self.vacated.clone(),
            deny_read: self.deny_read.iter().filter_map(real).collect(),
            deny_read_later: self.denied_later(),
            hidden: self.hidden.clone(),
            network: self.network,
            captured_ports: self.captured_ports.clone(),
            unix_sockets: self.unix_sockets,
            allowed_sockets: self.allowed_sockets.iter().filter_map(real).collect(),
            temp,
        };
        (request, hints)
    }

    /// The denied paths at which something else can appear during the run: what is there can be replaced, and what is
    /// missing can be made by others. What the command itself makes inside of a writable path it may read.
    fn denied_later(&self) -> Vec<PathBuf> {
        let paths = self.deny_read.iter().map(|path| Followed::path(path).real);
        let can_be_made = |path: &PathBuf| self.writable.iter().any(|root| path.starts_with(root));
        paths.filter(|path| path.exists() || !can_be_made(path)).collect()
    }
}

/// What stays as it is, by the means that hold it.
#[derive(Debug, Default)]
struct Held<'w> {
    writable: &'w [PathBuf],
    /// By a mount.
    existing: BTreeSet<PathBuf>,
    /// By the supervisor, which lets nothing take their place.
    links: BTreeSet<PathBuf>,
    /// By the supervisor, which lets nothing be made there.
    missing: BTreeSet<PathBuf>,
}

impl Held<'_> {
    /// Adds `path` as far as it stays as it is when `approved` need not.
    fn add_but(&mut self, path: PathBuf, approved: &[PathBuf]) {
        for path in existing_paths::without(path, approved) {
            self.add(&path);
        }
    }

    /// Adds `path`, and the links on the way to it.
    fn add(&mut self, path: &Path) {
        let Followed { real, links } = Followed::path(path);
        let writable = self.writable;
        let is_inside = |path: &PathBuf| writable.iter().any(|root| path.starts_with(root) && path != root);
        self.links.extend(links.into_iter().filter(is_inside));
        if is_inside(&real) {
            let places = if real.exists() { &mut self.existing } else { &mut self.missing };
            places.insert(real);
        }
    }
}
