//! The way from a plan to the files: show what changes, ask, write, and again when a file changed in between.
//!
//! Owns the question and the drawing of the changes.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use policy_core::visible::line;

use super::super::arguments::{Installation, ScopeArguments};
use super::super::draw;
use super::super::failure::Failure;
use super::super::prompt::{self, Terminal};
use super::super::terminal::{self, Colour};
use crate::installation;
use crate::installation::change::{self, Change, Effect};
use crate::installation::refusal::Refusal;
use crate::installation::surroundings::{Scope, Surroundings};

/// How often the files are read again when somebody else writes to them at the same moment.
const ATTEMPTS_MAX: usize = 5;

impl ScopeArguments {
    pub(super) fn scope(&self) -> Scope {
        match (self.project, self.managed) {
            (true, _) => Scope::Project,
            (false, true) => Scope::Managed,
            (false, false) => Scope::User,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let (message, help) = (refusal.to_string(), refusal.help());
        match refusal {
            Refusal::Document(error, source) => Self::Policy(vec![*error], vec![*source]),
            Refusal::Unavailable { .. } => Self::Usage(message, help),
            _ => Self::Machine(message, help),
        }
    }
}

/// The places of this process.
pub(super) fn surroundings() -> Result<Surroundings, Failure> {
    let cwd = std::env::current_dir()?;
    Surroundings::of_this_process(&cwd).ok_or_else(|| {
        Failure::usage("there is no home directory to install into", "set `HOME` to an absolute path")
    })
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There was nothing to change.
    Nothing,
    /// The changes were only shown.
    Shown,
    /// A person said no.
    Declined,
    /// The changes are written.
    Written,
}

/// Plans, shows, asks and writes, and says what happens besides; again when a file changed in between.
pub(super) fn settle(
    asked: &Installation,
    besides: Option<&str>,
    plan: impl Fn() -> Result<Vec<Change>, Refusal>,
) -> Result<(Vec<Change>, End), Failure> {
    let mut attempt = 1;
    loop {
        let changes = plan()?;
        if !installation::is_change(&changes) {
            return Ok((changes, End::Nothing));
        }
        if asked.dry_run {
            return Ok((changes, End::Shown));
        }
        if !asked.yes && !approved(besides, &changes)? {
            return Ok((changes, End::Declined));
        }
        match change::apply(&changes) {
            Ok(()) => return Ok((changes, End::Written)),
            Err(Refusal::Changed(_)) if attempt < ATTEMPTS_MAX => attempt += 1,
            Err(refusal) => return Err(refusal.into()),
        }
    }
}

/// Whether the person at the terminal wants the changes, which are shown first.
fn approved(besides: Option<&str>, changes: &[Change]) -> Result<bool, Failure> {
    if !prompt::somebody_is_there() {
        return Err(Failure::usage(
            "there is nobody to ask whether this may be written",
            "`--yes` writes without asking, `--dry-run` shows what would be written",
        ));
    }
    let colour = terminal::colour_of_messages();
    terminal::message(&drawn(changes, colour));
    besides.into_iter().for_each(terminal::message);
    prompt::forget_typed()?;
    let mut terminal = Terminal { input: io::stdin().lock(), output: io::stderr().lock(), colour };
    Ok(terminal.confirms("write this? [y/N] ")?)
}

/// The changes as diffs, each with its purpose.
pub(super) fn drawn(changes: &[Change], colour: Colour) -> String {
    let mut out = String::new();
    for change in changes.iter().filter(|change| change.effect() != Effect::Nothing) {
        draw::diff(&mut out, &change.diff(), usize::MAX, colour);
        // Writing to a string does not fail.
        if !change.purposes.is_empty() {
            let _ = writeln!(out, "this file {}", change.purposes.join(", and "));
        }
        if change.target.is_link() {
            let (file, real) = (name(&change.target.file), name(&change.target.real));
            let _ = writeln!(out, "`{file}` is a link; `{real}` is what changes");
        }
    }
    out
}

/// A path as it is printed.
pub(super) fn name(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}
