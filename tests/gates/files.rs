//! Files of the repository, for the tests that read it.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file below `folder` with this extension.
pub(crate) fn below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(place) = waiting.pop() {
        if place.is_dir() {
            let entries = fs::read_dir(&place).expect("the folder can be listed");
            waiting.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if place.extension().is_some_and(|it| it == extension) {
            found.push(place);
        }
    }
    found
}
