//! The agents, a file for each: which files, where, and what goes into them.
//!
//! Owns the list. The facts are from each agent's documentation and from runs of the real programs.

mod claude_code;
mod cline;
pub(crate) mod codex;
mod copilot;
mod cursor;
pub(crate) mod gemini;
mod opencode;
mod qwen;
mod shape;
mod vscode;
mod windsurf;

use policy_core::agents::Agent;

use super::client::Client;

/// Everything about `agent`.
pub(crate) const fn client(agent: Agent) -> &'static Client {
    match agent {
        Agent::ClaudeCode => &claude_code::CLIENT,
        Agent::Codex => &codex::CLIENT,
        Agent::Copilot => &copilot::CLIENT,
        Agent::Gemini => &gemini::CLIENT,
        Agent::Qwen => &qwen::CLIENT,
        Agent::Opencode => &opencode::CLIENT,
        Agent::Cline => &cline::CLIENT,
        Agent::Cursor => &cursor::CLIENT,
        Agent::Windsurf => &windsurf::CLIENT,
        Agent::VsCode => &vscode::CLIENT,
    }
}
