//! Matches of rules, forms and protected names among the paths of one command.
//!
//! Owns the choice of what may be a path: what a table says, and every argument of a program without one.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::command_line::Place;
use super::search::Exposure;
use super::strictness::stricter;
use super::{named_paths, stdin_text};
use crate::commands::{self, Arg, Inner, Kind, NameSource, Proof, Reading, Role};
use crate::dataflow::Variables;
use crate::machine::{ApproximatePath, Directories, protected_writes, secret_reads};
use crate::request::Mode;
use crate::rules::{Access, List, Matched};
use crate::script::{Redirect, RedirectOp, Script};
use crate::span::Span;

/// A pathspec of git (gitglossary(7)).
struct Pathspec<'t> {
    path: &'t str,
    ignores_case: bool,
    is_literal: bool,
}

impl<'t> Pathspec<'t> {
    /// The pathspec in `text`; none when it excludes what it names.
    fn of(text: &'t str) -> Option<Self> {
        let (words, path) = match text.strip_prefix(':') {
            Some(rest) if rest.starts_with('(') => rest.split_once(')')?,
            Some(rest) => {
                let path = rest.trim_start_matches(['/', '!', '^']);
                (rest.get(..rest.len() - path.len()).unwrap_or(""), path)
            }
            None => ("", text),
        };
        let has = |wanted: &str| words.trim_start_matches('(').split(',').any(|word| word == wanted);
        let excludes = has("exclude") || !words.starts_with('(') && words.contains(['!', '^']);
        (!excludes).then_some(Self { path, ignores_case: has("icase"), is_literal: has("literal") })
    }

    /// Whether it can find a file of another name than its own.
    fn is_wild(&self) -> bool {
        self.ignores_case || !self.is_literal && self.path.contains(['*', '?', '[', '\\'])
    }
}

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
            let path = ApproximatePath::of(arg, arg.text(), source);
            let mut paths = named_paths::of(arg, source);
            paths.insert(0, (path, true));
            for (path, is_certain) in paths {
                for access in [Access::Read, Access::Edit] {
                    let found = self.rule_about(directories, &path, access);
                    let found =
                        found.map(|found| if is_certain { found } else { Matched::possible(found.rule) });
                    strictest = stricter(strictest, found);
                }
            }
        }
        strictest
    }

    /// The rule that a path among these arguments may be about, if only the run knows that path.
    pub(super) fn unknown_paths(
        &self,
        source: &str,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> Option<Matched<'p>> {
        if !self.asks_for_unknown_paths() {
            return None;
        }
        let (access, named) = path_arguments(args)?;
        let mut paths = named.iter().filter_map(|at| args.get(*at));
        paths.find_map(|arg| self.unknown_path(source, arg, directories, access))
    }

    /// Whether a path that only the run knows asks because of a rule: where the mode allows what nobody vouches for.
    /// Elsewhere such a path asks by itself.
    fn asks_for_unknown_paths(&self) -> bool {
        self.paths && self.policy.mode == Mode::BypassPermissions
    }

    /// The rule that the path `arg` may be about, if only the run knows that path.
    fn unknown_path(
        &self,
        source: &str,
        arg: &Arg<'_>,
        directories: Directories<'_>,
        access: Access,
    ) -> Option<Matched<'p>> {
        // What is appended to a command is not written where it is.
        let is_appended = || !arg.span.slice(source).contains(['*', '?', '[', '$', '`']);
        let is_unknown = match ApproximatePath::of(arg, arg.text(), source) {
            ApproximatePath::Exact(_) => false,
            ApproximatePath::Pattern(_) => arg.value.is_cut() || is_appended(),
            ApproximatePath::Prefix(_) => !arg.value.is_pipe() && !arg.value.is_number(),
        };
        let rule = || self.machine.possible_rule(directories, arg.prefix(), access);
        (is_unknown && self.asks_for_unknown_paths()).then(rule).flatten().map(Matched::possible)
    }

    /// The strictest rule about a file whose name the command at `place` reads from its input or from a list.
    pub(super) fn input_names(
        &self,
        place: Place<'_>,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> Option<Matched<'p>> {
        let Place::Script(script, index) = place else { return None };
        if !self.paths {
            return None;
        }
        let unknown = || self.policy.rules.first_about(List::Deny, Access::Read).map(Matched::possible);
        match commands::name_source(args) {
            Some(NameSource::Input) => {}
            Some(NameSource::List) => return unknown(),
            None => return None,
        }
        let input = stdin_text::input(script, index);
        let mut strictest = None;
        let names = input.texts.iter().flat_map(|text| text.split([' ', '\t', '\r', '\n', '\0']));
        for name in names.filter(|name| !name.is_empty()) {
            let own = name.rsplit_once(':').map_or(name, |(_, path)| path);
            for path in [name, own] {
                let path = ApproximatePath::Exact(Cow::Borrowed(path));
                strictest = stricter(strictest, self.path_rule(directories, &path, Access::Read));
            }
        }
        let appends = |inner: &Inner| matches!(inner, Inner::Command { appends: true, provable: true, .. });
        if input.is_open && commands::inner(args).as_ref().is_some_and(appends) {
            // Its unknown arguments are judged where they are.
            return strictest;
        }
        strictest.or_else(|| if input.is_open { unknown() } else { None })
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
        let texts = uses.uses.iter().zip(args).filter_map(|(used, arg)| {
            let (role, from) = used.value.unwrap_or((used.role, 0));
            Some((role, arg.text()?.get(from as usize..)?))
        });
        texts.fold(None, |strictest, (role, text)| {
            let spec = Pathspec::of(text);
            if role == Role::PathRead && spec.is_none() {
                return strictest;
            }
            let wild = spec.filter(|spec| role == Role::PathRead && spec.is_wild());
            if let Some(rule) = wild.and_then(|spec| self.machine.pathspec_rule(spec.path, spec.ignores_case))
            {
                return stricter(strictest, Some(Matched::possible(rule)));
            }
            let inside = match role {
                // `-L 1,5:file`
                Role::Setting => text.rsplit_once(':').map(|(_, path)| path),
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
                None if role == Role::Revision => about(text).map(|found| Matched::possible(found.rule)),
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
        for arg in &variables.targets(script, redirect) {
            let about = self.redirect(command, directories, arg, script.source, access);
            let about = about.or_else(|| self.unknown_path(script.source, arg, directories, access));
            strictest = stricter(strictest, about);
        }
        // What is written is also looked for as if its values were not known.
        if access == Access::Edit && variables.knows_target(redirect.target) {
            for arg in &commands::word_arguments(script, word, redirect.target) {
                let about = self.redirect(command, directories, arg, script.source, access);
                strictest = stricter(strictest, about);
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
            let certain = rules.has(list, rule);
            Some(if certain { Matched::certain(list, rule) } else { Matched::possible(rule) })
        })
    }
}

/// What a command does with the files that its operands, or the parameters of a cmdlet, name, and the arguments that name them.
fn path_arguments(args: &[Arg<'_>]) -> Option<(Access, Vec<usize>)> {
    let access = |kind: &Kind| match kind.role {
        Role::PathRead => Some(Access::Read),
        Role::PathWritten | Role::PathDeleted => Some(Access::Edit),
        _ => None,
    };
    if let Some((bound, _)) = commands::bound(args) {
        let paths = || bound.iter().filter_map(|it| Some((access(&it.parameter.value?)?, it)));
        let (strictest, _) = paths().max_by_key(|(access, _)| *access == Access::Edit)?;
        return Some((strictest, paths().flat_map(|(_, it)| it.values.clone()).collect()));
    }
    let reading = Reading::of(args);
    let operands = &reading.form()?.operands;
    let mut kinds = operands.first.iter().chain(&operands.rest).chain(&operands.last).chain(&operands.after);
    Some((kinds.find_map(access)?, reading.operands().to_vec()))
}
