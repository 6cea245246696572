//! The way in: reads the call of any agent, and writes the answer to it.
//!
//! Owns the list of the agents' protocols, and what holds for every agent.

use alloc::format;

use super::agent::Agent;
use super::call::{HookCall, Rewrites};
use super::json::Object;
use super::problem::Problem;
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling, shown};
use super::{claude_code, cline, codex, copilot, cursor, gemini, opencode, qwen, shape, vscode, windsurf};
#[cfg(feature = "history")]
use crate::script::Dialect;
use crate::verdict::Decision;

/// The protocol of `agent`.
fn protocol(agent: Agent) -> &'static Protocol {
    match agent {
        Agent::ClaudeCode => &claude_code::PROTOCOL,
        Agent::Codex => &codex::PROTOCOL,
        Agent::Copilot => &copilot::PROTOCOL,
        Agent::Gemini => &gemini::PROTOCOL,
        Agent::Qwen => &qwen::PROTOCOL,
        Agent::Opencode => &opencode::PROTOCOL,
        Agent::Cline => &cline::PROTOCOL,
        Agent::Cursor => &cursor::PROTOCOL,
        Agent::Windsurf => &windsurf::PROTOCOL,
        Agent::VsCode => &vscode::PROTOCOL,
    }
}

/// The first agent whose shell is this tool, and the dialect of that shell.
#[cfg(feature = "history")]
pub(crate) fn shell_of(tool: &str) -> Option<(Agent, Dialect)> {
    Agent::ALL.into_iter().find_map(|agent| {
        let Protocol { shells, powershells, .. } = protocol(agent);
        if shells.contains(&tool) {
            Some((agent, Dialect::Bash))
        } else {
            powershells.contains(&tool).then_some((agent, Dialect::PowerShell))
        }
    })
}

/// Reads the call in `input`. Without `agent` its form shows who calls.
///
/// # Errors
/// It is no call that can be judged. The answer to that is [`failure`].
pub fn read(input: &[u8], agent: Option<Agent>) -> Result<HookCall, Problem> {
    if input.iter().all(u8::is_ascii_whitespace) {
        return Err(Problem::new("the call of the hook is empty"));
    }
    let text = core::str::from_utf8(input).map_err(|error| {
        Problem::new(format!("the call of the hook is not valid UTF-8 at byte {}", error.valid_up_to()))
    })?;
    let object = Object::read(text, "the call of the hook")?;
    let agent = match agent {
        Some(agent) => agent,
        None => shape::agent(&object)?,
    };
    let protocol = protocol(agent);
    let call = (protocol.read)(protocol, &object)?;
    let rewrites = if call.is_shell { (protocol.rewrites)(&call) } else { Rewrites::Never };
    Ok(HookCall { rewrites, ..call })
}

/// `call` with what the agent's record of the session says, whose last part is `record`: whether a person is asked, and where
/// the agent works. Without a record nobody is asked. Only Codex leaves that out of its calls; those of others stay.
#[must_use]
pub fn with_record(mut call: HookCall, record: Option<&str>) -> HookCall {
    if call.agent != Agent::Codex {
        return call;
    }
    let turn = record.and_then(codex::last_turn);
    call.asks_nobody |= !turn.as_ref().is_some_and(|turn| turn.asks_a_person);
    if let Some(cwd) = turn.and_then(|turn| turn.cwd).filter(|_| call.is_shell) {
        call.directory = call.cwd.replace(cwd);
    }
    call
}

/// The answer to `call`.
pub fn answer(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    let rewritten = ruling.rewritten.clone().filter(|commands| {
        call.rewrites == Rewrites::Here
            && commands.len() == call.commands.len()
            && ruling.decision != Some(Decision::Deny)
    });
    let decision = if call.is_shell || call.is_web { ruling.decision } else { ruling.objection() };
    let ruling = Ruling { decision, rewritten, ..ruling.clone() };
    (protocol(call.agent).answer)(call, &ruling)
}

/// The answer to a call that cannot be judged, whatever is wrong: the call is blocked. `agent` is the agent that was named.
pub fn failure(agent: Option<Agent>, problem: &str) -> HookAnswer {
    let sentence = format!("shellgate: {problem}, so the call is blocked");
    match agent {
        Some(agent) => (protocol(agent).failure)(&shown(&sentence)),
        None => HookAnswer::blocked(&sentence),
    }
}
