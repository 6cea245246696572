//! How a command is displayed, from its parts and their tables.

mod ui;

pub(crate) use ui::{Part, ui};
