//! A whole script as forms see it: what each of its commands runs.
//!
//! Owns what a command can run: a download, an interpreter with its program. Knows no form.

use crate::script::Script;
use crate::span::Span;

/// Where an interpreter's program comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is in the command.
    Inline,
    /// It is read from the input.
    Input,
    /// This place of the command says it: a file's name, or the words of `eval`.
    Named(Span),
}

/// An interpreter that a command runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// Whether it is a shell.
    pub shell: bool,
    /// Where its program comes from.
    pub origin: Origin,
}

/// What one simple command runs, itself or through wrappers, as far as forms about several commands need it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Runs {
    /// Whether it prints what a server sends.
    pub downloads: bool,
    /// The interpreter that it runs.
    pub program: Option<Source>,
}

impl Runs {
    /// Adds what the same command runs besides.
    pub fn add(&mut self, other: Self) {
        self.downloads |= other.downloads;
        self.program = self.program.or(other.program);
    }
}

/// A script, and what its commands run.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The commands as read.
    pub script: &'a Script<'a>,
    /// By command.
    pub runs: &'a [Runs],
}
