//! The JSON interface of the core: text in, text out, the same bytes from every build.
//!
//! Owns the wire format: its types are here only, with conversions in both directions. Never decides anything. Every
//! error has its place and a remedy.

mod answer;
mod engines;
mod fields;
#[cfg(test)]
mod generated_tests;
mod hooks;
mod line_column;
mod offsets;
mod open;
mod operation;
mod operations;
#[cfg(test)]
mod operations_tests;
mod outline;
mod read;
#[cfg(test)]
mod read_tests;
mod request;
pub mod schemas;
#[cfg(test)]
mod shapes;
mod stories;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typescript;
mod wire_names;
mod wire_verdict;
mod words;
mod write;

pub use answer::{policy_error, verdict, verdict_in};
pub use engines::{Door, POLICY_NAME, answer};
pub use fields::RequestError;
pub use offsets::Unit;
pub use open::{OpenError, open};
pub use operations::{Desk, preview};
pub use read::read_verdict;
pub use request::{WireRequest, request};
pub use stories::{Story, StoryKind, stories, story};
pub use words::{NoVerdict, Words};
pub use write::{options_json, request_json};

/// The version of the core, as the operation `version` answers it: whoever loads a module compares the two.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the wire format: requests, verdicts, rulings of hooks and errors, as the files in `policy-core/schemas`
/// describe them. It goes up when a program that reads or writes the format has to change; `js/README.md` says what may change
/// without that.
pub const WIRE_FORMAT: u32 = 1;
