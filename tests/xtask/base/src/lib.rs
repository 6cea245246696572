//! What the programs behind `cargo xtask` share: where files lie, how programs are started, what keeps a job from being done,
//! and the compilation of the program for the targets of a release.
//!
//! Owns no job. Depends on little, because every one of them waits for it.

pub mod compile;
mod failure;
pub mod places;
pub mod programs;
pub mod target;
pub mod tools;

pub use failure::{Failure, end};
