//! Claude Code (<https://code.claude.com/docs/en/hooks>): `PreToolUse` and `PermissionRequest`, which know allow, ask and
//! deny, and let a hook change the input. Other agents write their answers in the same form.
//!
//! Owns that form.

use alloc::string::String;

use serde::Serialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, HookCall, Rewrites};
use super::json::{Object, written};
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use super::web::{Given, WebTool};
use crate::request::Mode;
use crate::verdict::Decision;

/// The events of its form.
pub(super) const EVENTS: &[(&str, Event)] =
    &[("PreToolUse", Event::BeforeTool), ("PermissionRequest", Event::PermissionRequest)];

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::ClaudeCode,
    // `Monitor` runs a command in the background; a hook for `Bash` is given it as `Bash`.
    shells: &["Bash", "Monitor"],
    powershells: &["PowerShell"],
    // Its `command` is the name of a prompt, such as `/review`.
    not_commands: &["SlashCommand"],
    web: &[WebTool::fetch("WebFetch", Given::Url), WebTool::search("WebSearch")],
    directories: &[],
    mode,
    rewrites: |_| Rewrites::Here,
    read: |protocol, object| protocol.claude_call(object, EVENTS),
    answer: |call, ruling| match call.event {
        Event::BeforeTool => announced(call, ruling),
        Event::PermissionRequest => requested(call, ruling),
    },
    failure: HookAnswer::blocked,
};

/// The modes by name; `auto` leaves to a model what would ask.
pub(super) fn mode(name: &str) -> AgentMode {
    match name {
        "auto" => AgentMode::Auto,
        name => Mode::from_name(name).map_or(AgentMode::Unsaid, AgentMode::Is),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<S> {
    hook_specific_output: S,
    /// Shown to the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Announced<'a> {
    hook_event_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<Object>,
}

/// The answer to `PreToolUse`.
pub(super) fn announced(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    let updated_input = updated(call, ruling);
    if ruling.decision.is_none() && updated_input.is_none() {
        return HookAnswer::silent();
    }
    let hook_specific_output = Announced {
        hook_event_name: "PreToolUse",
        permission_decision: ruling.decision.map(Decision::name),
        permission_decision_reason: ruling.decision.map(|_| ruling.reason()),
        updated_input,
    };
    HookAnswer::json(written(&Output { hook_specific_output, system_message: ruling.note() }))
}

/// The input with the commands that are to run instead.
pub(super) fn updated(call: &HookCall, ruling: &Ruling) -> Option<Object> {
    let command = ruling.rewritten.as_ref().filter(|_| ruling.decision != Some(Decision::Deny))?.first()?;
    Some(call.input.with("command", command))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Requested<'a> {
    hook_event_name: &'a str,
    decision: Behaviour<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Behaviour<'a> {
    behavior: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<Object>,
}

/// The answer to `PermissionRequest`. Without one the person is asked, which is what an ask wants.
pub(super) fn requested(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    let (behavior, message) = match ruling.decision {
        Some(Decision::Allow) => ("allow", None),
        Some(Decision::Deny) => ("deny", Some(ruling.reason())),
        Some(Decision::Ask) | None => return HookAnswer::silent(),
    };
    let decision = Behaviour { behavior, message, updated_input: updated(call, ruling) };
    let hook_specific_output = Requested { hook_event_name: "PermissionRequest", decision };
    HookAnswer::json(written(&Output { hook_specific_output, system_message: None }))
}
