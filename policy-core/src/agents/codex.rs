//! Codex CLI: `PreToolUse` and `PermissionRequest` in Claude Code's form, of which it understands less. It ignores `ask`,
//! takes `updatedInput` only with `allow`, and `allow` does not keep it from asking.
//!
//! Owns what Codex makes of an ask, and what its record of the session says about whom it asks.

use alloc::string::String;

use serde::Deserialize;

use super::agent::Agent;
use super::call::{AgentMode, Event, HookCall, Rewrites};
use super::claude_code::{EVENTS, announced, requested};
use super::protocol::Protocol;
use super::ruling::{HookAnswer, Ruling};
use crate::paths::lexical::is_absolute;
use crate::request::Mode;
use crate::verdict::Decision;

pub(super) static PROTOCOL: Protocol = Protocol {
    agent: Agent::Codex,
    shells: &["Bash"],
    powershells: &[],
    // Its `command` is a patch.
    not_commands: &["apply_patch"],
    web: &[],
    directories: &["workdir"],
    mode,
    rewrites: |call| match call.event {
        // A patch in a here-document is applied by Codex itself, which looks for the name at the beginning.
        Event::BeforeTool if call.commands.iter().any(|it| it.trim_start().starts_with("apply_patch")) => {
            Rewrites::Before
        }
        Event::BeforeTool => Rewrites::Here,
        Event::PermissionRequest => Rewrites::Before,
    },
    read: |protocol, object| {
        let call = protocol.claude_call(object, EVENTS)?;
        let asks_nobody = object.text("permission_mode")?.as_deref() == Some("bypassPermissions");
        Ok(HookCall { asks_nobody, ..call })
    },
    answer,
    failure: HookAnswer::blocked,
};

/// Codex reports `bypassPermissions` where nobody can be asked, which is no reason to allow more. Of its modes those count
/// that are stricter.
fn mode(name: &str) -> AgentMode {
    match Mode::from_name(name) {
        Some(mode @ (Mode::Plan | Mode::DontAsk)) => AgentMode::Is(mode),
        _ => AgentMode::Unsaid,
    }
}

fn answer(call: &HookCall, ruling: &Ruling) -> HookAnswer {
    if call.event == Event::PermissionRequest {
        return requested(call, ruling);
    }
    match ruling.decision {
        Some(Decision::Deny) => announced(call, ruling),
        Some(Decision::Allow) if ruling.rewritten.is_some() => announced(call, ruling),
        Some(Decision::Ask) if call.asks_nobody || !call.is_shell => {
            announced(call, &ruling.denied_instead(call.agent))
        }
        // With `allow` it asks all the same, and here it is to.
        Some(Decision::Ask) if ruling.rewritten.is_some() => {
            announced(call, &Ruling { decision: Some(Decision::Allow), ..ruling.clone() })
        }
        Some(Decision::Allow | Decision::Ask) | None => HookAnswer::silent(),
    }
}

/// The approval policy under which Codex asks a person about every command that it does not know to be harmless.
pub const CODEX_ASKING_POLICY: &str = "untrusted";

/// What the record of a session says about its last turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// Whether Codex asks a person before it runs a command.
    pub(super) asks_a_person: bool,
    /// The directory in which Codex works. A call names that of its command.
    pub(super) cwd: Option<String>,
}

/// The last turn in the record of a session, whose last part is `tail`; none if it began before.
///
/// A record is one JSON object in each line. The one of a turn has the type `turn_context`, and its payload has
/// `approval_policy` and `cwd`: what a command printed cannot look like one, because it is a string inside of another object.
pub(super) fn last_turn(tail: &str) -> Option<Turn> {
    #[derive(Deserialize)]
    struct Line {
        r#type: String,
        payload: serde_json::Value,
    }
    tail.lines().rev().find_map(|line| {
        // Cheap to refuse: other lines may be long.
        let line = Some(line).filter(|line| line.contains("turn_context"))?;
        let Line { payload, .. } =
            serde_json::from_str(line).ok().filter(|line: &Line| line.r#type == "turn_context")?;
        let text = |key: &str| payload.get(key).and_then(serde_json::Value::as_str);
        let cwd = text("cwd").filter(|cwd| is_absolute(cwd)).map(String::from);
        // A model may answer in place of the person.
        let is_person = text("approvals_reviewer").is_none_or(|reviewer| reviewer == "user");
        let asks_a_person = is_person && text("approval_policy") == Some(CODEX_ASKING_POLICY);
        Some(Turn { asks_a_person, cwd })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_turn_of_the_record_says_whether_a_person_is_asked() {
        let turn = |policy: &str| {
            alloc::format!(
                r#"{{"timestamp":"t","type":"turn_context","payload":{{"cwd":"/r","approval_policy":{policy}}}}}"#
            )
        };
        let output = r#"{"type":"response_item","payload":{"output":"{\"type\":\"turn_context\",\"payload\":{\"approval_policy\":\"untrusted\"}}"}}"#;
        for (lines, expected) in [
            (alloc::vec![turn(r#""untrusted""#)], Some(true)),
            (alloc::vec![turn(r#""untrusted""#), turn(r#""on-request""#)], Some(false)),
            (alloc::vec![turn(r#""never""#), turn(r#""untrusted""#), output.into()], Some(true)),
            (alloc::vec![turn(r#""never""#), output.into()], Some(false)),
            (alloc::vec![turn(r#"{"granular":{}}"#)], Some(false)),
            (alloc::vec![turn(r#""untrusted","approvals_reviewer":"user""#)], Some(true)),
            (alloc::vec![turn(r#""untrusted","approvals_reviewer":"guardian_subagent""#)], Some(false)),
            (alloc::vec![output.into(), "half a li".into()], None),
            (alloc::vec![], None),
        ] {
            let turn = last_turn(&lines.join("\n"));
            assert_eq!(turn.as_ref().map(|turn| turn.asks_a_person), expected, "{lines:?}");
            assert!(turn.is_none_or(|turn| turn.cwd.as_deref() == Some("/r")));
        }
    }
}
