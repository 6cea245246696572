//! Commands to execute: the examples of the tables, and others that are made from the tables.
//!
//! Owns the question to the engine: only what it allows and calls read-only becomes a job. Knows no program by name.

mod examples;
mod generate;
mod make;
mod subjects;
mod values;
mod words;

use host_runner::decide::decide;
use policy_core::{Decision, Dialect, Engine, Policy, Request, System};

use crate::place::Place;
use crate::wire::Job;

pub(crate) use examples::{cmdlet_examples, examples};
pub(crate) use generate::Generator;
pub(crate) use make::make;
pub(crate) use subjects::{Subject, subjects};
pub(crate) use words::quoted;

/// Asks the engine what it would say in a place.
#[derive(Debug)]
pub(crate) struct Decider {
    engine: Engine,
    shell: Dialect,
    cwd: String,
    home: String,
    system: Option<System>,
}

impl Decider {
    /// One without any rule: only proof allows.
    pub(crate) fn new(place: &Place) -> Self {
        Self::on(place, None)
    }

    /// One where every program is the implementation of this system; without one that of this machine.
    pub(crate) fn on(place: &Place, system: Option<System>) -> Self {
        Self {
            system,
            shell: Dialect::Bash,
            engine: Engine::new(Policy::default()),
            cwd: place.project().to_string_lossy().into_owned(),
            home: place.home().to_string_lossy().into_owned(),
        }
    }

    /// The same for commands of another shell.
    pub(crate) fn of(self, shell: Dialect) -> Self {
        Self { shell, ..self }
    }

    /// The job that `command` becomes when it is allowed and called read-only, and the files that it reads.
    /// `variable` is the value that the variable `x` has in it.
    pub(crate) fn job(&self, command: &str, variable: &str) -> Option<(Job, Vec<String>)> {
        let mut request = Request { cwd: Some(&self.cwd), home: Some(&self.home), ..Request::new(command) };
        (request.tool, request.shell) = (self.shell.tool(), self.shell);
        request.facts.system = self.system;
        let verdict = decide(&self.engine, &mut request);
        if verdict.decision != Decision::Allow || !verdict.read_only {
            return None;
        }
        // A program may be named by its path in the system's own directories.
        let bare = |name: String| name.rsplit('/').next().unwrap_or_default().to_owned();
        let mut executes: Vec<String> = verdict.effects.executes.into_iter().map(bare).collect();
        for wrapper in verdict.commands.iter().flat_map(|part| &part.wrappers) {
            executes.push((*wrapper).to_owned());
        }
        let job = Job { command: command.to_owned(), executes, variable: variable.to_owned() };
        Some((job, verdict.effects.reads))
    }
}
