//! Cursor (<https://cursor.com/docs/agent/hooks>): `beforeShellExecution`, which knows allow, ask and deny, and `preToolUse` and
//! `beforeMCPExecution`. Of `preToolUse` only allow and deny count.
//!
//! Owns its names.

use alloc::string::String;

use serde::Serialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, Form, HookCall, Rewrites};
use super::claude_code::updated;
use super::json::{Object, written};
use super::problem::Problem;
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use crate::verdict::Decision;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Cursor,
    shells: &["Shell"],
    powershells: &[],
    not_commands: &[],
    web: &[],
    directories: &["working_directory", "cwd"],
    mode: |_| AgentMode::Unsaid,
    rewrites: |call| if call.form == Form::Own { Rewrites::Never } else { Rewrites::Here },
    read,
    answer,
    failure: HookAnswer::blocked,
};

fn read(protocol: &Protocol, object: &Object) -> Result<HookCall, Problem> {
    let name = object.text("hook_event_name")?.unwrap_or_else(|| "beforeShellExecution".into());
    let call = match name.as_str() {
        "beforeShellExecution" => protocol.call(Event::BeforeTool, "Shell", object.clone())?,
        "preToolUse" | "beforeMCPExecution" => {
            let Some(tool) = object.text("tool_name")? else {
                return Err(Problem::new("the call does not name its tool (`tool_name`)"));
            };
            let input = object.object("tool_input")?.unwrap_or_default();
            HookCall { form: Form::Other, ..protocol.call(Event::BeforeTool, &tool, input)? }
        }
        other => {
            return Err(Problem::event(
                other,
                "`beforeShellExecution`, `preToolUse` and `beforeMCPExecution`",
            ));
        }
    };
    let roots = object.texts("workspace_roots");
    let cwd = object.text("cwd")?.filter(|cwd| !cwd.is_empty()).or_else(|| roots.first().cloned());
    // Here the directory of the command is that of the call.
    let directory = call.directory.clone().filter(|_| call.form == Form::Other);
    Ok(HookCall { cwd, directory, roots, session: object.text("conversation_id")?, ..call })
}

#[derive(Serialize)]
struct Output<'a> {
    permission: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<Object>,
}

fn answer(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    let ruling = if call.form == Form::Own { ruling.clone() } else { ruling.denied_instead(call.agent) };
    let Some(decision) = ruling.decision else { return HookAnswer::silent() };
    let said = (decision != Decision::Allow).then(|| ruling.reason());
    HookAnswer::json(written(&Output {
        permission: decision.name(),
        user_message: said.clone(),
        agent_message: said,
        updated_input: updated(call, &ruling),
    }))
}
