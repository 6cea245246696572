//! Completions and manual pages, as the program prints them.
//!
//! Owns their names in the archive. Their words come from the program's arguments.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask_base::Failure;
use xtask_base::{places, programs};

use crate::archive::Entry;

/// The shells, each with the name that its completion has where it is installed.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "shellgate.bash"),
    ("elvish", "shellgate.elv"),
    ("fish", "shellgate.fish"),
    ("powershell", "_shellgate.ps1"),
    ("zsh", "_shellgate"),
];

/// The files that `program` makes, which this machine can execute; `folder` is for what is on the way.
pub(crate) fn of(program: &Path, folder: &Path) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    for (shell, name) in SHELLS {
        entries.push(Entry::new(format!("completions/{name}"), printed(program, &["completions", shell])?));
    }
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Failure::at(folder))?;
    }
    let pages = folder.to_string_lossy();
    printed(program, &["man", "--out", &pages])?;
    let listed = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    for file in listed.map_err(Failure::at(folder))? {
        let name = file.file_name().to_string_lossy().into_owned();
        entries.push(Entry::new(format!("man/man1/{name}"), places::read(&file.path())?));
    }
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(entries)
}

/// What the program prints on standard output.
fn printed(program: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    programs::output(Command::new(program).args(arguments))
}
