//! opencode (<https://opencode.ai/docs/plugins>; run with 1.18.33).
//!
//! It has plug-ins instead of hooks: ours calls the hook, and throws where a command must not run.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::{Value, json};

use super::super::client::{Client, Content, Piece};
use super::super::hook_command::{self, confines, quoted};
use super::super::surroundings::{Scope, Surroundings};

/// The plug-in, with a word in the place of the path.
const PLUG_IN: &str = include_str!("../opencode/shellgate.js");

pub(super) const CLIENT: Client = Client {
    agent: Agent::Opencode,
    program: "opencode",
    directory,
    pieces,
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
};

fn directory(at: &Surroundings) -> PathBuf {
    at.directory("XDG_CONFIG_HOME", ".config").join("opencode")
}

/// The call of the hook as a list of JavaScript.
fn words(at: &Surroundings, confine: bool) -> Value {
    let program = at.shellgate.to_string_lossy();
    let words = hook_command::words(Agent::Opencode, confine);
    std::iter::once(&*program).chain(words).map(Value::from).collect()
}

fn pieces(at: &Surroundings, scope: Scope, command: &str) -> Vec<Piece> {
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
            call: words(at, confines(command)).to_string(),
            back,
            executable: false,
            asked_by: |_, call| {
                let words = serde_json::from_str::<Vec<String>>(call).unwrap_or_default();
                let program = words.first().map(|program| quoted(program));
                program.into_iter().chain(words.into_iter().skip(1)).collect::<Vec<_>>().join(" ")
            },
        },
        purpose: "",
    }]
}
