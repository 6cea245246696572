//! What an agent's file says about its hook: how a call is read and how an answer is written.
//!
//! Owns the parts of a protocol, and what several agents have in common: the call in Claude Code's form.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::agent::Agent;
use super::call::{AgentMode, Event, Form, HookCall, Rewrites};
use super::carried;
use super::json::Object;
use super::problem::Problem;
use super::ruling::{HookAnswer, Ruling};
use super::web::WebTool;
use crate::script::Dialect;

/// The hook of one agent.
#[derive(Debug)]
pub(super) struct Protocol {
    /// Whose it is.
    pub(super) agent: Agent,
    /// The names of its shell, whose `command` is a command line.
    pub(super) shells: &'static [&'static str],
    /// The names of its PowerShell, whose `command` is a script.
    pub(super) powershells: &'static [&'static str],
    /// Its tools with a `command` that is no command line.
    pub(super) not_commands: &'static [&'static str],
    /// Its tools that ask something outside of the machine.
    pub(super) web: &'static [WebTool],
    /// The keys of the shell's input that name the directory in which the command runs.
    pub(super) directories: &'static [&'static str],
    /// What the name of a mode means.
    pub(super) mode: fn(&str) -> AgentMode,
    /// Whether the answer to a call of its shell can change the command.
    pub(super) rewrites: fn(&HookCall) -> Rewrites,
    /// Reads a call.
    pub(super) read: fn(&Self, &Object) -> Result<HookCall, Problem>,
    /// Writes the answer to a call.
    pub(super) answer: fn(&HookCall, &Ruling) -> HookAnswer,
    /// Writes the answer to what cannot be judged.
    pub(super) failure: fn(&str) -> HookAnswer,
}

impl Protocol {
    /// A call of `tool` with `input`, and nothing else known about it.
    ///
    /// # Errors
    /// It is the agent's shell, and there is no command.
    pub(super) fn call(&self, event: Event, tool: &str, input: Object) -> Result<HookCall, Problem> {
        let is_powershell = self.powershells.contains(&tool);
        let is_shell = is_powershell || self.shells.contains(&tool);
        let web = self.web.iter().find(|web| web.name == tool);
        let commands = if let Some(web) = web {
            web.texts(&input)?
        } else if is_shell {
            carried::one(&input, "command")?
        } else if self.not_commands.contains(&tool) {
            Vec::new()
        } else {
            carried::any(&input)?
        };
        let directory = if is_shell { input.text_of(self.directories)? } else { None };
        Ok(HookCall {
            agent: self.agent,
            event,
            tool: tool.to_owned(),
            is_shell,
            is_web: web.is_some(),
            tool_in_rules: match web {
                Some(web) => web.tool.name(),
                None if is_powershell => Dialect::PowerShell.tool(),
                None => Dialect::Bash.tool(),
            },
            commands,
            cwd: None,
            directory,
            roots: Vec::new(),
            mode: AgentMode::Unsaid,
            asks_nobody: false,
            session: None,
            transcript: None,
            timeout_ms: input.get("timeout").and_then(|value| value.get().parse().ok()),
            background: ["run_in_background", "is_background", "isBackground"]
                .iter()
                .any(|key| input.get(key).is_some_and(|value| value.get() == "true")),
            rewrites: Rewrites::Never,
            form: Form::Own,
            input,
        })
    }

    /// A call in Claude Code's form, which several agents share: `hook_event_name`, `tool_name`, `tool_input`, `cwd`,
    /// `permission_mode`, `session_id`, `transcript_path`. `events` are those that are answered.
    ///
    /// # Errors
    /// It is another event, or a field is missing or is of the wrong kind.
    pub(super) fn claude_call(&self, object: &Object, events: &[(&str, Event)]) -> Result<HookCall, Problem> {
        let Some(name) = object.text_of(&["hook_event_name", "hookEventName"])? else {
            return Err(Problem::new("the call does not name its event (`hook_event_name`)"));
        };
        let Some((_, event)) = events.iter().find(|(known, _)| *known == name) else {
            return Err(Problem::event(&name, &listed(events)));
        };
        let Some(tool) = object.text("tool_name")? else {
            return Err(Problem::new("the call does not name its tool (`tool_name`)"));
        };
        let input = object.object("tool_input")?.unwrap_or_default();
        let mode = object.text("permission_mode")?;
        Ok(HookCall {
            cwd: object.text("cwd")?,
            mode: mode.as_deref().map_or(AgentMode::Unsaid, self.mode),
            session: object.text_of(&["session_id", "sessionId"])?,
            transcript: object.text("transcript_path")?,
            ..self.call(*event, &tool, input)?
        })
    }
}

/// `` `a` or `b` ``
fn listed(events: &[(&str, Event)]) -> String {
    let names: Vec<String> = events.iter().map(|(name, _)| alloc::format!("`{name}`")).collect();
    names.join(" and ")
}
