//! GitHub Copilot CLI: `preToolUse` with names of its own, `PreToolUse` with Claude Code's, and `permissionRequest`. All three
//! know allow and deny, the first two ask as well.
//!
//! Owns its names.

use alloc::string::String;

use serde::Serialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, Form, HookCall, Rewrites};
use super::claude_code::{EVENTS, announced, mode, requested, updated};
use super::json::{Object, written};
use super::problem::Problem;
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use super::web::{Given, WebTool};
use crate::verdict::Decision;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Copilot,
    shells: &["bash", "Bash"],
    powershells: &["powershell"],
    // Their `command` is what to do with a file, such as `view`.
    not_commands: &["str_replace_editor"],
    web: &[
        WebTool::fetch("web_fetch", Given::Url),
        WebTool::fetch("WebFetch", Given::Url),
        WebTool::search("WebSearch"),
    ],
    directories: &[],
    mode,
    rewrites: |call| match call.event {
        Event::BeforeTool => Rewrites::Here,
        Event::PermissionRequest => Rewrites::Before,
    },
    read,
    answer,
    failure: HookAnswer::blocked,
};

fn read(protocol: &Protocol, object: &Object) -> Result<HookCall, Problem> {
    if object.has("hook_event_name") {
        return Ok(HookCall { form: Form::Other, ..protocol.claude_call(object, EVENTS)? });
    }
    let event = match object.text("hookName")?.as_deref() {
        None | Some("preToolUse") => Event::BeforeTool,
        Some("permissionRequest") => Event::PermissionRequest,
        Some(other) => return Err(Problem::event(other, "`preToolUse` and `permissionRequest`")),
    };
    let Some(tool) = object.text("toolName")? else {
        return Err(Problem::new(
            "the call does not name its tool (`toolName`): the hook belongs to `preToolUse`",
        ));
    };
    if object.has("toolResult") {
        return Err(Problem::event("postToolUse", "`preToolUse` and `permissionRequest`"));
    }
    let key = if object.has("toolArgs") { "toolArgs" } else { "toolInput" };
    let input = object.object(key)?.unwrap_or_default();
    Ok(HookCall {
        cwd: object.text("cwd")?,
        mode: AgentMode::Unsaid,
        session: object.text("sessionId")?,
        ..protocol.call(event, &tool, input)?
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    permission_decision: &'a str,
    permission_decision_reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_args: Option<Object>,
}

#[derive(Serialize)]
struct Permission<'a> {
    behavior: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

fn answer(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    match (call.form, call.event, ruling.decision) {
        (Form::Other, Event::BeforeTool, _) => announced(call, ruling),
        (Form::Other, Event::PermissionRequest, _) => requested(call, ruling),
        (Form::Own, _, None) | (Form::Own, Event::PermissionRequest, Some(Decision::Ask)) => {
            HookAnswer::silent()
        }
        (Form::Own, Event::PermissionRequest, Some(decision)) => {
            let message = (decision == Decision::Deny).then(|| ruling.reason());
            HookAnswer::json(written(&Permission { behavior: decision.name(), message }))
        }
        (Form::Own, Event::BeforeTool, Some(decision)) => HookAnswer::json(written(&Output {
            permission_decision: decision.name(),
            permission_decision_reason: ruling.reason(),
            modified_args: updated(call, ruling),
        })),
    }
}
