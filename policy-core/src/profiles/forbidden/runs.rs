//! What one simple command runs, as far as forms about several commands need it: a download, an interpreter.
//!
//! Owns the question. Where an interpreter's program comes from is the question of `code`.

use super::argv::Argv;
use super::code;
use super::pipeline::{Runs, Source};

const DOWNLOADERS: &[&str] =
    &["aria2c", "curl", "curlie", "fetch", "http", "https", "lynx", "wget", "wget2", "xh", "xhs"];

/// Whether a program fetches from a server.
fn is_downloader(argv: &Argv<'_>) -> bool {
    argv.name().is_some_and(|name| DOWNLOADERS.binary_search(&name).is_ok())
}

/// What these arguments run.
pub fn runs(argv: &Argv<'_>) -> Runs {
    Runs {
        downloads: is_downloader(argv),
        program: code::origin(argv).map(|(shell, origin)| Source { shell, origin }),
    }
}
