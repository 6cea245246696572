//! What a program is besides all that its options and operands say.
//!
//! Owns the question. The tables know the programs.

use super::argument::Arg;
use super::packed::program;
use super::shape::ProgramQuality;
use crate::paths::lexical::last_part;

/// Whether version managers put a shim in the place of the program with this name.
pub fn has_shims(name: &str) -> bool {
    program(name).is_some_and(|program| program.shim)
}

/// Whether the command of these arguments has this quality; one without a table, or in a directory, has none.
pub fn has_quality(args: &[Arg<'_>], wanted: ProgramQuality) -> bool {
    has(args, |name| name, wanted)
}

/// As [`has_quality`], whatever directory the program is in.
pub fn has_quality_by_name(args: &[Arg<'_>], wanted: ProgramQuality) -> bool {
    has(args, last_part, wanted)
}

fn has(args: &[Arg<'_>], bare: fn(&str) -> &str, wanted: ProgramQuality) -> bool {
    let program = args.first().and_then(|name| name.program(bare));
    program.is_some_and(|program| program.qualities.contains(&wanted))
}
