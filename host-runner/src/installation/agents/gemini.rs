//! Gemini CLI (<https://geminicli.com/docs/hooks>, <https://geminicli.com/docs/reference/policy-engine>; run with 0.61.0).
//!
//! Its own policy comes before the hook: a tool that it does not allow is not even offered without a terminal. So the
//! installation allows the shell tool there, and the hook decides about each command.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::json;

use super::super::client::{Client, Content, Off, OnWindows, Piece, Server, Switch};
use super::super::directories::{Managed, Shared};
use super::super::hook_command::HookCommand;
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{TIMEOUT_MILLISECONDS, entries, group, list, managed, registration, slot, stdio};

/// The tool that runs commands.
const TOOL: &str = "run_shell_command";

/// The name by which a person can switch the hook off, and by which it is seen that they did.
const NAME: &str = "shellgate";

/// The file of the policy, below the directory of a user or of the administrator.
const POLICY_FILE: &str = "policies/shellgate.toml";

/// The policy that lets the hook decide.
const POLICY: &str = "\
# The hook of Shellgate decides about each command. Without this rule Gemini CLI asks about every command
# itself, and offers no shell where nobody can be asked.
[[rule]]
toolName = \"run_shell_command\"
decision = \"allow\"
priority = 100
";

pub(super) const CLIENT: Client = Client {
    agent: Agent::Gemini,
    program: "gemini",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question: |command, cwd| {
        json!({
            "session_id": "shellgate-canary",
            "transcript_path": "",
            "cwd": cwd,
            "hook_event_name": "BeforeTool",
            "timestamp": "2026-01-01T00:00:00.000Z",
            "tool_name": TOOL,
            "tool_input": {"command": command, "description": "canary of shellgate install"},
        })
    },
    decision_at: &["/decision"],
    switches,
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &[
        "where Gemini CLI gives the hook up after its time-out, the command runs; the hook answers before",
    ],
    server: SERVER,
};

/// <https://geminicli.com/docs/tools/mcp-server>, <https://geminicli.com/docs/reference/configuration>; run with 0.61.0.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let value = stdio(command, vec![], vec![("trust", Tree::Flag(true))]);
        Some(registration(&people(at, scope)?, SETTINGS, "mcpServers", value))
    },
    own_shell: |at, scope| {
        let purpose = "takes Gemini CLI's own shell away";
        let of = |base: PathBuf| entries(&base, SETTINGS, list(&["tools", "exclude"], &[TOOL]));
        people(at, scope).map(|base| Piece { purpose, ..of(base) }).into_iter().collect()
    },
    besides: |_, _| Vec::new(),
    by_hand: "",
    notes: |_| &["Gemini CLI cannot ask you about a command, so what asks does not run"],
};

/// The settings, in the directory of a user or a project.
const SETTINGS: &str = ".gemini/settings.json";

/// The directory of the user or of the project.
fn people(at: &Surroundings, scope: Scope) -> Option<PathBuf> {
    match scope {
        Scope::User => Some(home(at)),
        Scope::Project => Some(at.project.clone()),
        Scope::Managed => None,
    }
}

/// The directory that holds `.gemini` (`GEMINI_CLI_HOME` takes the place of the home).
fn home(at: &Surroundings) -> PathBuf {
    at.directory("GEMINI_CLI_HOME", "")
}

fn directory(at: &Surroundings) -> PathBuf {
    home(at).join(".gemini")
}

/// The directory of the machine's administrator (<https://geminicli.com/docs/reference/configuration>).
pub(crate) const MANAGED: Managed = Managed {
    linux: (Shared::Etc, "gemini-cli"),
    macos: (Shared::Library, "GeminiCli"),
    windows: (Shared::ProgramData, "gemini-cli"),
};

/// The settings that no user or project overrides.
fn system_settings(at: &Surroundings) -> PathBuf {
    at.path("GEMINI_CLI_SYSTEM_SETTINGS_PATH").unwrap_or_else(|| MANAGED.file(at, "settings.json"))
}

fn policy(base: PathBuf, file: PathBuf) -> Piece {
    Piece {
        file,
        base,
        content: Content::Lines { label: String::new(), lines: POLICY.to_owned(), command: None, flag: None },
        purpose: "lets the hook decide instead of a question about every command",
    }
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let hook = vec![
        ("name", Tree::text(NAME)),
        ("type", Tree::text("command")),
        ("command", Tree::text(command.line())),
        ("timeout", Tree::Number(TIMEOUT_MILLISECONDS)),
    ];
    let slots = vec![slot("BeforeTool", group(TOOL, hook))];
    match scope {
        Scope::User => vec![
            entries(&home(at), ".gemini/settings.json", slots),
            policy(home(at), directory(at).join(POLICY_FILE)),
        ],
        Scope::Project => vec![entries(&at.project, ".gemini/settings.json", slots)],
        Scope::Managed => {
            let file = system_settings(at);
            let settings = Piece { file, ..managed(at, &MANAGED, "", slots) };
            vec![settings, policy(MANAGED.base(at), MANAGED.file(at, POLICY_FILE))]
        }
    }
}

fn switches(at: &Surroundings) -> Vec<Switch> {
    let files =
        [directory(at).join("settings.json"), at.project.join(".gemini/settings.json"), system_settings(at)];
    let of = |file: PathBuf| {
        let switch = |keys, off| Switch { file: file.clone(), keys, off, scopes: &Scope::ALL };
        [
            switch(&["hooksConfig", "enabled"], Off::When(false)),
            switch(&["hooksConfig", "disabled"], Off::Lists(NAME)),
            switch(&["tools", "enableHooks"], Off::When(false)),
        ]
    };
    files.into_iter().flat_map(of).collect()
}
