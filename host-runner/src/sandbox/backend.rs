//! The backends by name.
//!
//! Owns the names and which backend a system has. Starts none.

use serde::{Deserialize, Serialize};

/// By which means a command is confined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Backend {
    /// Namespaces, mounts and Landlock, set up by this binary alone; without namespaces where they are refused.
    #[default]
    Embedded,
    /// Landlock and a filter of system calls, without namespaces.
    Landlock,
    /// The program `bwrap`, as it is installed.
    Bubblewrap,
    /// The sandbox of macOS.
    Seatbelt,
    /// The command's own rights on Windows: no privileges and no group of administrators. It confines nothing.
    RestrictedToken,
    /// Nothing holds the command.
    None,
}

impl Backend {
    /// All, the strongest first.
    pub const ALL: [Self; 6] =
        [Self::Embedded, Self::Bubblewrap, Self::Landlock, Self::Seatbelt, Self::RestrictedToken, Self::None];

    /// Those that may be named on this system: on Windows its own, elsewhere each but that one.
    pub fn of_names_here() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| match backend {
            Self::RestrictedToken => cfg!(windows),
            Self::None => true,
            Self::Embedded | Self::Bubblewrap | Self::Landlock | Self::Seatbelt => !cfg!(windows),
        })
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.name() == name)
    }

    /// The name in an outcome and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Landlock => "landlock",
            Self::Bubblewrap => "bubblewrap",
            Self::Seatbelt => "seatbelt",
            Self::RestrictedToken => "restricted-token",
            Self::None => "none",
        }
    }

    /// The strongest one that this system has.
    pub const fn of_this_system() -> Self {
        if cfg!(target_os = "linux") {
            Self::Embedded
        } else if cfg!(target_os = "macos") {
            Self::Seatbelt
        } else if cfg!(windows) {
            Self::RestrictedToken
        } else {
            Self::None
        }
    }

    /// Whether it keeps a command from anything that the user may do.
    pub const fn confines(self) -> bool {
        !matches!(self, Self::RestrictedToken | Self::None)
    }

    /// Whether the programs of a command can talk to each other over a loopback that is allowed to them. macOS has one for
    /// all programs.
    pub const fn grants_loopback(self) -> bool {
        !matches!(self, Self::Seatbelt)
    }

    /// Whether a command can reach the runner's proxy in it, and nothing else.
    pub const fn has_proxy(self) -> bool {
        matches!(self, Self::Embedded | Self::Seatbelt)
    }
}
