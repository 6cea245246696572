//! The three lists of rules in a settings file.

/// The lists in the order in which they are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum List {
    /// `permissions.deny`
    Deny,
    /// `permissions.ask`
    Ask,
    /// `permissions.allow`
    Allow,
}

impl List {
    /// Every list in the order in which they are asked.
    pub const ALL: [Self; 3] = [Self::Deny, Self::Ask, Self::Allow];

    /// The name in a settings file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Allow => "allow",
        }
    }
}
