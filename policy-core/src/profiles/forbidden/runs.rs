//! The kind of program that a simple command runs, for forms about several commands: a download, an interpreter.
//!
//! Owns this question. `code` owns the question where an interpreter gets its program.

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
