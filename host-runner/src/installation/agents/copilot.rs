//! GitHub Copilot CLI (<https://docs.github.com/en/copilot/concepts/agents/hooks>; run with 1.0.102).
//!
//! A hook under the name `PreToolUse` is given Claude Code's names and understands its answers.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::Value;

use super::super::client::{Client, Off, OnWindows, Piece, Server, Switch};
use super::super::hook_command::HookCommand;
use super::super::json;
use super::super::surroundings::{Scope, Surroundings};
use super::super::target::Target;
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, is_near, question, registration, slot, stdio};

/// The file of the hook, in the directory of a user or a project.
const HOOKS: &str = "hooks/shellgate.json";

pub(super) const CLIENT: Client = Client {
    agent: Agent::Copilot,
    program: "copilot",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question: |command, cwd| question("Bash", "default", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision", "/permissionDecision"],
    switches,
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &["a project that you trust can switch the hooks of the user off (`disableAllHooks`)"],
    server: SERVER,
};

/// <https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers>; run with 1.0.102.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let (base, file) = match (scope, at.path("COPILOT_HOME")) {
            (Scope::User, Some(directory)) => (directory, "mcp-config.json"),
            (Scope::User, None) => (at.home.clone(), ".copilot/mcp-config.json"),
            (Scope::Project, _) => (at.project.clone(), ".github/mcp.json"),
            (Scope::Managed, _) => return None,
        };
        let tools = ("tools", Tree::List(vec![Tree::text("*")]));
        let value = stdio(command, vec![("type", Tree::text("local"))], vec![tools]);
        Some(registration(&base, file, "mcpServers", value))
    },
    own_shell: |_, _| Vec::new(),
    besides: |_, _| Vec::new(),
    by_hand: "start it with `--excluded-tools bash` each time",
    notes: |scope| match scope {
        Scope::Project => {
            &["Copilot CLI starts the server of a project only if you trust the project, and with `-p` only \
             with `GITHUB_COPILOT_PROMPT_MODE_WORKSPACE_MCP=true`"]
        }
        _ => &["`--allow-tool shellgate` lets it use the server without a question of its own"],
    },
};

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("COPILOT_HOME", ".copilot")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let mut slot = slot(
        "PreToolUse",
        Tree::Object(vec![
            ("type", Tree::text("command")),
            ("bash", Tree::text(command.line())),
            ("timeoutSec", Tree::Number(TIMEOUT_SECONDS)),
        ]),
    );
    slot.beside = Some(("version", Tree::Number(1)));
    match scope {
        Scope::User => vec![match at.path("COPILOT_HOME") {
            Some(directory) => entries(&directory, HOOKS, vec![slot]),
            None => entries(&at.home, ".copilot/hooks/shellgate.json", vec![slot]),
        }],
        Scope::Project => vec![entries(&at.project, ".github/hooks/shellgate.json", vec![slot])],
        Scope::Managed => Vec::new(),
    }
}

/// A project that the user trusts switches the hooks of the user off too; `settings.json` of the user switches nothing.
fn switches(at: &Surroundings) -> Vec<Switch> {
    const OF_PROJECTS: [&str; 4] = [
        ".github/copilot/settings.json",
        ".github/copilot/settings.local.json",
        ".claude/settings.json",
        ".claude/settings.local.json",
    ];
    let of =
        |file: PathBuf, scopes| Switch { file, keys: &["disableAllHooks"], off: Off::When(true), scopes };
    let mut found = vec![
        of(directory(at).join(HOOKS), &[Scope::User] as &[Scope]),
        of(at.project.join(".github").join(HOOKS), &[Scope::Project]),
    ];
    if is_trusted(at) {
        found.extend(OF_PROJECTS.map(|name| of(at.project.join(name), &Scope::ALL)));
    }
    found
}

/// Whether the user trusts a directory that holds the project, or is in it.
fn is_trusted(at: &Surroundings) -> bool {
    let text = Target::read(&directory(at).join("config.json")).ok().and_then(|found| found.text);
    let config = text.and_then(|text| json::value(&text).ok()).unwrap_or_default();
    ["trusted_folders", "trustedFolders"]
        .into_iter()
        .filter_map(|key| config.get(key)?.as_array())
        .flatten()
        .filter_map(Value::as_str)
        .any(|place| is_near(place, &at.project))
}
