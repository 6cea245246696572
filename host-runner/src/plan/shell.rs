//! The shell that runs a command, and the arguments that make it run nothing else.

use base64::Engine as _;
use policy_core::Dialect;

/// The shell that runs the command. It reads no start-up file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shell {
    /// GNU bash.
    #[default]
    Bash,
    /// zsh.
    Zsh,
    /// PowerShell 6 or newer, never the `powershell.exe` of Windows.
    PowerShell,
}

impl Shell {
    /// The program's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::PowerShell => "pwsh",
        }
    }

    /// The arguments that make it run `command` and nothing else, its own name first. `--` keeps a command that starts with a
    /// dash from being taken for options; PowerShell gets the text in Base64.
    pub fn arguments(self, command: &str) -> Vec<String> {
        let options: &[&str] = match self {
            Self::Bash => &["bash", "--noprofile", "--norc", "-c", "--"],
            Self::Zsh => &["zsh", "-f", "-c", "--"],
            Self::PowerShell => &["pwsh", "-NoLogo", "-NoProfile", "-NonInteractive", "-EncodedCommand"],
        };
        let command = match self {
            Self::Bash | Self::Zsh => command.to_owned(),
            Self::PowerShell => encoded(command),
        };
        options.iter().copied().map(str::to_owned).chain([command]).collect()
    }
}

/// The command as `pwsh -EncodedCommand` takes it: UTF-16, little end first, in Base64. No quoting lies in between (`about_Pwsh`).
fn encoded(command: &str) -> String {
    let bytes: Vec<u8> = command.encode_utf16().flat_map(u16::to_le_bytes).collect();
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

impl From<Shell> for Dialect {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
            Shell::PowerShell => Self::PowerShell,
        }
    }
}

impl From<Dialect> for Shell {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Bash => Self::Bash,
            Dialect::Zsh => Self::Zsh,
            Dialect::PowerShell | Dialect::PowerShellOnWindows => Self::PowerShell,
        }
    }
}
