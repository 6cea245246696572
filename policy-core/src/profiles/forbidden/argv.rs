//! The arguments of one command as a form sees them.
//!
//! Owns the difference between known and merely written text: `'~'` is a file, `~` and `$HOME` are the home directory.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::commands::{Arg, Program, Reading};
use crate::paths::PathModel;
use crate::paths::lexical::last_part;

/// Where a command runs, if known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whereabouts<'a> {
    /// The directory in which the command runs.
    pub cwd: Option<&'a str>,
    /// The directory of the request.
    pub request: Option<&'a str>,
    /// The home directory.
    pub home: Option<&'a str>,
    /// How its system spells paths.
    pub paths: &'static PathModel,
}

/// The arguments of one simple command, the program first.
#[derive(Clone, Copy, Debug)]
pub struct Argv<'a> {
    args: &'a [Arg<'a>],
    source: &'a str,
    /// Where it runs.
    pub whereabouts: Whereabouts<'a>,
}

impl<'a> Argv<'a> {
    /// The arguments `args`, whose spans lie in `source`; it is empty for text that could not be read.
    pub fn new(args: &'a [Arg<'a>], source: &'a str, whereabouts: Whereabouts<'a>) -> Self {
        Self { args, source, whereabouts }
    }

    /// The program's name without its directory, when it is known.
    pub fn name(&self) -> Option<&'a str> {
        let name = self.args.first()?.text()?;
        match name.rsplit_once('/') {
            Some((_, last)) if !last.is_empty() => Some(last),
            _ => Some(name),
        }
    }

    /// The program's table, whatever directory the program is in.
    pub fn program(&self) -> Option<&'static Program> {
        self.args.first()?.program(last_part)
    }

    /// How many arguments there are, the program included.
    pub fn len(&self) -> usize {
        self.args.len()
    }

    /// Whether there is not even a program.
    pub fn is_empty(&self) -> bool {
        self.args.is_empty()
    }

    /// All arguments, the program first.
    pub fn args(&self) -> &'a [Arg<'a>] {
        self.args
    }

    /// How an argument is written; its known text where it was not read.
    pub fn slice(&self, arg: &Arg<'a>) -> &'a str {
        if self.source.is_empty() { arg.prefix() } else { arg.span.slice(self.source) }
    }

    /// The argument at `index`.
    pub fn arg(&self, index: usize) -> Option<&'a Arg<'a>> {
        self.args.get(index)
    }

    /// The argument's text when it is literal: nothing in it is left for the shell to expand.
    pub fn known(&self, index: usize) -> Option<&'a str> {
        // In text that could not be read nobody knows what was quoted.
        self.args.get(index)?.text().filter(|_| !self.source.is_empty())
    }

    /// The argument's text, or how it is written, without quotes and backslashes.
    pub fn shown(&self, index: usize) -> Cow<'a, str> {
        let Some(arg) = self.args.get(index) else { return Cow::Borrowed("") };
        if let Some(text) = arg.text() {
            return Cow::Borrowed(text);
        }
        let written = arg.span.slice(self.source);
        if written.contains(['"', '\'', '\\']) {
            let plain: String = written.chars().filter(|c| !matches!(c, '"' | '\'' | '\\')).collect();
            return Cow::Owned(plain);
        }
        Cow::Borrowed(written)
    }

    /// All arguments after the program, as [`Argv::shown`].
    pub fn rest(&self) -> impl Iterator<Item = Cow<'a, str>> + '_ {
        (1..self.len()).map(|index| self.shown(index))
    }

    /// Its options and operands, as the program's table knows them.
    pub fn reading(&self) -> Reading<'a, 'a> {
        Reading::of(self.args)
    }
}
