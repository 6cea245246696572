//! The backend `seatbelt` of macOS: a request as a profile for `sandbox-exec(1)`, and what the profile promises.
//!
//! Owns both as pure functions of the request and of what was found on the machine, so that they are tested on every
//! system: an evaluator of the language judges the profiles (`tests/seatbelt`). No command is started here; `macos` does.

mod account;
mod pattern;
mod profile;
#[cfg(test)]
mod tests;

pub use account::{Found, account};
pub use profile::{Ways, on_disk, profile};
