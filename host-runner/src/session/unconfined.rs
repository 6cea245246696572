//! A command that nothing would confine asks, unless it only reads, or the settings say otherwise
//! (`sandbox.askIfUnconfined`).
//!
//! Owns which commands that are, and what their verdict becomes, which only gets stricter. It is about a run: a verdict of
//! the core is the same everywhere.

use policy_core::codes::reasons::UNCONFINED;
use policy_core::verdict::{Finding, Reason};
use policy_core::{Decision, Mode, Policy, Span, Verdict};

/// Whether `verdict` lets a command run without a question that a sandbox is to hold.
///
/// Not one that only reads or that the runner applies as an edit; nor one that leaves the sandbox because the settings say
/// so; nor one that does not run at all without a complete sandbox.
pub(super) fn counts(verdict: &Verdict, policy: &Policy) -> bool {
    let settings = &policy.sandbox;
    verdict.decision == Decision::Allow
        && !verdict.read_only
        && verdict.ui.edit.is_none()
        && settings.enabled
        && settings.ask_if_unconfined
        && !settings.fail_if_unavailable
        && !verdict.excluded
        // Who lets everything run is not asked.
        && policy.mode != Mode::BypassPermissions
}

/// Lets `verdict` on `command` ask, because nothing would confine it; in the modes without a question, deny.
pub(super) fn ask(verdict: &mut Verdict, command: &str, mode: Mode) {
    let decision = match mode {
        Mode::DontAsk | Mode::Plan => Decision::Deny,
        Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions => Decision::Ask,
    };
    let message = UNCONFINED.says.about("");
    verdict.findings.push(Finding {
        code: UNCONFINED.name,
        number: None,
        outcome: decision,
        span: Span::new(0, command.len()),
        message: message.clone(),
        help: UNCONFINED.help.person,
    });
    // No rule answers for a sandbox.
    verdict.suggestions.clear();
    verdict.decision = decision;
    verdict.reason = Reason {
        code: UNCONFINED.name,
        model_message: format!("{message}; {}", UNCONFINED.help.person),
        message,
        rule: None,
        source: None,
    };
}

#[cfg(all(test, unix))]
mod tests {
    use policy_core::Request;
    use serde_json::{Value, json};

    use super::*;
    use crate::consult::ToolCall;
    use crate::sandbox::Backend;
    use crate::session::Session;

    /// What a session without a sandbox says about `command`, by settings that allow `touch` and say this about the sandbox.
    async fn judged(sandbox: Value, mode: &str, command: &str, leaves: bool) -> (Decision, &'static str) {
        let settings = json!({
            "sandbox": sandbox, "permissions": {"allow": ["Bash(touch:*)"], "defaultMode": mode},
        });
        let source = policy_core::Source { text: settings.to_string(), ..policy_core::Source::default() };
        let session =
            Session::new().with_policy(Policy::from_sources(&[source]).unwrap()).with_backend(Backend::None);
        let place = tempfile::tempdir().unwrap();
        let mut request = Request::new(command);
        request.cwd = place.path().to_str();
        let judged = session.judged(&request, Some(ToolCall::default()), leaves).await.unwrap();
        (judged.verdict.decision, judged.verdict.reason.code)
    }

    #[tokio::test]
    async fn what_nothing_confines_asks_beside_an_allow_rule_unless_it_only_reads() {
        for (command, mode, expected) in [
            ("touch a", "default", (Decision::Ask, "UNCONFINED")),
            ("touch a; pwd", "default", (Decision::Ask, "UNCONFINED")),
            ("touch a", "acceptEdits", (Decision::Ask, "UNCONFINED")),
            ("touch a", "dontAsk", (Decision::Deny, "UNCONFINED")),
            ("touch a", "bypassPermissions", (Decision::Allow, "ALLOW_RULE")),
            ("pwd", "default", (Decision::Allow, "READ_ONLY")),
        ] {
            assert_eq!(judged(json!({}), mode, command, false).await, expected, "{command} {mode}");
        }
    }

    #[tokio::test]
    async fn the_settings_may_say_otherwise() {
        for (sandbox, expected) in [
            (json!({"askIfUnconfined": true}), Decision::Ask),
            (json!({"askIfUnconfined": false}), Decision::Allow),
            (json!({"enabled": false}), Decision::Allow),
            (json!({"excludedCommands": ["touch:*"]}), Decision::Allow),
            // It does not run at all then.
            (json!({"failIfUnavailable": true}), Decision::Allow),
        ] {
            let (decision, _) = judged(sandbox.clone(), "default", "touch a", false).await;
            assert_eq!(decision, expected, "{sandbox}");
        }
        // The request itself leaves the sandbox, which the settings let it.
        assert_eq!(judged(json!({}), "default", "touch a", true).await.0, Decision::Allow);
    }
}
