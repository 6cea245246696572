//! The built module beside the sources of the core: where it lies, and whether it can still be theirs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What the module is made from.
const SOURCES: &[&str] = &["policy-core", "Cargo.lock"];

/// The module that `cargo xtask wasm` built, if it did: the one that reads every shell.
pub(crate) fn file() -> Option<PathBuf> {
    let file = root().join("js/wasm/powershell.wasm");
    file.is_file().then_some(file)
}

/// Whether a source changed after `module` was written. Then its answers may be those of another revision.
pub(crate) fn is_older_than_its_sources(module: &Path) -> bool {
    let written = fs::metadata(module).and_then(|it| it.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    SOURCES.iter().any(|source| is_newer(&root().join(source), written))
}

fn is_newer(place: &Path, than: SystemTime) -> bool {
    if place.is_dir() {
        let entries = fs::read_dir(place).expect("a folder of sources");
        return entries.flatten().any(|entry| is_newer(&entry.path(), than));
    }
    fs::metadata(place).and_then(|it| it.modified()).is_ok_and(|changed| changed > than)
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
