//! `--version --json`: which program this is.
//!
//! Owns the form of the answer. Every value in it comes from the build.

use std::ffi::OsString;

use policy_core::commands::{TABLE_COUNT, TABLE_DATE};
use policy_core::door::WIRE_FORMAT;
use serde::Serialize;

use super::exit::Exit;
use super::failure::Failure;
use super::terminal;

/// What a program says of itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Build {
    name: &'static str,
    version: &'static str,
    /// The target for which it was built, such as `x86_64-unknown-linux-musl`.
    target: &'static str,
    /// The features of the build, sorted.
    features: Vec<&'static str>,
    /// The ways in which it can decide: `linked`, and `wasm` if it can run the core as a module.
    engines: Vec<&'static str>,
    /// The version of requests and verdicts.
    wire_format: u32,
    tables: Tables,
}

/// The tables of the build.
#[derive(Debug, Serialize)]
struct Tables {
    count: usize,
    /// The newest day on which one was compared with what it describes.
    date: &'static str,
}

impl Build {
    fn here() -> Self {
        let features = [
            ("attacks", cfg!(feature = "attacks")),
            ("engine", cfg!(feature = "engine")),
            ("mcp", cfg!(feature = "mcp")),
            ("web", cfg!(feature = "web")),
        ];
        let features = features.into_iter().filter_map(|(name, is_there)| is_there.then_some(name)).collect();
        let engines = if cfg!(feature = "engine") { vec!["linked", "wasm"] } else { vec!["linked"] };
        Self {
            name: "shellgate",
            version: env!("CARGO_PKG_VERSION"),
            target: env!("SHELLGATE_TARGET"),
            features,
            engines,
            wire_format: WIRE_FORMAT,
            tables: Tables { count: TABLE_COUNT, date: TABLE_DATE },
        }
    }
}

/// Whether a request for the version asks for JSON, in front of `--version` or after it: the parser ends at the first.
pub(super) fn is_json(arguments: &[OsString]) -> bool {
    arguments.iter().skip(1).any(|argument| argument == "--json")
}

/// Prints the version as JSON.
pub(super) fn print() -> Result<Exit, Failure> {
    terminal::data(&serde_json::to_string(&Build::here()).unwrap_or_default())?;
    Ok(Exit::Done)
}
