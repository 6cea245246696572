//! A remark on a table, with its place.
//!
//! Owns its form in JSON. The place is the core's.

use policy_core::commands::compile::Mistake;
use serde::Serialize;

/// A mistake or a remark, and its place.
#[derive(Debug, Serialize)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) why: String,
}

impl Place {
    pub(super) fn of(mistake: &Mistake) -> Self {
        let Mistake { file, line, column, why, .. } = mistake;
        Self { file: file.clone(), line: *line, column: *column, why: why.clone() }
    }
}
