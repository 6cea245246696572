//! The tables of a report: what a policy would have answered to a log.
//!
//! Owns the rows, as they are on the wire, and the choice of what is shown.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

/// What stands for the decision where the log does not have the facts.
pub const DEPENDS_ON_DISK: &str = "depends_on_disk";

/// What a report shows.
#[derive(Clone, Copy, Debug)]
pub struct Showing {
    /// Most suggestions.
    pub suggestions: usize,
    /// Whether commands are shown, without their secrets; else only their programs.
    pub commands: bool,
    /// Whether the mode of each call counts; else that of the policy.
    pub modes: bool,
}

/// The tables.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tables {
    /// All calls.
    pub calls: u64,
    /// The distinct commands.
    pub commands: usize,
    /// Calls of commands that are too many to keep.
    pub left_out: u64,
    /// By answer and reason.
    pub summary: Vec<SummaryRow>,
    /// By program.
    pub programs: Vec<ProgramRow>,
    /// What asks most.
    pub asks: Vec<AskRow>,
    /// The rules of the policy by what they decided.
    pub rules: Vec<RuleRow>,
    /// By the hour of the day (UTC), of calls with a time.
    pub hours: Vec<HourRow>,
    /// Rules that would spare questions.
    pub suggestions: Vec<SuggestionRow>,
    /// The questions, on a plain disk.
    pub questions: u64,
    /// How many of them would be left with all suggestions.
    pub left: u64,
}

/// A row of the summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryRow {
    /// `allow`, `ask`, `deny` or `depends_on_disk`.
    pub decision: &'static str,
    /// The decision if no path is a link, and no directory a bare repository.
    pub plain_disk: &'static str,
    /// The code of the reason.
    pub code: &'static str,
    /// Calls.
    pub calls: u64,
    /// Distinct commands.
    pub commands: usize,
    /// Sessions in which there are any.
    pub sessions: usize,
    /// Calls that a person, a rule or a hook refused.
    pub rejected: u64,
}

/// A row of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgramRow {
    /// The program with its sub-command.
    pub program: String,
    /// The calls in which it is.
    pub calls: u64,
    /// Those that are allowed.
    pub allow: u64,
    /// Those that ask.
    pub ask: u64,
    /// Those that are denied.
    pub deny: u64,
    /// Those whose answer depends on the disk.
    pub depends_on_disk: u64,
}

/// A row of what asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AskRow {
    /// The code of the reason.
    pub code: &'static str,
    /// The programs of the commands.
    pub programs: String,
    /// Calls.
    pub calls: u64,
    /// Distinct commands.
    pub commands: usize,
    /// One of them, without its secrets, if commands are shown.
    pub example: Option<String>,
}

/// A row of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RuleRow {
    /// `deny`, `ask` or `allow`.
    pub list: &'static str,
    /// As written.
    pub rule: String,
    /// Its place, `file:line:column`.
    pub source: String,
    /// Calls whose answer it gave.
    pub decided: u64,
    /// Calls in which it had a part.
    pub part: u64,
}

/// A row of an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HourRow {
    /// From 0 to 23.
    pub hour: u8,
    /// Calls.
    pub calls: u64,
    /// Those that ask.
    pub ask: u64,
    /// Sessions.
    pub sessions: usize,
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionRow {
    /// The allow rules.
    pub rules: Vec<String>,
    /// The calls that would not ask, besides those of the suggestions before it.
    pub questions: u64,
    /// Their distinct commands.
    pub commands: usize,
    /// Some of them, without their secrets, if commands are shown.
    pub examples: Vec<String>,
    /// Whether it allows commands that are not in the log.
    pub wider: bool,
    /// Some of those.
    pub newly_allowed: Vec<String>,
}
