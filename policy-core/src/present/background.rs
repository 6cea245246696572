//! Whether a command may continue in the background, for the host and the person who chooses.

use super::Part;
use super::inward::Call;
use crate::commands::{ProgramQuality, has_quality_by_name};
use crate::script::Script;
use crate::verdict::Decision;

/// Whether the command that `parts` make up may go on in the background.
///
/// Whatever may take long is eligible, programs without a table among it. Not so what talks to a person at a
/// terminal, what begins with waiting, what could not be read, and what must not run at all.
pub(crate) fn is_eligible(decision: Decision, script: &Script<'_>, parts: &[Part<'_>]) -> bool {
    let first = parts.first().and_then(|first| first.calls.last());
    decision != Decision::Deny
        && !parts.is_empty()
        && script.doubts.is_empty()
        && first.is_none_or(|first| !has_quality_by_name(first.args, ProgramQuality::Waits))
        && parts.iter().flat_map(|part| &part.calls).all(may_go_on)
}

fn may_go_on(call: &Call<'_>) -> bool {
    call.form.is_none_or(|form| form.display.background && !form.given(call.args, form.display.terminal))
}
