//! The spelling of paths on each system, as facts.
//!
//! Owns what differs between systems. [`super::windows`] reads the spellings; nothing outside of `paths` tells one system
//! from another.

use core::fmt;

/// How the system of a request spells paths.
#[derive(PartialEq, Eq)]
pub struct PathModel {
    /// What it is called.
    name: &'static str,
    /// The directory in which the drives of Windows have their letters. Where there are none, what names one is taken for
    /// `/c` all the same.
    pub(super) drives: &'static str,
    /// Whether the drives of Windows are among its paths.
    has_drives: bool,
    /// Whether two slashes begin the name of another machine.
    pub(super) has_shares: bool,
    /// Whether every program reads a path as Windows does. Inside the core such a system has other names.
    is_windows: bool,
}

impl PathModel {
    /// A system without the drives of Windows, as far as anyone can tell.
    pub const UNIX: &'static Self =
        &Self { name: "Unix", drives: "/", has_drives: false, has_shares: false, is_windows: false };
    /// Linux inside Windows: `/mnt/c`.
    pub const WSL: &'static Self = &Self { name: "WSL", drives: "/mnt/", has_drives: true, ..*Self::UNIX };
    /// `/cygdrive/c`
    pub const CYGWIN: &'static Self =
        &Self { name: "Cygwin", drives: "/cygdrive/", has_drives: true, has_shares: true, ..*Self::UNIX };
    /// Git Bash: `/c`.
    pub const MSYS: &'static Self = &Self { name: "MSYS", drives: "/", ..*Self::CYGWIN };
    /// A system that names its own directories as Windows does; inside the core they are `/c`.
    pub const WINDOWS: &'static Self = &Self { name: "Windows", is_windows: true, ..*Self::MSYS };

    /// Whether the drives of Windows are among its paths.
    pub const fn has_drives(&self) -> bool {
        self.has_drives
    }

    /// Whether the reading of Windows is the only one that a path has.
    pub const fn reads_only_as_windows(&self) -> bool {
        self.is_windows
    }

    /// Whether `..` leads to the parent in the text of a path, even after a link.
    pub const fn climbs_by_text(&self) -> bool {
        self.is_windows
    }

    /// Whether its directories and facts have other names inside the core.
    pub const fn is_renamed(&self) -> bool {
        self.is_windows
    }

    /// Whether the shell surely names its working directory as the request does.
    pub const fn keeps_names(&self) -> bool {
        !self.has_drives
    }

    /// Whether a pattern that begins with `lead` looks for files elsewhere than its slashes say: after a backslash, or on
    /// another drive.
    pub fn may_look_elsewhere(&self, lead: &str) -> bool {
        lead.contains('\\') || self.is_windows && !lead.contains('/') && lead.contains(':')
    }
}

impl Default for &PathModel {
    fn default() -> Self {
        PathModel::UNIX
    }
}

impl fmt::Debug for PathModel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}
