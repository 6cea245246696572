//! Qwen Code (<https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks>; run with 0.24.4).

use std::path::PathBuf;

use policy_core::agents::Agent;

use super::super::client::{Client, Off, Piece, Switch};
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{TIMEOUT_MILLISECONDS, entries, group, question, slot};

/// The tool that runs commands, by both of its names.
const MATCHER: &str = "Bash|run_shell_command";

pub(super) const CLIENT: Client = Client {
    agent: Agent::Qwen,
    program: "qwen",
    directory,
    pieces,
    question: |command, cwd| question("run_shell_command", "default", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision", "/decision"],
    switches,
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &[
        "where Qwen Code gives the hook up after its time-out, the command runs; the hook answers before",
    ],
};

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("QWEN_HOME", ".qwen")
}

/// The settings that no user or project overrides.
fn system_settings(at: &Surroundings) -> PathBuf {
    at.path("QWEN_CODE_SYSTEM_SETTINGS_PATH").unwrap_or_else(|| at.system.join("qwen-code/settings.json"))
}

fn pieces(at: &Surroundings, scope: Scope, command: &str) -> Vec<Piece> {
    let hook = vec![
        ("name", Tree::text("shellgate")),
        ("type", Tree::text("command")),
        ("command", Tree::text(command)),
        ("timeout", Tree::Number(TIMEOUT_MILLISECONDS)),
    ];
    let slots = vec![slot("PreToolUse", group(MATCHER, hook))];
    vec![match scope {
        Scope::User => match at.path("QWEN_HOME") {
            Some(directory) => entries(&directory, "settings.json", slots),
            None => entries(&at.home, ".qwen/settings.json", slots),
        },
        Scope::Project => entries(&at.project, ".qwen/settings.json", slots),
        Scope::Managed => Piece { file: system_settings(at), ..entries(&at.system, "", slots) },
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
