//! The bar that a person sees during long work.
//!
//! Owns where there is one: on standard error, if that is a terminal that can move its cursor (`TERM=dumb` cannot).

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget};

/// Whether a line on standard error can be written over.
pub(super) fn can_be_shown() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// A bar of this length; one that nobody sees where none can be shown.
pub(super) fn bar(length: u64) -> ProgressBar {
    if can_be_shown() {
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr())
    } else {
        ProgressBar::hidden()
    }
}
