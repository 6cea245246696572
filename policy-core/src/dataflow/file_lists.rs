//! Lists of file names in a pipe or a substitution: the output of programs that list files, passed on by programs that
//! only select lines.
//!
//! Owns the question whether an output is such a list. Names are trusted like the names that a pattern matches, and no
//! further: they are files of the project, they are relative, and no component is `..`.
//!
//! A name can be made to mislead: a directory `a ` holds `a /etc/shadow`, which is two words to xargs and to an
//! unquoted `$(…)`; a line break in a name does the same to programs that read lines; a tree that nobody checked out
//! can hold `../x`. So such names are marked as cut (see [`Origin::List`](crate::commands::Origin::List)), and are
//! trusted only where no rule restricts reading. Only names of files on the disk that a NUL ends all the way stay
//! whole. Never trusted: that a name does not begin with `-`, and any text that is not a name, whatever program prints
//! it.

use alloc::vec::Vec;

use super::appended;
use super::file_list::FileList;
use super::printers::{self, Listing};
use crate::commands::{self, Arg, FoundNames, Inner, Printed};
use crate::limits::WRAPPERS_MAX;
use crate::script::pipelines;
use crate::script::{Joint, Redirect, ScopeKind, Script};
use crate::span::Span;

/// The pipelines of one script.
#[derive(Clone, Copy)]
pub(crate) struct Pipelines<'p, 's> {
    pub(crate) script: &'p Script<'s>,
    /// The request's working directory.
    pub(crate) cwd: Option<&'p str>,
    /// The arguments of the command at an index, with the values of variables that are known.
    pub(crate) arguments: &'p dyn Fn(usize) -> Vec<Arg<'p>>,
}

impl Pipelines<'_, '_> {
    /// The list of names that the command at `index` reads from its pipe; none when its input is not known to be such a
    /// list.
    pub(crate) fn piped(&self, index: usize) -> Option<FileList> {
        self.written_by(pipelines::writer_to(self.script, index)?)
    }

    /// The list of names that the pipeline ending at `at` prints.
    fn written_by(&self, at: usize) -> Option<FileList> {
        self.passed_on(at, WRAPPERS_MAX)
    }

    /// As [`Pipelines::written_by`], through this many commands that run another one on the names.
    fn passed_on(&self, mut at: usize, depth: usize) -> Option<FileList> {
        let mut whole = true;
        loop {
            let writer = self.script.commands.get(at)?;
            let is_quiet = |redirect: &Redirect| pipelines::is_quiet(self.script, redirect);
            if !writer.assignments.is_empty() || !self.script.redirects_of(at).all(is_quiet) {
                return None;
            }
            let args = (self.arguments)(at);
            let Some(line_filter) = printers::line_filter(&args) else {
                let starts = !matches!(writer.before, Joint::Pipe | Joint::PipeBoth);
                let uses = commands::uses(&args);
                if uses.first_printed(&args, Printed::ObjectIds).is_some() {
                    let names = FileList { dotted: false, null: false, whole: true, objects: true };
                    return starts.then_some(names);
                }
                if uses.first_printed(&args, Printed::Command).is_some() {
                    let names = self.chosen(at, args, depth.checked_sub(1)?)?;
                    return Some(FileList { whole: whole && names.whole, ..names });
                }
                let Listing { dotted, null, committed } =
                    printers::listing(&args, self.cwd, self.script.source)?;
                let whole = whole && null && !committed;
                return starts.then_some(FileList { dotted, null, whole, objects: false });
            };
            whole &= line_filter.null;
            at = pipelines::writer_to(self.script, at)?;
        }
    }

    /// The names that the command at `at` prints, which runs another one on the names that come down its pipe: those of
    /// them that its command prints. Names that can begin with `-` would be options, with which it may print anything.
    fn chosen(&self, at: usize, mut args: Vec<Arg<'_>>, depth: usize) -> Option<FileList> {
        let Some(Inner::Command {
            at: inner,
            end,
            provable: true,
            appends: true,
            replaces,
            found: FoundNames::NONE,
            ..
        }) = commands::inner(&args)
        else {
            return None;
        };
        let names = self.passed_on(pipelines::writer_to(self.script, at)?, depth)?;
        let own = args.get(inner..)?;
        let separated = replaces.is_none() && own.iter().any(|arg| arg.text() == Some("--"));
        if end != args.len() || names.objects || !(names.dotted || separated) {
            return None;
        }
        appended::append(&mut args, 0, inner, replaces, Some(names));
        let Listing { dotted, null, committed } =
            printers::listing(args.get(inner..)?, self.cwd, self.script.source)?;
        Some(FileList { dotted, null, whole: names.whole && null && !committed, objects: false })
    }

    /// The list of names that the only pipeline in `scope` prints.
    pub(crate) fn printed_in(&self, scope: u32) -> Option<FileList> {
        self.written_by(pipelines::last_in(self.script, scope)?)
    }

    /// As [`Pipelines::printed_in`], for a substitution. The shell drops NULs, so that names ended by NUL would become
    /// one.
    pub(crate) fn substituted(&self, scope: u32) -> Option<FileList> {
        self.printed_in(scope).filter(|names| !names.null)
    }

    /// The scope of what is done with each of the names that the `read` at `index` gets, and what names these are: it
    /// is what a `while` tests whose input lists names, after a pipe (`git ls-files | while read …`) or from one
    /// (`done < <(git ls-files)`).
    pub(crate) fn read_by(&self, index: usize) -> Option<(u32, FileList)> {
        let script = self.script;
        let reader = script.commands.get(index)?;
        let condition = script.scopes.get(reader.scope as usize)?;
        if condition.kind != ScopeKind::Condition
            || reader.before != Joint::Edge
            || reader.after != Joint::Edge && reader.after != Joint::Sequence
        {
            return None;
        }
        let (body, scope) = (0..)
            .zip(&script.scopes)
            .skip(reader.scope as usize + 1)
            .find(|(_, scope)| scope.parent == condition.parent)?;
        if scope.kind != ScopeKind::Body {
            return None;
        }
        // A redirect on a loop, or on `read` itself, takes the place of what comes down the pipe.
        let mut redirects = script
            .redirects
            .iter()
            .filter(|redirect| redirect.command.is_none_or(|command| command as usize == index));
        match (redirects.next(), redirects.next()) {
            (None, _) => {
                self.written_by(pipelines::writer(script, script.stage_around(index, condition.parent)?)?)
            }
            (Some(redirect), None) => self.fed_by(redirect, scope.span),
            (Some(_), Some(_)) => None,
        }
        .map(|names| (body, names))
    }

    /// The list of names that `redirect` feeds into the loop with this `body`.
    fn fed_by(&self, redirect: &Redirect, body: Span) -> Option<FileList> {
        let between = Span { start: body.end, end: redirect.span.start }.slice(self.script.source);
        let own = between.trim_start_matches([';', ' ', '\t', '\n']).trim_end_matches([' ', '\t']);
        self.printed_in(self.script.process(redirect)?)
            .filter(|_| own == "done" && redirect.command.is_none() && redirect.fd.is_none())
    }
}
