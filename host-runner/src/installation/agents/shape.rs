//! The forms of an entry that several agents share.

use std::path::Path;

use serde_json::{Value, json};

use super::super::client::{Content, Piece};
use super::super::json::Slot;
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
