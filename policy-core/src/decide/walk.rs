//! Where the kernel finds a path with `..` in it, which is not where its text leads once a link stands in front.
//!
//! Owns the walk. It asks the host about the directory in front of each `..`, and about nothing where there is none.

use alloc::string::String;

use super::surroundings::Surroundings;
use crate::paths::lexical as paths;
use crate::paths::windows::Host;

/// Where the kernel finds a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Walked {
    /// An absolute path without `..`.
    pub(super) path: String,
    /// Whether the host has said where all links lead that stand in front of a `..`.
    pub(super) known: bool,
}

/// Whether `..` is among the components of a path.
pub(super) fn has_parent(path: &str) -> bool {
    path.contains("..") && path.split('/').any(|component| component == "..")
}

impl Surroundings<'_> {
    /// The path as the kernel looks it up from `directory`: each `..` starts from where the link in front of it leads
    /// (`path_resolution(7)`), and at the beginning from where `directory` does. Where that is the same, it stands as text.
    pub(super) fn walked(&self, directory: &str, path: &str) -> Option<Walked> {
        let lexical = self.absolute(directory, path)?;
        let (from, rest) = match path.strip_prefix('~') {
            Some(rest) => (self.home()?, rest),
            None if path.starts_with('/') => ("/", path),
            None => (directory, path),
        };
        // A program for Windows resolves `..` as text itself.
        if !has_parent(path) || self.host() == Host::Windows || !from.starts_with('/') {
            return Some(Walked { path: lexical, known: true });
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
        Some(Walked { path: at, known })
    }

    /// Where the kernel finds the path, when its text has a `..`: else it is where the text says.
    pub(super) fn walked_behind_parent(&self, directory: &str, path: &str) -> Option<String> {
        let walked = || self.walked(directory, path).map(|walked| walked.path);
        has_parent(path).then(walked).flatten()
    }

    /// Where `steps`, each seen from the one before, lead from `directory`; none until it is known.
    pub(super) fn walked_through(&self, directory: &str, steps: &[&str]) -> Option<String> {
        steps.iter().try_fold(String::from(directory), |place, step| {
            self.walked(&place, step).filter(|walked| walked.known).map(|walked| walked.path)
        })
    }

    /// Whether `cd` surely goes from `directory` to where `path` leads as text. It does with what is nothing but `..`;
    /// else it takes the kernel's way when there is nothing where the text leads.
    pub(super) fn goes_as_text(&self, directory: &str, path: &str) -> bool {
        if !has_parent(path) || path.split('/').all(|part| matches!(part, "" | "." | "..")) {
            return true;
        }
        let (Some(lexical), Some(walked)) = (self.absolute(directory, path), self.walked(directory, path))
        else {
            return false;
        };
        walked.known
            && (walked.path == lexical
                || self.real(&lexical).is_some_and(|real| self.real(&walked.path) == Some(real)))
    }
}
