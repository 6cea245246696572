//! The kind of program that a simple command runs, for forms about several commands: a download, an interpreter.
//!
//! Owns this question. `code` owns the question where an interpreter gets its program.

use super::argv::Argv;
use super::code;
use super::pipeline::{Runs, Source};
use crate::commands::{ProgramQuality, has_quality_by_name};

/// What these arguments run.
pub fn runs(argv: &Argv<'_>) -> Runs {
    Runs {
        downloads: has_quality_by_name(argv.args(), ProgramQuality::Downloads),
        program: code::origin(argv).map(|(shell, origin)| Source { shell, origin }),
    }
}
