//! The view that a remark has of one command: its known options and operands, and its context.
//!
//! Owns a parser of options that needs no table, for programs without a table or with unlisted sub-commands. It may
//! mistake a value for an option; only remarks depend on it.

use alloc::vec::Vec;

use crate::commands::Arg;
use crate::script::{Descriptor, HereDocument, Joint, Redirect, RedirectOp, Script, Simple};
use crate::span::Span;

/// One command as a remark sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemarkSubject<'l> {
    /// The arguments behind the program, or behind the sub-command.
    pub(super) args: &'l [Arg<'l>],
    /// All of them, the program first.
    pub(super) all: &'l [Arg<'l>],
    pub(super) script: &'l Script<'l>,
    pub(super) command: &'l Simple,
    pub(super) index: usize,
    /// Whether it is in a script inside an argument.
    pub(super) nested: bool,
    pub(super) cwd: Option<&'l str>,
    pub(super) home: Option<&'l str>,
}

/// An argument as getopt would see it.
#[derive(Clone, Copy, Debug)]
enum Seen<'l> {
    Option(&'l str),
    Letter(u8),
    Operand(&'l Arg<'l>),
}

impl<'l> RemarkSubject<'l> {
    /// The command behind the sub-commands `path`; `valued` are the options in front of them whose value follows.
    pub(super) fn after(&self, valued: &[&str], path: &[&str]) -> Option<Self> {
        let mut found = *self;
        for name in path {
            let mut at = 0;
            loop {
                let text = found.args.get(at)?.text()?;
                if text == *name {
                    break;
                }
                if !text.starts_with('-') {
                    return None;
                }
                at += if valued.contains(&text) { 2 } else { 1 };
            }
            found.args = found.args.get(at + 1..)?;
        }
        Some(found)
    }

    /// The sub-command; none when it is not known. `valued` are the options in front of it whose value follows.
    pub(super) fn subcommand(&self, valued: &[&str]) -> Option<&'l str> {
        let mut at = 0;
        loop {
            let text = self.args.get(at)?.text()?;
            if !text.starts_with('-') {
                return Some(text);
            }
            at += if valued.contains(&text) { 2 } else { 1 };
        }
    }

    /// The place of the first of the options `names`; `valued` are those whose value follows.
    pub(super) fn option(&self, names: &[&str], valued: &[&str]) -> Option<Span> {
        let mut found = None;
        self.walk(valued, |seen, span| {
            let hit = match seen {
                Seen::Option(name) => names.contains(&name),
                Seen::Letter(letter) => names.iter().any(|name| *name.as_bytes() == [b'-', letter]),
                Seen::Operand(_) => false,
            };
            if hit && found.is_none() {
                found = Some(span);
            }
        });
        found
    }

    /// The arguments that are no options and no values of one.
    pub(super) fn operands(&self, valued: &[&str]) -> Vec<&'l Arg<'l>> {
        let mut found = Vec::new();
        self.walk(valued, |seen, _| {
            if let Seen::Operand(arg) = seen {
                found.push(arg);
            }
        });
        found
    }

    /// The first operand that is as wanted.
    pub(super) fn operand(&self, valued: &[&str], wanted: impl Fn(&str) -> bool) -> Option<Span> {
        let operands = self.operands(valued);
        operands.iter().find(|arg| arg.text().is_some_and(&wanted)).map(|arg| arg.span)
    }

    /// The first argument of any kind that is as wanted.
    pub(super) fn argument(&self, wanted: impl Fn(&str) -> bool) -> Option<Span> {
        self.args.iter().find(|arg| arg.text().is_some_and(&wanted)).map(|arg| arg.span)
    }

    fn walk(&self, valued: &[&str], mut tell: impl FnMut(Seen<'l>, Span)) {
        let mut rest = self.args.iter();
        let mut ended = false;
        while let Some(arg) = rest.next() {
            // What is only known from its beginning may still be an option with an unknown value.
            let text = arg.prefix();
            if ended || text.len() < 2 || !text.starts_with('-') {
                tell(Seen::Operand(arg), arg.span);
            } else if text == "--" {
                ended = true;
            } else {
                let (name, attached) = text.split_once('=').map_or((text, false), |(name, _)| (name, true));
                tell(Seen::Option(name), arg.span);
                let mut skips = valued.contains(&name) && !attached;
                let letters = if name.starts_with("--") || name.len() < 2 { "" } else { name };
                for (at, letter) in letters.bytes().enumerate().skip(1) {
                    tell(Seen::Letter(letter), arg.span);
                    if valued.iter().any(|known| *known.as_bytes() == [b'-', letter]) {
                        skips = at + 1 == text.len();
                        break;
                    }
                }
                if skips {
                    rest.next();
                }
            }
        }
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
