//! Repositories and project settings around the directories in which a command runs.
//!
//! Owns the questions that only the host can answer: whether a directory is a bare repository, which programs the settings
//! of a repository can start, where its work trees are, and whether there is a settings file above a directory.

use alloc::string::String;
use alloc::vec::Vec;

use super::directories::Directories;
use super::facts::Machine;
use crate::paths::lexical as paths;
use crate::request::Need;

impl<'e> Machine<'e> {
    /// Whether git would take one of `directories`, and `inner` beneath it, for a bare repository; none until the host
    /// has sent the fact.
    pub(crate) fn bare_repository(&self, directories: Directories<'_>, inner: &[&str]) -> Option<bool> {
        let mut bare = false;
        for directory in directories? {
            let place = self.resolved_through(directory, inner)?;
            let own = self.roots.first().is_some_and(|root| *root == place);
            let known = match self.request.facts.bare_repositories.get(&place) {
                Some(known) => Some(*known),
                None if own => self.request.facts.bare_repository,
                None => None,
            };
            if known.is_none() {
                self.need(Need::BareRepository(place));
            }
            bare |= known?;
        }
        Some(bare)
    }

    /// The programs that the settings of the repositories around `directories`, and `inner` beneath them, can start, by
    /// name. A missing fact is asked for, and taken for none (see [`Facts::repository_programs`] for why).
    ///
    /// [`Facts::repository_programs`]: crate::request::Facts::repository_programs
    pub(crate) fn repository_programs(&self, directories: Directories<'_>, inner: &[&str]) -> Vec<&'e str> {
        let mut listed = Vec::new();
        for directory in directories.unwrap_or(&[]) {
            let Some(place) = self.resolved_through(directory, inner) else { continue };
            match self.request.facts.repository_programs.get(&place) {
                Some(names) => listed.extend(names.iter().map(String::as_str)),
                None => self.need(Need::RepositoryPrograms(place)),
            }
        }
        listed
    }

    /// Whether `path`, which is cleaned, lies in a work tree of the repository around the working directory.
    ///
    /// A work tree that is the home directory or holds it is none: other projects and secrets are in it.
    pub(super) fn in_repository(&self, path: &str) -> bool {
        let (Some(own), Some(home)) = (self.roots.first(), self.request.home) else { return false };
        if !own.starts_with('/') {
            return false;
        }
        let Some(trees) = self.request.facts.work_trees.get(own) else {
            self.need(Need::WorkTrees(own.clone()));
            return false;
        };
        trees.iter().map(|tree| paths::clean(tree)).any(|tree| {
            tree.len() > 1
                && tree.starts_with('/')
                && !paths::is_within_clean(&paths::clean(home), &tree)
                && paths::is_within_clean(path, &tree)
        })
    }

    /// Whether a shim is in the place of the program with this name.
    pub(crate) fn is_shim(&self, name: &str) -> bool {
        self.request.facts.shims.iter().any(|shim| shim == name)
    }

    /// The files that start when a shell looks `name` up in `PATH`; none until the host has sent the fact.
    pub(crate) fn program(&self, name: &str) -> Option<&'e [String]> {
        let files = self.request.facts.programs.get(name);
        if files.is_none() {
            self.need(Need::Program(name.into()));
        }
        files.map(Vec::as_slice)
    }

    /// Whether `path`, which is cleaned, lies in a working directory.
    pub(crate) fn is_in_project(&self, path: &str) -> bool {
        self.roots.iter().any(|root| !root.is_empty() && paths::is_within_clean(path, root))
    }

    /// Whether one of `names` exists in one of `directories`, or above it; none until the host has sent the facts.
    pub(crate) fn has_settings(&self, directories: Directories<'_>, names: &[&str]) -> Option<bool> {
        let mut found = false;
        let mut told = true;
        let directories = directories?;
        // What a link leads to has other directories above it.
        let mut led = Vec::new();
        for directory in directories.iter().filter(|directory| self.roots.first() != Some(directory)) {
            match self.real(directory) {
                Some(real) => led.push(real),
                None => told = false,
            }
        }
        led.retain(|real| !directories.contains(real));
        for directory in directories.iter().chain(&led) {
            let mut place = directory.as_str();
            loop {
                for name in names {
                    let path = paths::join(place, name);
                    if let Some(there) = self.request.facts.existing.get(&path) {
                        found |= there;
                    } else {
                        told = false;
                        self.need(Need::Exists(path));
                    }
                }
                match place.rsplit_once('/') {
                    Some((above, last)) if !last.is_empty() => {
                        place = if above.is_empty() { "/" } else { above }
                    }
                    _ => break,
                }
            }
        }
        if found { Some(true) } else { told.then_some(false) }
    }
}
