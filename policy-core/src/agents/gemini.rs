//! Gemini CLI: `BeforeTool`, with a decision that is no part of `hookSpecificOutput`.
//!
//! Owns its names.

use alloc::string::String;

use serde::Serialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, HookCall, Rewrites};
use super::claude_code::updated;
use super::json::{Object, written};
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use super::web::{Given, WebTool};
use crate::verdict::Decision;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Gemini,
    shells: &["run_shell_command"],
    powershells: &[],
    not_commands: &[],
    web: &[WebTool::fetch("web_fetch", Given::Prompt), WebTool::search("google_web_search")],
    directories: &["dir_path", "directory"],
    // It names no mode.
    mode: |_| AgentMode::Unsaid,
    rewrites: |_| Rewrites::Here,
    read: |protocol, object| protocol.claude_call(object, &[("BeforeTool", Event::BeforeTool)]),
    answer,
    failure: HookAnswer::blocked,
};

#[derive(Serialize)]
struct Output<'a> {
    decision: &'a str,
    reason: String,
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    specific: Option<Specific<'a>>,
}

#[derive(Serialize)]
struct Specific<'a> {
    #[serde(rename = "hookEventName")]
    hook_event_name: &'a str,
    tool_input: Object,
}

fn answer(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    let changed = updated(call, ruling);
    let specific = changed.map(|tool_input| Specific { hook_event_name: "BeforeTool", tool_input });
    match ruling.decision.map(Decision::name) {
        Some(decision) => HookAnswer::json(written(&Output { decision, reason: ruling.reason(), specific })),
        None => HookAnswer::silent(),
    }
}
