//! Claude Code (<https://code.claude.com/docs/en/hooks>, <https://code.claude.com/docs/en/settings>; run with 2.1.330
//! and 2.1.197).

use std::path::PathBuf;

use policy_core::agents::Agent;

use super::super::client::{Client, Off, Piece, Switch};
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, group, question, slot};

/// The tools that run commands. `Monitor` runs one in the background.
const MATCHER: &str = "Bash|Monitor";

/// The files of the machine's administrator.
const MANAGED: &str = "claude-code/managed-settings.json";

pub(super) const CLIENT: Client = Client {
    agent: Agent::ClaudeCode,
    program: "claude",
    directory,
    pieces,
    question: |command, cwd| question("Bash", "dontAsk", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision"],
    switches,
    asks_for_trust: false,
    closed_since: Some([2, 1, 295]),
    advice: |_| Vec::new(),
    notes: &["a project can switch the hooks of the user off (`disableAllHooks`), and so does `--bare`; \
         `--managed` survives both"],
};

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("CLAUDE_CONFIG_DIR", ".claude")
}

fn pieces(at: &Surroundings, scope: Scope, command: &str) -> Vec<Piece> {
    let hook = vec![
        ("type", Tree::text("command")),
        ("command", Tree::text(command)),
        ("timeout", Tree::Number(TIMEOUT_SECONDS)),
        // Known since 2.1.295; older versions ignore it.
        ("onFailure", Tree::text("block")),
    ];
    let slots = vec![slot("PreToolUse", group(MATCHER, hook))];
    vec![match scope {
        Scope::User => match at.path("CLAUDE_CONFIG_DIR") {
            Some(directory) => entries(&directory, "settings.json", slots),
            None => entries(&at.home, ".claude/settings.json", slots),
        },
        Scope::Project => entries(&at.project, ".claude/settings.json", slots),
        Scope::Managed => entries(&at.system, MANAGED, slots),
    }]
}

fn switches(at: &Surroundings) -> Vec<Switch> {
    const OF_PEOPLE: &[Scope] = &[Scope::User, Scope::Project];
    let all =
        |file: PathBuf, scopes| Switch { file, keys: &["disableAllHooks"], off: Off::When(true), scopes };
    vec![
        all(directory(at).join("settings.json"), OF_PEOPLE),
        all(at.project.join(".claude/settings.json"), OF_PEOPLE),
        all(at.project.join(".claude/settings.local.json"), OF_PEOPLE),
        all(at.system.join(MANAGED), &Scope::ALL),
        Switch {
            file: at.system.join(MANAGED),
            keys: &["allowManagedHooksOnly"],
            off: Off::When(true),
            scopes: OF_PEOPLE,
        },
    ]
}
