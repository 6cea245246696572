//! A copy of the sources in another folder, for a second build that must give the same bytes.
//!
//! Owns what is copied: what git tracks, and new files that it does not ignore.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask_base::Failure;
use xtask_base::{places, programs};

/// Copies the sources at `from` to `to`, which is emptied first.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(Failure::at(to))?;
    }
    let listed = git(from, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (source, copy) = (from.join(name), to.join(name));
        if !source.is_file() {
            continue;
        }
        places::make(copy.parent().unwrap_or(to))?;
        fs::copy(&source, &copy).map_err(Failure::at(&source))?;
    }
    Ok(())
}

/// What git prints in the folder.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let told = programs::output(Command::new("git").current_dir(folder).args(arguments))?;
    Ok(String::from_utf8_lossy(&told).into_owned())
}
