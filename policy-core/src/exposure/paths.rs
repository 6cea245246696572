//! Matches of rules, forms and protected names among the paths of one command.
//!
//! Owns the choice of what may be a path: what a table says, and every argument of a program without one.

use alloc::borrow::Cow;

use super::command_line::Place;
use super::search::Exposure;
use super::strictness::stricter;
use crate::commands::{self, Arg, Proof, Role};
use crate::dataflow::Variables;
use crate::machine::{ApproximatePath, Directories, protected_writes, secret_reads};
use crate::rules::{Access, List, Matched};
use crate::script::{Redirect, RedirectOp, Script};
use crate::span::Span;

impl<'p> Exposure<'_, 'p> {
    /// The strictest path rule that matches an argument. Every argument of a program without a table may be a path.
    pub(super) fn path_rules(
        &self,
        source: &str,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> Option<Matched<'p>> {
        let uses = commands::uses(args);
        let mut strictest = None;
        if matches!(uses.proof, Proof::ReadOnly | Proof::Edits) {
            for (at, role, path) in uses.paths(args) {
                let access = if role == Role::PathRead { Access::Read } else { Access::Edit };
                if let Some(arg) = args.get(at) {
                    let path = ApproximatePath::of(arg, path, source);
                    strictest = stricter(strictest, self.path_rule(directories, &path, access));
                }
            }
            return stricter(strictest, self.tracked(&uses, args, directories));
        }
        for arg in args.iter().skip(1) {
            let value = arg.text().map(|text| {
                text.split_once('=').filter(|_| text.starts_with('-')).map_or(text, |(_, value)| value)
            });
            let path = ApproximatePath::of(arg, value, source);
            for access in [Access::Read, Access::Edit] {
                strictest = stricter(strictest, self.rule_about(directories, &path, access));
            }
        }
        strictest
    }

    /// The strictest rule that matches a file whose content git is asked for under another name than its path:
    /// `HEAD:.env`, `:(top).env`, or `.env` where a revision may occur (gitrevisions(7), gitglossary(7) "pathspec").
    pub(super) fn tracked(
        &self,
        uses: &commands::Uses,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> Option<Matched<'p>> {
        if !self.paths || uses.form.is_none_or(|form| !form.repository) {
            return None;
        }
        let texts = uses.uses.iter().zip(args).filter_map(|(used, arg)| Some((used.role, arg.text()?)));
        texts.fold(None, |strictest, (role, text)| {
            let inside = match role {
                Role::Revision => text.rsplit_once(':').map(|(_, path)| path),
                Role::PathRead => text.strip_prefix(':').map(|magic| {
                    magic
                        .split_once(')')
                        .map_or_else(|| magic.trim_start_matches(['/', '!', '^']), |(_, path)| path)
                }),
                _ => return strictest,
            };
            let about = |path| {
                let path = ApproximatePath::Exact(Cow::Borrowed(path));
                self.path_rule(directories, &path, Access::Read)
            };
            let found = match inside {
                Some(path) => about(path),
                // A branch may have the name of a file; git asks, and so is this.
                None if role == Role::Revision => {
                    about(text).map(|found| Matched { list: List::Ask, ..found })
                }
                None => None,
            };
            stricter(strictest, found)
        })
    }

    /// Looks for forbidden paths among the arguments, as [`Exposure::path_rules`] does for rules.
    pub(super) fn watch_paths(&mut self, args: &[Arg<'_>], directories: Directories<'_>) {
        let uses = commands::uses(args);
        if matches!(uses.proof, Proof::ReadOnly | Proof::Edits) {
            for (at, _, path) in uses.paths(args) {
                let span = args.get(at).map_or_else(Span::default, |arg| arg.span);
                self.watch_path(directories, path.unwrap_or(""), span);
            }
            return;
        }
        for (arg, text) in args.iter().skip(1).filter_map(|arg| Some((arg, arg.text()?))) {
            // `if=/etc/passwd`, `--data=@/etc/passwd`, `host:/etc/passwd`
            let value = text.rsplit(['=', '@', ':']).next().unwrap_or("");
            self.watch_path(directories, text, arg.span);
            if value != text {
                self.watch_path(directories, value, arg.span);
            }
        }
    }

    /// Looks for a protected path among what the command writes or may write.
    pub(super) fn watch_writes(
        &mut self,
        source: &str,
        args: &[Arg<'_>],
        directories: Directories<'_>,
        certain: bool,
    ) {
        if self.protected.is_none()
            && let Some(at) = protected_writes::protected_at(args, source, directories, self.machine, certain)
            && let Some(arg) = args.get(at)
        {
            self.protected = Some(self.forms.place(core::slice::from_ref(arg)));
        }
    }

    /// Looks for a file with a secret name among what the command may read.
    pub(super) fn watch_secrets(&mut self, place: Place<'_>, args: &[Arg<'_>], directories: Directories<'_>) {
        let script = match place {
            Place::Script(script, _) => Some(script),
            Place::Rewritten(_) | Place::Unread => None,
        };
        let uses = commands::uses(args);
        if self.secret.is_none()
            && let Some(at) =
                secret_reads::secret_at(&uses, args, place.source(), script, directories, self.machine)
            && let Some(arg) = args.get(at)
        {
            self.secret = Some(self.forms.place(core::slice::from_ref(arg)));
        }
    }

    pub(super) fn watch_path(&mut self, directories: Directories<'_>, path: &str, span: Span) {
        if self.forms.looks_at_paths() && !path.is_empty() {
            let machine = self.machine;
            self.forms.path(span, |paths| machine.leads_to(directories, path, paths));
        }
    }

    /// The strictest path rule that matches the file of a redirect.
    pub(crate) fn redirect_rule(
        &mut self,
        script: &Script<'_>,
        variables: &Variables,
        redirect: &Redirect,
        command: Option<usize>,
        directories: Directories<'_>,
    ) -> Option<Matched<'p>> {
        let access = match redirect.op {
            RedirectOp::Read => Access::Read,
            op if op.writes() => Access::Edit,
            _ => return None,
        };
        let word = script.word(redirect.target)?;
        let mut strictest = None;
        for turn in 0..variables.turns_of_input(redirect.target).unwrap_or(1) {
            let mut args = commands::word_arguments(script, word, redirect.target);
            variables.fill(&mut args, turn);
            for arg in &args {
                let rule = self.redirect(command, directories, arg, script.source, access);
                strictest = stricter(strictest, rule);
            }
        }
        strictest
    }

    /// The strictest path rule about one argument that a redirect's word becomes; the word lies in `source`.
    pub(super) fn redirect(
        &mut self,
        index: Option<usize>,
        directories: Directories<'_>,
        arg: &Arg<'_>,
        source: &str,
        access: Access,
    ) -> Option<Matched<'p>> {
        if let Some(index) = index {
            self.forms.enter(index);
        }
        self.watch_path(directories, arg.text().unwrap_or(""), arg.span);
        self.path_rule(directories, &ApproximatePath::of(arg, arg.text(), source), access)
    }

    /// The strictest path rule that restricts this access.
    pub(super) fn path_rule(
        &self,
        directories: Directories<'_>,
        path: &ApproximatePath<'_>,
        access: Access,
    ) -> Option<Matched<'p>> {
        let about = |access| self.rule_about(directories, path, access);
        match access {
            Access::Read | Access::Enter => about(access),
            // What may not be read may not be changed either: moved, it could be read under another name.
            Access::Edit => stricter(about(Access::Edit), about(Access::Read)),
        }
    }

    /// The strictest rule that restricts exactly this access.
    pub(super) fn rule_about(
        &self,
        directories: Directories<'_>,
        path: &ApproximatePath<'_>,
        access: Access,
    ) -> Option<Matched<'p>> {
        let is_empty = matches!(path, ApproximatePath::Exact(path) if path.is_empty());
        if !self.paths || is_empty {
            return None;
        }
        let rules = &self.policy.rules;
        // What a deny rule is only perhaps about is asked.
        let is_about = |list: &List| rules.is_about(*list, access) || rules.is_about(List::Deny, access);
        [List::Deny, List::Ask].into_iter().filter(is_about).find_map(|list| {
            let rule = self.machine.path_rule(list, directories, path, access)?;
            Some(Matched { list, rule })
        })
    }
}
