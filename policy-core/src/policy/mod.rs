//! The settings: permission rules with their places, the mode, the sandbox.
//!
//! Owns the settings file format. Only a text that is no JSON object is an error. What cannot be read gets a warning
//! with its place: where it would permit, it does not count; where it would forbid, the stricter reading counts.

mod authority;
mod classifier;
mod classifier_settings;
mod draw;
mod engine;
mod engine_choice;
mod environment;
mod error;
mod expectation;
mod foreign_keys;
mod hook_settings;
mod hooks;
mod insert;
mod json;
mod merge;
mod own_shell;
mod read;
mod reader;
mod remove;
mod settings;
mod source;
mod web;
mod web_settings;

#[cfg(test)]
pub(crate) mod shape;
#[cfg(test)]
mod strict_tests;
#[cfg(test)]
mod tests;

pub use authority::LOOSENED_BY_PROJECT;
pub use classifier_settings::{Classifier, ClassifierBy, LoopbackUrl};
pub use engine_choice::EngineChoice;
pub use error::PolicyError;
pub use expectation::{Expectation, PolicyTests, expectations};
#[cfg(test)]
pub(crate) use foreign_keys::passed_over;
pub use hook_settings::{Hook, HookCommand, HookEvent, HookFailures};
pub use insert::with_entry;
#[cfg(test)]
pub(crate) use read::known_keys;
pub use remove::{entry_replaced, without_entry, without_entry_at};
pub use settings::{EnvironmentSettings, Policy, SandboxSettings};
pub use source::{Authority, Source};
pub use web_settings::{SearchEngineName, SearchSettings, Summariser, WebSettings};

use alloc::vec::Vec;

impl Policy {
    /// Reads and merges `sources`, the most general first.
    ///
    /// # Errors
    /// Each source that is no JSON object, in order. All else that cannot be read is in [`Policy::warnings`].
    pub fn from_sources(sources: &[Source]) -> Result<Self, Vec<PolicyError>> {
        let mut merged = merge::Merged::default();
        let mut errors = Vec::new();
        for source in sources {
            merged.add(read::read(source, &mut errors), source.authority);
        }
        if errors.is_empty() { Ok(merged.finish(sources)) } else { Err(errors) }
    }
}
