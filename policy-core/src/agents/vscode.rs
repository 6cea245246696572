//! Visual Studio Code (<https://code.visualstudio.com/docs/agents/reference/hooks-reference>): Claude Code's form. It ignores
//! matchers, so that calls of every tool arrive.
//!
//! Owns its names.

use super::agent::Agent;
use super::call::{Event, Rewrites};
use super::claude_code::{announced, mode};
use super::protocol::Protocol;
use super::ruling::HookAnswer;
use super::web::{Given, WebTool};

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::VsCode,
    shells: &["run_in_terminal", "runTerminalCommand", "runInTerminal", "Bash"],
    powershells: &[],
    not_commands: &[],
    web: &[WebTool::fetch("fetch_webpage", Given::Urls)],
    directories: &["cwd"],
    mode,
    rewrites: |_| Rewrites::Here,
    read: |protocol, object| protocol.claude_call(object, &[("PreToolUse", Event::BeforeTool)]),
    answer: announced,
    failure: HookAnswer::blocked,
};
