//! Look-ups in a table, by full spelling only.
//!
//! Owns the choice of the list to search. Never interprets an argument (the engine does).

use super::packed::form;
use super::shape::{Check, Exit, Form, Harm, Kind, Opt};
use super::{Arg, Language, Role};

impl Harm {
    /// Whether something is left changed when the command has ended.
    pub const fn lasts(self) -> bool {
        match self {
            Self::Runs | Self::Deletes | Self::Writes | Self::Changes => true,
            Self::Connects | Self::ReadsElsewhere | Self::Blocks | Self::Unknown => false,
        }
    }
}

impl Kind {
    /// Whether it is a shell command line.
    pub(super) fn is_shell(&self) -> bool {
        self.role == Role::Code(Language::Shell)
    }

    /// Whether it is a command, or a shell command line.
    pub(crate) fn runs(&self) -> bool {
        self.role == Role::Command || self.is_shell()
    }

    /// Whether an argument that may become several can land here: any value will do, or a path to read.
    pub(super) fn is_loose(&self) -> bool {
        self.refuse.is_none()
            && self.check == Check::None
            && !self.literal
            && (self.any || self.role == Role::PathRead)
    }
}

impl Form {
    /// The option with this full spelling, dashes included. Abbreviations are not found.
    pub fn option(&self, spelling: &str) -> Option<&'static Opt> {
        self.options.spelled(spelling)
    }

    /// The one-letter option `-letter`.
    pub fn letter(&self, letter: u8) -> Option<&'static Opt> {
        self.options.lettered(letter)
    }

    /// The sub-command with this name.
    pub fn sub(&self, name: &str) -> Option<&'static Form> {
        self.subs.find(name, form)
    }

    /// All sub-commands, sorted by name; each is unpacked.
    pub fn subs(&self) -> impl Iterator<Item = &'static Form> + use<> {
        self.subs.iter(form)
    }

    /// What this exit status means with `args`, when it has a meaning of its own.
    pub fn exit(&self, status: u8, args: &[Arg<'_>]) -> Option<&'static Exit> {
        let of_status = self.exits.iter().filter(|exit| exit.status == status);
        of_status.into_iter().find(|exit| exit.with.is_empty() || self.given(args, exit.with))
    }
}
