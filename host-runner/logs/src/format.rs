//! The formats by name.

/// A format of logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// A transcript of Claude Code, one entry a line.
    ClaudeCode,
    /// A rollout of Codex, one entry a line.
    Codex,
    /// A history of `SpecStory`, in Markdown.
    SpecStory,
    /// One JSON object a line with a command: a request as `check --jsonl` takes it, the input of a hook, or the record of
    /// a task.
    JsonLines,
    /// A table with a column `command`, separated by commas.
    Csv,
    /// The history of bash.
    BashHistory,
    /// The history of zsh.
    ZshHistory,
    /// The history of fish.
    FishHistory,
    /// The history of PowerShell.
    PowerShellHistory,
}

impl Format {
    /// Every format with its name.
    pub const ALL: [(Self, &str); 9] = [
        (Self::ClaudeCode, "claude-code"),
        (Self::Codex, "codex"),
        (Self::SpecStory, "specstory"),
        (Self::JsonLines, "jsonl"),
        (Self::Csv, "csv"),
        (Self::BashHistory, "bash-history"),
        (Self::ZshHistory, "zsh-history"),
        (Self::FishHistory, "fish-history"),
        (Self::PowerShellHistory, "powershell-history"),
    ];

    /// Its name, such as `claude-code`.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }
}
