//! The operations of the core, by name, each with the keys of its arguments.
//!
//! Owns the names on the wire. What each operation does is in [`operations`](super::operations).

/// One operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Open,
    Check,
    Close,
    Explain,
    ExplainAll,
    ValidateRule,
    Outline,
    CommandLine,
    NullRedirects,
    ExitMeaning,
    Preview,
    EditPreview,
    Classify,
    HookCall,
    HookAnswer,
    Version,
}

impl Operation {
    /// Every operation, in the order in which they are listed.
    pub(super) const ALL: [Self; 16] = [
        Self::Open,
        Self::Check,
        Self::Close,
        Self::Explain,
        Self::ExplainAll,
        Self::ValidateRule,
        Self::Outline,
        Self::CommandLine,
        Self::NullRedirects,
        Self::ExitMeaning,
        Self::Preview,
        Self::EditPreview,
        Self::Classify,
        Self::HookCall,
        Self::HookAnswer,
        Self::Version,
    ];

    /// The operation with this name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// The value of `operation` in a call.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Check => "check",
            Self::Close => "close",
            Self::Explain => "explain",
            Self::ExplainAll => "explainAll",
            Self::ValidateRule => "validateRule",
            Self::Outline => "outline",
            Self::CommandLine => "commandLine",
            Self::NullRedirects => "nullRedirects",
            Self::ExitMeaning => "exitMeaning",
            Self::Preview => "preview",
            Self::EditPreview => "editPreview",
            Self::Classify => "classify",
            Self::HookCall => "hookCall",
            Self::HookAnswer => "hookAnswer",
            Self::Version => "version",
        }
    }

    /// The keys of its arguments.
    pub(super) const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Open => &["options"],
            Self::Check => &["gate", "request", "offsets"],
            Self::Close => &["gate"],
            Self::Explain => &["code"],
            Self::ExplainAll | Self::Version => &[],
            Self::ValidateRule => &["rule", "list", "offsets"],
            Self::Outline => &["command", "shell", "offsets"],
            Self::CommandLine => &[
                "command",
                "shell",
                "input",
                "snapshot",
                "unshadowed",
                "environment",
                "directoryNote",
                "prefix",
            ],
            Self::NullRedirects | Self::Classify => &["command", "shell"],
            Self::ExitMeaning => &["command", "status", "shell"],
            Self::Preview => &["output", "limit"],
            Self::EditPreview => &["command", "contents", "cwd", "home"],
            Self::HookCall => &["input", "agent", "shell", "record"],
            Self::HookAnswer => &["input", "agent", "rulings", "problem", "record"],
        }
    }
}
