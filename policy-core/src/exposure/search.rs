//! The search through a command for everything that a deny rule, an ask rule or a forbidden form must see: behind
//! wrappers, in nested shells, in loops and on standard input.
//!
//! Owns the way inward. Sees too much rather than too little, and is never used to allow anything.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::forms::{FormHit, FormSearch};
use super::redirects::redirect_objection;
use super::{inline_script, loops, stdin_text};
use crate::codes::notices;
use crate::commands::{self, AbstractValue, Arg, Inner, Proof, Role};
use crate::dataflow::Variables;
use crate::limits::SHELL_DEPTH_MAX;
use crate::machine::{ApproximatePath, Directories, Machine, protected_writes};
use crate::paths::lexical::last_part;
use crate::policy::Policy;
use crate::profiles::forbidden::{Whereabouts, is_asked_about, may_be_asked_about};
use crate::request::Request;
use crate::rules::{Access, List, Matched, Rules, Subject, Words};
use crate::script::{Redirect, RedirectOp, Script};
use crate::span::Span;
use crate::syntax::{Salvage, read, salvage};

/// The budget of one request, in bytes of command text that are matched against rules: this many, and [`FORMS`] times
/// the length of the command. Past it only the beginnings of inner commands are matched.
const BYTES_AT_LEAST: usize = 4_096;
const FORMS: usize = 3;

/// How many words of a command are matched once the budget is spent, and how many bytes of each.
const WORDS_WHEN_SPENT: usize = 6;
const WORD_BYTES_WHEN_SPENT: usize = 256;

/// The largest number of arguments that one request may cost in the search for inner commands.
const STEPS_MAX: usize = 10_000;

#[derive(Debug)]
pub(crate) struct Exposure<'e, 'p> {
    policy: &'p Policy,
    request: &'e Request<'e>,
    forms: FormSearch<'e>,
    machine: &'e Machine<'p>,
    commands: bool,
    paths: bool,
    /// Whether it looks for protected paths that are written, and the first that it found.
    protects: bool,
    protected: Option<Span>,
    budget: usize,
    spent: usize,
    steps: usize,
}

impl<'e, 'p> Exposure<'e, 'p> {
    /// A search for what the rules of `policy`, and the forms of its profile, match.
    pub(crate) fn new(policy: &'p Policy, request: &'e Request<'e>, machine: &'e Machine<'p>) -> Self {
        let has = |list| !policy.rules.list(list).is_empty();
        let whereabouts =
            Whereabouts { cwd: request.cwd, request: request.cwd, home: request.home, host: machine.host() };
        Self {
            policy,
            request,
            forms: FormSearch::new(policy.profile.forbidden, whereabouts),
            machine,
            commands: has(List::Deny) || has(List::Ask),
            paths: machine.has_path_rules(),
            protects: false,
            protected: None,
            budget: BYTES_AT_LEAST + FORMS * request.command.len(),
            spent: 0,
            steps: 0,
        }
    }

    /// The strictest rule that matches the simple command at `index` of the request's script, or a command inside it.
    pub(crate) fn command(
        &mut self,
        script: &Script<'_>,
        index: usize,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> Option<Matched<'p>> {
        if self.is_about_nothing(args) {
            return None;
        }
        self.forms.enter(index);
        self.visit(Some((script, index)), args, directories, 0)
    }

    /// Whether these arguments need no search: no rule and no form could match, and no command is inside.
    fn is_about_nothing(&self, args: &[Arg<'_>]) -> bool {
        let name = args.first().and_then(Arg::text).map(last_part);
        let mentions = || args.iter().any(|arg| may_be_asked_about(arg.prefix()));
        // Of what only a sub-command or an option runs, its arguments tell.
        let runs_nothing =
            |program: &commands::Program| !program.runs || program.wrapper.is_none() && !mentions();
        !(self.commands || self.paths || self.protects || self.forms.forbids())
            && name
                .is_none_or(|name| !is_asked_about(name) && commands::program(name).is_none_or(runs_nothing))
    }

    /// As [`Exposure::command`], and the place of the first protected path that the command writes or removes.
    pub(crate) fn allowed_command(
        &mut self,
        script: &Script<'_>,
        index: usize,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> (Option<Matched<'p>>, Option<Span>) {
        self.protects = true;
        let matched = self.command(script, index, args, directories);
        self.protects = false;
        (matched, self.protected.take())
    }

    /// The strictest rule that matches text which could not be read. Every readable command was visited before.
    pub(crate) fn rest(&mut self, script: &Script<'_>) -> Option<Matched<'p>> {
        self.forms.whole(script);
        let salvage = salvage(script)?;
        let before = self.forms.begin_unread(script);
        let strictest = self.pieces(&salvage);
        self.forms.merge_unread(before);
        self.forms.unread(script, &salvage);
        strictest
    }

    /// The forbidden forms that were found, in source order.
    pub(crate) fn into_hits(self) -> Vec<FormHit> {
        self.forms.into_hits()
    }

    fn pieces(&mut self, salvage: &Salvage) -> Option<Matched<'p>> {
        let mut strictest = None;
        let mut before = "";
        for part in salvage.parts() {
            // What stands there a thousand times is looked at once.
            if core::mem::replace(&mut before, part) == part {
                continue;
            }
            let args: Vec<Arg<'_>> = part
                .split([' ', '\t'])
                .filter(|word| !word.is_empty())
                .map(|word| Arg::known(word, 0, Span::default()))
                .collect();
            strictest = stricter(strictest, self.visit(None, &args, None, 0));
            // Behind `<` and `>` a piece is a file.
            self.watch_path(None, part, Span::default());
        }
        strictest
    }

    /// Looks at a command and all commands in it; `position` is where it stands, when that is known.
    fn visit(
        &mut self,
        position: Position<'_>,
        args: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        let source = position.map_or("", |(script, _)| script.source);
        let mut strictest = None;
        // Every window of the arguments in which a command may stand, each looked at once.
        let mut windows = Windows::new(args.len());
        // The first argument from which on it is only guessed where commands begin.
        let mut guessed = args.len();
        while let Some((from, to)) = windows.next() {
            let Some(window) = args.get(from..to).filter(|window| !window.is_empty()) else { continue };
            let certain = from == 0 || from < guessed;
            strictest = stricter(strictest, self.look(source, window, directories, from == 0, certain));
            self.steps += window.len();
            if depth >= SHELL_DEPTH_MAX
                || self.steps > STEPS_MAX
                || strictest.is_some_and(|it: Matched<'_>| it.list == List::Deny)
            {
                continue;
            }
            let window = &with_base_name(window);
            for line in lines_elsewhere(position, window) {
                strictest = stricter(strictest, self.line(&line, window, directories, depth));
            }
            for inner in commands::inners(window) {
                let line = match inner {
                    Inner::Command { at, end, .. } => {
                        windows.push(from + at, from + end);
                        continue;
                    }
                    Inner::AnyOf { from: first, .. } => {
                        guessed = guessed.min(from + first);
                        for at in from + first..to {
                            windows.push(at, to);
                        }
                        continue;
                    }
                    Inner::Shell { at, end, skip, .. } => {
                        CommandLine { args: window, at, end, skip, front: "" }
                    }
                    Inner::Own { at, skip, wrapper } => {
                        CommandLine { args: window, at, end: at + 1, skip, front: wrapper }
                    }
                };
                strictest = stricter(strictest, self.shell(&line, position, directories, depth));
            }
        }
        strictest
    }

    /// Holds one window of a command's arguments against rules and forms; `whole` when it is all of them, and `certain`
    /// when a command surely begins with it.
    fn look(
        &mut self,
        source: &str,
        window: &[Arg<'_>],
        directories: Directories<'_>,
        whole: bool,
        certain: bool,
    ) -> Option<Matched<'p>> {
        let strictest = self.here(source, window);
        let strictest = stricter(strictest, self.sub_command(source, window));
        self.forms.look(source, window, directories);
        if whole && self.forms.looks_at_paths() {
            self.watch_paths(window, directories);
        }
        if self.protects {
            self.watch_writes(source, window, directories, certain);
        }
        // Every argument is in the widest window; a wrapped command brings no new one.
        if whole && self.paths {
            return stricter(strictest, self.path_rules(source, window, directories));
        }
        strictest
    }

    /// Looks at every command in a command line that is among the arguments.
    fn shell(
        &mut self,
        line: &CommandLine<'_, '_>,
        position: Position<'_>,
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        let own = line.args.get(line.at..line.end)?;
        let text = line.text(position.map(|(script, _)| script));
        let strictest = self.line(&text, own, directories, depth);
        let bound = inline_script::parameters(&text, line.args.get(line.end..).unwrap_or(&[]));
        match bound {
            Some(text) => stricter(strictest, self.line(&text, own, directories, depth)),
            None => strictest,
        }
    }

    /// Reads `line`, which stands in `own`, and looks at every command in it.
    fn line(
        &mut self,
        line: &str,
        own: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        self.spent += line.len();
        if self.spent > self.budget {
            return None;
        }
        let script = read(line, self.request.shell);
        let outer = self.forms.descend(own);
        let mut strictest = None;
        for (index, command) in script.commands.iter().enumerate() {
            self.forms.enter(index);
            let args = commands::arguments(&script, command);
            strictest =
                stricter(strictest, self.visit(Some((&script, index)), &args, directories, depth + 1));
        }
        for redirect in &script.redirects {
            let command = redirect.command.map(|command| command as usize);
            let unknown = Variables::default();
            let rule = self.redirect_rule(&script, &unknown, redirect, command, directories);
            strictest = stricter(strictest, rule);
            if self.protects
                && self.protected.is_none()
                && redirect_objection(&script, redirect, directories, self.machine)
                    .is_some_and(|(notice, _)| *notice == notices::PATH_PROTECTED)
            {
                self.protected = Some(self.forms.place(own));
            }
        }
        strictest = stricter(self.rest(&script), strictest);
        self.forms.ascend(outer);
        strictest
    }

    /// The strictest rule that matches exactly these arguments.
    fn here(&mut self, source: &str, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        let mut strictest = None;
        if self.commands {
            if self.spent <= self.budget {
                self.spent += args.iter().map(|arg| arg.span.len() + 1).sum::<usize>();
            }
            let spent = self.spent > self.budget;
            let args = if spent { args.get(..WORDS_WHEN_SPENT.min(args.len()))? } else { args };
            let argv: Vec<Option<&str>> = args.iter().map(Arg::text).collect();
            let written: Vec<&str> = args
                .iter()
                .map(|arg| {
                    let plain = source.is_empty() || spent && arg.span.len() > WORD_BYTES_WHEN_SPENT;
                    if plain { arg.text().unwrap_or("") } else { arg.span.slice(source) }
                })
                .collect();
            let subject =
                Subject::new(Words { argv: &argv, source: &written }, Rules::grammar(self.request.tool));
            strictest = [List::Deny, List::Ask].into_iter().find_map(|list| {
                let rule = self.policy.rules.find(list, self.request.tool, &subject)?;
                Some(Matched { list, rule })
            });
        }
        strictest
    }

    /// The strictest rule that matches the sub-command of these arguments without the options before it, or with the
    /// option that a rule names moved to the front.
    fn sub_command(&mut self, source: &str, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        let (rules, tool) = (&self.policy.rules, self.request.tool);
        let name = args.first().filter(|_| self.commands)?;
        let text = last_part(name.text()?);
        let mut strictest = None;
        let mut read = |args: &[Arg<'_>], depth: usize| {
            for (words, option) in rules.first_options(tool, text) {
                if let Some(args) = commands::with_option_first(args, words, option) {
                    strictest = stricter(strictest, self.here(source, &args));
                }
            }
            if depth > 0 {
                commands::without_options(args, depth, &mut |args| {
                    strictest = stricter(strictest, self.here(source, args));
                    for (words, option) in rules.first_options(tool, text) {
                        if let Some(args) = commands::with_option_first(args, words, option) {
                            strictest = stricter(strictest, self.here(source, &args));
                        }
                    }
                });
            }
        };
        read(args, rules.sub_words(tool, text));
        let depth = text.split_once('-').map_or(0, |(front, _)| rules.sub_words(tool, front));
        if depth > 0
            && let Some(own) = commands::own_program(name)
        {
            let args: Vec<Arg<'_>> = own.into_iter().chain(args.iter().skip(1).copied()).collect();
            read(&args, depth);
            strictest = stricter(strictest, self.here(source, &args));
        }
        strictest
    }

    /// The strictest path rule that matches an argument. Every argument of a program without a table may be a path.
    fn path_rules(
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
    /// `HEAD:.env`, `:(top).env`, or `.env` where a revision may stand (gitrevisions(7), gitglossary(7) "pathspec").
    fn tracked(
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
    fn watch_paths(&mut self, args: &[Arg<'_>], directories: Directories<'_>) {
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
    fn watch_writes(&mut self, source: &str, args: &[Arg<'_>], directories: Directories<'_>, certain: bool) {
        if self.protected.is_none()
            && let Some(at) = protected_writes::protected_at(args, source, directories, self.machine, certain)
            && let Some(arg) = args.get(at)
        {
            self.protected = Some(self.forms.place(core::slice::from_ref(arg)));
        }
    }

    fn watch_path(&mut self, directories: Directories<'_>, path: &str, span: Span) {
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
    fn redirect(
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
    fn path_rule(
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
    fn rule_about(
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

/// The script in which a command stands, and which of its commands it is.
type Position<'a> = Option<(&'a Script<'a>, usize)>;

/// A command line among arguments: those from `at` up to `end`, the first one without its first `skip` bytes, behind
/// the words in `front`.
struct CommandLine<'a, 's> {
    args: &'a [Arg<'s>],
    at: usize,
    end: usize,
    skip: usize,
    front: &'a str,
}

impl CommandLine<'_, '_> {
    fn text(&self, script: Option<&Script<'_>>) -> String {
        let mut line = String::from(self.front);
        let own = self.args.get(self.at..self.end).unwrap_or(&[]);
        // `ssh host -- command`
        let marks = own.iter().take_while(|arg| arg.text() == Some("--")).count();
        for (index, arg) in own.iter().enumerate().skip(marks) {
            if !line.is_empty() {
                line.push(' ');
            }
            let bound = script.filter(|_| arg.text().is_none());
            let bound = bound.map(|script| inline_script::word(arg.span.slice(script.source), script));
            let text = bound.as_deref().unwrap_or_else(|| arg.prefix());
            line.push_str(if index == 0 { text.get(self.skip..).unwrap_or("") } else { text });
        }
        line
    }
}

/// The command lines that a command runs although they stand elsewhere: on its standard input, in a loop around it, or
/// in the output of a process substitution.
fn lines_elsewhere(position: Position<'_>, args: &[Arg<'_>]) -> Vec<String> {
    let Some((script, index)) = position else { return Vec::new() };
    let mut lines = Vec::new();
    if commands::reads_commands(args) {
        lines.extend(stdin_text::texts(script, index));
    }
    lines.extend(loops::lines(script, index, args));
    if args.iter().any(|arg| arg.value.is_pipe()) && reads_script_file(args) {
        lines.extend(stdin_text::piped_arguments(script, args));
    }
    lines
}

/// Whether the program of `args` runs the commands in a file among its arguments.
fn reads_script_file(args: &[Arg<'_>]) -> bool {
    let name = args.first().and_then(Arg::text).unwrap_or("");
    commands::inners(args).is_empty()
        && commands::program(name).is_some_and(|program| program.form.commands.is_some())
}

/// `/usr/bin/env` wraps what `env` wraps.
fn with_base_name<'s>(args: &[Arg<'s>]) -> Vec<Arg<'s>> {
    let mut args = args.to_vec();
    if let Some(first) = args.first_mut()
        && let Some((_, base)) = first.text().and_then(|text| text.rsplit_once('/'))
    {
        first.value = AbstractValue::Known(base);
    }
    args
}

/// The windows of one command's arguments in which a command may stand, each visited once.
struct Windows {
    waiting: Vec<(usize, usize)>,
    next: usize,
    length: usize,
    /// By first argument: whether the window from there to the last argument has been waiting already.
    seen: Vec<bool>,
}

impl Windows {
    fn new(length: usize) -> Self {
        Self { waiting: alloc::vec![(0, length)], next: 0, length, seen: alloc::vec![false; length] }
    }

    fn push(&mut self, from: usize, to: usize) {
        let seen = if to == self.length { self.seen.get_mut(from) } else { None };
        let known = match seen {
            Some(seen) => core::mem::replace(seen, true),
            // Windows that end earlier are find's; they do not overlap.
            None => self.waiting.contains(&(from, to)),
        };
        if !known && from > 0 {
            self.waiting.push((from, to));
        }
    }

    fn next(&mut self) -> Option<(usize, usize)> {
        let window = self.waiting.get(self.next).copied();
        self.next += 1;
        window
    }
}

/// The stricter of two matches; the first of equals.
pub(crate) fn stricter<'p>(first: Option<Matched<'p>>, second: Option<Matched<'p>>) -> Option<Matched<'p>> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if second.list < first.list { second } else { first }),
        (first, second) => first.or(second),
    }
}
