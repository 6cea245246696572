//! Cline, on the command line and in VS Code (<https://docs.cline.bot/customization/hooks>; the command line run with
//! 3.0.65).
//!
//! A hook is a program of the name of its event. Cline ignores its exit code, so the program answers for its failures too.

use std::path::{Path, PathBuf};

use policy_core::agents::Agent;
use serde_json::{Value, json};

use super::super::client::{Client, Content, OnWindows, Piece, Server};
use super::super::hook_command::{Call, HookCommand};
use super::super::surroundings::{Scope, Surroundings};
use super::shape::{registration, stdio};

/// The program, with a word in the place of the path.
const PROGRAM: &str = include_str!("../cline/PreToolUse.sh");

pub(super) const CLIENT: Client = Client {
    agent: Agent::Cline,
    program: "cline",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question,
    decision_at: &["/cancel", "/overrideInput"],
    switches: |_| Vec::new(),
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &[
        "Cline runs the command if the hook takes too long; the hook answers before",
        "Cline in VS Code runs hooks only if they are enabled in its settings, and looks for them in \
         `~/Documents/Cline/Hooks` and in `.clinerules/hooks`, which `--project` writes",
    ],
    server: SERVER,
};

/// <https://docs.cline.bot/mcp/mcp-overview>, <https://docs.cline.bot/getting-started/config>. From its documentation; not run.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let value = stdio(command, vec![], vec![]);
        match (scope, at.path("CLINE_MCP_SETTINGS_PATH")) {
            (Scope::User, Some(file)) => {
                let base = file.parent().unwrap_or(&file).to_owned();
                Some(Piece { file, ..registration(&base, "", "mcpServers", value) })
            }
            (Scope::User, None) => {
                let file = ".cline/data/settings/cline_mcp_settings.json";
                Some(registration(&at.home, file, "mcpServers", value))
            }
            (Scope::Project | Scope::Managed, _) => None,
        }
    },
    own_shell: |_, _| Vec::new(),
    besides: |_, _| Vec::new(),
    by_hand: "`shellgate install cline` guards it with the hook",
    notes: |_| &["this follows Cline's documentation and was not tried with the real program"],
};

fn directory(at: &Surroundings) -> PathBuf {
    at.home.join(".cline")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let (base, file) = match scope {
        Scope::User => (&at.home, ".cline/hooks/PreToolUse"),
        Scope::Project => (&at.project, ".clinerules/hooks/PreToolUse"),
        Scope::Managed => return Vec::new(),
    };
    let (front, back) = PROGRAM.split_once("SHELLGATE").unwrap_or((PROGRAM, ""));
    vec![Piece {
        file: base.join(file),
        base: base.clone(),
        content: Content::Whole {
            front,
            call: command.call(),
            back,
            executable: true,
            asked_by: |file, _| Call::Program(vec![file.to_string_lossy().into_owned()]),
        },
        purpose: "",
    }]
}

fn question(command: &str, cwd: &Path) -> Value {
    json!({
        "clineVersion": "0",
        "hookName": "tool_call",
        "taskId": "shellgate-canary",
        "workspaceRoots": [cwd],
        "tool_call": {"id": "shellgate-canary", "name": "run_commands", "input": {"commands": [command]}},
    })
}
