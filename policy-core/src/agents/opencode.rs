//! opencode: its hooks are functions of a plug-in, so the plug-in writes a call of this program's own form, and does what the
//! answer says. It throws for a denial, approves for an allow, and leaves an ask to the person.
//!
//! The call is `{tool, sessionID, callID, directory, args}`, as `tool.execute.before` has them, with the directory of the
//! project. The answer is `{decision, reason, command?}`, where the decision is also `none`.
//!
//! Owns this form.

use alloc::string::String;

use serde::Serialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, HookCall, Rewrites};
use super::json::{Object, written};
use super::problem::Problem;
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use super::web::{Given, WebTool};
use crate::verdict::Decision;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Opencode,
    shells: &["bash"],
    powershells: &[],
    not_commands: &[],
    web: &[WebTool::fetch("webfetch", Given::Url), WebTool::search("websearch")],
    directories: &["workdir"],
    mode: |_| AgentMode::Unsaid,
    rewrites: |_| Rewrites::Here,
    read,
    answer: |_, ruling| answer(ruling),
    failure: HookAnswer::blocked,
};

fn read(protocol: &Protocol, object: &Object) -> Result<HookCall, Problem> {
    // As the plug-in is given it: the call in `input`, the arguments in `output`.
    let input = object.object("input")?.unwrap_or_else(|| object.clone());
    let output = object.object("output")?;
    let Some(tool) = input.text("tool")? else {
        return Err(Problem::new("the call does not name its tool (`tool`)"));
    };
    let args = match &output {
        Some(output) => output.object("args")?,
        None => input.object("args")?,
    };
    let cwd = match object.text("directory")? {
        Some(directory) => Some(directory),
        None => input.text("directory")?,
    };
    Ok(HookCall {
        cwd,
        session: input.text("sessionID")?,
        ..protocol.call(Event::BeforeTool, &tool, args.unwrap_or_default())?
    })
}

#[derive(Serialize)]
struct Output<'a> {
    decision: &'a str,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
}

fn answer(ruling: &Ruling) -> HookAnswer {
    let rewritten = ruling.rewritten.as_ref();
    HookAnswer::json(written(&Output {
        decision: ruling.decision.map_or("none", Decision::name),
        reason: if ruling.decision.is_some() { ruling.reason() } else { String::new() },
        command: rewritten.and_then(|commands| commands.first()).map(String::as_str),
    }))
}
