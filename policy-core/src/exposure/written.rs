//! Files that a script names and then runs: `echo 'rm x' > s; sh s`, `ln -s /bin/rm x; ./x`. What is in them, or what they
//! lead to, is mostly written in the script.
//!
//! Owns the question whether a command runs a file that was named before. What the file really holds is not asked: a rule
//! may match.

use super::command_line::Place;
use super::search::Exposure;
use crate::commands::{Arg, Reading, ShellEffect};
use crate::paths::lexical::last_part;
use crate::rules::Matched;
use crate::script::Script;

/// The largest number of commands of a script whose files are compared with earlier names. Each further one counts as named.
const FILES_MAX: usize = 64;

impl<'p> Exposure<'_, 'p> {
    /// Notes whether the command at `place` runs a file that an earlier one names.
    pub(super) fn watch_files(&mut self, place: Place<'_>, args: &[Arg<'_>]) {
        let Place::Script(script, index) = place else { return };
        if self.run_files.is_named || !self.commands {
            return;
        }
        let Some(file) = executed(args) else { return };
        self.run_files.count += 1;
        self.run_files.is_named = self.run_files.count > FILES_MAX || is_named_before(script, index, file);
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

/// Whether a redirect or a word before the command at `index` names a file like `file`.
fn is_named_before(script: &Script<'_>, index: usize, file: &str) -> bool {
    let Some(command) = script.commands.get(index) else { return false };
    let is_file = |word: u32| {
        script
            .word(word)
            .and_then(|word| script.text(word))
            .is_some_and(|text| last_part(text) == last_part(file))
    };
    let mut redirects = script.redirects.iter().filter(|it| it.span.start < command.span.start);
    redirects.any(|it| it.op.writes() && is_file(it.target)) || (0..command.words.start).any(is_file)
}
