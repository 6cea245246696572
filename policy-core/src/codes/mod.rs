//! The codes that a verdict can carry besides those of the checks.
//!
//! Owns their names and words: notices are findings that no check reports, grounds are reasons of the judge.

pub mod grounds;
pub mod notices;
mod sentence;

pub use sentence::Sentence;
use sentence::sentence;
