//! One simple command for display.

use alloc::vec::Vec;

use super::inward::{Call, inward};
use crate::commands::{Arg, Proof, Uses};
use crate::script::Simple;
use crate::span::Span;
use crate::verdict::UiKind;

/// Targets of a redirect that are no file.
const NO_FILES: &[&str] = &["/dev/fd/1", "/dev/fd/2", "/dev/null", "/dev/stderr", "/dev/stdout", "/dev/tty"];

/// One simple command with what its program's table says.
#[derive(Debug)]
pub(crate) struct Part<'p> {
    /// Its index in the script.
    pub(super) index: usize,
    /// How it is in the script.
    pub(super) command: &'p Simple,
    /// What its program's table says about the arguments after the wrappers that are proven.
    pub(super) uses: &'p Uses,
    /// Its arguments, those wrappers left out.
    pub(super) args: &'p [Arg<'p>],
    /// The command and what it runs, outermost first; empty without a program.
    pub(super) calls: Vec<Call<'p>>,
}

impl<'p> Part<'p> {
    /// The command at `index` of its script, with `all` of its arguments; `args` are those of the program that `uses`
    /// tells about.
    pub(crate) fn new(
        index: usize,
        command: &'p Simple,
        uses: &'p Uses,
        all: &'p [Arg<'p>],
        args: &'p [Arg<'p>],
    ) -> Self {
        Self { index, command, uses, args, calls: inward(all, args.len(), uses) }
    }

    /// What it mainly does by its table; what the table refuses may do anything.
    pub(super) fn kind(&self) -> UiKind {
        let Some(form) = self.uses.form else { return UiKind::Other };
        match (form.display.ui, self.uses.proof) {
            (UiKind::Edit | UiKind::Silent, _) => form.display.ui,
            (_, Proof::Edits) => UiKind::Edit,
            (_, Proof::Refused { .. }) if form.refuse.is_none() => UiKind::Other,
            (kind, _) => kind,
        }
    }

    /// The command without its wrappers and redirects, as written.
    pub(super) fn span(&self) -> Span {
        match (self.args.first(), self.args.last()) {
            (Some(first), Some(last)) => first.span.join(last.span),
            _ => self.command.span,
        }
    }
}

/// Whether a redirect's target, when known, is a file that stays.
pub(super) fn is_file(target: Option<&str>) -> bool {
    target.is_none_or(|target| NO_FILES.binary_search(&target).is_err())
}
