//! What a hook says about a call becomes a part of its verdict.
//!
//! Owns the words. A verdict only gets stricter by it.

use policy_core::codes::reasons::{HOOK, HOOK_FAILED};
use policy_core::verdict::{Finding, Reason};
use policy_core::visible::line;
use policy_core::{Decision, Mode, Span, Verdict};

use super::hook_run::{HookRun, HookText as _};

/// Adds what the hook of `run` said about `text`, the command, the URL or the query, to `verdict`, in the mode `mode`.
pub(crate) fn object(verdict: &mut Verdict, run: &HookRun, text: &str, mode: Mode) {
    let Some(decision) = run.decision else { return };
    let decision = match mode {
        // Nobody can be asked.
        Mode::DontAsk | Mode::Plan => Decision::Deny,
        Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions => decision,
    };
    let code = if run.failure.is_some() { &HOOK_FAILED } else { &HOOK };
    let named = run.named();
    let message = match (&run.failure, &run.reason) {
        (Some(why), _) => format!("{named} failed: {}", line(why)),
        (None, Some(reason)) => format!("{named} says: {}", line(reason)),
        (None, None) => format!("{named} gave no reason"),
    };
    verdict.findings.push(Finding {
        code: code.name,
        number: None,
        outcome: decision,
        span: Span::new(0, text.len()),
        message: message.clone(),
        help: code.help.person,
    });
    // A rule cannot answer for a hook.
    verdict.suggestions.clear();
    if decision > verdict.decision {
        verdict.decision = decision;
        verdict.reason = Reason {
            code: code.name,
            model_message: message.clone(),
            message,
            rule: None,
            source: Some(run.source.clone()),
        };
    }
}
