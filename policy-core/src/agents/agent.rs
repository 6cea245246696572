//! The agents that have Shellgate decide about their commands, by name.
//!
//! Owns their names.

/// An agent whose commands can be decided by Shellgate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code, by Anthropic.
    ClaudeCode,
    /// Codex CLI, by `OpenAI`.
    Codex,
    /// Copilot CLI, by GitHub.
    Copilot,
    /// Gemini CLI, by Google.
    Gemini,
    /// Qwen Code, by Alibaba.
    Qwen,
    /// opencode.
    Opencode,
    /// Cline, on the command line and in VS Code.
    Cline,
    /// Cursor, the editor.
    Cursor,
    /// Windsurf, the editor.
    Windsurf,
    /// Visual Studio Code, with the agent mode of its chat.
    VsCode,
}

impl Agent {
    /// Every agent, in the order in which they are shown.
    pub const ALL: [Self; 10] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::Copilot,
        Self::Gemini,
        Self::Qwen,
        Self::Opencode,
        Self::Cline,
        Self::Cursor,
        Self::Windsurf,
        Self::VsCode,
    ];

    /// Its name on the command line and in JSON, such as `claude`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude",
            Self::Codex => "codex",
            Self::Copilot => "copilot",
            Self::Gemini => "gemini",
            Self::Qwen => "qwen",
            Self::Opencode => "opencode",
            Self::Cline => "cline",
            Self::Cursor => "cursor",
            Self::Windsurf => "windsurf",
            Self::VsCode => "vscode",
        }
    }

    /// The name that people know it by, such as `Claude Code`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex CLI",
            Self::Copilot => "Copilot CLI",
            Self::Gemini => "Gemini CLI",
            Self::Qwen => "Qwen Code",
            Self::Opencode => "opencode",
            Self::Cline => "Cline",
            Self::Cursor => "Cursor",
            Self::Windsurf => "Windsurf",
            Self::VsCode => "VS Code",
        }
    }

    /// The agent with this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_to_its_agent() {
        for agent in Agent::ALL {
            assert_eq!(Agent::from_name(agent.name()), Some(agent));
        }
        assert_eq!(Agent::from_name("Claude Code"), None);
    }
}
