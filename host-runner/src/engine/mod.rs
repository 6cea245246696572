//! The policy core as a WebAssembly module, the same file that every other build loads.
//!
//! Owns the loading, the bounds, the errors, and the answer after an error. Trusts the module with nothing but text: it
//! has no file, no clock, no network, and limited time.
//! Without the feature `engine` no module can be loaded: every request for one returns that error.

mod error;
mod gate;
mod limits;
mod module;
mod pin;
#[cfg(all(test, feature = "engine"))]
mod tests;
#[cfg(feature = "engine")]
mod wasm;
#[cfg(not(feature = "engine"))]
#[path = "without.rs"]
mod wasm;

pub use error::EngineError;
pub use gate::{ENGINE_FAILED, Judge, ModuleGate};
pub use limits::Limits;
pub use module::Module;
pub use pin::Pin;
