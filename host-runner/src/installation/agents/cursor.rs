//! Cursor, the editor and its command line (<https://cursor.com/docs/agent/hooks>). From its documentation; not run.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::json;

use super::super::client::{Client, OnWindows, Piece, Server};
use super::super::directories::{Managed, Shared};
use super::super::hook_command::HookCommand;
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, managed, registration, slot, stdio};

pub(super) const CLIENT: Client = Client {
    agent: Agent::Cursor,
    program: "cursor",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question: |command, cwd| {
        json!({
            "conversation_id": "shellgate-canary",
            "generation_id": "shellgate-canary",
            "hook_event_name": "beforeShellExecution",
            "cursor_version": "0",
            "workspace_roots": [cwd],
            "command": command,
            "cwd": cwd,
        })
    },
    decision_at: &["/permission"],
    switches: |_| Vec::new(),
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &["this follows Cursor's documentation and was not tried with the real program"],
    server: SERVER,
};

/// <https://cursor.com/docs/mcp>. From its documentation; not run.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let base = match scope {
            Scope::User => &at.home,
            Scope::Project => &at.project,
            Scope::Managed => return None,
        };
        let value = stdio(command, vec![("type", Tree::text("stdio"))], vec![]);
        Some(registration(base, ".cursor/mcp.json", "mcpServers", value))
    },
    own_shell: |_, _| Vec::new(),
    besides: |_, _| Vec::new(),
    by_hand: "`shellgate install cursor` guards it with the hook; Cursor's command line leaves it out with \
         `\"permissions\": {\"deny\": [\"Shell(*)\"]}` in `~/.cursor/cli-config.json`",
    notes: |_| {
        &[
            "this follows Cursor's documentation and was not tried with the real program",
            "switch the server on in Cursor's settings, under MCP",
        ]
    },
};

/// The directory of the machine's administrator (<https://cursor.com/docs/agent/hooks>).
const MANAGED: Managed = Managed {
    linux: (Shared::Etc, "cursor"),
    macos: (Shared::Library, "Cursor"),
    windows: (Shared::ProgramData, "Cursor"),
};

fn directory(at: &Surroundings) -> PathBuf {
    at.home.join(".cursor")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let mut slot = slot(
        "beforeShellExecution",
        Tree::Object(vec![
            ("command", Tree::text(command.line())),
            ("timeout", Tree::Number(TIMEOUT_SECONDS)),
            ("failClosed", Tree::Flag(true)),
        ]),
    );
    slot.beside = Some(("version", Tree::Number(1)));
    vec![match scope {
        Scope::User => entries(&at.home, ".cursor/hooks.json", vec![slot]),
        Scope::Project => entries(&at.project, ".cursor/hooks.json", vec![slot]),
        Scope::Managed => managed(at, &MANAGED, "hooks.json", vec![slot]),
    }]
}
