//! The build of the core that decides: the core linked into the host, or a module that the host loads.
//!
//! Owns the choice and its spelling. Both builds decide the same; the host loads the module.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// Which build of the core decides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// `linked`: the one in the host.
    #[default]
    Linked,
    /// `wasm`: the WebAssembly module that the host carries.
    Module,
    /// `wasm:FILE`: the module in this file, as written.
    File(String),
}

impl EngineChoice {
    /// Reads `linked`, `wasm` or `wasm:FILE`.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "linked" => Some(Self::Linked),
            "wasm" => Some(Self::Module),
            _ => text
                .strip_prefix("wasm:")
                .filter(|file| !file.is_empty())
                .map(|file| Self::File(file.to_owned())),
        }
    }
}
