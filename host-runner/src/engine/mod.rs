//! The policy core as a WebAssembly module that this program loads: the file that everybody else loads too.
//!
//! Owns the module's loading, its bounds, what can go wrong with it, and what is answered then.
//! Never trusts the module with more than the text: it has no file, no clock, no network, and an end.

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
