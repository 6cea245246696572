//! Forms of commands that a profile can forbid, or that every profile asks about: each a name, what it looks for, and
//! examples that are its tests.
//!
//! Owns the form and the registry. A form looks at one command's arguments, at a whole script, or at text that could
//! not be read; what leads there (wrappers, nested shells, substitutions) is followed by `decide`, as for deny rules.
//! A new form is one static and one line in the registry.

use crate::span::Span;
use crate::syntax::Salvage;
use crate::verdict::Decision;

mod argv;
mod code;
mod critical;
mod download;
mod endless;
mod files;
mod losses;
mod options;
mod pipeline;
mod programs;
mod removal;

pub use argv::{Argv, Whereabouts};
pub use critical::{ALWAYS_ASKED, CRITICAL_REMOVAL, is_asked_about, may_be_asked_about};
pub use pipeline::{Origin, Runs, Source, Whole};

/// One form that must not run.
#[derive(Debug)]
pub struct Form {
    /// Its stable name.
    pub id: &'static str,
    /// What is forbidden, in a few words that follow "forbids". A form that asks has a notice for its words.
    pub says: &'static str,
    /// What to do instead, in one line without a full stop.
    pub help: &'static str,
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
    pub fires: &'static [&'static str],
    /// Commands that look like it and are not; each one is a test.
    pub silent: &'static [&'static str],
}

impl Form {
    /// A form that is nothing: what a form leaves out.
    const NONE: Self = Self {
        id: "",
        says: "",
        help: "",
        outcome: Decision::Deny,
        programs: &[],
        paths: &[],
        command: |_| false,
        script: |_| None,
        text: |_| false,
        fires: &[],
        silent: &[],
    };

    /// Whether one simple command is of this form, by its name or by its arguments.
    pub fn is(&self, argv: &Argv<'_>) -> bool {
        argv.name().is_some_and(|name| self.programs.binary_search(&name).is_ok()) || (self.command)(argv)
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Form {}

/// Every form, in the order in which they are asked; sorted by name.
pub static FORMS: &[&Form] = &[
    &files::ACCOUNT_FILES,
    &options::CHMOD_777,
    &options::CHOWN_ROOT,
    &endless::ENDLESS_LOOP,
    &code::EVAL,
    &programs::FIREWALL,
    &endless::FORK_BOMB,
    &code::INLINE_CODE,
    &options::KILL_9,
    &programs::KILL_BY_NAME,
    &programs::MAKE_FILE_SYSTEM,
    &programs::MOUNT,
    &code::NESTED_SHELL,
    &download::PIPED_DOWNLOAD,
    &programs::POWER,
    &options::PROCESS_LIST,
    &removal::RECURSIVE_REMOVAL,
    &programs::SOCKETS,
    &programs::SUPERUSER,
    &options::WRITE_DEVICE,
];
