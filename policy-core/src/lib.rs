//! Shellgate's policy core decides what a proposed shell command may do: a command and facts go in, a verdict comes out.
//!
//! Owns the way of a command: two readings, the checks, the programs' tables, the rules, the judge.
//! Never touches a disk, a clock, a network, an environment or another process; `no_std` keeps it so.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod checks;
pub mod command_line;
pub mod commands;
pub mod decide;
pub mod door;
mod effects;
pub mod limits;
mod name_set;
pub mod nearest;
pub mod output;
pub mod paths;
pub mod policy;
pub mod present;
pub mod profiles;
pub mod request;
pub mod rules;
pub mod span;
pub mod syntax;
pub mod verdict;

pub use decide::Engine;
pub use policy::{Policy, PolicyError, Source};
pub use profiles::Profile;
pub use request::{Facts, Mode, Need, Request};
pub use span::Span;
pub use syntax::Dialect;
pub use verdict::{Decision, Verdict};
