//! What the tests of several packages share.
//!
//! Owns the reader of the cases in `policy-core/cases`, a policy with many rules, the one way to leave a test out, and what
//! of the machine tests depend on. Knows no package of the workspace, so that each of them can depend on it for its tests.

pub mod cases;
pub mod installed;
pub mod many_rules;
pub mod place;
#[cfg(target_os = "linux")]
pub mod processes;
mod skip;

pub use skip::{skip, skip_without};
