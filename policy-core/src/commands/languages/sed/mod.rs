//! sed scripts, as GNU sed 4.9 reads them (the sed manual, "sed scripts"; POSIX sed, "Editing Commands in sed").
//!
//! Owns the one parser of scripts, used by the search for harm and by the simulation of simple scripts. A construct
//! that is not understood exactly is trouble, never a guess.

mod deeds;
mod literal;
mod matcher;
mod parse;
mod pieces;
mod refusal;
mod regex;
mod script;
mod simulate;

#[cfg(test)]
mod tests;

pub use deeds::{Deeds, deeds};
pub(in crate::commands) use deeds::{flaw, flaw_of, not_understood};
pub use parse::parse;
pub(in crate::commands) use pieces::{argument_at, joined, place_of};
pub use refusal::CannotSimulate;
pub use script::{
    Action, Address, Branch, Command, End, Pattern, Script, Selection, Substitution, TextPlacement, Trouble,
};
pub use simulate::{Budget, Made, simulate};
