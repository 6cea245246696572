//! Where a path pattern starts from.
//!
//! Owns the anchors and the directory that each means.

use alloc::sync::Arc;
use alloc::vec::Vec;

/// Where relative anchors lead; none when not known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anchors<'a> {
    /// The absolute working directory.
    pub cwd: Option<&'a str>,
    /// The absolute home directory.
    pub home: Option<&'a str>,
}

/// The directory that a pattern is relative to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) anchor: Anchor,
    /// How many directories above the anchor the pattern begins (`../x`).
    pub(super) ups: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// `//x`
    Root,
    /// `~/x`
    Home,
    /// `/x`, with the directory of the settings source when it is known.
    Source(Option<Arc<str>>),
    /// `./x`, `x`
    Cwd,
}

impl Start {
    /// The directory as names; none when it is not known.
    pub(super) fn base<'a>(&'a self, anchors: &Anchors<'a>) -> Option<Vec<&'a str>> {
        let start = match &self.anchor {
            Anchor::Root => "/",
            Anchor::Home => anchors.home?,
            Anchor::Source(root) => root.as_deref()?,
            Anchor::Cwd => anchors.cwd?,
        };
        if !start.starts_with('/') {
            return None;
        }
        let mut names: Vec<&str> = split(start).collect();
        names.truncate(names.len().saturating_sub(self.ups));
        Some(names)
    }
}

/// The names in a path.
pub(super) fn split(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".")
}
