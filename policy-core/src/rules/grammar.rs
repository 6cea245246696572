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

impl Grammar {
    /// Whether names of cmdlets mean cmdlets in the shell.
    pub(crate) fn has_cmdlets(self) -> bool {
        self == Self::PowerShell
    }
}
