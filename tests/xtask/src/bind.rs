//! The glue: wasm-bindgen turns what the compiler made into a module and the JavaScript that calls it.
//!
//! Owns the options of that tool. Its version is the lock file's, as that of the crate it reads the marks of.

use std::path::Path;

use wasm_bindgen_cli_support::{Bindgen, Output};
use xtask_base::{Failure, places};

use crate::imports;

/// The options as the cache sees them: another value makes the glue again.
pub(crate) const OPTIONS: &str = "web, no default path, reset, no names, called exports";

/// Writes the glue of the module `raw` into `folder`: `NAME.js`, `NAME.d.ts`, and the module `NAME_bg.wasm`.
pub(crate) fn bind(raw: &Path, folder: &Path, name: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Glue(format!("{error:#}"));
    let mut tool = Bindgen::new();
    tool.input_path(raw).out_name(name);
    // One output for all: Node, bundlers and browsers call `initSync` with the bytes.
    tool.web(true).map_err(failed)?.typescript(true);
    tool.omit_default_module_path(true).reset_state_function(true);
    tool.remove_name_section(true).remove_producers_section(true);
    let mut output = tool.generate_output().map_err(failed)?;
    keep_called(&mut output);
    output.emit(folder).map_err(failed)?;
    let module = places::read(&folder.join(format!("{name}_bg.wasm")))?;
    let foreign = imports::foreign(&module, name).map_err(Failure::Glue)?;
    if foreign.is_empty() { Ok(()) } else { Err(Failure::Imports(foreign.join(", "))) }
}

/// Takes back the exports that the glue does not call: the grammar's C library exports all of its functions, and what
/// is exported cannot be left out.
fn keep_called(output: &mut Output) {
    let called = |name: &str| name == "memory" || output.js().contains(&format!("wasm.{name}"));
    let mut idle = Vec::new();
    for export in output.wasm().exports.iter() {
        if !called(&export.name) {
            idle.push(export.id());
        }
    }
    for export in idle {
        output.wasm_mut().exports.delete(export);
    }
}
