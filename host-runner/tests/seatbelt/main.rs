//! The profiles for Seatbelt, judged without a Mac: by an evaluator of the profiles' language.
//!
//! The evaluator answers in every reading of the language that is in dispute, and a profile must mean the same in all.
//! The attacks are played on a real directory, each call asked about first; a property compares profiles with what the
//! request says in words.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod attacks;
mod evaluator;
mod language;
mod player;
mod property;
mod table;
