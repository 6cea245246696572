//! What a command may touch, and the means by which the kernel holds it to that.
//!
//! Owns the border that every backend fills: a [`SandboxRequest`] goes in, promises that hold and promises that
//! are lost come out. Never gives less than was asked without saying so.

#[cfg(target_os = "linux")]
mod answers;
#[cfg(target_os = "linux")]
pub mod attack;
mod backend;
#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod embedded;
mod entry;
mod git_config;
#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod landlock_alone;
#[cfg(target_os = "linux")]
mod launcher;
#[cfg(target_os = "linux")]
mod loopback;
#[cfg(target_os = "linux")]
mod means;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod names;
#[cfg(target_os = "linux")]
mod namespaces;
mod none;
mod on_disk;
pub(crate) mod planted;
#[cfg(target_os = "linux")]
mod privileges;
mod probe;
#[cfg(target_os = "linux")]
pub mod program;
mod promise;
mod protected;
#[cfg(target_os = "linux")]
mod remedies;
mod request;
pub mod seatbelt;
mod standing;
#[cfg(target_os = "linux")]
mod system_calls;
mod temporary;

pub use backend::Backend;
pub use entry::launch_if_asked;
pub use planted::Quarantined;
pub(crate) use probe::is_complete;
pub use probe::probe;
pub use promise::{Confinement, Holding, Missing, Promise, nothing_promised};
pub(crate) use protected::{can_be_approved, is_protected};
pub use request::{Network, SandboxRequest};
pub(crate) use temporary::temporary_directory;
