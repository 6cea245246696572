//! Decides whether a shell command may run: takes a command and facts, returns a verdict.
//!
//! Owns every step from the text to the verdict: two parsers, the checks, the tables of the programs, the rules, the
//! judge. Never touches a disk, a clock, a network, an environment or another process; `no_std` enforces this.
//!
//! ```
//! use policy_core::{Engine, Policy, Request, Source};
//!
//! let settings = Source {
//!     name: "settings.json".to_owned(),
//!     text: r#"{ "permissions": { "allow": ["Bash(cargo build)"], "deny": ["Bash(curl:*)"] } }"#.to_owned(),
//!     ..Source::default()
//! };
//! let engine = Engine::new(Policy::from_sources(&[settings]).expect("the settings can be read"));
//!
//! let mut request = Request::new("git log --oneline | head -5");
//! request.cwd = Some("/repo");
//! request.facts.bare_repository = Some(false);
//! assert_eq!(engine.check(&request).decision.name(), "allow"); // it only reads
//! assert_eq!(engine.check(&Request::new("cargo build")).decision.name(), "allow");
//! assert_eq!(engine.check(&Request::new("cargo build > log")).decision.name(), "ask");
//! assert_eq!(engine.check(&Request::new("ls; curl https://example.com")).decision.name(), "deny");
//! ```
//!
//! [`Policy::from_sources`] reads settings once, [`Engine::new`] keeps them, and [`Engine::check`] returns the
//! [`Verdict`] on a [`Request`]. [`Verdict::needs`] lists the missing facts; a host sends them in [`Facts`] and asks
//! again. [`door`] has the same operations as JSON text, for callers in other languages. `ARCHITECTURE.md` beside this
//! crate's manifest follows one command through the modules and has a glossary.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod agents;
pub mod all_codes;
pub mod checks;
pub mod codes;
pub mod command_line;
pub mod commands;
mod dataflow;
pub mod decide;
pub mod door;
mod effects;
mod examples;
mod exposure;
#[cfg(feature = "history")]
pub mod history;
pub mod limits;
#[cfg(feature = "history")]
pub mod lint;
mod machine;
mod name_list;
mod name_set;
pub mod nearest;
pub mod output;
pub mod paths;
pub mod policy;
mod powershell;
pub mod present;
pub mod profiles;
mod proof;
pub mod request;
pub mod rules;
pub mod script;
mod sorted;
pub mod span;
pub mod syntax;
pub mod verdict;
pub mod visible;
pub mod web;

pub use commands::System;
pub use decide::Engine;
pub use policy::{Policy, PolicyError, Source};
pub use profiles::Profile;
pub use request::{Facts, Mode, Need, Request};
pub use script::Dialect;
pub use span::Span;
pub use verdict::{Decision, Verdict};
