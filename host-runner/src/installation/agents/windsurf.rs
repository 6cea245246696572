//! Windsurf, the editor (<https://docs.windsurf.com/windsurf/cascade/hooks>). From its documentation; not run.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::json;

use super::super::client::{Client, OnWindows, Piece, Server};
use super::super::directories::{Managed, Shared};
use super::super::hook_command::HookCommand;
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{entries, managed, registration, slot, stdio};

pub(super) const CLIENT: Client = Client {
    agent: Agent::Windsurf,
    program: "windsurf",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question: |command, cwd| {
        json!({
            "agent_action_name": "pre_run_command",
            "trajectory_id": "shellgate-canary",
            "execution_id": "shellgate-canary",
            "timestamp": "2026-01-01T00:00:00Z",
            "tool_info": {"command_line": command, "cwd": cwd},
        })
    },
    decision_at: &[],
    switches: |_| Vec::new(),
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &["this follows Windsurf's documentation and was not tried with the real program"],
    server: SERVER,
};

/// <https://docs.windsurf.com/windsurf/cascade/mcp>. From its documentation; not run.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let value = stdio(command, vec![], vec![]);
        let file = ".codeium/windsurf/mcp_config.json";
        (scope == Scope::User).then(|| registration(&at.home, file, "mcpServers", value))
    },
    own_shell: |_, _| Vec::new(),
    besides: |_, _| Vec::new(),
    by_hand: "`shellgate install windsurf` guards it with the hook",
    notes: |_| {
        &[
            "this follows Windsurf's documentation and was not tried with the real program",
            "refresh the list of servers in Windsurf's MCP settings",
        ]
    },
};

/// The directory of the machine's administrator (<https://docs.windsurf.com/windsurf/cascade/hooks>).
const MANAGED: Managed = Managed {
    linux: (Shared::Etc, "windsurf"),
    macos: (Shared::Library, "Windsurf"),
    windows: (Shared::ProgramData, "Windsurf"),
};

fn directory(at: &Surroundings) -> PathBuf {
    at.home.join(".codeium/windsurf")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let entry =
        Tree::Object(vec![("command", Tree::text(command.line())), ("show_output", Tree::Flag(true))]);
    let slots = vec![slot("pre_run_command", entry)];
    vec![match scope {
        Scope::User => entries(&at.home, ".codeium/windsurf/hooks.json", slots),
        Scope::Project => entries(&at.project, ".windsurf/hooks.json", slots),
        Scope::Managed => managed(at, &MANAGED, "hooks.json", slots),
    }]
}
