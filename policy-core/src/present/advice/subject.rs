//! The view that a remark has of one command: its known options and operands, and its context.
//!
//! Reads options as the tables know them (see [`Reading`]), once a remark asks for one. A remark asks by one spelling
//! of an option.

use core::cell::OnceCell;

use crate::commands::{Arg, Reading, Unread};
use crate::script::{Descriptor, HereDocument, Joint, Redirect, RedirectOp, Script, Simple};
use crate::span::Span;

/// One command as a remark sees it.
#[derive(Debug)]
pub(super) struct RemarkSubject<'l> {
    /// What is after the program, or after the sub-command.
    unread: Unread<'l, 'l>,
    /// The options and operands in it. Most remarks are about other sub-commands, and never ask.
    read: OnceCell<Reading<'l, 'l>>,
    /// All arguments, the program first.
    pub(super) all: &'l [Arg<'l>],
    pub(super) script: &'l Script<'l>,
    pub(super) command: &'l Simple,
    pub(super) index: usize,
    pub(super) place: Place<'l>,
}

/// Where a command is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'l> {
    /// Whether it is in a script inside an argument.
    pub(super) nested: bool,
    pub(super) cwd: Option<&'l str>,
    pub(super) home: Option<&'l str>,
}

impl<'l> RemarkSubject<'l> {
    /// The program with the arguments `all`, in the command at `index` of `script`.
    pub(super) fn new(
        script: &'l Script<'l>,
        index: usize,
        all: &'l [Arg<'l>],
        place: Place<'l>,
    ) -> Option<Self> {
        let command = script.commands.get(index)?;
        Some(Self { unread: Unread::of(all), read: OnceCell::new(), all, script, command, index, place })
    }

    /// The command after the sub-commands `path`; none when it has others.
    pub(super) fn after(&self, path: &[&str]) -> Option<Self> {
        let Self { all, script, command, index, place, .. } = *self;
        let unread = self.unread.after(path)?;
        Some(Self { unread, read: OnceCell::new(), all, script, command, index, place })
    }

    /// The options and operands after the program, or after the sub-command.
    pub(super) fn reading(&self) -> &Reading<'l, 'l> {
        self.read.get_or_init(|| self.unread.read())
    }

    /// The arguments after the program, or after the sub-command.
    pub(super) fn args(&self) -> &'l [Arg<'l>] {
        self.unread.rest()
    }

    /// The place of the first option with this spelling, or with another spelling of the same option.
    pub(super) fn option(&self, spelling: &str) -> Option<Span> {
        self.reading().option(spelling).map(|given| self.reading().span(given.at))
    }

    /// The place of the first of these options that is given, each with its other spellings.
    pub(super) fn any_option(&self, spellings: &[&str]) -> Option<Span> {
        spellings.iter().find_map(|spelling| self.option(spelling))
    }

    /// The arguments that are no options and no values of one.
    pub(super) fn operands(&self) -> impl Iterator<Item = &'l Arg<'l>> {
        self.reading().operands().iter().filter_map(|at| self.all.get(*at))
    }

    /// The first operand that is as wanted.
    pub(super) fn operand(&self, wanted: impl Fn(&str) -> bool) -> Option<Span> {
        self.operands().find(|arg| arg.text().is_some_and(&wanted)).map(|arg| arg.span)
    }

    /// The first argument of any kind that is as wanted.
    pub(super) fn argument(&self, wanted: impl Fn(&str) -> bool) -> Option<Span> {
        self.args().iter().find(|arg| arg.text().is_some_and(&wanted)).map(|arg| arg.span)
    }

    /// All of it, wrappers left out.
    pub(super) fn span(&self) -> Span {
        match (self.all.first(), self.all.last()) {
            (Some(first), Some(last)) => first.span.join(last.span),
            _ => self.command.span,
        }
    }

    /// Whether it gets its input from another command.
    pub(super) fn is_fed(&self) -> bool {
        matches!(self.command.before, Joint::Pipe | Joint::PipeBoth)
    }

    /// Whether it hands its output to another command.
    pub(super) fn feeds(&self) -> bool {
        matches!(self.command.after, Joint::Pipe | Joint::PipeBoth)
    }

    /// The redirect of its output to a file.
    pub(super) fn output(&self) -> Option<&'l Redirect> {
        let to_file = |redirect: &&Redirect| {
            matches!(redirect.op, RedirectOp::Write | RedirectOp::Append | RedirectOp::Clobber)
                && matches!(redirect.fd, None | Some(Descriptor::Number(1)))
                && self
                    .script
                    .word(redirect.target)
                    .and_then(|word| self.script.text(word))
                    .is_none_or(|target| !target.starts_with("/dev/"))
        };
        self.script.redirects_of(self.index).find(to_file)
    }

    /// The here-document that it reads.
    pub(super) fn here_document(&self) -> Option<&'l HereDocument> {
        self.script.here_documents.iter().find(|document| {
            let redirect = self.script.redirects.get(document.redirect as usize);
            redirect.and_then(|redirect| redirect.command) == Some(self.index as u32)
        })
    }
}
