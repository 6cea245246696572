//! Path resolution as in the kernel (`path_resolution(7)`): after a link, `..` leads elsewhere than the text suggests.
//!
//! Owns the walk from component to component. Asks the host only about the directory in front of each `..`.

use alloc::string::String;

use super::facts::Machine;
use crate::paths::lexical::{self as paths, has_parent};

/// The place where the kernel finds a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resolved {
    /// An absolute path without `..`.
    pub(crate) path: String,
    /// Whether the host has said where every link before a `..` leads.
    pub(crate) known: bool,
}

impl Machine<'_> {
    /// The path as the kernel looks it up from `directory`: each `..` starts from where the link before it leads
    /// (`path_resolution(7)`), and the first one from where `directory` leads.
    pub(crate) fn resolved(&self, directory: &str, path: &str) -> Option<Resolved> {
        let lexical = self.absolute(directory, path)?;
        let (from, rest) = match path.strip_prefix('~') {
            Some(rest) => (self.home()?, rest),
            None if path.starts_with('/') => ("/", path),
            None => (directory, path),
        };
        // A program for Windows resolves `..` as text itself.
        if !has_parent(path) || self.path_model().climbs_by_text() || !from.starts_with('/') {
            return Some(Resolved { path: lexical, known: true });
        }
        let mut at = String::from(paths::clean(from));
        let mut known = true;
        for component in rest.split('/') {
            if component != ".." {
                at = paths::join(&at, component);
                continue;
            }
            let above = paths::join(&at, "..");
            at = match self.real(&at) {
                Some(real) if real != at => {
                    let beyond = paths::join(&real, "..");
                    let leads = self.real(&above);
                    known &= leads.is_some();
                    if leads.as_ref() == Some(&beyond) { above } else { beyond }
                }
                Some(_) => above,
                // The further questions are asked as if there were no link, so that few rounds are needed.
                None => {
                    known = false;
                    above
                }
            };
        }
        Some(Resolved { path: at, known })
    }

    /// The place where the kernel finds a path with `..` in it; none for a path without.
    pub(crate) fn resolved_behind_parent(&self, directory: &str, path: &str) -> Option<String> {
        let resolved = || self.resolved(directory, path).map(|resolved| resolved.path);
        has_parent(path).then(resolved).flatten()
    }

    /// The directory that `steps`, each relative to the one before, lead to from `directory`; none until it is known.
    pub(crate) fn resolved_through(&self, directory: &str, steps: &[&str]) -> Option<String> {
        steps.iter().try_fold(String::from(directory), |place, step| {
            self.resolved(&place, step).filter(|resolved| resolved.known).map(|resolved| resolved.path)
        })
    }

    /// Whether `cd` surely goes from `directory` to where the text of `path` leads. It does when the path consists of
    /// `..` only; else `cd` takes the kernel's way when nothing exists where the text leads.
    pub(crate) fn goes_as_text(&self, directory: &str, path: &str) -> bool {
        if !has_parent(path) || path.split('/').all(|part| matches!(part, "" | "." | "..")) {
            return true;
        }
        let (Some(lexical), Some(resolved)) =
            (self.absolute(directory, path), self.resolved(directory, path))
        else {
            return false;
        };
        resolved.known
            && (resolved.path == lexical
                || self.real(&lexical).is_some_and(|real| self.real(&resolved.path) == Some(real)))
    }
}
