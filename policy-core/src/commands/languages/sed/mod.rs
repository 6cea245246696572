//! sed scripts, as GNU sed 4.9 reads them (the sed manual, "sed scripts"; POSIX sed, "Editing Commands in sed").
//!
//! Owns the one reading of a script that both the judge of harm and the simulation are based on: what it does beyond
//! editing its stream, and what simple ones make of a text. What is not understood exactly is trouble, never a guess.

mod judge;
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

pub(in crate::commands) use judge::flaw;
pub use judge::{Deeds, judge};
pub use parse::parse;
pub(in crate::commands) use pieces::{argument_at, joined};
pub use refusal::CannotSimulate;
pub use script::{
    Action, Address, Branch, Command, End, Pattern, Place, Script, Selection, Substitution, Trouble,
};
pub use simulate::{Budget, Made, simulate};
