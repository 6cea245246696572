//! Files that a script writes or names, and then runs: `echo 'rm x' > s; sh s`, `ln -s /bin/rm x; ./x`. What is in them, or
//! what they lead to, is mostly written in the script. A program that runs what files of the project say runs what the script
//! wrote into any of them: a makefile, a test, a hook.
//!
//! Owns the question whether a command runs a file that was written or named before. What the file really holds is not asked:
//! a rule may match.

use super::carried::{chooses, is_harmless, is_unknown_sub};
use super::command_line::Place;
use super::search::Exposure;
use crate::commands::{self, Arg, Reading, ShellEffect};
use crate::paths::lexical::last_part;
use crate::rules::Matched;
use crate::script::Script;

impl<'p> Exposure<'_, 'p> {
    /// Notes whether the command at `place` runs a file that an earlier one names or writes.
    pub(super) fn watch_files(&mut self, place: Place<'_>, args: &[Arg<'_>]) {
        let Place::Script(script, index) = place else { return };
        if self.run_files.is_named || !self.commands {
            return;
        }
        let file = executed(args);
        if index == 0 || file.is_none() && !runs_project(args) {
            return;
        }
        let Some(span) = script.commands.get(index).map(|command| command.span) else { return };
        self.run_files.is_named = match file {
            Some(file) => self.run_files.is_named_before(script, span, file),
            None => self.run_files.is_code_before(script, span),
        };
    }

    /// The rule about a command that is anywhere in a script that runs a file which it names.
    pub(super) fn written(&mut self, script: &Script<'_>) -> Option<Matched<'p>> {
        if !self.run_files.is_named || script.shell().has_cmdlets {
            return None;
        }
        self.named_in(script.source)
    }
}

/// The file that a command runs: its own name is one, or its program runs the commands in its first operand.
fn executed<'a>(args: &'a [Arg<'_>]) -> Option<&'a str> {
    let name = args.first()?;
    let text = name.text()?;
    let Some(program) = name.program(last_part) else { return text.contains('/').then_some(text) };
    let form = &program.form;
    let runs_file = form.interpreter.is_some()
        || form.commands.is_some()
        || program.shell.contains(&ShellEffect::RunsText);
    if !runs_file {
        return None;
    }
    let reading = Reading::of(args);
    let operand = reading.operands().first().and_then(|at| args.get(*at)).and_then(Arg::text);
    operand.or_else(|| args.iter().skip(1).filter_map(Arg::text).find(|text| !text.starts_with('-')))
}

/// Whether what files of the project say decides what the command runs: no table has its sub-command, or the table says that it
/// runs what it chooses.
fn runs_project(args: &[Arg<'_>]) -> bool {
    let reading = Reading::of(args);
    let Some(program) = reading.program() else { return false };
    let form = reading.form().unwrap_or(&program.form);
    program.wrapper.is_none()
        && (chooses(form) || !form.subs.is_empty() && is_unknown_sub(&reading))
        && !is_harmless(&commands::uses(args).proof)
}
