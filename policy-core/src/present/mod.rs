//! The display of a command: its main effect, the meaning of its exit status, advice.
//!
//! Owns texts and kinds, from the tables of the programs and the parts of the command. Never decides: a verdict is the
//! same with and without this module.

pub mod advice;
mod background;
mod diff;
mod exit;
mod inward;
mod part;
mod silence;
mod ui;

#[cfg(test)]
#[path = "shown_tests.rs"]
mod shown_tests;

pub use exit::{ExitMeaning, exit_meaning};

pub(crate) use advice::advice;
pub(crate) use background::is_eligible;
pub(crate) use diff::unified;
pub(crate) use part::Part;
pub(crate) use ui::ui;
