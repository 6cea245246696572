//! What is known of all names of a list of file names.
//!
//! Owns the properties. [`file_lists`](super::file_lists) finds the lists.

/// Properties that all names of a list have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileList {
    /// Whether each of them begins with `./`, so that none is an option.
    pub(crate) dotted: bool,
    /// Whether a NUL ends each of them.
    pub(crate) null: bool,
    /// Whether each is the whole name of a file: no program on the way can have cut one apart.
    pub(crate) whole: bool,
    /// Whether they are object ids of git instead of file names.
    pub(crate) objects: bool,
}
