//! The agent mode of VS Code (<https://code.visualstudio.com/docs/agent-customization/hooks>). From its documentation;
//! not run.
//!
//! It reads the hooks of Copilot CLI and of Claude Code too, and asks each of them about every tool.

use std::path::PathBuf;

use policy_core::agents::Agent;

use super::super::client::{Client, Piece};
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::{TIMEOUT_SECONDS, entries, question, slot};

pub(super) const CLIENT: Client = Client {
    agent: Agent::VsCode,
    program: "code",
    directory,
    pieces,
    question: |command, cwd| question("run_in_terminal", "default", command, cwd),
    decision_at: &["/hookSpecificOutput/permissionDecision"],
    switches: |_| Vec::new(),
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &["this follows VS Code's documentation and was not tried with the real program"],
};

fn directory(at: &Surroundings) -> PathBuf {
    at.home.join(".vscode")
}

fn pieces(at: &Surroundings, scope: Scope, command: &str) -> Vec<Piece> {
    let mut slot = slot(
        "PreToolUse",
        Tree::Object(vec![
            ("type", Tree::text("command")),
            ("command", Tree::text(command)),
            ("timeout", Tree::Number(TIMEOUT_SECONDS)),
        ]),
    );
    slot.beside = Some(("version", Tree::Number(1)));
    match scope {
        Scope::User => vec![entries(&at.home, ".copilot/hooks/shellgate-vscode.json", vec![slot])],
        Scope::Project => vec![entries(&at.project, ".github/hooks/shellgate-vscode.json", vec![slot])],
        Scope::Managed => Vec::new(),
    }
}
