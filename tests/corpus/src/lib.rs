//! The conformance corpus: requests of every kind, each with the exact answer of the linked core.
//!
//! Owns the groups of requests and the file form, which `tests/conformance/README.md` describes. Never compares answers:
//! `tests/conformance` compares builds of one revision byte by byte, the program `decisions` those of two revisions.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test tool may stop at the first surprise"
)]

mod answers;
mod file;
mod groups;
mod questions;
mod request;
mod settings;

pub use answers::answered;
pub use file::{read, write};
pub use groups::{all, groups};
pub use questions::{Corpus, Entry, Question};

/// The seed of what is generated: 23, or what `SHELLGATE_SEED` says, which is a number or `random`.
pub fn seed() -> u64 {
    test_support::effort::seed()
}
