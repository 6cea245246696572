//! Which commands a pipe joins.
//!
//! Owns two questions: whose output comes down a pipe, and whose output a substitution is. A group, a loop or any other
//! compound command ends the answer: its output is not looked at.

use crate::span::Span;
use crate::syntax::{Descriptor, Joint, Redirect, RedirectOp, Script};

/// The last command in front of `index` that stands in `scope`.
pub(crate) fn before(script: &Script<'_>, index: usize, scope: u32) -> Option<usize> {
    (0..index).rev().find(|at| script.commands.get(*at).is_some_and(|other| other.scope == scope))
}

/// The simple command in `scope` whose output comes down the pipe to what begins with the command at `index`.
pub(crate) fn writer(script: &Script<'_>, index: usize, scope: u32) -> Option<usize> {
    let at = before(script, index, scope)?;
    let writer = script.commands.get(at)?;
    // Whatever stands between the two belongs to the words of the writer.
    let direct = script.commands.get(at + 1..index)?.iter().all(|other| other.span.end <= writer.span.end);
    (writer.after == Joint::Pipe && direct).then_some(at)
}

/// As [`writer`], for a simple command that reads what comes down the pipe, and nothing else.
pub(crate) fn writer_to(script: &Script<'_>, index: usize) -> Option<usize> {
    let reader = script.commands.get(index).filter(|reader| reader.before == Joint::Pipe)?;
    let reads = script.redirects_of(index).any(reads_another);
    writer(script, index, reader.scope).filter(|_| !reads)
}

/// The last command of the one pipeline that is all there is in `scope`.
pub(crate) fn last_in(script: &Script<'_>, scope: u32) -> Option<usize> {
    let whole = script.scopes.get(scope as usize)?.span;
    let mut last = None;
    let mut words = Span::default();
    let inside = |span: Span| whole.start <= span.start && span.end <= whole.end;
    for (at, command) in script.commands.iter().enumerate().filter(|(_, command)| inside(command.span)) {
        if command.scope == scope {
            let before = if last.is_none() { Joint::Edge } else { Joint::Pipe };
            if command.before != before {
                return None;
            }
            last = Some(at);
            words = command.span;
        } else if command.span.start < words.start || command.span.end > words.end {
            return None;
        }
    }
    let after = script.commands.get(last?)?.after;
    last.filter(|_| matches!(after, Joint::Edge | Joint::Sequence))
}

/// Whether a command with this redirect may not read what comes down the pipe.
fn reads_another(redirect: &Redirect) -> bool {
    !matches!(redirect.fd, None | Some(Descriptor::Number(1..)))
        || !matches!(
            redirect.op,
            RedirectOp::Write
                | RedirectOp::Append
                | RedirectOp::Clobber
                | RedirectOp::WriteBoth
                | RedirectOp::AppendBoth
                | RedirectOp::DuplicateOutput
        )
}

/// Whether a redirect only throws messages away.
pub(crate) fn is_quiet(script: &Script<'_>, redirect: &Redirect) -> bool {
    redirect.fd == Some(Descriptor::Number(2))
        && matches!(redirect.op, RedirectOp::Write | RedirectOp::Append)
        && script.word(redirect.target).and_then(|word| script.text(word)) == Some("/dev/null")
}
