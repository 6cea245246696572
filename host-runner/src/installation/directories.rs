//! Where the administrator and the programs of a machine keep files.
//!
//! Owns the directories that are there without any agent. The name of an agent below them is the agent's own.

use std::path::{Path, PathBuf};

use super::surroundings::Surroundings;
use super::system::System;

/// A directory that only an administrator writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    /// `/etc`.
    Etc,
    /// `/Library/Application Support`.
    Library,
    /// `%ProgramData%`. Every user can make files in it, but an agent reads those of an administrator.
    ProgramData,
    /// `%ProgramFiles%`.
    ProgramFiles,
}

impl Shared {
    fn path(self, at: &Surroundings) -> PathBuf {
        let named = |variable: &str, default: &str| at.path(variable).unwrap_or_else(|| default.into());
        match self {
            Self::Etc => at.root.join("etc"),
            Self::Library => at.root.join("Library/Application Support"),
            Self::ProgramData => named("ProgramData", r"C:\ProgramData"),
            Self::ProgramFiles => named("ProgramFiles", r"C:\Program Files"),
        }
    }
}

/// The directory of an agent for the machine's administrator, on each system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Managed {
    /// On Linux.
    pub(crate) linux: (Shared, &'static str),
    /// On macOS.
    pub(crate) macos: (Shared, &'static str),
    /// On Windows.
    pub(crate) windows: (Shared, &'static str),
}

impl Managed {
    /// The directory that is there without the agent.
    pub(crate) fn base(&self, at: &Surroundings) -> PathBuf {
        self.here(at).0.path(at)
    }

    /// The file `name` of the agent.
    pub(crate) fn file(&self, at: &Surroundings, name: impl AsRef<Path>) -> PathBuf {
        self.base(at).join(self.here(at).1).join(name)
    }

    const fn here(&self, at: &Surroundings) -> (Shared, &'static str) {
        match at.system {
            System::Linux => self.linux,
            System::MacOs => self.macos,
            System::Windows => self.windows,
        }
    }
}

/// Where programs keep what a user sets in them: the directory that is there without them, and the way below it.
/// `$XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
pub(crate) fn application_data(at: &Surroundings) -> (PathBuf, &'static str) {
    match at.system {
        System::Linux => {
            at.path("XDG_CONFIG_HOME").map_or_else(|| (at.home.clone(), ".config"), |named| (named, ""))
        }
        System::MacOs => (at.home.clone(), "Library/Application Support"),
        System::Windows => {
            at.path("APPDATA").map_or_else(|| (at.home.clone(), "AppData/Roaming"), |named| (named, ""))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Place;
    use super::*;

    const MANAGED: Managed = Managed {
        linux: (Shared::Etc, "some-agent"),
        macos: (Shared::Library, "SomeAgent"),
        windows: (Shared::ProgramFiles, "SomeAgent"),
    };

    #[test]
    fn each_system_has_places_of_its_own() {
        let mut place = Place::new();
        let root = place.at.root.clone();
        for (system, managed, settings) in [
            (System::Linux, "etc/some-agent/a", "home/.config"),
            (System::MacOs, "Library/Application Support/SomeAgent/a", "home/Library/Application Support"),
            (System::Windows, "Program Files/SomeAgent/a", "home/AppData/Roaming"),
        ] {
            place.at.system = system;
            assert_eq!(MANAGED.file(&place.at, "a"), root.join(managed));
            assert!(MANAGED.file(&place.at, "a").starts_with(MANAGED.base(&place.at)));
            let (base, below) = application_data(&place.at);
            assert_eq!(base.join(below), root.join(settings));
        }
    }
}
