//! The answer of a hook, in the form of Claude Code (<https://code.claude.com/docs/en/hooks>).
//!
//! Owns which answers there are. A hook only tightens: an allow is no opinion. What is no answer is a failure.

use policy_core::Decision;
use policy_core::policy::HookEvent;
use serde_json::{Map, Value};

use super::program::Ended;

/// The status with which a hook blocks; its reason is on standard error.
const BLOCKS: i32 = 2;

/// Most characters of a text of a hook.
const TEXT_CHARACTERS_MAX: usize = 10_000;

/// What a hook says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HookAnswer {
    /// Ask or deny; none without an opinion.
    pub(super) decision: Option<Decision>,
    /// Why.
    pub(super) reason: Option<String>,
    /// The input of the tool in place of the one that it was shown.
    pub(super) updated: Option<Map<String, Value>>,
    /// What it tells besides.
    pub(super) text: Option<String>,
}

/// The answer of a hook that ended so.
///
/// # Errors
/// It is none.
pub(super) fn read(event: HookEvent, ended: &Ended) -> Result<HookAnswer, String> {
    let errors = cut(ended.stderr.trim());
    let printed = ended.stdout.trim();
    if ended.code == Some(BLOCKS) {
        let reason = if errors.is_empty() { "it gave no reason".to_owned() } else { errors };
        return Ok(HookAnswer {
            decision: Some(Decision::Deny),
            reason: Some(reason),
            ..HookAnswer::default()
        });
    }
    if ended.code == Some(0) {
        return if printed.is_empty() { Ok(HookAnswer::default()) } else { object(event, printed) };
    }
    // A denial counts, whatever the status.
    if let Ok(answer) = object(event, printed)
        && answer.decision == Some(Decision::Deny)
    {
        return Ok(answer);
    }
    let status = ended.code.map_or("by a signal".to_owned(), |code| format!("with status {code}"));
    Err(if errors.is_empty() { format!("it ended {status}") } else { format!("it ended {status}: {errors}") })
}

fn object(event: HookEvent, printed: &str) -> Result<HookAnswer, String> {
    let Ok(Value::Object(answer)) = serde_json::from_str(printed) else {
        return Err("it printed something that is no JSON object".to_owned());
    };
    let nothing = Map::new();
    let specific = match answer.get("hookSpecificOutput") {
        None | Some(Value::Null) => &nothing,
        Some(Value::Object(specific)) => specific,
        Some(_) => return Err("`hookSpecificOutput` in its answer is no object".to_owned()),
    };
    if specific.get("hookEventName").is_some_and(|name| name != event.name()) {
        return Err("its answer is about another event".to_owned());
    }
    let opinions = [
        opinion("permissionDecision", specific)?,
        opinion("decision", &answer)?,
        (answer.get("continue") == Some(&Value::Bool(false))).then_some(Decision::Deny),
    ];
    let text = |of: &Map<String, Value>, key: &str| {
        of.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty()).map(cut)
    };
    let reason = text(specific, "permissionDecisionReason")
        .or_else(|| text(&answer, "reason"))
        .or_else(|| text(&answer, "stopReason"));
    let told = [text(specific, "additionalContext"), text(&answer, "systemMessage")];
    let told = told.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let updated = match specific.get("updatedInput") {
        None | Some(Value::Null) => None,
        Some(Value::Object(updated)) => Some(updated.clone()),
        Some(_) => return Err("`updatedInput` in its answer is no object".to_owned()),
    };
    Ok(HookAnswer {
        decision: opinions.into_iter().flatten().max(),
        reason,
        updated,
        text: (!told.is_empty()).then_some(told),
    })
}

/// The opinion under `key`.
fn opinion(key: &str, of: &Map<String, Value>) -> Result<Option<Decision>, String> {
    match of.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(name)) => match name.as_str() {
            "allow" | "approve" => Ok(None),
            // Nobody outside can be waited for, so a person here decides.
            "ask" | "defer" => Ok(Some(Decision::Ask)),
            "deny" | "block" => Ok(Some(Decision::Deny)),
            _ => Err(format!("`{key}` in its answer is none of `allow`, `ask` and `deny`")),
        },
        Some(_) => Err(format!("`{key}` in its answer is no text")),
    }
}

fn cut(text: &str) -> String {
    text.chars().take(TEXT_CHARACTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: i32, stdout: &str, stderr: &str) -> Ended {
        Ended { code: Some(code), stdout: stdout.to_owned(), stderr: stderr.to_owned() }
    }

    fn answer(stdout: &str) -> Result<HookAnswer, String> {
        read(HookEvent::PreToolUse, &ended(0, stdout, ""))
    }

    #[test]
    fn an_answer_tightens_or_has_no_opinion() {
        for (text, expected) in [
            ("", None),
            (" \n", None),
            ("{}", None),
            (r#"{"hookSpecificOutput":{"permissionDecision":"allow"}}"#, None),
            (r#"{"decision":"approve"}"#, None),
            (r#"{"continue":true}"#, None),
            (r#"{"hookSpecificOutput":{"permissionDecision":"ask"}}"#, Some(Decision::Ask)),
            (r#"{"hookSpecificOutput":{"permissionDecision":"defer"}}"#, Some(Decision::Ask)),
            (r#"{"hookSpecificOutput":{"permissionDecision":"deny"}}"#, Some(Decision::Deny)),
            (r#"{"decision":"block","reason":"r"}"#, Some(Decision::Deny)),
            (r#"{"continue":false,"stopReason":"r"}"#, Some(Decision::Deny)),
            (
                r#"{"decision":"block","hookSpecificOutput":{"permissionDecision":"ask"}}"#,
                Some(Decision::Deny),
            ),
            (
                r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}"#,
                Some(Decision::Ask),
            ),
        ] {
            assert_eq!(answer(text).unwrap().decision, expected, "{text}");
        }
        let said = answer(
            r#"{"systemMessage":"s","hookSpecificOutput":{"permissionDecision":"ask",
                "permissionDecisionReason":"why","additionalContext":"c","updatedInput":{"command":"ls"}}}"#,
        )
        .unwrap();
        assert_eq!((said.reason.as_deref(), said.text.as_deref()), (Some("why"), Some("c; s")));
        assert_eq!(said.updated.unwrap()["command"], "ls");
    }

    #[test]
    fn everything_else_is_a_failure() {
        for text in [
            "ok",
            "{",
            r#"{"hookSpecificOutput":{"permissionDecision":"deny""#,
            "[]",
            "7",
            "\"deny\"",
            "{} {}",
            r#"{"hookSpecificOutput":"deny"}"#,
            r#"{"hookSpecificOutput":{"permissionDecision":"Deny"}}"#,
            r#"{"hookSpecificOutput":{"permissionDecision":true}}"#,
            r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny"}}"#,
            r#"{"hookSpecificOutput":{"updatedInput":"ls"}}"#,
            r#"{"decision":"maybe"}"#,
        ] {
            assert!(answer(text).is_err(), "{text}");
        }
        for (code, text) in [(1, ""), (127, ""), (1, "{}"), (3, r#"{"decision":"approve"}"#)] {
            assert!(read(HookEvent::PreToolUse, &ended(code, text, "why")).unwrap_err().contains("why"));
        }
        let killed = Ended { code: None, ..Ended::default() };
        assert_eq!(read(HookEvent::PreToolUse, &killed).unwrap_err(), "it ended by a signal");
    }

    #[test]
    fn the_status_that_blocks_denies_with_what_is_on_standard_error() {
        let blocked = read(HookEvent::PreToolUse, &ended(2, r#"{"decision":"approve"}"#, "no\n")).unwrap();
        assert_eq!((blocked.decision, blocked.reason.as_deref()), (Some(Decision::Deny), Some("no")));
        let silent = read(HookEvent::PreToolUse, &ended(2, "", "")).unwrap();
        assert_eq!(silent.reason.as_deref(), Some("it gave no reason"));
        let late =
            read(HookEvent::PreToolUse, &ended(1, r#"{"decision":"block","reason":"r"}"#, "")).unwrap();
        assert_eq!(late.decision, Some(Decision::Deny));
    }
}
