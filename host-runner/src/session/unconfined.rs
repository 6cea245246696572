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
