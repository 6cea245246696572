//! How a command is displayed, from its parts and their tables, and how an edit is.

mod diff;
mod ui;

pub(crate) use diff::unified;
pub(crate) use ui::{Part, ui};
