//! The hooks of agents on the wire: a call as its commands, and what was decided as the agent's answer.
//!
//! Owns these two shapes. What each agent sends and understands is in `agents`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::write;
use super::fields::{JsonKind, text_of};
use super::fields::{RequestError, expect, object};
use super::line_column::LineColumn;
use super::request::unknown;
use super::wire_names::WireDecision;
use crate::Dialect;
use crate::agents::{
    self, Agent, AgentMode, Event, HookAnswer, HookCall, Rewrites, Ruling, starts_interactive, with_record,
};

/// The call of an agent's hook.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "HookCall"))]
#[serde(rename_all = "camelCase")]
pub(super) struct WireHookCall {
    /// Why it cannot be judged; the call has to be blocked. Null if it can.
    problem: Option<String>,
    /// The agent, such as `claude`; null if it is not known.
    agent: Option<String>,
    /// Whether the agent is going to ask a person, and lets the hook answer first.
    permission_request: bool,
    /// The agent's name of the tool.
    tool: String,
    /// Whether the tool is the agent's shell. Another tool with a command can be denied or asked about, never allowed.
    shell: bool,
    /// Whether the tool is one of the agent's that asks something outside of the machine. It can be allowed, too.
    web: bool,
    /// The name of its shell in rules: `Bash` or `PowerShell`. It is the `tool` of the request for each of its commands; deny
    /// rules about `Bash` count for `PowerShell` as well. Of a web tool it is `WebFetch` or `WebSearch`, and each of the
    /// commands is the `url` or the `query` of the request.
    tool_in_rules: &'static str,
    /// The commands to judge; the strictest decision counts. If there are none, there is nothing to say.
    commands: Vec<WireHookCommand>,
    /// The directory in which to judge them; null if the call names none.
    cwd: Option<String>,
    /// The mode, as in the settings, or `auto`; null if the settings decide.
    mode: Option<String>,
    /// The agent's name of the session.
    session: Option<String>,
    /// The agent's record of the session, a file. Codex's says whom it asks: send its end as `record`.
    transcript: Option<String>,
    /// Whether the answer can change the command.
    rewrites: bool,
}

/// One command of a call.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "HookCommand"))]
pub(super) struct WireHookCommand {
    /// The text to judge.
    command: String,
    /// Whether it starts a program that runs what is typed into it, and the agent can type: it has to be denied.
    interactive: bool,
}

/// The answer of a hook's process.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "HookAnswer"))]
#[serde(rename_all = "camelCase")]
pub(super) struct WireHookAnswer {
    /// For standard output, written at once, with a line break after it; empty if nothing is to be written.
    stdout: String,
    /// For standard error.
    stderr: String,
    /// The exit code.
    exit_code: u8,
}

/// What was decided about one command.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "HookRuling"))]
#[serde(deny_unknown_fields)]
pub(super) struct WireRuling {
    /// The decision; null or absent leaves it to the agent.
    decision: Option<WireDecision>,
    /// Why: `reason.message` of the verdict, or `reason.modelMessage` of a denial.
    #[serde(default)]
    reason: String,
    /// What the person should know besides.
    note: Option<String>,
}

/// Reads the call in `input`. `record` is the end of the agent's record of the session.
pub(super) fn call(input: &str, agent: Option<Agent>, shell: Dialect, record: Option<&str>) -> String {
    write(&match agents::read(input.as_bytes(), agent) {
        Ok(call) => wire(&with_record(call, record), shell),
        Err(problem) => WireHookCall {
            problem: Some(problem.to_string()),
            agent: agent.map(|agent| agent.name().into()),
            permission_request: false,
            tool: String::new(),
            shell: false,
            web: false,
            tool_in_rules: Dialect::Bash.tool(),
            commands: Vec::new(),
            cwd: None,
            mode: None,
            session: None,
            transcript: None,
            rewrites: false,
        },
    })
}

fn wire(call: &HookCall, shell: Dialect) -> WireHookCall {
    let commands = call.commands.iter().map(|command| WireHookCommand {
        command: call.judged(command).into_owned(),
        interactive: call.types_into_commands() && starts_interactive(command, shell),
    });
    WireHookCall {
        problem: None,
        agent: Some(call.agent.name().into()),
        permission_request: call.event == Event::PermissionRequest,
        tool: call.tool.clone(),
        shell: call.is_shell,
        web: call.is_web,
        tool_in_rules: call.tool_in_rules,
        commands: commands.collect(),
        cwd: call.cwd.clone(),
        mode: match call.mode {
            AgentMode::Unsaid => None,
            AgentMode::Is(mode) => Some(mode.name().into()),
            AgentMode::Auto => Some("auto".into()),
        },
        session: call.session.clone(),
        transcript: call.transcript.clone(),
        rewrites: call.rewrites == Rewrites::Here,
    }
}

/// The answer to the call in `input`: what `rulings` say, or, with a `problem`, that it is blocked. `record` is the end of the
/// agent's record of the session.
pub(super) fn answer(
    input: &str,
    agent: Option<Agent>,
    rulings: Vec<Ruling>,
    problem: Option<&str>,
    record: Option<&str>,
) -> String {
    let answer = match (problem, agents::read(input.as_bytes(), agent)) {
        (Some(problem), call) => agents::failure(agent.or(call.ok().map(|call| call.agent)), problem),
        (None, Err(problem)) => agents::failure(agent, &problem.to_string()),
        (None, Ok(call)) if call.commands.is_empty() || rulings.len() == call.commands.len() => {
            agents::answer(&with_record(call, record), &Ruling::strictest(rulings))
        }
        (None, Ok(call)) => {
            agents::failure(Some(call.agent), "not every command of the call was decided upon")
        }
    };
    let HookAnswer { stdout, stderr, exit } = answer;
    write(&WireHookAnswer { stdout, stderr, exit_code: exit })
}

/// The agent with the name in `raw`.
///
/// # Errors
/// It is no text, or there is no such agent.
pub(super) fn agent(raw: &RawValue, json: &str) -> Result<Agent, RequestError> {
    let name = text_of(raw, json, &"`agent`")?;
    Agent::from_name(&name).ok_or_else(|| unknown(raw, json, "agent", &name, &Agent::ALL.map(Agent::name)))
}

/// The list of rulings in `raw`.
///
/// # Errors
/// It is no list of rulings.
pub(super) fn rulings(raw: &RawValue, json: &str) -> Result<Vec<Ruling>, RequestError> {
    expect(raw, json, &"`rulings`", JsonKind::List)?;
    let items: Vec<&RawValue> = serde_json::from_str(raw.get()).unwrap_or_default();
    items
        .into_iter()
        .map(|item| {
            object(item.get(), json, &"a ruling", &["decision", "reason", "note"])?;
            let WireRuling { decision, reason, note } =
                serde_json::from_str(item.get()).map_err(|error| {
                    let place = LineColumn::of(item.get(), json);
                    RequestError::new(
                        place,
                        alloc::format!("a ruling cannot be read: {error}"),
                        "write `{\"decision\":\"ask\",\"reason\":\"…\"}`",
                    )
                })?;
            Ok(Ruling { decision: decision.map(Into::into), reason, note, rewritten: None })
        })
        .collect()
}
