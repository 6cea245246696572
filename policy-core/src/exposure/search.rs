//! Searches a command for everything that a deny rule, an ask rule or a forbidden form must see: after wrappers, in
//! nested shells, in loops and on standard input.
//!
//! Owns the descent into inner commands. Sees too much rather than too little, and is never used to allow anything.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::argument_ranges::ArgumentRanges;
use super::command_line::{self, CommandLine, Place};
use super::forms::{FormHit, FormSearch};
use super::met_part::MetPart;
use super::redirects::redirect_objection;
use super::rewritten::Rewritten;
use super::run_files::RunFiles;
use super::strictness::stricter;
use super::{fed, inline_script, loops, started};
use crate::codes::notices;
use crate::commands::{self, AbstractValue, Arg, Count, Inner, Origin};
use crate::dataflow::Variables;
use crate::limits::{SHELL_DEPTH_MAX, WRAPPERS_MAX};
use crate::machine::{Directories, Machine};
use crate::paths::lexical::last_part;
use crate::policy::Policy;
use crate::powershell::cmdlet;
use crate::profiles::forbidden::{Whereabouts, is_asked_about, may_be_asked_about};
use crate::request::Request;
use crate::rules::{self, List, Matched};
use crate::script::Script;
use crate::span::Span;
use crate::syntax::{Salvage, UnreadWord, read, salvage};

/// The budget of one request, in bytes of command text that are matched against rules: this many, and [`FORMS`] times
/// the length of the command. Past it only the beginnings of inner commands are matched.
const BYTES_AT_LEAST: usize = 4_096;
const FORMS: usize = 3;

/// The largest number of arguments that one request may cost in the search for inner commands.
pub(super) const STEPS_MAX: usize = 10_000;

#[derive(Debug)]
pub(crate) struct Exposure<'e, 'p> {
    pub(super) policy: &'p Policy,
    pub(super) request: &'e Request<'e>,
    pub(super) forms: FormSearch<'e>,
    pub(super) machine: &'e Machine<'p>,
    pub(super) commands: bool,
    pub(super) paths: bool,
    /// Whether it looks for protected paths that are written, and the first that it found.
    pub(super) protects: bool,
    pub(super) protected: Option<Span>,
    /// The first file with a secret name that it found where it looks for protected paths.
    pub(super) secret: Option<Span>,
    pub(super) budget: usize,
    pub(super) spent: usize,
    pub(super) steps: usize,
    /// Whether it left out a command that is inside of another one: too deep, or past the budget.
    pub(super) leaves_out: bool,
    /// Whether a line is looked at that a program may run.
    pub(super) carries: bool,
    /// The command of the request that is looked at; none inside of a nested script.
    pub(super) of_request: Option<usize>,
    /// The parts of rules about pipelines that commands of the request have met.
    pub(super) met_parts: Vec<MetPart>,
    /// The files that the script runs which is looked at.
    pub(super) run_files: RunFiles,
}

impl<'e, 'p> Exposure<'e, 'p> {
    /// A search for what the rules of `policy`, and the forms of its profile, match.
    pub(crate) fn new(policy: &'p Policy, request: &'e Request<'e>, machine: &'e Machine<'p>) -> Self {
        let has = |list| !policy.rules.list(list).is_empty();
        let whereabouts = Whereabouts {
            cwd: request.cwd,
            request: request.cwd,
            home: request.home,
            paths: machine.path_model(),
        };
        Self {
            policy,
            request,
            forms: FormSearch::new(policy.profile.forbidden, whereabouts),
            machine,
            commands: has(List::Deny) || has(List::Ask),
            paths: machine.has_path_rules(),
            protects: false,
            protected: None,
            secret: None,
            budget: BYTES_AT_LEAST + FORMS * request.command.len(),
            spent: 0,
            steps: 0,
            leaves_out: false,
            carries: false,
            of_request: None,
            met_parts: Vec::new(),
            run_files: RunFiles::default(),
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
        self.of_request = Some(index);
        let strictest = self.visit(Place::Script(script, index), args, directories, 0);
        self.of_request = None;
        strictest
    }

    /// Whether these arguments need no search: no rule and no form could match, and no command is inside.
    fn is_about_nothing(&self, args: &[Arg<'_>]) -> bool {
        let name = args.first();
        let mentions = || args.iter().any(|arg| may_be_asked_about(arg.prefix()));
        // Of what only a sub-command or an option runs, its arguments tell.
        let runs_nothing =
            |program: &commands::Program| !program.runs || program.wrapper.is_none() && !mentions();
        !(self.commands || self.paths || self.protects || self.forms.forbids())
            && folded_name(args).is_none()
            && name.is_none_or(|name| {
                !name.text().map(last_part).is_some_and(is_asked_about)
                    && name.program(last_part).is_none_or(runs_nothing)
            })
    }

    /// As [`Exposure::command`], and what no wildcard of an allow rule covers: the place of the first protected path that
    /// the command writes or removes, and of the first secret that it reads.
    pub(crate) fn allowed_command(
        &mut self,
        script: &Script<'_>,
        index: usize,
        args: &[Arg<'_>],
        directories: Directories<'_>,
    ) -> (Option<Matched<'p>>, Option<Span>, Option<Span>) {
        self.protects = true;
        let matched = self.command(script, index, args, directories);
        self.protects = false;
        (matched, self.protected.take(), self.secret.take())
    }

    /// The strictest rule that matches text which could not be read, or which the shell may evaluate. Every readable command
    /// was visited before.
    pub(crate) fn rest(&mut self, script: &Script<'_>) -> Option<Matched<'p>> {
        self.forms.whole(script);
        let evaluated = self.evaluated(script);
        let evaluated = stricter(evaluated, self.written(script));
        let Some(salvage) = salvage(script) else { return evaluated };
        let before = self.forms.begin_unread(script);
        let strictest = self.pieces(&salvage).or_else(|| self.mentioned(salvage.text()));
        self.forms.merge_unread(before);
        self.forms.unread(script, &salvage);
        stricter(strictest, evaluated)
    }

    /// As [`Exposure::rest`], with the places that [`Exposure::allowed_command`] reports.
    pub(crate) fn allowed_rest(
        &mut self,
        script: &Script<'_>,
    ) -> (Option<Matched<'p>>, Option<Span>, Option<Span>) {
        self.protects = true;
        let matched = self.rest(script);
        self.protects = false;
        (matched, self.protected.take(), self.secret.take())
    }

    /// Whether a command inside of another one was left out: too deep, or more than a request may cost. No rule and no form
    /// has seen it.
    pub(crate) fn leaves_out(&self) -> bool {
        self.leaves_out
    }

    /// The forbidden forms that were found, in source order.
    pub(crate) fn into_hits(self) -> Vec<FormHit> {
        self.forms.into_hits()
    }

    fn pieces(&mut self, salvage: &Salvage) -> Option<Matched<'p>> {
        let mut strictest = None;
        // What is there a thousand times is looked at once.
        let mut seen = BTreeSet::new();
        for part in salvage.parts().filter(|part| seen.insert(*part)) {
            strictest = stricter(strictest, self.piece(part));
            // After `<` and `>` a piece is a file.
            self.watch_path(None, part, Span::default());
        }
        let mut seen = BTreeSet::new();
        for words in salvage.expanding_parts().filter(|words| seen.insert(words.clone())) {
            let args = |patterns| {
                (0..).zip(words.all()).map(move |(at, word)| unread_arg(word, at, patterns)).collect()
            };
            if words.expand() {
                strictest = stricter(strictest, self.unread_words(args(false)));
            }
            if words.have_patterns() {
                // Which files are removed is asked about where the text itself is known.
                let hits = self.forms.hit_count();
                strictest = stricter(strictest, self.unread_words(args(true)));
                self.forms.keep_first_hits(hits);
            }
        }
        strictest
    }

    /// The strictest rule that matches a piece of text that was not read.
    pub(super) fn piece(&mut self, part: &str) -> Option<Matched<'p>> {
        let words = part.split([' ', '\t']).filter(|word| !word.is_empty());
        let args = (0..).zip(words).map(|(at, word)| Arg::known(word, at, Span::default()));
        self.unread_words(args.collect())
    }

    /// The strictest rule that matches these words of a text that was not read.
    fn unread_words(&mut self, mut args: Vec<Arg<'_>>) -> Option<Matched<'p>> {
        if let Some(first) = args.first_mut().filter(|_| self.request.shell.shell().has_cmdlets)
            && let Some(name) = first.text().and_then(|name| cmdlet(name, true))
        {
            *first = Arg { value: AbstractValue::Known(name), ..first.of_cmdlet_shell() };
        }
        self.visit(Place::Unread, &args, None, 0)
    }

    /// Looks at a command and all commands in it, also with the elements of its lists apart; `place` is where it is.
    fn visit(
        &mut self,
        place: Place<'_>,
        args: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        let strictest = self.visit_once(place, args, directories, depth);
        let Place::Script(script, _) = place else { return strictest };
        match commands::with_lists_apart(script, args) {
            Some(apart) => stricter(strictest, self.visit_once(place, &apart, directories, depth)),
            None => strictest,
        }
    }

    fn visit_once(
        &mut self,
        place: Place<'_>,
        args: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        if args.is_empty() {
            // `PAGER='rm x'`, which every program gets after it if the variable was exported before.
            return stricter(self.whole_tool(), self.carried(place, args, directories, depth));
        }
        let mut strictest = None;
        // Every window of the arguments in which a command may occur, each looked at once.
        let mut ranges = ArgumentRanges::new(args.len());
        // The first argument from which on it is only guessed where commands begin.
        let mut guessed = args.len();
        while let Some((from, to)) = ranges.next() {
            let Some(window) = args.get(from..to).filter(|window| !window.is_empty()) else { continue };
            let certain = from < guessed;
            strictest = stricter(strictest, self.look(place, window, directories, from == 0, certain));
            self.steps += window.len();
            let folded = folded_name(window);
            let folded = folded.as_deref().map(|name| with_name(window, name));
            if let Some(window) = &folded {
                strictest = stricter(strictest, self.look(place, window, directories, from == 0, certain));
                self.steps += window.len();
            }
            // What has a table under the name that is written is that program.
            let is_known = window.first().and_then(|name| name.program(last_part)).is_some();
            let window = folded.as_deref().filter(|_| !is_known).unwrap_or(window);
            if strictest.is_some_and(|it: Matched<'_>| it.list == List::Deny) {
                continue;
            }
            if certain {
                self.watch_files(place, window);
            }
            let window = &with_base_name(window);
            if depth >= SHELL_DEPTH_MAX || self.steps > STEPS_MAX {
                self.leaves_out |= commands::reads_commands(window) || !commands::inners(window).is_empty();
                continue;
            }
            if certain {
                strictest = stricter(strictest, self.carried(place, window, directories, depth));
            }
            if let Some(started) = started::program(place, window) {
                strictest = stricter(strictest, self.line(&started.line, window, directories, depth));
                if started.is_open {
                    strictest = stricter(strictest, self.unknown_command());
                }
            }
            let input = command_line::elsewhere(place, window);
            for line in &input.texts {
                strictest = stricter(strictest, self.line(line, window, directories, depth));
            }
            if input.is_open {
                strictest = stricter(strictest, self.unknown_command());
            }
            strictest = stricter(strictest, self.input_names(place, window, directories));
            if let Place::Script(script, index) = place {
                for command in loops::unrolled(script, index, window) {
                    strictest = stricter(strictest, self.rewritten(&command, window, directories, depth));
                }
            }
            for inner in commands::inners(window) {
                // `timeout $x ls`, where the value may be `5 git push`.
                let end = inner.at() + usize::from(matches!(inner, Inner::AnyOf { .. }));
                if window.get(1..end).is_some_and(|own| own.iter().any(|arg| arg.value.is_split_text())) {
                    strictest = stricter(strictest, self.unknown_command());
                }
                for own in fed::commands(place, window, &inner) {
                    strictest = stricter(strictest, self.fed(&own.args(), directories, depth, WRAPPERS_MAX));
                }
                let line = match inner {
                    Inner::Command { at, end, .. } => {
                        ranges.push(from + at, from + end);
                        continue;
                    }
                    Inner::AnyOf { from: first, .. } => {
                        guessed = guessed.min(from + first);
                        for at in from + first..to {
                            ranges.push(at, to);
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
                strictest = stricter(strictest, self.shell(&line, place, directories, depth));
            }
        }
        strictest
    }

    /// Holds one window of a command's arguments against rules and forms; `whole` when it is all of them, and `certain`
    /// when a command surely begins with it.
    fn look(
        &mut self,
        place: Place<'_>,
        window: &[Arg<'_>],
        directories: Directories<'_>,
        whole: bool,
        certain: bool,
    ) -> Option<Matched<'p>> {
        let source = place.source();
        if let Some(index) = self.of_request {
            self.meet_parts(index, window);
        }
        let strictest = self.here(source, window);
        let strictest = stricter(strictest, self.sub_command(source, window));
        let strictest = stricter(strictest, self.meaning(window));
        self.forms.look(source, window, directories);
        if whole && self.forms.looks_at_paths() {
            self.watch_paths(window, directories);
        }
        if self.protects {
            self.watch_writes(source, window, directories, certain);
            if certain {
                self.watch_secrets(place, window, directories);
            }
        }
        let strictest = strictest.or_else(|| self.unknown_paths(source, window, directories));
        // Every argument is in the widest window; a wrapped command brings no new one.
        if whole && self.paths {
            return stricter(strictest, self.path_rules(source, window, directories));
        }
        strictest
    }

    /// Holds a command that gets arguments from elsewhere, and the commands that it runs, against rules about commands.
    pub(super) fn fed(
        &mut self,
        args: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
        left: usize,
    ) -> Option<Matched<'p>> {
        let mut strictest = self.command_rule(args);
        if let Some(name) = folded_name(args) {
            strictest = stricter(strictest, self.command_rule(&with_name(args, &name)));
        }
        strictest = strictest.or_else(|| self.unknown_paths("", args, directories));
        for inner in commands::inners(&with_base_name(args)) {
            let found = match inner {
                Inner::Command { at, end, .. } => {
                    if let Some(left) = left.checked_sub(1) {
                        args.get(at..end).and_then(|own| self.fed(own, directories, depth, left))
                    } else {
                        self.leaves_out = true;
                        None
                    }
                }
                Inner::Shell { at, end, skip, .. } => {
                    let line = CommandLine { args, at, end, skip, front: "" };
                    let own = args.get(at..end).unwrap_or(&[]);
                    let is_open = own.iter().any(|arg| arg.text().is_none());
                    let found = self.line(&line.text(Place::Unread), own, directories, depth);
                    stricter(found, if is_open { self.unknown_command() } else { None })
                }
                Inner::Own { .. } | Inner::AnyOf { .. } => None,
            };
            strictest = stricter(strictest, found);
        }
        strictest
    }

    /// Looks at every command in a command line that is among the arguments.
    fn shell(
        &mut self,
        line: &CommandLine<'_, '_>,
        place: Place<'_>,
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        let own = line.args.get(line.at..line.end)?;
        let text = line.text(place);
        let mut strictest = self.line(&text, own, directories, depth);
        if line.is_open(place) {
            strictest = stricter(strictest, self.unknown_command());
        }
        let bound = inline_script::parameters(&text, line.args.get(line.end..).unwrap_or(&[]));
        match bound {
            Some(text) => stricter(strictest, self.line(&text, own, directories, depth)),
            None => strictest,
        }
    }

    /// Looks at a command that does what the one with the arguments `own` does in all its repetitions.
    pub(super) fn rewritten(
        &mut self,
        command: &Rewritten,
        own: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        self.spent += command.source().len();
        if self.spent > self.budget {
            self.leaves_out = true;
            return None;
        }
        let outer = self.forms.descend(own);
        self.forms.enter(0);
        let place = Place::Rewritten(command.source());
        let strictest = self.visit(place, &command.args(), directories, depth + 1);
        self.forms.ascend(outer);
        strictest
    }

    /// Reads `line`, which is in `own`, and looks at every command in it, also as a program reads it that takes some
    /// escapes for blanks (env(1), `-S`).
    pub(super) fn line(
        &mut self,
        line: &str,
        own: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        let strictest = self.line_once(line, own, directories, depth);
        match inline_script::split_string(line) {
            Some(split) => stricter(strictest, self.line_once(&split, own, directories, depth)),
            None => strictest,
        }
    }

    fn line_once(
        &mut self,
        line: &str,
        own: &[Arg<'_>],
        directories: Directories<'_>,
        depth: usize,
    ) -> Option<Matched<'p>> {
        self.spent += line.len();
        if self.spent > self.budget {
            self.leaves_out = true;
            return None;
        }
        let script = read(line, self.request.shell);
        let outer = self.forms.descend(own);
        let of_request = self.of_request.take();
        let run_files = mem::take(&mut self.run_files);
        let mut strictest = self.joined(line);
        let variables = Variables::of(&script, None, None);
        for (index, command) in script.commands.iter().enumerate() {
            self.forms.enter(index);
            if script.is_arithmetic(command) {
                continue;
            }
            for turn in 0..variables.turns(index) {
                let mut args = commands::arguments(&script, command);
                variables.fill(&mut args, turn);
                let place = Place::Script(&script, index);
                strictest = stricter(strictest, self.visit(place, &args, directories, depth + 1));
            }
        }
        for redirect in &script.redirects {
            let command = redirect.command.map(|command| command as usize);
            let rule = self.redirect_rule(&script, &variables, redirect, command, directories);
            strictest = stricter(strictest, rule);
            if self.protects
                && let Some((notice, _)) =
                    redirect_objection(&script, &variables, redirect, directories, self.machine)
            {
                let place = self.forms.place(own);
                if *notice == notices::PATH_PROTECTED {
                    self.protected.get_or_insert(place);
                } else if *notice == notices::READS_SECRET {
                    self.secret.get_or_insert(place);
                }
            }
        }
        strictest = stricter(self.rest(&script), strictest);
        self.of_request = of_request;
        self.run_files = run_files;
        self.forms.ascend(outer);
        strictest
    }
}

/// `/usr/bin/env` wraps what `env` wraps.
fn with_base_name<'a, 's>(args: &'a [Arg<'s>]) -> Cow<'a, [Arg<'s>]> {
    match args.first().and_then(Arg::text).and_then(|text| text.rsplit_once('/')) {
        Some((_, base)) => Cow::Owned(with_name(args, base)),
        None => Cow::Borrowed(args),
    }
}

/// The name of the program that a command runs where capital letters do not count, or on Windows: `GIT`, `git.exe`. None if
/// it is the same, or that of a cmdlet, which has its own capital letters.
fn folded_name(args: &[Arg<'_>]) -> Option<String> {
    let name = args.first()?;
    let is_cmdlet = name.program(last_part).is_some_and(|program| program.cmdlet.is_some());
    name.text().filter(|_| !is_cmdlet).and_then(rules::folded_name)
}

fn with_name<'s>(args: &[Arg<'s>], name: &'s str) -> Vec<Arg<'s>> {
    let mut args = args.to_vec();
    if let Some(first) = args.first_mut() {
        first.value = AbstractValue::Known(name);
    }
    args
}

/// The argument that a word of unread text is; with `patterns` as the shell replaces them, else as they are written.
fn unread_arg(word: UnreadWord<'_>, at: u32, patterns: bool) -> Arg<'_> {
    let value = match word {
        UnreadWord::Text(text) => AbstractValue::Known(text),
        UnreadWord::Pattern { text, .. } if !patterns => AbstractValue::Known(text),
        UnreadWord::Pattern { prefix, suffix, .. } => {
            AbstractValue::FileName { prefix, suffix, count: Count::Any, origin: Origin::Disk }
        }
        UnreadWord::Expands(prefix) => AbstractValue::Unknown { prefix, suffix: "", count: Count::Any },
    };
    Arg::new(value, at, Span::default())
}
