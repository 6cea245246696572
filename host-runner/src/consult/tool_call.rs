//! What a hook is told about a command besides its text, or about another call.

use serde_json::{Map, Value};

/// The call of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolCall {
    /// The name of the session that it belongs to; the process, if it is empty.
    pub(crate) session: String,
    /// What the model says that the command is for.
    pub(crate) description: Option<String>,
    /// The time limit, in milliseconds.
    pub(crate) timeout: Option<u64>,
    /// Whether a person has approved it already, so that there is no question.
    pub(crate) is_approved: bool,
    /// Whether the hooks of the settings are asked.
    pub(crate) starts_hooks: bool,
    /// Whether it starts in the background.
    pub(crate) run_in_background: bool,
    /// The whole input of a tool that runs no command; none for a command.
    pub(crate) input: Option<Map<String, Value>>,
}

impl Default for ToolCall {
    fn default() -> Self {
        Self {
            session: String::new(),
            description: None,
            timeout: None,
            is_approved: false,
            starts_hooks: true,
            run_in_background: false,
            input: None,
        }
    }
}
