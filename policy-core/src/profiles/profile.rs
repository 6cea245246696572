//! The parts of a profile: what it trusts, the forms that it forbids, the timeouts.

use core::time::Duration;

use super::forbidden::ForbiddenForm;

/// One profile.
#[derive(Debug)]
pub struct Profile {
    /// Its name in a settings file.
    pub name: &'static str,
    /// What it is for, in one line without a full stop.
    pub says: &'static str,
    /// What may run without asking.
    pub trust: Trust,
    /// Whether a command that only reads its service may run, unless the settings say otherwise.
    pub reads_services: ReadsServices,
    /// What must not run at all, whatever a rule or the mode says.
    pub forbidden: &'static [&'static ForbiddenForm],
    /// How long a command may run.
    pub timeout: Timeout,
}

/// What is enough for a command to run without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Trust {
    /// A proof that it only reads, a rule, or what the mode accepts.
    Proof,
    /// A rule that a person wrote; in the mode `acceptEdits` also a proof that it only reads. In the mode `plan` nothing.
    Modes,
    /// A rule that a person wrote; nothing is allowed because it was proven.
    Rules,
}

impl Trust {
    /// Every trust.
    pub const ALL: [Self; 3] = [Self::Proof, Self::Modes, Self::Rules];
}

/// What happens to a command that only reads the service that the user set up for it (`docker ps`, `gh pr view`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ReadsServices {
    /// It counts as proven.
    Allow,
    /// It asks, unless a rule allows it.
    Ask,
}

impl ReadsServices {
    /// Both, with their names in a settings file.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Allow, "allow"), (Self::Ask, "ask")];

    /// The choice with this name in a settings file.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(choice, _)| choice)
    }
}

/// The bounds of a run's duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeout {
    /// Unless the caller says otherwise.
    pub default: Duration,
    /// Whatever the caller says.
    pub maximum: Duration,
}

impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Profile {}
