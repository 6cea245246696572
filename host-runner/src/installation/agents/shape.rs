//! The forms of an entry that several agents share.

use std::path::Path;

use serde_json::{Value, json};

use super::super::client::{Content, Piece};
use super::super::directories::Managed;
use super::super::json::Slot;
use super::super::server_command::{self, ServerCommand};
use super::super::setting::Setting;
use super::super::surroundings::Surroundings;
use super::super::tree::Tree;

/// Seconds after which an agent gives the hook up. The hook itself ends long before with an answer.
pub(super) const TIMEOUT_SECONDS: u64 = 10;

/// The same for agents that count in milliseconds.
pub(super) const TIMEOUT_MILLISECONDS: u64 = TIMEOUT_SECONDS * 1_000;

/// A group of one hook for the tools that `matcher` matches, as Claude Code writes it.
pub(super) fn group(matcher: &str, hook: Vec<(&'static str, Tree)>) -> Tree {
    Tree::Object(vec![("matcher", Tree::text(matcher)), ("hooks", Tree::List(vec![Tree::Object(hook)]))])
}

/// The list of the hooks of `event`.
pub(super) fn slot(event: &'static str, entry: Tree) -> Slot {
    Slot { keys: vec!["hooks", event], entry, beside: None }
}

/// A file with entries, below `base`.
pub(super) fn entries(base: &Path, file: &str, slots: Vec<Slot>) -> Piece {
    Piece { file: base.join(file), base: base.to_owned(), content: Content::Entries(slots), purpose: "" }
}

/// A file of the machine's administrator with entries.
pub(super) fn managed(at: &Surroundings, place: &Managed, file: &str, slots: Vec<Slot>) -> Piece {
    Piece { file: place.file(at, file), ..entries(&place.base(at), "", slots) }
}

/// The entries `texts` of the list under `keys`.
pub(super) fn list(keys: &[&'static str], texts: &[&str]) -> Vec<Slot> {
    let slot = |text: &&str| Slot { keys: keys.to_vec(), entry: Tree::text(*text), beside: None };
    texts.iter().map(slot).collect()
}

/// The registration of the server: its command, between what an agent wants in front of it and after it.
pub(super) fn stdio(
    command: &ServerCommand,
    front: Vec<(&'static str, Tree)>,
    back: Vec<(&'static str, Tree)>,
) -> Tree {
    let mut pairs = front;
    pairs.push(("command", Tree::text(&*command.program)));
    pairs.push(("args", ServerCommand::arguments()));
    pairs.extend(back);
    pairs.extend(command.variables("env"));
    Tree::Object(pairs)
}

/// A file below `base` in which the server has the registration `value`, in the object `servers`.
pub(super) fn registration(base: &Path, file: &str, servers: &'static str, value: Tree) -> Piece {
    let setting = Setting {
        keys: vec![servers, server_command::NAME],
        value,
        is_ours: server_command::is_ours,
        conflict: Some(server_command::CONFLICT),
    };
    let content = Content::Settings(vec![setting]);
    Piece { file: base.join(file), base: base.to_owned(), content, purpose: "registers the MCP server" }
}

/// The question of Claude Code's `PreToolUse`, in the mode in which nobody is asked.
pub(super) fn question(tool: &str, mode: &str, command: &str, cwd: &Path) -> Value {
    json!({
        "session_id": "shellgate-canary",
        "transcript_path": "",
        "cwd": cwd,
        "permission_mode": mode,
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": {"command": command, "description": "canary of shellgate install"},
        "tool_use_id": "shellgate-canary",
    })
}

/// Whether the directory `place`, which a user trusts, holds `project` or is in it.
pub(super) fn is_near(place: &str, project: &Path) -> bool {
    project.starts_with(place) || Path::new(place).starts_with(project)
}
