//! Where a command would run, and which shell and tool would run it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use policy_core::Dialect;

/// The place of a command, its shell and its tool.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct LocationArguments {
    /// The directory in which the command would run [default: the working directory]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) cwd: Option<PathBuf>,
    /// The shell that would read the command [default: the user's shell]
    #[arg(long)]
    pub(in crate::cli) shell: Option<Shell>,
    /// The name of the tool, which rules name too [default: `PowerShell` for that shell, else `Bash`]
    #[arg(long)]
    pub(in crate::cli) tool: Option<String>,
}

/// The place whose settings decide.
#[derive(Debug, Args)]
pub(in crate::cli) struct DirectoryArguments {
    /// The directory whose settings decide [default: the working directory]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) cwd: Option<PathBuf>,
}

#[cfg(feature = "web")]
impl DirectoryArguments {
    /// The place, in which no command runs.
    pub(in crate::cli) fn location(&self) -> LocationArguments {
        LocationArguments { cwd: self.cwd.clone(), shell: Some(Shell::Bash), tool: None }
    }
}

/// The shells by their name on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Shell {
    Bash,
    Zsh,
    #[value(name = "powershell", alias = "pwsh")]
    Pwsh,
}

impl From<Shell> for Dialect {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
            Shell::Pwsh => Self::PowerShell,
        }
    }
}
