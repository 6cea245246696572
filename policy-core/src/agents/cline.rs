//! Cline: `PreToolUse`, the name of a file that it runs. It looks at no exit code, knows no ask, and passes several commands
//! at once, which run at the same time.
//!
//! Owns the two forms of its calls, and a denial that does not end the whole run: other commands, which print the reason.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, Form, HookCall, Rewrites};
use super::carried;
use super::json::{Object, written};
use super::problem::Problem;
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use crate::command_line::quote;
use crate::verdict::Decision;

/// The shell of its command line, with several commands.
const COMMANDS: &str = "run_commands";

/// The shell of its extension for VS Code, with one.
const COMMAND: &str = "execute_command";

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Cline,
    shells: &[COMMAND],
    powershells: &[],
    not_commands: &[],
    web: &[],
    directories: &[],
    mode: |_| AgentMode::Unsaid,
    rewrites: |call| if call.form == Form::Own { Rewrites::Here } else { Rewrites::Never },
    read,
    answer,
    failure: |sentence| {
        // No exit code blocks, so the run ends, which is all that is left where the call is not known.
        let stdout =
            written(&Output { cancel: true, error_message: Some(sentence.into()), override_input: None });
        HookAnswer { stdout, stderr: sentence.into(), exit: 0 }
    },
};

fn read(protocol: &Protocol, object: &Object) -> Result<HookCall, Problem> {
    let newer = object.object("tool_call")?;
    let older = object.object("preToolUse")?;
    if let (None, None, Some(name)) = (&newer, &older, object.text("hookName")?) {
        return Err(Problem::event(&name, "`tool_call` (the file `PreToolUse`)"));
    }
    let mut call: Option<HookCall> = None;
    for (half, name, input, form) in
        [(&newer, "name", "input", Form::Own), (&older, "toolName", "parameters", Form::Other)]
    {
        let Some(half) = half else { continue };
        let Some(tool) = half.text(name)? else {
            return Err(Problem::new(format!("the call does not name its tool (`{name}`)")));
        };
        let read = one_half(protocol, &tool, half.object(input)?.unwrap_or_default(), form)?;
        // Both halves describe one call. If they differ, nobody knows which commands run.
        call = Some(match call {
            None => read,
            Some(first) => merged(first, read),
        });
    }
    let Some(call) = call else { return Err(Problem::new("the call names no tool (`tool_call`)")) };
    let roots = object.texts("workspaceRoots");
    let cwd = match object.object("workspaceInfo")?.map(|info| info.text("rootPath")).transpose()?.flatten() {
        Some(root) => Some(root),
        None => roots.first().cloned(),
    };
    Ok(HookCall { cwd, roots, session: object.text("taskId")?, ..call })
}

fn one_half(protocol: &Protocol, tool: &str, input: Object, form: Form) -> Result<HookCall, Problem> {
    if tool != COMMANDS {
        return Ok(HookCall { form, ..protocol.call(Event::BeforeTool, tool, input)? });
    }
    let commands = carried::several(&input, "commands")?;
    let call = protocol.call(Event::BeforeTool, tool, input)?;
    Ok(HookCall { is_shell: true, commands, form, ..call })
}

fn merged(first: HookCall, second: HookCall) -> HookCall {
    let more: Vec<String> =
        second.commands.into_iter().filter(|command| !first.commands.contains(command)).collect();
    let commands = first.commands.iter().cloned().chain(more).collect();
    HookCall { commands, ..first }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    cancel: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    override_input: Option<Object>,
}

fn answer(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    let ruling = ruling.denied_instead(call.agent);
    let override_input = match ruling.decision {
        Some(Decision::Deny) if call.form == Form::Own && call.tool == COMMANDS => {
            let reason = format!("shellgate: denied: {}", ruling.reason());
            let printing = format!("printf '%s\\n' {} >&2; exit 1", quote(&reason));
            Some(call.input.with("commands", &[printing]))
        }
        Some(Decision::Deny) => {
            let error_message = Some(format!("shellgate: denied: {}", ruling.reason()));
            return HookAnswer::json(written(&Output { cancel: true, error_message, override_input: None }));
        }
        _ if call.form == Form::Own && call.tool == COMMANDS => {
            ruling.rewritten.as_ref().map(|commands| call.input.with("commands", commands))
        }
        _ => None,
    };
    if ruling.decision.is_none() && override_input.is_none() {
        return HookAnswer::silent();
    }
    HookAnswer::json(written(&Output { cancel: false, error_message: None, override_input }))
}
