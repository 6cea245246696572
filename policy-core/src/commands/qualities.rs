//! What a program is besides all that its options and operands say.
//!
//! Owns the question. The tables know the programs.

use super::packed::program;
use super::shape::ProgramQuality;

/// Whether version managers put a shim in the place of the program with this name.
pub fn has_shims(name: &str) -> bool {
    program(name).is_some_and(|program| program.shim)
}

/// Whether the program with this name, without a directory, has this quality; one without a table has none.
pub fn has_quality(name: &str, wanted: ProgramQuality) -> bool {
    program(name).is_some_and(|program| program.qualities.contains(&wanted))
}
