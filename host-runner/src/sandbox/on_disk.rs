//! Resolves a request against the disk at the start of a command.
//!
//! Owns the resolution: links are followed, missing paths are left out, existing protected paths are added. Changes
//! nothing on the disk.

use std::path::{Path, PathBuf};

use super::{SandboxRequest, existing_paths};

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
        let kept = writable
            .iter()
            .flat_map(|root| existing_paths::existing_protected(root, cwd))
            .chain(self.closed.clone());
        let kept = kept.flat_map(|path| existing_paths::without(path, &self.approved));
        let kept = self.read_only_inside.iter().cloned().chain(kept);
        // What this program executes later.
        #[cfg(all(unix, feature = "engine"))]
        let kept = kept.chain(crate::module_cache::inside(&writable));
        let kept = kept.collect::<Vec<_>>();
        let links = kept.iter().filter(|path| path.is_symlink()).cloned();
        let behind =
            writable.iter().flat_map(|root| existing_paths::missing_behind_links(root, cwd, &writable));
        let behind = behind.filter(|path| !self.approved.iter().any(|free| path.starts_with(free)));
        let request = Self {
            read_only_inside: kept.iter().filter_map(real).collect(),
            kept_links: self.kept_links.iter().cloned().chain(links).chain(behind).collect(),
            writable,
            approved: self.approved.clone(),
            closed: self.closed.clone(),
            deny_read: self.deny_read.iter().filter_map(real).collect(),
            hidden: self.hidden.clone(),
            network: self.network,
            captured_ports: self.captured_ports.clone(),
            unix_sockets: self.unix_sockets,
            allowed_sockets: self.allowed_sockets.iter().filter_map(real).collect(),
            temp,
        };
        (request, hints)
    }
}
