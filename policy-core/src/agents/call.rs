//! One call of an agent's hook, in the terms of this program: the commands to judge, and what the agent says about them.
//!
//! Owns the call. How each agent writes one is in the agent's own file.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::agent::Agent;
use super::json::Object;
use super::rewrite::Follow;
use crate::command_line::quote;
use crate::paths::lexical;
use crate::request::Mode;
use crate::script::Dialect;

/// What the agent wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It announces a tool, before it asks anybody about it.
    BeforeTool,
    /// It is going to ask a person, and lets the hook answer first.
    PermissionRequest,
}

/// The mode in which the agent works, as far as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentMode {
    /// The agent names none that counts: the settings decide.
    Unsaid,
    /// It is one of the modes of the settings.
    Is(Mode),
    /// A model decides about what would ask (Claude Code's `auto`).
    Auto,
}

/// Whether the answer to a call can change the command that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrites {
    /// It can.
    Here,
    /// It cannot, but that to an earlier event of the same call could.
    Before,
    /// The agent takes no other command.
    Never,
}

/// The form in which a call was written, which its answer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The form that the agent's own documentation shows.
    Own,
    /// Another one that it uses too: an older one, or that of another agent.
    Other,
}

/// One call of a hook.
#[derive(Clone, Debug)]
pub struct HookCall {
    /// The agent that calls.
    pub agent: Agent,
    /// What it wants to know.
    pub event: Event,
    /// The agent's name of the tool.
    pub tool: String,
    /// Whether it is the agent's shell. A tool that only carries a command may do something else with it: what is known
    /// about shells can object to the call, and never allows it.
    pub is_shell: bool,
    /// Whether it is a tool of the agent that asks something outside of the machine. It can be allowed, as a shell can.
    pub is_web: bool,
    /// The name of the tool in rules: of its shell, from which the shell follows, `Bash` or `PowerShell`; of a web tool
    /// `WebFetch` or `WebSearch`.
    pub tool_in_rules: &'static str,
    /// The commands of the call, its URLs or its query, as the agent wrote them. The strictest decision counts. Empty: there is nothing to judge.
    pub commands: Vec<String>,
    /// The directory in which the agent works, as it names it.
    pub cwd: Option<String>,
    /// The directory in which the commands run, where the call names one.
    pub directory: Option<String>,
    /// The directories of the agent's workspace, where it names them.
    pub roots: Vec<String>,
    /// The mode in which it works.
    pub mode: AgentMode,
    /// Whether the agent says that it asks nobody.
    pub asks_nobody: bool,
    /// The agent's name of the session.
    pub session: Option<String>,
    /// The agent's record of the session, a file; see [`with_record`](super::with_record).
    pub transcript: Option<String>,
    /// How long the agent lets the command run, in milliseconds, where the call says so.
    pub timeout_ms: Option<u64>,
    /// Whether the agent starts the command in the background.
    pub background: bool,
    /// Whether the answer can change the command.
    pub rewrites: Rewrites,
    /// The form of the call.
    pub(super) form: Form,
    /// The input of the tool, as it was sent.
    pub(super) input: Object,
}

impl HookCall {
    /// Whether the agent's shell follows a command to another directory after every command, after those that succeed, or
    /// never, through `file`.
    pub fn follow(&self, file: String) -> Follow {
        match self.agent {
            Agent::ClaudeCode => Follow::Success(file),
            Agent::Copilot | Agent::Cursor | Agent::VsCode => Follow::Always(file),
            Agent::Codex | Agent::Gemini | Agent::Qwen | Agent::Opencode | Agent::Cline | Agent::Windsurf => {
                Follow::Stays
            }
        }
    }

    /// Whether the agent can type into a command that runs, without a call of a hook (Codex: `write_stdin`).
    pub const fn types_into_commands(&self) -> bool {
        matches!(self.agent, Agent::Codex)
    }

    /// Whether its commands are those of a shell for which there are rules of another tool than `Bash`.
    pub fn has_rules_of_its_own(&self) -> bool {
        self.tool_in_rules == Dialect::PowerShell.tool()
    }

    /// The text to judge for `command`, from the directory [`cwd`](Self::cwd). Where the call names a directory of its own,
    /// the agent enters it first.
    pub fn judged<'c>(&self, command: &'c str) -> Cow<'c, str> {
        match self.entered() {
            Some(directory) => Cow::Owned(format!("cd {} && {command}", quote(&directory))),
            None => Cow::Borrowed(command),
        }
    }

    /// The directory that the agent enters before it runs the commands; none if it is there already.
    pub fn entered(&self) -> Option<String> {
        let directory = self.directory.as_deref()?;
        let cwd = self.cwd.as_deref().unwrap_or("/");
        let entered = lexical::join(cwd, directory);
        (lexical::clean(&entered) != lexical::clean(cwd)).then_some(entered)
    }
}
