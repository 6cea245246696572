//! The working directory of each command: follows `cd` through lists, groups and subshells.
//!
//! Owns the set of directories in which a command may run. A `cd` that may fail keeps both directories. A `cd` that
//! cannot be followed makes the directory unknown, and then every relative path is unknown too.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::directories::Directories;
use super::facts::Machine;
use crate::commands::{
    AbstractValue, Arg, Bound, Role, ShellEffect, bound, does_to_shell, may_change_directory, program,
};
use crate::paths::lexical as paths;
use crate::paths::windows::Reading;
use crate::script::{Joint, Pipeline, Scope, ScopeKind, Script, Shell, Simple};

/// The largest number of directories that are kept apart.
const DIRECTORIES_MAX: usize = 4;

/// The working directory inside one scope.
#[derive(Clone, Debug)]
struct ScopeDirectories {
    /// Where the next command runs if everything before it in its chain succeeded.
    current: Vec<String>,
    /// Every directory in which the scope may have been.
    seen: Vec<String>,
    known: bool,
}

/// Follows the working directory through a script, command by command in source order.
#[derive(Debug)]
pub(crate) struct DirectoryTracker<'s> {
    script: &'s Script<'s>,
    home: Option<&'s str>,
    start: Vec<String>,
    /// By scope; empty when no command of the script changes the directory.
    scopes: Vec<Option<ScopeDirectories>>,
}

impl<'s> DirectoryTracker<'s> {
    pub(crate) fn new(script: &'s Script<'s>, cwd: Option<&str>, home: Option<&'s str>) -> Self {
        let start = vec![cwd.map_or_else(String::new, |cwd| paths::clean(cwd).into())];
        let moves = script.commands.iter().any(|command| {
            let mut words = script.words_of(command).iter().map(|word| script.text(word));
            // A name that is not known before the run could be any of them.
            let name = words.next();
            name.is_some_and(|name| {
                name.is_none_or(|name| may_change_directory(script.shell(), name, words.next().flatten()))
            })
        });
        let mut scopes = if moves { vec![None; script.scopes.len().max(1)] } else { Vec::new() };
        if let Some(first) = scopes.first_mut() {
            *first = Some(ScopeDirectories { current: start.clone(), seen: start.clone(), known: true });
        }
        Self { script, home, start, scopes }
    }

    /// The directories of `command`, before it runs.
    pub(crate) fn enter(&mut self, command: &Simple) -> Directories<'_> {
        if self.scopes.is_empty() {
            return Some(&self.start);
        }
        self.inherit(command.scope);
        let here = self.scopes.get_mut(command.scope as usize).and_then(Option::as_mut)?;
        match command.before {
            Joint::And | Joint::Pipe | Joint::PipeBoth => {}
            // What came before may have failed, or may not have run at all.
            Joint::Edge | Joint::Sequence | Joint::Background | Joint::Or => {
                here.current.clone_from(&here.seen);
            }
        }
        here.known.then_some(here.current.as_slice())
    }

    /// The directories of every command, when none of them can change it.
    pub(crate) fn unmoved(&self) -> Directories<'_> {
        self.scopes.is_empty().then_some(&self.start)
    }

    /// A scope begins where the scope around it is.
    fn inherit(&mut self, scope: u32) {
        let is_new = |at: u32| self.scopes.get(at as usize).is_some_and(Option::is_none);
        let new: Vec<_> = self.script.scopes_around(scope).take_while(|(at, _)| is_new(*at)).collect();
        for (at, inner) in new.into_iter().rev() {
            let inherited = self.scopes.get(inner.parent as usize).cloned().flatten();
            let entered = if follows_success(self.script, inner) {
                inherited.map(|around| (around.current, around.known))
            } else {
                // What came before may have failed.
                inherited.map(|around| (around.seen, around.known))
            };
            if let Some(slot) = self.scopes.get_mut(at as usize) {
                *slot = entered.map(|(current, known)| ScopeDirectories {
                    seen: current.clone(),
                    current,
                    known,
                });
            }
        }
    }

    /// Applies what `command` does to the directory of the commands after it.
    pub(crate) fn leave(&mut self, command: &Simple, args: &[Arg<'_>], machine: &Machine<'_>) {
        let change = match args.first().map(Arg::text) {
            Some(Some(name))
                if !may_change_directory(self.script.shell(), name, args.get(1).and_then(Arg::text)) =>
            {
                return;
            }
            Some(Some(name)) if goes_to_operand(self.script.shell(), name) => self.target(args),
            Some(_) => DirectoryChange::Unknown,
            None => return,
        };
        let piped = matches!(command.before, Joint::Pipe | Joint::PipeBoth)
            || matches!(command.after, Joint::Pipe | Joint::PipeBoth);
        if (piped && self.script.shell().pipelines_run_apart) || command.after == Joint::Background {
            return;
        }
        let change = if piped || command.negated { DirectoryChange::Unknown } else { change };
        for (at, scope) in self.script.scopes_around(command.scope) {
            let certain = at == command.scope
                && matches!(scope.kind, ScopeKind::Script | ScopeKind::Subshell | ScopeKind::Substitution);
            if let Some(Some(here)) = self.scopes.get_mut(at as usize) {
                here.apply(if certain { &change } else { &DirectoryChange::Unknown }, machine);
            }
            // A group, a condition or a loop body shares the directory with the scope around it.
            if !matches!(
                scope.kind,
                ScopeKind::Group | ScopeKind::Body | ScopeKind::Condition | ScopeKind::Function
            ) {
                return;
            }
        }
    }

    fn target(&self, args: &[Arg<'_>]) -> DirectoryChange {
        if let Some((bound, is_whole)) = bound(args) {
            return given(args, &bound)
                .filter(|_| is_whole)
                .map_or(DirectoryChange::Unknown, DirectoryChange::To);
        }
        let options =
            args.iter().skip(1).take_while(|arg| matches!(arg.text(), Some("-L" | "-e" | "-@"))).count();
        let mut operands = args.get(1 + options..).unwrap_or(&[]);
        if let Some((separator, rest)) = operands.split_first()
            && separator.text() == Some("--")
        {
            operands = rest;
        }
        match operands {
            [] => self.home.map_or(DirectoryChange::Unknown, |home| DirectoryChange::To(home.into())),
            [operand] => match operand.text() {
                Some(directory) if !directory.is_empty() && !directory.starts_with('-') => {
                    DirectoryChange::To(directory.into())
                }
                Some(_) => DirectoryChange::Unknown,
                None => self.beneath_home(operand).map_or(DirectoryChange::Unknown, DirectoryChange::To),
            },
            _ => DirectoryChange::Unknown,
        }
    }

    /// The directory that `~` or `~/x` is.
    fn beneath_home(&self, operand: &Arg<'_>) -> Option<String> {
        let AbstractValue::Home(path) = operand.value else { return None };
        let rest = path.strip_prefix('~')?;
        (rest.is_empty() || rest.starts_with('/')).then_some(())?;
        Some([self.home?, rest].concat())
    }
}

/// The one path among the parameters of a cmdlet that goes to it, where nothing else is given.
fn given(args: &[Arg<'_>], bound: &[Bound]) -> Option<String> {
    let [Bound { parameter, values }] = bound else { return None };
    let is_path = parameter.value.is_some_and(|kind| kind.role == Role::PathRead);
    let [value] = args.get(values.clone())? else { return None };
    let path = value.text().filter(|_| is_path)?;
    let is_plain =
        !path.is_empty() && !path.starts_with(['-', '+', '~']) && !path.contains(['*', '?', '[', ':', '\\']);
    is_plain.then(|| path.into())
}

/// Whether what holds `inner` only runs when the command in front of it succeeded, or together with it in a pipeline.
fn follows_success(script: &Script<'_>, inner: &Scope) -> bool {
    let holds = |pipeline: &&Pipeline| pipeline.span.contains(inner.span);
    let Some(outer) = script.pipelines_in(inner.parent).find(holds) else { return false };
    let joined = script.operators.iter().rev().skip_while(|operator| operator.span.start >= outer.span.start);
    let mut front = outer.span.start;
    for operator in joined {
        let between = script.source.get(operator.span.end as usize..front as usize).unwrap_or("");
        if operator.joint != Joint::Sequence
            || !between.trim().is_empty()
            || script.slice(operator.span) != "\n"
        {
            return matches!(operator.joint, Joint::And | Joint::Pipe | Joint::PipeBoth);
        }
        // A line break after `&&` ends nothing.
        front = operator.span.start;
    }
    false
}

/// Whether the command goes to the directory that is its operand: the table of every other one that changes the
/// directory refuses it.
fn goes_to_operand(shell: &Shell, name: &str) -> bool {
    does_to_shell(shell, name, ShellEffect::ChangesDirectory)
        && program(name).is_some_and(|program| program.form.refuse.is_none())
}

enum DirectoryChange {
    To(String),
    Unknown,
}

impl ScopeDirectories {
    fn apply(&mut self, change: &DirectoryChange, machine: &Machine<'_>) {
        // What is unknown stays so, and need not be followed.
        if !self.known {
            return;
        }
        let DirectoryChange::To(directory) = change else {
            self.known = false;
            return;
        };
        let model = machine.path_model();
        for from in &mut self.current {
            match model.reading(from, directory) {
                None if machine.goes_as_text(from, directory) => *from = paths::join(from, directory),
                Some(Reading::Path(path)) if model.reads_only_as_windows() => *from = path,
                // Which of two readings the shell takes is not known.
                None | Some(Reading::Path(_) | Reading::Short(_) | Reading::Unknown) => {
                    self.known = false;
                    return;
                }
            }
        }
        for place in &self.current {
            if !self.seen.contains(place) {
                self.seen.push(place.clone());
            }
        }
        self.known &= self.seen.len() <= DIRECTORIES_MAX;
    }
}
