//! The codes of a verdict: their common form, and the codes that belong to no check, form or remark.
//!
//! Owns names and sentences: those of reasons are in [`reasons`], those of findings that no check reports in [`notices`]. Notices are findings that no check reports, grounds are reasons of the judge.
//! [`crate::all_codes`] lists every code.

mod code;
mod help;
pub mod notices;
pub mod reasons;
mod sentence;

pub use code::Code;
pub use help::Help;
pub use sentence::Sentence;
use sentence::sentence;
