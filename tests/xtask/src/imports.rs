//! What a WebAssembly module asks of whoever loads it.
//!
//! Owns the reading of the import section. The core's module may ask for the bindings' own functions and for nothing
//! else: no clock, no file, no network can be reached through what is not there.

use wasmparser::{Parser, Payload};

/// The imports of `module` that are not the bindings' own, which come from the glue of this name, as `module.name`.
///
/// # Errors
/// It is no WebAssembly module; the reason in words.
pub(crate) fn foreign(module: &[u8], glue: &str) -> Result<Vec<String>, String> {
    // wasm-bindgen imports its own under this module name.
    let glue = format!("./{glue}_bg.js");
    let mut found = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(section) = payload.map_err(|error| error.to_string())? {
            for import in section.into_imports() {
                let import = import.map_err(|error| error.to_string())?;
                if import.module != glue || !import.name.starts_with("__wb") {
                    found.push(format!("{}.{}", import.module, import.name));
                }
            }
        }
    }
    Ok(found)
}
