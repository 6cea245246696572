//! The effects of a command as the verdict lists them, the paths that the sandbox must make writable, and an edit as a
//! diff.
//!
//! Owns the step from the uses of arguments to effects. Decides nothing.

mod edit;
mod grants;
mod summary;

pub(crate) use edit::edit;
pub(crate) use grants::GrantsBuilder;
pub(crate) use summary::{add, add_program, add_redirect, add_text};

#[cfg(test)]
#[path = "edit_tests.rs"]
mod edit_tests;
