//! What a person and a model are shown: reasons in words, and how a command is displayed.

mod reason;
mod ui;

pub(crate) use reason::reason;
pub(crate) use ui::ui;
