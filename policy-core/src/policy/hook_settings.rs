//! The hooks of the settings as values.
//!
//! Owns the types and their names. Reads no text.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::source::Authority;
use crate::rules::SourceLocation;

/// When a hook is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookEvent {
    /// Before a command runs.
    PreToolUse,
    /// After it has run, or went on in the background.
    PostToolUse,
}

impl HookEvent {
    /// Both.
    pub const ALL: [Self; 2] = [Self::PreToolUse, Self::PostToolUse];

    /// The name, in the settings and to the hook.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
        }
    }
}

/// What follows when a hook fails: it cannot be started, takes too long, or gives no answer that can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HookFailures {
    /// The command does not run.
    #[default]
    Deny,
    /// A person decides.
    Ask,
    /// Nothing, as if the hook had no opinion.
    Allow,
}

impl HookFailures {
    /// Each with its name in the settings.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Deny, "deny"), (Self::Ask, "ask"), (Self::Allow, "allow")];

    /// The value with this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(failures, _)| failures)
    }
}

/// A program that is asked around commands.
#[derive(Clone, Debug)]
pub struct Hook {
    /// When.
    pub event: HookEvent,
    /// For which tools: `matcher`, as written; empty for all of them.
    pub matcher: String,
    /// For which commands: a rule such as `Bash(git *)`, as written; none for all of them.
    pub condition: Option<String>,
    /// What is started; none if it cannot be read, so that the hook fails.
    pub command: Option<HookCommand>,
    /// How long it may take, in milliseconds.
    pub time_ms: u64,
    /// Whether a failure of this hook denies, whatever `hookFailures` says.
    pub blocks_on_failure: bool,
    /// Where it is.
    pub place: SourceLocation,
    /// Whose settings name it.
    pub authority: Authority,
    /// The directory of these settings, as in [`Source::root`](super::Source::root).
    pub root: Option<Arc<str>>,
}

/// What is started for a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookCommand {
    /// A command line for a POSIX shell.
    Line(String),
    /// A program and its arguments, without a shell.
    Program(String, Vec<String>),
}

impl HookCommand {
    /// The command in one line, to be shown.
    pub fn text(&self) -> String {
        match self {
            Self::Line(line) => line.clone(),
            Self::Program(program, arguments) => {
                let words = core::iter::once(program).chain(arguments);
                words.map(String::as_str).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// What a source says about hooks.
#[derive(Debug, Default)]
pub(super) struct HooksSaid {
    pub(super) hooks: Vec<Hook>,
    pub(super) failures: Option<HookFailures>,
    pub(super) trusted: Vec<String>,
    pub(super) are_disabled: bool,
}
