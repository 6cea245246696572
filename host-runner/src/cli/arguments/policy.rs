//! The arguments of `policy`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use policy_core::Decision;

use super::super::exit::{
    POLICY_DIFF_CODES, POLICY_LINT_CODES, POLICY_SUGGEST_CODES, POLICY_TEST_CODES, POLICY_WHY_NOT_CODES,
};
use super::location::LocationArguments;
use super::settings::Settings;

/// Compare two policies, find what would change an answer, and find rules that spare questions
#[derive(Debug, Args)]
pub(in crate::cli) struct Policy {
    #[command(subcommand)]
    pub(in crate::cli) of: PolicyOf,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum PolicyOf {
    /// Compare what the settings say about commands with what their tests expect
    Test(PolicyTest),
    /// Find rules that decide nothing, repeat others, allow more than they show, or were written for another tool
    Lint(PolicyLint),
    /// Show what two settings files answer differently
    Diff(PolicyDiff),
    /// Show the smallest changes of the settings that give another answer
    WhyNot(PolicyWhyNot),
    /// Show the rules that would spare most questions of a log
    Suggest(PolicySuggest),
}

#[derive(Debug, Args)]
#[command(after_help = POLICY_TEST_CODES)]
pub(in crate::cli) struct PolicyTest {
    #[command(flatten)]
    pub(in crate::cli) settings: Settings,
    #[command(flatten)]
    pub(in crate::cli) place: LocationArguments,
    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Write the results to this file as `JUnit`'s XML too
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) junit: Option<PathBuf>,
    /// Files with a list `tests`; one that has settings too is tested itself, unless `--policy` names other settings
    /// [default: the settings files]
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
}

/// Show what two settings files answer differently
///
/// Without a log, it compares them on commands made from their rules, and on the examples of all tables. What a log says about a
/// disk is unknown, so that no path counts as a link, and no directory as a bare repository.
#[derive(Debug, Args)]
#[command(after_help = POLICY_DIFF_CODES)]
pub(in crate::cli) struct PolicyDiff {
    /// The settings file before
    #[arg(value_name = "A")]
    pub(in crate::cli) from: PathBuf,
    /// The settings file after
    #[arg(value_name = "B")]
    pub(in crate::cli) to: PathBuf,
    /// The log of an agent or a shell, or a folder with logs; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) log: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Show the smallest changes of the settings that give another answer
///
/// Each change was tried on the command. The mode that allows everything is never among them.
#[derive(Debug, Args)]
#[command(after_help = POLICY_WHY_NOT_CODES)]
pub(in crate::cli) struct PolicyWhyNot {
    #[command(flatten)]
    pub(in crate::cli) settings: Settings,
    #[command(flatten)]
    pub(in crate::cli) place: LocationArguments,
    /// The wanted answer
    #[arg(long, value_name = "ANSWER", default_value = "allow", value_parser = decision())]
    pub(in crate::cli) want: Decision,
    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// The command line as one quoted argument; several arguments are joined with blanks; `-` reads standard input
    #[arg(value_name = "COMMAND", required = true)]
    pub(in crate::cli) command: Vec<OsString>,
}

/// Show the rules that would spare most questions of a log
///
/// Each rule was tried on the commands of the log, in the mode that the log names, or in that of `--mode`. There is none for a program
/// that runs what its arguments name.
#[derive(Debug, Args)]
#[command(after_help = POLICY_SUGGEST_CODES)]
pub(in crate::cli) struct PolicySuggest {
    #[command(flatten)]
    pub(in crate::cli) settings: Settings,
    #[command(flatten)]
    pub(in crate::cli) place: LocationArguments,
    /// The log of an agent or a shell, or a folder with logs; may be repeated
    #[arg(long, value_name = "FILE", required = true)]
    pub(in crate::cli) log: Vec<PathBuf>,
    /// How many suggestions there are at most
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(in crate::cli) top: usize,
    /// Add the rules to this settings file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) into: Option<PathBuf>,
    /// Write without asking
    #[arg(long, requires = "into")]
    pub(in crate::cli) yes: bool,
    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Find rules that decide nothing, repeat others, allow more than they show, or were written for another tool
///
/// Each finding about a rule was tried on commands made from its text and from the tables. Nothing runs.
#[derive(Debug, Args)]
#[command(after_help = POLICY_LINT_CODES)]
pub(in crate::cli) struct PolicyLint {
    #[command(flatten)]
    pub(in crate::cli) settings: Settings,
    #[command(flatten)]
    pub(in crate::cli) place: LocationArguments,
    /// Show what can be mended without a choice, ask, and write it
    #[arg(long)]
    pub(in crate::cli) fix: bool,
    /// Write without asking
    #[arg(long, requires = "fix")]
    pub(in crate::cli) yes: bool,
    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

fn decision() -> impl TypedValueParser<Value = Decision> {
    const ALL: [Decision; 3] = [Decision::Allow, Decision::Ask, Decision::Deny];
    PossibleValuesParser::new(ALL.map(Decision::name))
        .map(|name| ALL.into_iter().find(|decision| decision.name() == name).unwrap_or_default())
}
