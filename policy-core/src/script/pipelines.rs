//! The commands that a pipe joins.
//!
//! Owns two questions: whose output comes down a pipe, and whose output a substitution is. A group, a loop or any other
//! compound command ends the answer: its output is not looked at.

use crate::script::{Descriptor, Joint, Redirect, RedirectOp, Script, Stage};

/// The last simple command in front of the one at `index` in the same list, joined to it or not. For deny rules, which may
/// see too much; a proof asks [`writer_to`].
pub(crate) fn command_before(script: &Script<'_>, index: usize) -> Option<usize> {
    let scope = script.commands.get(index)?.scope;
    (0..index).rev().find(|at| script.commands.get(*at).is_some_and(|other| other.scope == scope))
}

/// The simple command whose output comes down the pipe to `reader`, an index into [`Script::stages`].
pub(crate) fn writer(script: &Script<'_>, reader: u32) -> Option<usize> {
    let writer = script.stage_before(reader)?;
    let joined = joins(writer, script.stages.get(reader as usize)?);
    (joined && writer.is_simple).then_some(writer.commands.start as usize)
}

/// As [`writer`], for a simple command whose only input is the pipe.
pub(crate) fn writer_to(script: &Script<'_>, index: usize) -> Option<usize> {
    let reads = script.redirects_of(index).any(reads_another);
    writer(script, script.stage_of(index)?).filter(|_| !reads)
}

/// The last command of the one pipeline of simple commands that is all there is in `scope`.
pub(crate) fn last_in(script: &Script<'_>, scope: u32) -> Option<usize> {
    let mut pipelines = script.pipelines_in(scope);
    let stages = script.stages_of(pipelines.next().filter(|_| pipelines.next().is_none())?);
    let last = stages.last()?;
    // What follows inside the scope is the body of a here-document.
    let whole = script.scopes.get(scope as usize)?.span;
    let behind = script.commands.get(last.commands.end as usize);
    let is_all = behind.is_none_or(|command| command.span.start >= whole.end);
    let command = last.commands.start as usize;
    (is_all
        && stages.iter().all(|stage| stage.is_simple)
        && stages.windows(2).all(|pair| matches!(pair, [writer, reader] if joins(writer, reader)))
        && matches!(script.commands.get(command)?.after, Joint::Edge | Joint::Sequence))
    .then_some(command)
}

/// Whether a plain `|` joins two stages, with no command between them in the body of a here-document.
fn joins(writer: &Stage, reader: &Stage) -> bool {
    reader.before == Joint::Pipe && writer.commands.end == reader.commands.start
}

/// Whether this redirect may replace the pipe as a command's input.
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

/// Whether a redirect only discards error messages.
pub(crate) fn is_quiet(script: &Script<'_>, redirect: &Redirect) -> bool {
    redirect.fd == Some(Descriptor::Number(2))
        && matches!(redirect.op, RedirectOp::Write | RedirectOp::Append)
        && script.word(redirect.target).and_then(|word| script.text(word)) == Some("/dev/null")
}
