//! Whether success prints nothing, so that an empty output is expected.

use super::Part;
use super::inward::Call;
use super::part::is_file;
use crate::commands::{ProgramQuality, has_quality_by_name};
use crate::script::{Descriptor, Joint, Redirect, RedirectOp, Scope, ScopeKind, Script};

/// Whether no part of the command prints anything when it succeeds.
pub(super) fn is_silent(script: &Script<'_>, parts: &[Part<'_>]) -> bool {
    // `time` is a word of the shell's own, which prints once its pipeline has ended.
    !parts.is_empty()
        && parts.iter().all(|part| prints_nothing(script, part))
        && !script.pipelines.iter().any(|pipeline| pipeline.timed)
}

fn prints_nothing(script: &Script<'_>, part: &Part<'_>) -> bool {
    let Some((innermost, wrappers)) = part.calls.split_last() else { return true };
    matches!(part.command.after, Joint::Pipe | Joint::PipeBoth)
        || says_nothing(innermost) && wrappers.iter().all(adds_nothing)
        || script.redirects_of(part.index).any(|redirect| takes_output(script, redirect))
        || is_captured(script, part.command.scope)
}

fn says_nothing(call: &Call<'_>) -> bool {
    call.form.is_some_and(|form| {
        form.given(call.args, form.display.quiet)
            || form.display.silent && !form.given(call.args, form.display.loud)
    })
}

/// Whether a wrapper prints nothing besides what it runs.
fn adds_nothing(call: &Call<'_>) -> bool {
    !has_quality_by_name(call.args, ProgramQuality::Talkative)
        && call.form.is_some_and(|form| !form.given(call.args, form.display.loud))
}

/// Whether a redirect sends standard output elsewhere than to the reader.
fn takes_output(script: &Script<'_>, redirect: &Redirect) -> bool {
    let target = || script.word(redirect.target).and_then(|word| script.text(word));
    match redirect.op {
        RedirectOp::WriteBoth | RedirectOp::AppendBoth => true,
        RedirectOp::Write | RedirectOp::Append | RedirectOp::Clobber => {
            matches!(redirect.fd, None | Some(Descriptor::Number(1)))
                && (is_file(target()) || target() == Some("/dev/null"))
        }
        _ => false,
    }
}

/// Whether the output of the content of this scope goes to a word, a pipe or a file.
fn is_captured(script: &Script<'_>, scope: u32) -> bool {
    script.scopes_around(scope).any(|(_, scope)| match scope.kind {
        ScopeKind::Substitution | ScopeKind::Backquote | ScopeKind::HereDocument | ScopeKind::Function => {
            true
        }
        ScopeKind::ProcessSubstitution => script.slice(scope.span).starts_with('<'),
        ScopeKind::Script => false,
        ScopeKind::Subshell | ScopeKind::Group | ScopeKind::Condition | ScopeKind::Body => {
            leads_away(script, scope)
        }
    })
}

/// Whether a group or a loop is followed by a pipe, or by a redirect of its output.
fn leads_away(script: &Script<'_>, scope: &Scope) -> bool {
    let inside = script.commands.iter().position(|command| scope.span.contains(command.span));
    let stage = inside.and_then(|index| script.stage_around(index, scope.parent));
    if stage.is_some_and(|at| script.stage_before(at + 1).is_some()) {
        return true;
    }
    // Its own redirects are in front of the next operator.
    let end = scope.span.end;
    let next = script.operators.partition_point(|operator| operator.span.start < end);
    let next = script.operators.get(next).map_or(script.source.len() as u32, |operator| operator.span.start);
    let own = |it: &&Redirect| it.command.is_none() && it.span.start >= end && it.span.end <= next;
    script.redirects.iter().filter(own).any(|redirect| takes_output(script, redirect))
}
