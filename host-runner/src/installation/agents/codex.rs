//! Codex CLI (<https://developers.openai.com/codex/hooks>; run with 0.169.0).
//!
//! `PreToolUse` can only forbid, so that `PermissionRequest`, which it asks instead of a person, must answer too. Codex
//! skips a hook that the user does not trust without a word.

use std::path::{Path, PathBuf};

use policy_core::agents::{Agent, CODEX_ASKING_POLICY};
use serde_json::{Value, json};

use super::super::block;
use super::super::client::{Client, Content, Off, OnWindows, Piece, Server, Switch};
use super::super::directories::{Managed, Shared};
use super::super::finding::Finding;
use super::super::flag::Flag;
use super::super::hook_command::HookCommand;
use super::super::server_command::ServerCommand;
use super::super::surroundings::{Scope, Surroundings};
use super::super::target::Target;
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, group, is_near, slot};

/// The events on which the hook is asked.
const EVENTS: [&str; 2] = ["PreToolUse", "PermissionRequest"];

/// Without it in the managed file, `features.hooks = false` of a project and `--disable hooks` switch managed hooks off too.
const HOOKS: Flag = Flag { table: "features", key: "hooks", value: true };

/// The tool that runs commands.
const TOOL: &str = "Bash";

/// The directory of the machine's administrator (<https://developers.openai.com/codex/enterprise/managed-configuration>).
pub(crate) const MANAGED: Managed = Managed {
    linux: (Shared::Etc, "codex"),
    macos: (Shared::Etc, "codex"),
    windows: (Shared::ProgramData, "OpenAI/Codex"),
};

/// What the administrator requires.
const REQUIREMENTS: &str = "requirements.toml";

pub(super) const CLIENT: Client = Client {
    agent: Agent::Codex,
    program: "codex",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question,
    decision_at: &["/hookSpecificOutput/permissionDecision", "/decision"],
    switches,
    asks_for_trust: true,
    closed_since: None,
    advice,
    notes: &["where Codex gives the hook up after its time-out, the command runs; the hook answers before"],
    server: SERVER,
};

/// With it Codex offers no shell to the model.
const SHELL: Flag = Flag { table: "features", key: "shell_tool", value: false };

/// <https://developers.openai.com/codex/mcp>, <https://developers.openai.com/codex/config-reference>; run with 0.169.0.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let label = "the MCP server".to_owned();
        let lines = served(command);
        let content = Content::Lines { label, lines, command: None, flag: None };
        config(at, scope, "registers the MCP server", content)
    },
    own_shell: |at, scope| {
        config(at, scope, "takes Codex's own shell away", Content::Flag(SHELL)).into_iter().collect()
    },
    besides: |_, _| Vec::new(),
    by_hand: "",
    notes: |scope| match scope {
        Scope::Project => &["Codex reads a project's `.codex/config.toml` only if you trust the project"],
        _ => &[],
    },
};

/// The configuration of a user or a project, with `content`.
fn config(at: &Surroundings, scope: Scope, purpose: &'static str, content: Content) -> Option<Piece> {
    let (base, file) = match (scope, at.path("CODEX_HOME")) {
        (Scope::User, Some(directory)) => (directory, "config.toml"),
        (Scope::User, None) => (at.home.clone(), ".codex/config.toml"),
        (Scope::Project, _) => (at.project.clone(), ".codex/config.toml"),
        (Scope::Managed, _) => return None,
    };
    Some(Piece { file: base.join(file), base, content, purpose })
}

/// The registration as Codex's TOML has it. The approval is for calls of the server; the policy decides about commands.
fn served(command: &ServerCommand) -> String {
    // What JSON writes as a text or a list of texts is a value of TOML too.
    let program = Value::from(&*command.program);
    let arguments = ServerCommand::arguments().value();
    format!(
        "[mcp_servers.shellgate]\ncommand = {program}\nargs = {arguments}\n\
         default_tools_approval_mode = \"approve\"\n"
    )
}

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("CODEX_HOME", ".codex")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let slots = || {
        let hook = || {
            vec![
                ("type", Tree::text("command")),
                ("command", Tree::text(command.line())),
                ("timeout", Tree::Number(TIMEOUT_SECONDS)),
            ]
        };
        EVENTS.map(|event| slot(event, group(TOOL, hook()))).to_vec()
    };
    let hooks = match scope {
        Scope::User => match at.path("CODEX_HOME") {
            Some(directory) => entries(&directory, "hooks.json", slots()),
            None => entries(&at.home, ".codex/hooks.json", slots()),
        },
        Scope::Project => entries(&at.project, ".codex/hooks.json", slots()),
        Scope::Managed => {
            return vec![Piece {
                file: MANAGED.file(at, REQUIREMENTS),
                base: MANAGED.base(at),
                content: Content::Lines {
                    label: String::new(),
                    lines: lines(&command.line()),
                    command: Some(command.line()),
                    flag: Some(HOOKS),
                },
                purpose: "",
            }];
        }
    };
    let trust = Piece {
        file: directory(at).join("config.toml"),
        base: if at.path("CODEX_HOME").is_some() { directory(at) } else { at.home.clone() },
        content: Content::Lines {
            label: hooks.file.display().to_string(),
            lines: String::new(),
            command: None,
            flag: None,
        },
        purpose: "says that you trust the hook",
    };
    vec![hooks, trust]
}

/// The TOML document in `file` without the block of an installation; an empty one if there is none that can be read.
fn document(file: &Path) -> toml::Table {
    let text = Target::read(file).ok().and_then(|found| found.text).unwrap_or_default();
    block::without(&text, "").and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
}

/// The hooks as Codex's TOML has them.
fn lines(command: &str) -> String {
    // What JSON writes as a text is a basic string of TOML too.
    let command = Value::from(command);
    let of = |event: &str| {
        format!(
            "[[hooks.{event}]]\nmatcher = \"{TOOL}\"\n\n[[hooks.{event}.hooks]]\ntype = \"command\"\n\
             command = {command}\ntimeout = {TIMEOUT_SECONDS}\n"
        )
    };
    EVENTS.map(of).join("\n")
}

fn question(command: &str, cwd: &Path) -> Value {
    json!({
        "session_id": "shellgate-canary",
        "turn_id": "shellgate-canary",
        "transcript_path": null,
        "cwd": cwd,
        "hook_event_name": "PreToolUse",
        "model": "none",
        // What Codex says where nobody can be asked.
        "permission_mode": "bypassPermissions",
        "tool_name": TOOL,
        "tool_input": {"command": command},
        "tool_use_id": "shellgate-canary",
    })
}

/// What asks is denied unless Codex sends it to a person.
fn advice(at: &Surroundings) -> Vec<Finding> {
    let file = directory(at).join("config.toml");
    if document(&file).get("approval_policy").and_then(toml::Value::as_str) == Some(CODEX_ASKING_POLICY) {
        return Vec::new();
    }
    let file = file.display();
    vec![Finding {
        found: "Codex asks nobody about what the policy asks, so it is denied".to_owned(),
        remedy: format!(
            "`approval_policy = \"{CODEX_ASKING_POLICY}\"`, as a line at the top of `{file}`, lets it ask you"
        ),
    }]
}

fn switches(at: &Surroundings) -> Vec<Switch> {
    const OF_PEOPLE: &[Scope] = &[Scope::User, Scope::Project];
    let managed = MANAGED.file(at, REQUIREMENTS);
    let scopes = if is_kept(&managed) { OF_PEOPLE } else { &Scope::ALL };
    let user = directory(at).join("config.toml");
    let mut files = vec![(user.clone(), scopes), (managed, &Scope::ALL)];
    // Codex reads nothing of a project that the user does not trust.
    if is_trusted(&user, &at.project) {
        files.push((at.project.join(".codex/config.toml"), scopes));
    }
    let of = |(file, scopes): (PathBuf, &'static [Scope])| {
        ["hooks", "codex_hooks"].map(|name| Switch {
            file: file.clone(),
            keys: if name == "hooks" { &["features", "hooks"] } else { &["features", "codex_hooks"] },
            off: Off::When(false),
            scopes,
        })
    };
    files.into_iter().flat_map(of).collect()
}

/// Whether the hooks of the administrator's `file` stay on whatever a user or a project says; of a file without them,
/// whether they would after an installation.
fn is_kept(file: &Path) -> bool {
    let text = Target::read(file).ok().and_then(|found| found.text).unwrap_or_default();
    let found: toml::Table = toml::from_str(&text).unwrap_or_default();
    found.get("features").map_or_else(
        || !found.contains_key("hooks"),
        |features| features.get("hooks").and_then(toml::Value::as_bool) == Some(true),
    )
}

/// Whether the user's `file` trusts a directory that holds `project`, or is in it.
fn is_trusted(file: &Path, project: &Path) -> bool {
    let found = document(file);
    let projects = found.get("projects").and_then(toml::Value::as_table);
    projects.into_iter().flatten().any(|(place, value)| {
        is_near(place, project) && value.get("trust_level").and_then(toml::Value::as_str) == Some("trusted")
    })
}
