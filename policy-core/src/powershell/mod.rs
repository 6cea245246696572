//! From a text of PowerShell to a [`Script`](crate::script::Script): the strict reader.
//!
//! Owns the grammar of PowerShell 7, the names that one cmdlet has, and what a build without this shell reads instead: nothing. Knows no parameter of a cmdlet, no rule and no path.

mod arguments;
mod characters;
#[cfg(all(test, feature = "powershell"))]
mod dangers_tests;
mod expressions;
mod names;
#[cfg(all(test, feature = "powershell"))]
mod property_tests;
mod reader;
mod redirects;
mod statements;
mod strings;
#[cfg(all(test, feature = "powershell"))]
mod tests;
mod variables;
mod words;

pub(crate) use names::{cmdlet, doubt_unknown_system};
pub(crate) use statements::is_keyword;

use alloc::vec;

use crate::script::{Dialect, Doubt, DoubtKind, READS_POWERSHELL, Scope, ScopeKind, Script};
use crate::span::Span;

/// Reads `source` as PowerShell does on the system of `dialect`; commands have the names of their tables. Never fails: what is not
/// understood is a doubt of the script.
pub(crate) fn read(source: &str, dialect: Dialect) -> Script<'_> {
    if !READS_POWERSHELL {
        return unread(source, dialect);
    }
    let mut script = reader::read(source, dialect);
    names::resolve(&mut script);
    script
}

/// A script of which nothing was read.
fn unread(source: &str, dialect: Dialect) -> Script<'_> {
    let span = Span::new(0, source.len());
    Script {
        source,
        dialect,
        scopes: vec![Scope { kind: ScopeKind::Script, parent: 0, span }],
        doubts: vec![Doubt { span, kind: DoubtKind::NotRead }],
        ..Script::default()
    }
}
