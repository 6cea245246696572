//! A call: one command that a log says was proposed or run.

use std::borrow::Cow;

/// One command in a log, with what the log says about it. What a log does not say is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The name of the tool, as rules name it: `Bash`, `PowerShell`, `WebFetch` or `WebSearch`.
    pub tool: Cow<'static, str>,
    /// The command as it was given to the tool; the URL or the query for the web tools. Never empty.
    pub command: String,
    /// The shell that would read it: `bash`, `zsh` or `powershell`.
    pub shell: Option<&'static str>,
    /// The directory in which it would run, as the log spells it.
    pub cwd: Option<String>,
    /// The permission mode of that moment, as the agent names it.
    pub mode: Option<String>,
    /// When it was proposed, in milliseconds since 1970 (UTC).
    pub time: Option<i64>,
    /// The session or the task to which it belongs.
    pub session: Option<String>,
    /// What became of it.
    pub outcome: Option<Outcome>,
    /// The line of the log on which it begins, from 1.
    pub line: u64,
    /// Whether the log keeps the command only roughly: without its exact text, or cut at its line ends.
    pub low_fidelity: bool,
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ran; how it ended is not in the log.
    Approved,
    /// A person, a rule or a hook refused it.
    Rejected,
    /// It ran and ended with this status.
    Exit(i32),
}

impl Outcome {
    /// `approved`, `rejected` or `exit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Exit(_) => "exit",
        }
    }
}
