//! What goes into a sandbox and comes out of it: a batch of commands, and what each of them did.

use serde::{Deserialize, Serialize};

use crate::exemptions::CallExemption;

/// The shell that runs the commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Shell {
    /// bash, as the runner starts it.
    Bash,
    /// zsh without the files of its user.
    Zsh,
    /// PowerShell without a profile.
    Pwsh,
}

impl From<Shell> for policy_core::Dialect {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
            Shell::Pwsh => Self::PowerShell,
        }
    }
}

impl Shell {
    /// Where it is; PowerShell has no place of its own.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Bash => "/bin/bash",
            Self::Zsh => "/usr/bin/zsh",
            Self::Pwsh => "/usr/bin/pwsh",
        }
    }

    /// Its arguments for a command, as the runner starts it, its name first.
    pub(crate) fn arguments(self, command: &str) -> Vec<String> {
        host_runner::plan::Shell::from(policy_core::Dialect::from(self)).arguments(command)
    }
}

/// Commands for one watcher.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Batch {
    /// The shell that runs them.
    pub shell: Shell,
    /// The absolute path of that shell.
    pub program: String,
    /// Whether the arguments of every executed program are noted.
    pub records: bool,
    /// Where they start.
    pub cwd: String,
    /// Their whole environment.
    pub environment: Vec<(String, String)>,
    /// How long one may run, in milliseconds.
    pub limit_ms: u64,
    /// Calls that are let through.
    pub exemptions: Vec<CallExemption>,
    /// The commands.
    pub jobs: Vec<Job>,
}

/// One command.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The text that the shell gets.
    pub command: String,
    /// The programs that it may execute, by name.
    pub executes: Vec<String>,
    /// The value of the variable `x`, which some examples use.
    pub variable: String,
}

/// What one command did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Deed {
    /// Calls that a command which only reads does not make. They were refused.
    pub violations: Vec<Violation>,
    /// The arguments of every program that was executed, if they were to be noted, in order.
    pub executed: Vec<Vec<String>>,
    /// Exemptions that were needed, by index.
    pub exempted: Vec<usize>,
    /// The exit status; none when a signal ended it.
    pub status: Option<i32>,
    /// Whether it was ended because it ran too long.
    pub cut: bool,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// One call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Violation {
    /// The program that made it, by its file's name.
    pub program: String,
    /// `openat`
    pub call: String,
    /// The path, the program or the address.
    pub target: String,
    /// What else matters, such as the flags.
    pub detail: String,
}

impl Violation {
    /// What it has in common with others: files of one directory often have names that chance makes.
    pub(crate) fn kind(&self) -> (String, String, String) {
        let directory = self.target.rsplit_once('/').map_or(&*self.target, |(directory, _)| directory);
        (self.program.clone(), self.call.clone(), directory.to_owned())
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { program, call, target, detail } = self;
        write!(f, "`{program}` calls {call}: {target}")?;
        if detail.is_empty() { Ok(()) } else { write!(f, " ({detail})") }
    }
}
