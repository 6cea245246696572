//! What a run of `cargo test` left out, for the summary at its end.
//!
//! The programs of one `cargo test` know nothing of each other but the process that started them all. Each line goes into the
//! file of that process; `summary.rs` beside this folder prints the file and removes it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The file of this run: in the folder of the build, by the number of the process that started the tests.
fn file() -> Option<PathBuf> {
    #[cfg(unix)]
    let starter = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let starter = 0;
    let program = std::env::current_exe().ok()?;
    // `target/debug/deps/NAME`
    let build = program.parent()?.parent()?;
    Some(build.join("left-out").join(starter.to_string()))
}

/// Adds a line.
pub(crate) fn note(line: &str) {
    if let Some(file) = file() {
        // A report that cannot be written must not fail the test that it is about.
        let _ = write(&file, line);
    }
}

fn write(file: &Path, line: &str) -> std::io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    let mut file = fs::OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{}\n", line.replace('\n', " ")).as_bytes())
}

/// The lines of this run, each once, and removes them.
#[must_use]
pub fn take() -> Vec<String> {
    let Some(file) = file() else { return Vec::new() };
    let text = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(&file);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    lines
}
