//! The shell whose quotes a rule is written in.

/// The shell whose quotes a rule is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Grammar {
    /// `'…'`, `"…"` and backslash.
    #[default]
    Posix,
    /// `'…'`, `"…"` and back-tick; case does not matter.
    PowerShell,
}
