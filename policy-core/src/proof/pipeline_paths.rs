//! The files that come down a pipeline: a cmdlet takes their names from the objects that another one sends (`about_Pipelines`).
//!
//! Owns which objects name only files that were judged where they were listed. Allows nothing.

use crate::codes::notices;
use crate::commands::{self, Arg, PipelinePaths, ProgramQuality, Role, Uses, has_quality};
use crate::machine::{Directories, Machine};
use crate::script::{Joint, Script, Simple, Stage};

use super::path_objection::PathObjection;

/// The objection to files that a pipeline names to the command of `args`, if they are not known. `may_read` says whether the
/// paths among the arguments of the command that lists them may be read: a rule that lets it list others says nothing about
/// their contents.
pub(super) fn objection(
    reader: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    machine: &Machine<'_>,
    may_read: &dyn Fn(&Uses, &[Arg<'_>]) -> bool,
) -> Option<PathObjection> {
    let kind = reader.program?.cmdlet?.pipeline_paths?;
    let name = args.first()?;
    let index = script.commands.iter().position(|simple| simple.words.contains(&name.word))?;
    let at = script.stage_of(index).filter(|_| kind == PipelinePaths::Any || !names_its_files(reader));
    let unknown = || PathObjection::new(name.span, &notices::PATH_UNKNOWN);
    let Some(mut at) = at else {
        // With names among its arguments it takes none from a pipeline.
        return None;
    };
    loop {
        let stage = script.stages.get(at as usize)?;
        if stage.before == Joint::Edge {
            return None;
        }
        if kind == PipelinePaths::Any {
            return Some(unknown());
        }
        let Some(writer) = script.stage_before(at).and_then(|stage| simple(script, stage)) else {
            return Some(unknown());
        };
        at -= 1;
        if writer.words.is_empty() {
            let is_text =
                kind == PipelinePaths::Name && !script.slice(writer.span).contains(['@', '$', '(', '[']);
            return (!is_text).then(unknown);
        }
        let own = commands::arguments(script, writer);
        let uses = commands::uses_in(script.shell(), &own);
        if has_quality(&own, ProgramQuality::Selects) {
            continue;
        }
        // Where the files were listed, only their names were shown.
        let shows_secret =
            lists_files(&uses) && reader.shows_contents() && machine.is_mentioned(script, directories);
        if shows_secret && machine.asks_for_secrets() {
            return Some(PathObjection::access(name.span, &notices::READS_SECRET));
        }
        return {
            let is_known = lists_files(&uses) && may_read(&uses, &own)
                || kind == PipelinePaths::Name && prints_text(&uses);
            (!is_known).then(unknown)
        };
    }
}

/// The objection to a file that a variable names, where a secret is mentioned: it may be the one that was listed.
pub(super) fn object_objection(
    reader: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<PathObjection> {
    reader.program?.cmdlet?;
    let is_object = |arg: &&Arg<'_>| arg.value.is_file_name() && script.slice(arg.span).starts_with('$');
    let arg = args.iter().find(is_object)?;
    let shows_secret =
        reader.shows_contents() && machine.asks_for_secrets() && machine.is_mentioned(script, directories);
    shows_secret.then(|| PathObjection::access(arg.span, &notices::READS_SECRET))
}

/// Whether arguments name the files that it works on: the first of its positions that takes a path. Where it copies or moves
/// them to is another one.
fn names_its_files(uses: &Uses) -> bool {
    let Some(form) = uses.form else { return false };
    let is_path = |name: &str| {
        let kind = form.option(name).and_then(|option| option.value);
        kind.is_some_and(|kind| matches!(kind.role, Role::PathRead | Role::PathWritten | Role::PathDeleted))
    };
    let position = form.positions.iter().find(|position| position.names.iter().any(|name| is_path(name)));
    let is_given = |names: &[&str]| {
        uses.options.iter().any(|(_, option)| option.names.iter().any(|name| names.contains(name)))
    };
    position.is_some_and(|position| is_given(position.names))
}

fn simple<'s>(script: &'s Script<'_>, stage: &Stage) -> Option<&'s Simple> {
    script.commands.get(stage.commands.start as usize).filter(|_| stage.is_simple)
}

/// Whether it lists files whose places were judged among its own arguments.
fn lists_files(uses: &Uses) -> bool {
    let is_path = |name: &str| {
        let option = uses.form.and_then(|form| form.option(name));
        option.and_then(|option| option.value).is_some_and(|kind| kind.role == Role::PathRead)
    };
    uses.program.is_some_and(|program| program.cmdlet.is_some())
        && uses.form.is_some_and(|form| form.names_only)
        && is_path("-Path")
}

/// Whether what it sends is text without properties that name other files: it is a program, or prints the lines of files.
fn prints_text(uses: &Uses) -> bool {
    uses.program.is_none_or(|program| {
        program.cmdlet.is_none() || program.qualities.contains(&ProgramQuality::Streams)
    })
}
