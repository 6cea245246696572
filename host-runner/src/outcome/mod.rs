//! The results of a run: its events, its outcome, or the error that prevented it.
//!
//! Owns the types that hosts receive, and their construction. Runs nothing.

pub mod event;
mod grantable;
mod refusals;
pub(crate) mod report;
mod result;
mod run_end;
mod run_error;
pub(crate) mod sentences;

pub use crate::launch::Denial;
pub use result::{Outcome, SandboxReport};
pub use run_end::{EndedBy, RunEnd};
pub use run_error::RunError;
