//! One settings file, as text, and whose it is.

use alloc::string::String;

/// One settings file, as text: later sources win for scalars, lists add up.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name to show in messages, such as `.claude/settings.json`.
    pub name: String,
    /// The JSON text; comments and trailing commas are allowed.
    pub text: String,
    /// The absolute directory that a path rule `/x` of this file starts from.
    pub root: Option<String>,
    /// Whose file it is, which says what it may loosen.
    pub authority: Authority,
}

/// Whose settings a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Authority {
    /// The user's own, or a file that the user named: every key counts.
    #[default]
    User,
    /// A project's, which other people may have written: what loosens more than
    /// [`LOOSENED_BY_PROJECT`](super::LOOSENED_BY_PROJECT) does not count.
    Project,
}

impl Authority {
    /// Each with its name on the wire.
    pub const ALL: [(Self, &'static str); 2] = [(Self::User, "user"), (Self::Project, "project")];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
        }
    }

    /// The authority with this name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(authority, _)| authority)
    }
}
