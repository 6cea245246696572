//! Qwen Code (<https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks>; run with 0.24.4).

use std::path::PathBuf;

use policy_core::agents::Agent;

use super::super::client::{Client, Off, OnWindows, Piece, Server, Switch};
use super::super::directories::{Managed, Shared};
use super::super::hook_command::HookCommand;
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{
    TIMEOUT_MILLISECONDS, entries, group, list, managed, question, registration, slot, stdio,
};

/// The tool that runs commands, by both of its names, and those of the web.
const MATCHER: &str = "Bash|run_shell_command|web_fetch|web_search";

pub(super) const CLIENT: Client = Client {
    agent: Agent::Qwen,
    program: "qwen",
    directory,
    pieces,
    on_windows: OnWindows::NeedsShell,
    question: |command, cwd| question("run_shell_command", "default", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision", "/decision"],
    switches,
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &[
        "where Qwen Code gives the hook up after its time-out, the command runs; the hook answers before",
    ],
    server: SERVER,
};

/// The tools that run commands, by the names that the permissions know.
const SHELLS: &[&str] = &["run_shell_command"];

/// <https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp>,
/// <https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings>; run with 0.24.4, which offers the tools of a
/// server by its `tool_search`.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let (base, file) = settings(at, scope)?;
        let value = stdio(command, vec![], vec![("trust", Tree::Flag(true))]);
        Some(registration(&base, file, "mcpServers", value))
    },
    own_shell: |at, scope| {
        let purpose = "takes Qwen Code's own shell away";
        let of = |(base, file): (PathBuf, &str)| entries(&base, file, list(&["permissions", "deny"], SHELLS));
        settings(at, scope).map(|place| Piece { purpose, ..of(place) }).into_iter().collect()
    },
    besides: |_, _| Vec::new(),
    by_hand: "",
    notes: |scope| match scope {
        Scope::Project => {
            &["Qwen Code starts the server of a project only after you approve it there (`/mcp`)"]
        }
        _ => &["Qwen Code cannot ask you about a command, so what asks does not run"],
    },
};

/// The settings of a user or a project: the directory that is there without Qwen Code, and the file below it.
fn settings(at: &Surroundings, scope: Scope) -> Option<(PathBuf, &'static str)> {
    match (scope, at.path("QWEN_HOME")) {
        (Scope::User, Some(directory)) => Some((directory, "settings.json")),
        (Scope::User, None) => Some((at.home.clone(), ".qwen/settings.json")),
        (Scope::Project, _) => Some((at.project.clone(), ".qwen/settings.json")),
        (Scope::Managed, _) => None,
    }
}

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("QWEN_HOME", ".qwen")
}

/// The directory of the machine's administrator
/// (<https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings>).
const MANAGED: Managed = Managed {
    linux: (Shared::Etc, "qwen-code"),
    macos: (Shared::Library, "QwenCode"),
    windows: (Shared::ProgramData, "qwen-code"),
};

/// The settings that no user or project overrides.
fn system_settings(at: &Surroundings) -> PathBuf {
    at.path("QWEN_CODE_SYSTEM_SETTINGS_PATH").unwrap_or_else(|| MANAGED.file(at, "settings.json"))
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let hook = vec![
        ("name", Tree::text("shellgate")),
        ("type", Tree::text("command")),
        ("command", Tree::text(command.line())),
        ("timeout", Tree::Number(TIMEOUT_MILLISECONDS)),
    ];
    let slots = vec![slot("PreToolUse", group(MATCHER, hook))];
    vec![match scope {
        Scope::User => match at.path("QWEN_HOME") {
            Some(directory) => entries(&directory, "settings.json", slots),
            None => entries(&at.home, ".qwen/settings.json", slots),
        },
        Scope::Project => entries(&at.project, ".qwen/settings.json", slots),
        Scope::Managed => Piece { file: system_settings(at), ..managed(at, &MANAGED, "", slots) },
    }]
}

fn switches(at: &Surroundings) -> Vec<Switch> {
    let files = [
        directory(at).join("settings.json"),
        at.project.join(".qwen/settings.json"),
        at.project.join(".qwen/settings.local.json"),
        system_settings(at),
    ];
    let of = |file: PathBuf| {
        let switch = |keys, off| Switch { file: file.clone(), keys, off, scopes: &Scope::ALL };
        [
            switch(&["disableAllHooks"], Off::When(true)),
            switch(&["hooksConfig", "enabled"], Off::When(false)),
            switch(&["hooksConfig", "disabled"], Off::Lists("shellgate")),
        ]
    };
    files.into_iter().flat_map(of).collect()
}
