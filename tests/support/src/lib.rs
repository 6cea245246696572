//! What the tests of several packages share.
//!
//! Owns the reader of the cases in `policy-core/cases`, generated commands, how many of them a run tries, a policy with many
//! rules, the one way to leave a test out, and what of the machine tests depend on. Knows no package of the workspace, so that each of them can depend on it for its tests.

pub mod cases;
pub mod effort;
pub mod generator;
pub mod installed;
pub mod left_out;
pub mod many_rules;
pub mod place;
#[cfg(target_os = "linux")]
pub mod processes;
pub mod random;
mod skip;

pub use skip::{skip, skip_without};
