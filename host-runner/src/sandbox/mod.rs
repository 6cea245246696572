//! The request to a sandbox, and the promises that the sandbox keeps.
//!
//! Owns the nouns that all backends share and the judgement of single paths: a [`SandboxRequest`] goes in, kept and
//! lost promises come out. Starts no process: that is the work of `launch` and `launcher`.

mod backend;
pub(crate) mod existing_paths;
mod git_config_harm;
mod limitation;
pub mod limits;
mod listing;
pub(crate) mod obeyed;
mod on_disk;
pub(crate) mod planted;
mod promise;
pub(crate) mod protected_names;
#[cfg_attr(windows, expect(dead_code, reason = "nothing confines a command on Windows"))]
pub(crate) mod quarantine;
mod request;

pub use backend::Backend;
pub use limitation::{Limitation, limitation};
pub use limits::Resources;
pub use promise::{Confinement, Holding, Missing, Promise, nothing_promised};
pub(crate) use protected_names::{can_be_approved, is_protected};
pub use quarantine::Quarantined;
pub use request::{Network, SandboxRequest};
