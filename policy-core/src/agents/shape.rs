//! Recognises the agent by the form of its call.
//!
//! Owns the order of the signs. The sign that only one agent has comes before the sign that several share.

use super::agent::Agent;
use super::json::{Object, text};
use super::problem::Problem;

/// The agent that wrote `call`.
///
/// # Errors
/// No agent is known that writes so.
pub(super) fn agent(call: &Object) -> Result<Agent, Problem> {
    let has = |key: &str| call.has(key);
    let is = |key: &str, value: &str| call.get(key).and_then(text).is_some_and(|text| text == value);
    if has("agent_action_name") {
        return Ok(Agent::Windsurf);
    }
    if has("clineVersion") || has("tool_call") || has("preToolUse") {
        return Ok(Agent::Cline);
    }
    if has("toolName") || has("toolArgs") {
        return Ok(Agent::Copilot);
    }
    if has("callID") || (has("tool") && has("args")) || is("hook", "tool.execute.before") {
        return Ok(Agent::Opencode);
    }
    if has("cursor_version") || has("generation_id") || is("hook_event_name", "beforeShellExecution") {
        return Ok(Agent::Cursor);
    }
    let Some(event) =
        ["hook_event_name", "hookEventName"].iter().find_map(|key| call.get(key)).and_then(text)
    else {
        return Err(Problem::new("no agent is known that sends such a call: name it with `--agent`"));
    };
    if event.ends_with("Tool") || event.ends_with("Agent") || event.ends_with("Model") {
        return Ok(Agent::Gemini);
    }
    if has("turn_id") {
        return Ok(Agent::Codex);
    }
    if has("tool_call_id") || is("permission_mode", "yolo") || is("tool_name", "run_shell_command") {
        return Ok(Agent::Qwen);
    }
    // Claude Code names no time, so these two only share its names.
    if has("timestamp") && !has("permission_mode") {
        return Ok(if has("transcript_path") || has("hookEventName") {
            Agent::VsCode
        } else {
            Agent::Copilot
        });
    }
    Ok(Agent::ClaudeCode)
}
