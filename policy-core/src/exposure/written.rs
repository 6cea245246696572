//! Files that a script writes or names, and then runs: `echo 'rm x' > s; sh s`, `ln -s /bin/rm x; ./x`. What is in them, or
//! what they lead to, is mostly written in the script. A program that runs what files of the project say runs what the script
//! wrote into any of them: a makefile, a test, a hook.
//!
//! Owns the question whether a command runs a file that was written or named before. What the file really holds is not asked:
//! a rule may match.

use super::carried::is_harmless;
use super::command_line::Place;
use super::search::Exposure;
use crate::commands::{self, Arg, Harm, Reading, Refusal, Role, ShellEffect};
use crate::paths::lexical::last_part;
use crate::rules::Matched;
use crate::script::Script;

/// Endings of texts that people read and no program runs.
const TEXTS: &[&str] = &["adoc", "csv", "diff", "html", "log", "md", "patch", "rst", "txt"];

/// The largest number of commands of a script whose files are compared with earlier names. Each further one counts as named.
const FILES_MAX: usize = 64;

impl<'p> Exposure<'_, 'p> {
    /// Notes whether the command at `place` runs a file that an earlier one names.
    pub(super) fn watch_files(&mut self, place: Place<'_>, args: &[Arg<'_>]) {
        let Place::Script(script, index) = place else { return };
        if self.run_files.is_named || !self.commands {
            return;
        }
        let file = executed(args);
        if index == 0 || file.is_none() && !runs_project(args) {
            return;
        }
        self.run_files.count += 1;
        self.run_files.is_named = self.run_files.count > FILES_MAX
            || match file {
                Some(file) => is_named_before(script, index, file),
                None => writes_code_before(script, index),
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
    let runs = |refusal: Option<Refusal>| refusal.is_some_and(|refusal| refusal.harm == Harm::Runs);
    let is_unknown = || !form.subs.is_empty() && reading.words().last().is_some_and(|at| !reading.is_sub(at));
    program.wrapper.is_none()
        && (runs(form.refuse) || runs(form.needs) || is_unknown())
        && !is_harmless(&commands::uses(args).proof)
}

/// Whether a command before the one at `index` writes a file in which a program may look for what it runs.
fn writes_code_before(script: &Script<'_>, index: usize) -> bool {
    let Some(command) = script.commands.get(index) else { return false };
    let is_code = |text: Option<&str>| text.is_some_and(may_be_code);
    let mut redirects = script.redirects.iter().filter(|it| it.span.start < command.span.start);
    let by_redirect = redirects
        .any(|it| it.op.writes() && is_code(script.word(it.target).and_then(|word| script.text(word))));
    let by_operand = || {
        script.commands.iter().take(index).any(|earlier| {
            let args = commands::arguments(script, earlier);
            let uses = commands::uses(&args).uses;
            let is_written = |at: usize| uses.get(at).is_some_and(|used| used.role == Role::PathWritten);
            args.iter().enumerate().any(|(at, arg)| is_written(at) && is_code(arg.text()))
        })
    };
    by_redirect || by_operand()
}

/// Whether a file of this name may hold what a program runs: no device, and no text for people.
fn may_be_code(path: &str) -> bool {
    let name = last_part(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    !path.starts_with("/dev/") && !TEXTS.iter().any(|text| ending.eq_ignore_ascii_case(text))
}

/// Whether a redirect or a word before the command at `index` names a file like `file`, which may lack its ending as the name of
/// a module does.
fn is_named_before(script: &Script<'_>, index: usize, file: &str) -> bool {
    let Some(command) = script.commands.get(index) else { return false };
    let is_file = |word: u32| {
        script
            .word(word)
            .and_then(|word| script.text(word))
            .is_some_and(|text| is_same_name(last_part(text), last_part(file)))
    };
    let mut redirects = script.redirects.iter().filter(|it| it.span.start < command.span.start);
    redirects.any(|it| it.op.writes() && is_file(it.target)) || (0..command.words.start).any(is_file)
}

/// Whether a file of the name `written` is meant by `run`, in full or without its ending.
fn is_same_name(written: &str, run: &str) -> bool {
    let stem = written.rsplit_once('.').map_or(written, |(stem, _)| stem);
    written == run || !stem.is_empty() && stem == run
}
