//! The agent mode of VS Code (<https://code.visualstudio.com/docs/agent-customization/hooks>). From its documentation;
//! not run.
//!
//! It reads the hooks of Copilot CLI and of Claude Code too, and asks each of them about every tool.

use std::path::PathBuf;

use policy_core::agents::Agent;

use super::super::client::{Client, OnWindows, Piece, Server};
use super::super::directories::application_data;
use super::super::hook_command::HookCommand;
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, question, registration, slot, stdio};

pub(super) const CLIENT: Client = Client {
    agent: Agent::VsCode,
    program: "code",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question: |command, cwd| question("run_in_terminal", "default", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision"],
    switches: |_| Vec::new(),
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &["this follows VS Code's documentation and was not tried with the real program"],
    server: SERVER,
};

/// <https://code.visualstudio.com/docs/copilot/reference/mcp-configuration>. From its documentation; not run.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let value = stdio(command, vec![("type", Tree::text("stdio"))], vec![]);
        match scope {
            Scope::User => {
                let (base, below) = application_data(at);
                let file = base.join(below).join("Code/User/mcp.json");
                Some(Piece { file, ..registration(&base, "", "servers", value) })
            }
            Scope::Project => Some(registration(&at.project, ".vscode/mcp.json", "servers", value)),
            Scope::Managed => None,
        }
    },
    own_shell: |_, _| Vec::new(),
    besides: |_, _| Vec::new(),
    by_hand: "deselect its terminal under `Configure Tools` in the chat; `shellgate install vscode` guards it with the hook",
    notes: |_| {
        &[
            "this follows VS Code's documentation and was not tried with the real program",
            "VS Code asks you once whether to start the server",
        ]
    },
};

fn directory(at: &Surroundings) -> PathBuf {
    at.home.join(".vscode")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let mut slot = slot(
        "PreToolUse",
        Tree::Object(vec![
            ("type", Tree::text("command")),
            ("command", Tree::text(command.line())),
            ("timeout", Tree::Number(TIMEOUT_SECONDS)),
        ]),
    );
    slot.beside = Some(("version", Tree::Number(1)));
    match scope {
        Scope::User => vec![entries(&at.home, ".copilot/hooks/shellgate-vscode.json", vec![slot])],
        Scope::Project => vec![entries(&at.project, ".github/hooks/shellgate-vscode.json", vec![slot])],
        Scope::Managed => Vec::new(),
    }
}
