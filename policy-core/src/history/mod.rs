//! A policy over commands of the past: what two policies answer differently, which rules would spare questions, and which
//! change of a policy would give another answer.
//!
//! Owns replays and changes of a policy. Whether a change helps is never guessed: the engine decides again with it. Reads no
//! log and writes no settings: a host hands over the calls, and writes what a person approves.

mod amend;
mod asked;
mod candidate;
mod changes;
mod counted;
mod cover;
mod examples;
mod mask;
mod programs;
mod replay;
mod sums;
mod tables;
mod tally;
mod why_not;
mod wider;

#[cfg(test)]
mod tests;

pub use amend::{Step, amended};
pub use asked::{Asked, Call, Log};
pub use changes::{Change, Changes, Side, changes};
pub use cover::{Cover, Suggestion, cover};
pub(crate) use examples::commands_of;
pub use examples::examples;
pub use mask::mask;
pub use programs::{program_of, programs};
pub(crate) use replay::Replay;
pub use replay::on_plain_disk;
pub use tables::{
    AskRow, DEPENDS_ON_DISK, HourRow, ProgramRow, RuleRow, Showing, SuggestionRow, SummaryRow, Tables,
};
pub use tally::{Logged, Tally};
pub use why_not::{Proposal, WhyNot, why_not};
pub(crate) use wider::table_commands;
