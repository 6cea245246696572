//! Windsurf (<https://docs.windsurf.com/windsurf/cascade/hooks>): `pre_run_command` and `pre_mcp_tool_use`, whose only answer is
//! the exit code. It knows no ask.
//!
//! Owns its names.

use super::agent::Agent;
use super::call::{AgentMode, Event, HookCall, Rewrites};
use super::carried;
use super::json::Object;
use super::problem::Problem;
use super::protocol::Protocol;
use super::ruling::HookAnswer;
use crate::verdict::Decision;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Windsurf,
    shells: &[],
    powershells: &[],
    not_commands: &[],
    web: &[],
    directories: &[],
    mode: |_| AgentMode::Unsaid,
    rewrites: |_| Rewrites::Never,
    read,
    answer: |call, ruling| {
        let ruling = ruling.denied_instead(call.agent);
        match ruling.decision {
            Some(Decision::Deny) => {
                HookAnswer::blocked(&alloc::format!("shellgate: denied: {}", ruling.reason()))
            }
            Some(Decision::Allow | Decision::Ask) | None => HookAnswer::silent(),
        }
    },
    failure: HookAnswer::blocked,
};

fn read(protocol: &Protocol, object: &Object) -> Result<HookCall, Problem> {
    let name = object.text("agent_action_name")?.unwrap_or_else(|| "pre_run_command".into());
    let information = object.object("tool_info")?.unwrap_or_default();
    let cwd = information.text("cwd")?;
    let session = object.text("trajectory_id")?;
    let call = match name.as_str() {
        "pre_run_command" => {
            let commands = carried::one(&information, "command_line")?;
            let call = protocol.call(Event::BeforeTool, &name, Object::default())?;
            HookCall { is_shell: true, commands, input: information, ..call }
        }
        "pre_mcp_tool_use" => {
            let tool = information.text("mcp_tool_name")?.unwrap_or_default();
            let input = information.object("mcp_tool_arguments")?.unwrap_or_default();
            protocol.call(Event::BeforeTool, &tool, input)?
        }
        other => return Err(Problem::event(other, "`pre_run_command` and `pre_mcp_tool_use`")),
    };
    Ok(HookCall { cwd, session, ..call })
}
