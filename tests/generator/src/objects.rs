//! Proves that the dense spelling of the tables changes nothing: both spellings compile to the same bytes.
//!
//! Owns the two compilations. The compiler is `CC`'s, else `cc`; nothing that it makes is kept or used.

use std::path::Path;
use std::process::Command;

use xtask_base::Failure;
use xtask_base::places::{self, Places};
use xtask_base::programs;

use super::Files;

/// The name under which both are compiled: it is in the object file.
const NAME: &str = "parser.c";

/// Compiles the parser of `files` and the `plain` one, and compares the object files.
pub(super) fn prove_equal(places: &Places, files: &Files, plain: &str) -> Result<(), Failure> {
    let folder = places.target.join("grammar");
    let headers = folder.join("headers");
    for (name, text) in files.iter().filter(|(name, _)| name.starts_with("tree_sitter/")) {
        let file = headers.join(name);
        places::make(file.parent().unwrap_or(&headers))?;
        places::write(&file, text)?;
    }
    let dense = files.get(NAME).map_or("", String::as_str);
    let [dense, plain] = [("dense", dense), ("plain", plain)].map(|(name, text)| {
        let folder = folder.join(name);
        places::make(&folder)?;
        places::write(&folder.join(NAME), text)?;
        compile(&folder, &headers)
    });
    if dense? == plain? {
        return Ok(());
    }
    Err(Failure::Grammar("the dense tables do not compile to the bytes of the plain ones".to_owned()))
}

/// The object file of the parser in `folder`. Not optimised, which is enough for tables and quick.
fn compile(folder: &Path, headers: &Path) -> Result<Vec<u8>, Failure> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(compiler);
    command
        .args(["-std=c11", "-O0", "-w", "-c", NAME, "-o", "parser.o", "-I"])
        .arg(headers)
        .current_dir(folder);
    programs::run(&mut command)?;
    places::read(&folder.join("parser.o"))
}
