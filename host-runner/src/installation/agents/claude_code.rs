//! Claude Code (<https://code.claude.com/docs/en/hooks>, <https://code.claude.com/docs/en/settings>; run with 2.1.330
//! and 2.1.197).

use std::path::PathBuf;

use policy_core::agents::Agent;

use super::super::client::{Client, Off, OnWindows, Piece, Server, Switch};
use super::super::directories::{Managed, Shared};
use super::super::hook_command::HookCommand;
use super::super::json::Slot;
use super::super::surroundings::{Scope, Surroundings};
use super::super::system::System;
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, group, list, managed, question, registration, slot, stdio};

/// The tools that run commands, of which `Monitor` runs one in the background, and those of the web.
const MATCHER: &str = "Bash|Monitor|PowerShell|WebFetch|WebSearch";

/// The directory of the machine's administrator (<https://code.claude.com/docs/en/settings>).
const MANAGED: Managed = Managed {
    linux: (Shared::Etc, "claude-code"),
    macos: (Shared::Library, "ClaudeCode"),
    windows: (Shared::ProgramFiles, "ClaudeCode"),
};

/// The settings of the administrator.
const MANAGED_SETTINGS: &str = "managed-settings.json";

pub(super) const CLIENT: Client = Client {
    agent: Agent::ClaudeCode,
    program: "claude",
    directory,
    pieces,
    on_windows: OnWindows::StartsProgram,
    question: |command, cwd| question("Bash", "dontAsk", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision"],
    switches,
    asks_for_trust: false,
    closed_since: Some([2, 1, 295]),
    advice: |_| Vec::new(),
    notes: &["a project can switch the hooks of the user off (`disableAllHooks`), and so does `--bare`; \
         `--managed` survives both"],
    server: SERVER,
};

/// The tools that run commands, by the names that the permissions know.
const SHELLS: &[&str] = &["Bash", "Monitor", "PowerShell"];

/// Every tool of our server, by the name that the permissions know. Beside it, the core reads a deny rule for all of `Bash` as
/// what takes Claude Code's own shell away, because it reads the same file.
const OUR_TOOLS: &str = "mcp__shellgate";

/// <https://code.claude.com/docs/en/mcp>, <https://code.claude.com/docs/en/permissions>; run with 2.1.330.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let (base, file) = match (scope, at.path("CLAUDE_CONFIG_DIR")) {
            (Scope::User, Some(directory)) => (directory, ".claude.json"),
            (Scope::User, None) => (at.home.clone(), ".claude.json"),
            (Scope::Project, _) => (at.project.clone(), ".mcp.json"),
            (Scope::Managed, _) => return None,
        };
        let value = stdio(command, vec![("type", Tree::text("stdio"))], vec![]);
        Some(registration(&base, file, "mcpServers", value))
    },
    own_shell: |at, scope| {
        settings(at, scope, "takes Claude Code's own shell away", list(&["permissions", "deny"], SHELLS))
    },
    besides: |at, scope| {
        let purpose = "lets Claude Code use the server without a question of its own";
        settings(at, scope, purpose, list(&["permissions", "allow"], &[OUR_TOOLS]))
    },
    by_hand: "",
    notes: |scope| match scope {
        Scope::Project => {
            &["Claude Code asks each person once whether to start the server of a project's `.mcp.json`; \
             until then it has no shell at all"]
        }
        _ => &[],
    },
};

/// The settings of a scope with `slots`.
fn settings(at: &Surroundings, scope: Scope, purpose: &'static str, slots: Vec<Slot>) -> Vec<Piece> {
    let piece = match (scope, at.path("CLAUDE_CONFIG_DIR")) {
        (Scope::User, Some(directory)) => entries(&directory, "settings.json", slots),
        (Scope::User, None) => entries(&at.home, ".claude/settings.json", slots),
        (Scope::Project, _) => entries(&at.project, ".claude/settings.json", slots),
        (Scope::Managed, _) => managed(at, &MANAGED, MANAGED_SETTINGS, slots),
    };
    vec![Piece { purpose, ..piece }]
}

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("CLAUDE_CONFIG_DIR", ".claude")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let mut hook = vec![("type", Tree::text("command"))];
    if at.system == System::Windows {
        // With `args` it starts the program without a shell. A version that does not know them starts the program without
        // words, which is an error and blocks.
        hook.extend([("command", Tree::text(&*command.program)), ("args", command.arguments())]);
    } else {
        hook.push(("command", Tree::text(command.line())));
    }
    hook.extend([
        ("timeout", Tree::Number(TIMEOUT_SECONDS)),
        // Known since 2.1.295; older versions ignore it.
        ("onFailure", Tree::text("block")),
    ]);
    let slots = vec![slot("PreToolUse", group(MATCHER, hook))];
    settings(at, scope, "", slots)
}

fn switches(at: &Surroundings) -> Vec<Switch> {
    const OF_PEOPLE: &[Scope] = &[Scope::User, Scope::Project];
    let all =
        |file: PathBuf, scopes| Switch { file, keys: &["disableAllHooks"], off: Off::When(true), scopes };
    vec![
        all(directory(at).join("settings.json"), OF_PEOPLE),
        all(at.project.join(".claude/settings.json"), OF_PEOPLE),
        all(at.project.join(".claude/settings.local.json"), OF_PEOPLE),
        all(MANAGED.file(at, MANAGED_SETTINGS), &Scope::ALL),
        Switch {
            file: MANAGED.file(at, MANAGED_SETTINGS),
            keys: &["allowManagedHooksOnly"],
            off: Off::When(true),
            scopes: OF_PEOPLE,
        },
    ]
}
