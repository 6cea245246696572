//! One code of a verdict, with its sentences.
//!
//! Owns the form that checks, notices, grounds, forbidden forms and remarks share. Finds nothing and decides nothing.

use super::{Help, Sentence};

/// A code with its words.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Its stable name: `READ_ONLY`, and for a forbidden form `fork-bomb`.
    pub name: &'static str,
    /// What is wrong, or why it was decided so, in one line without a full stop.
    pub says: Sentence,
    /// What to do.
    pub help: Help,
    /// Why it matters, in a few sentences (Markdown); empty where the line says it all.
    pub story: &'static str,
}

impl Code {
    /// A code whose one line says it all.
    pub const fn brief(name: &'static str, says: &'static str, help: Help) -> Self {
        Self { name, says: Sentence::whole(says), help, story: "" }
    }
}

/// Codes are compared by their names, which are unique.
impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}
