//! A form of commands that a profile can forbid, or that every profile asks about.
//!
//! Owns the parts of a form: its code, its searches, and its examples, which are tests.

use super::argv::Argv;
use super::pipeline::Whole;
use crate::codes::{Code, Help};
use crate::examples::{Examples, examples};
use crate::span::Span;
use crate::syntax::Salvage;
use crate::verdict::Decision;

/// One form that must not run.
#[derive(Debug)]
pub struct ForbiddenForm {
    /// Its name and words. Of a form that is denied, the line is what follows "the profile forbids"; a form that asks
    /// shares the code of a notice.
    pub code: Code,
    /// What follows: deny in the profiles that forbid it, or ask in every profile.
    pub outcome: Decision,
    /// Programs that are forbidden whatever their arguments are, sorted.
    pub programs: &'static [&'static str],
    /// Absolute paths that no command may read or change.
    pub paths: &'static [&'static str],
    /// Tells whether one simple command is of this form.
    pub command: fn(&Argv<'_>) -> bool,
    /// Tells where a whole script is of this form.
    pub script: fn(&Whole<'_>) -> Option<Span>,
    /// Tells whether text that could not be read, without its quotes, holds this form.
    pub text: fn(&Salvage) -> bool,
    /// Commands that are of this form; each one is a test.
    pub fires: Examples,
    /// Commands that look like it and are not; each one is a test.
    pub silent: Examples,
}

impl ForbiddenForm {
    /// A form that is nothing: what a form leaves out.
    pub(super) const NONE: Self = Self {
        code: Code::brief("", "", Help::both("")),
        outcome: Decision::Deny,
        programs: &[],
        paths: &[],
        command: |_| false,
        script: |_| None,
        text: |_| false,
        fires: examples![],
        silent: examples![],
    };

    /// Whether one simple command is of this form, by its name or by its arguments.
    pub fn is(&self, argv: &Argv<'_>) -> bool {
        argv.name().is_some_and(|name| self.programs.binary_search(&name).is_ok()) || (self.command)(argv)
    }
}

impl PartialEq for ForbiddenForm {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for ForbiddenForm {}
