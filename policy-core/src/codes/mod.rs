//! The codes that a verdict can carry: their common form, and those that belong to no check, form or remark.
//!
//! Owns names and words. Notices are findings that no check reports, grounds are reasons of the judge. The list of all
//! codes is [`crate::catalogue`].

mod code;
pub mod grounds;
mod help;
pub mod notices;
mod sentence;

pub use code::Code;
pub use help::Help;
pub use sentence::Sentence;
use sentence::sentence;
