//! The strict reader: characters from left to right, as PowerShell 7 defines tokens, in linear time.
//!
//! Never guesses: what it does not know becomes a doubt with its place.

use crate::script::{Dialect, Doubt, DoubtKind, Scope, ScopeKind, Script};
use crate::span::Span;

/// Reads `source` as PowerShell does on the system of `dialect`. Never fails: what is not understood is a doubt of the script.
pub(crate) fn read(source: &str, dialect: Dialect) -> Script<'_> {
    let whole = Span::new(0, source.len());
    let mut script = Script { source, dialect, ..Script::default() };
    script.scopes.push(Scope { kind: ScopeKind::Script, parent: 0, span: whole });
    script.doubts.push(Doubt { span: whole, kind: DoubtKind::Unsupported("a script of PowerShell") });
    script.index_commands();
    script
}
