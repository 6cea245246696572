//! From a text of PowerShell to a [`Script`](crate::script::Script): the strict reader.
//!
//! Owns the grammar of PowerShell 7, and the names that one cmdlet has. Knows no parameter of a cmdlet, no rule and no path.

mod arguments;
mod characters;
#[cfg(test)]
mod dangers_tests;
mod expressions;
mod names;
#[cfg(test)]
mod property_tests;
mod reader;
mod redirects;
mod statements;
mod strings;
#[cfg(test)]
mod tests;
mod variables;
mod words;

pub(crate) use names::{cmdlet, doubt_unknown_system};

use crate::script::{Dialect, Script};

/// Reads `source` as PowerShell does on the system of `dialect`; commands have the names of their tables. Never fails: what is not
/// understood is a doubt of the script.
pub(crate) fn read(source: &str, dialect: Dialect) -> Script<'_> {
    let mut script = reader::read(source, dialect);
    names::resolve(&mut script);
    script
}
