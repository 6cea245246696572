//! What is done to a path, and which tools' rules are about it.
//!
//! Owns the names of these tools.

/// What is done to a path; rules of several tools are about the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Access {
    /// Read, or listed.
    Read,
    /// Created, changed or removed.
    Edit,
    /// Entered as the working directory.
    Enter,
}

impl Access {
    /// Every access, in the order of its number.
    pub(super) const ALL: [Self; 3] = [Self::Read, Self::Edit, Self::Enter];

    /// The tools whose path rules are about it, the usual one first.
    pub(super) const fn tools(self) -> &'static [&'static str] {
        match self {
            Self::Read => &["Read", "Glob", "Grep", "LS", "NotebookRead"],
            Self::Edit => &["Edit", "MultiEdit", "NotebookEdit", "Write"],
            Self::Enter => &["Cd"],
        }
    }
}
