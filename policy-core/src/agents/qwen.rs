//! Qwen Code: Claude Code's events and form, with names of its own for the shell and the modes. It ignores `updatedInput`.
//!
//! Owns its names.

use super::agent::Agent;
use super::call::{AgentMode, Event, Rewrites};
use super::claude_code::{self, EVENTS, announced, requested};
use super::protocol::Protocol;
use super::ruling::HookAnswer;
use super::web::{Given, WebTool};
use crate::request::Mode;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Qwen,
    shells: &["run_shell_command", "Bash"],
    powershells: &[],
    not_commands: &[],
    web: &[WebTool::fetch("web_fetch", Given::Url), WebTool::search("web_search")],
    directories: &["directory"],
    mode,
    rewrites: |_| Rewrites::Never,
    read: |protocol, object| protocol.claude_call(object, EVENTS),
    answer: |call, ruling| match call.event {
        Event::BeforeTool => announced(call, ruling),
        Event::PermissionRequest => requested(call, ruling),
    },
    failure: HookAnswer::blocked,
};

/// The modes by name. In `yolo`, which a person has to choose, Qwen Code asks about nothing.
fn mode(name: &str) -> AgentMode {
    match name {
        "yolo" => AgentMode::Is(Mode::BypassPermissions),
        "auto-edit" | "auto_edit" | "autoEdit" => AgentMode::Is(Mode::AcceptEdits),
        name => claude_code::mode(name),
    }
}
