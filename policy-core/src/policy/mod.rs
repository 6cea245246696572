//! The settings: permission rules with their places, the mode, the sandbox.
//!
//! Owns the settings file format. A malformed rule or an unknown key is an error with its place; nothing is skipped.

mod authority;
mod draw;
mod engine;
mod engine_choice;
mod environment;
mod error;
mod foreign_keys;
mod json;
mod merge;
mod read;
mod reader;
mod settings;
mod source;

#[cfg(test)]
pub(crate) mod shape;
#[cfg(test)]
mod tests;

pub use authority::LOOSENED_BY_PROJECT;
pub use engine_choice::EngineChoice;
pub use error::PolicyError;
#[cfg(test)]
pub(crate) use foreign_keys::passed_over;
#[cfg(test)]
pub(crate) use read::known_keys;
pub use settings::{EnvironmentSettings, Policy, SandboxSettings};
pub use source::{Authority, Source};

use alloc::vec::Vec;

impl Policy {
    /// Reads and merges `sources`, the most general first.
    ///
    /// # Errors
    /// Every problem of every source, in the order of the sources and of the text.
    pub fn from_sources(sources: &[Source]) -> Result<Self, Vec<PolicyError>> {
        let mut merged = merge::Merged::default();
        let mut errors = Vec::new();
        for source in sources {
            merged.add(read::read(source, &mut errors), source.authority);
        }
        if errors.is_empty() { Ok(merged.finish(sources)) } else { Err(errors) }
    }
}
