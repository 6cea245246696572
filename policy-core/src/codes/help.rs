//! Help about a finding, for each of its two readers.
//!
//! Owns the choice of the help that a model can follow. Knows no finding and decides nothing.

/// What to do: for the person who approves, and for the model that proposed the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Help {
    /// What the person can do, in one line without a full stop.
    pub person: &'static str,
    /// What the model can do so that nobody is asked; none where only a person can: no model changes settings or
    /// approves.
    pub model: Option<&'static str>,
}

impl Help {
    /// The same help for both.
    pub const fn both(text: &'static str) -> Self {
        Self { person: text, model: Some(text) }
    }

    /// Help that only a person can follow.
    pub const fn person_only(text: &'static str) -> Self {
        Self { person: text, model: None }
    }
}
