//! The glue: wasm-bindgen turns what the compiler made into a module and the JavaScript that calls it.
//!
//! Owns the options of that tool. Its version is the lock file's, as that of the crate it reads the marks of.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::failure::Failure;

/// The name of the glue: `core.js`, `core.d.ts`, and the module `core_bg.wasm`.
pub(crate) const NAME: &str = "core";

/// The options as the cache sees them: another value makes the glue again.
pub(crate) const OPTIONS: &str = "web, no default path, reset, no names";

/// Writes the glue of the module `raw` into `folder`.
pub(crate) fn bind(raw: &Path, folder: &Path) -> Result<(), Failure> {
    let mut tool = Bindgen::new();
    tool.input_path(raw).out_name(NAME);
    // One output for all: Node, bundlers and browsers call `initSync` with the bytes.
    tool.web(true).map_err(|error| Failure::Glue(format!("{error:#}")))?.typescript(true);
    tool.omit_default_module_path(true).reset_state_function(true);
    tool.remove_name_section(true).remove_producers_section(true);
    tool.generate(folder).map_err(|error| Failure::Glue(format!("{error:#}")))
}
