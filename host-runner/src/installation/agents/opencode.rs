//! opencode (<https://opencode.ai/docs/plugins>; run with 1.18.33).
//!
//! It has plug-ins instead of hooks: ours calls the hook, and throws where a command must not run.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::json;

use super::super::client::{Client, Content, OnWindows, Piece, Server};
use super::super::hook_command::{Call, HookCommand};
use super::super::setting::Setting;
use super::super::surroundings::{Scope, Surroundings};
use super::super::tree::Tree;
use super::shape::registration;

/// The plug-in, with a word in the place of the path.
const PLUG_IN: &str = include_str!("../opencode/shellgate.js");

pub(super) const CLIENT: Client = Client {
    agent: Agent::Opencode,
    program: "opencode",
    directory,
    pieces,
    on_windows: OnWindows::StartsProgram,
    question: |command, cwd| {
        json!({
            "tool": "bash",
            "sessionID": "shellgate-canary",
            "callID": "shellgate-canary",
            "directory": cwd,
            "args": {"command": command, "description": "canary of shellgate install"},
        })
    },
    decision_at: &["/decision"],
    switches: |_| Vec::new(),
    asks_for_trust: false,
    closed_since: None,
    advice: |_| Vec::new(),
    notes: &["opencode loads plug-ins when it starts: start it again"],
    server: SERVER,
};

/// <https://opencode.ai/docs/mcp-servers>, <https://opencode.ai/docs/permissions>. From its documentation; not run.
const SERVER: Server = Server {
    registration: |at, scope, command| {
        let (base, file) = config(at, scope)?;
        let mut pairs = vec![("type", Tree::text("local")), ("command", command.words())];
        pairs.push(("enabled", Tree::Flag(true)));
        pairs.extend(command.variables("environment"));
        Some(registration(&base, &file, "mcp", Tree::Object(pairs)))
    },
    own_shell: |at, scope| {
        let deny = Setting {
            keys: vec!["permission", "bash"],
            value: Tree::text("deny"),
            is_ours: |value| value == "deny",
            conflict: None,
        };
        let of = |(base, file): (PathBuf, String)| Piece {
            file: base.join(file),
            base,
            content: Content::Settings(vec![deny]),
            purpose: "takes opencode's own shell away",
        };
        config(at, scope).map(of).into_iter().collect()
    },
    besides: |_, _| Vec::new(),
    by_hand: "",
    notes: |_| {
        &[
            "this follows opencode's documentation and was not tried with the real program",
            "opencode cannot ask you about a command of the server, so what asks does not run",
        ]
    },
};

/// The configuration of a user or a project: the directory that is there without opencode, and the file below it. Both
/// names count; a file that is there is used.
fn config(at: &Surroundings, scope: Scope) -> Option<(PathBuf, String)> {
    let (base, below) = match (scope, at.path("XDG_CONFIG_HOME")) {
        (Scope::User, Some(directory)) => (directory, "opencode/"),
        (Scope::User, None) => (at.home.clone(), ".config/opencode/"),
        (Scope::Project, _) => (at.project.clone(), ""),
        (Scope::Managed, _) => return None,
    };
    let names = ["opencode.jsonc", "opencode.json"].map(|name| format!("{below}{name}"));
    let [with_comments, plain] = names;
    let is_there = !base.join(&plain).exists() && base.join(&with_comments).exists();
    Some((base, if is_there { with_comments } else { plain }))
}

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("XDG_CONFIG_HOME", ".config").join("opencode")
}

fn pieces(at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
    let (base, file) = match scope {
        Scope::User => (at.directory("XDG_CONFIG_HOME", ".config"), "opencode/plugins/shellgate.js"),
        Scope::Project => (at.project.clone(), ".opencode/plugins/shellgate.js"),
        Scope::Managed => return Vec::new(),
    };
    // The first place is in a comment-free line of its own.
    let (front, back) = PLUG_IN.split_once("SHELLGATE").unwrap_or((PLUG_IN, ""));
    vec![Piece {
        file: base.join(file),
        base: if scope == Scope::User && at.path("XDG_CONFIG_HOME").is_none() {
            at.home.clone()
        } else {
            base
        },
        content: Content::Whole {
            front,
            call: command.list().value().to_string(),
            back,
            executable: false,
            asked_by: |_, call| Call::Program(serde_json::from_str(call).unwrap_or_default()),
        },
        purpose: "",
    }]
}
