//! Profiles: how strict the one engine is, as data, selected by name in the settings.
//!
//! Owns what a profile can say and the list of them. Decides nothing: `decide` reads a profile as it reads a mode.
//! A new profile is a new file and one line here.

use core::time::Duration;

mod claurst;
pub mod forbidden;
mod jazz;
mod standard;

#[cfg(test)]
mod tests;

pub use forbidden::Form;

/// One profile.
#[derive(Debug)]
pub struct Profile {
    /// Its name in a settings file.
    pub name: &'static str,
    /// What it is for, in one line without a full stop.
    pub says: &'static str,
    /// What may run without asking.
    pub trust: Trust,
    /// What must not run at all, whatever a rule or the mode says.
    pub forbidden: &'static [&'static Form],
    /// How long a command may run.
    pub timeout: Timeout,
}

/// What is enough for a command to run without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Trust {
    /// A proof that it only reads, a rule, or what the mode accepts.
    Proof,
    /// A rule that a person wrote; nothing is allowed because it was proven.
    Rules,
}

impl Trust {
    /// Every trust.
    pub const ALL: [Self; 2] = [Self::Proof, Self::Rules];
}

/// The bounds of a run's duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeout {
    /// Unless the caller says otherwise.
    pub default: Duration,
    /// Whatever the caller says.
    pub maximum: Duration,
}

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [&'static Self; 3] = [&standard::STANDARD, &claurst::CLAURST, &jazz::JAZZ];

    /// The profile with this name in a settings file.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|profile| profile.name == name)
    }
}

impl Default for &'static Profile {
    fn default() -> Self {
        &standard::STANDARD
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Profile {}
