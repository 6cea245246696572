//! The codes of a verdict: their common form, and the codes that belong to no check, form or remark.
//!
//! Owns names and sentences. Notices are findings that no check reports, grounds are reasons of the judge.
//! [`crate::catalogue`] lists all codes.

mod code;
pub mod grounds;
mod help;
pub mod notices;
mod sentence;

pub use code::Code;
pub use help::Help;
pub use sentence::Sentence;
use sentence::sentence;
