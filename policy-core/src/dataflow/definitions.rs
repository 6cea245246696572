//! Reaching definitions: every assignment, loop and `read` of the script that can give a variable its value.
//!
//! Finds the definitions that reach a use, and computes the abstract value of a word from them. Answers only if nothing
//! else in the script can set the variable. In
//!
//! ```sh
//! dir=src
//! for f in "$dir"/*.rs; do wc -l "$f"; done
//! ```
//!
//! `"$f"` is a file name that begins with `src/` and ends with `.rs`. With `read dir` in front of the loop, its value
//! is unknown.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::file_list::FileList;
use super::file_lists::Pipelines;
use super::functions::{called, keeps_arguments, named};
use super::numbers;
use super::value::{ComputedValue, append, append_sample, is_one_word};
use crate::checks::{each_assigned, splits_one_read};
use crate::commands::{self, AbstractValue, Arg, Count, DIGIT, OBJECT, Origin, Printed, ShellEffect};
use crate::script::{
    Assignment, Expansions, Function, Joint, Loop, Part, PartKind, Redirect, Scope, ScopeKind, Script,
    Simple, Value, Word,
};
use crate::span::Span;
use crate::syntax::{operands, set_first};

/// The largest number of values of a loop that are tried one by one.
const VALUES_MAX: usize = 32;

/// The longest text in bytes that is followed from one variable into another.
const TEXT_MAX: usize = 1024;

/// Where a word is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UseSite {
    /// How many commands precede it in the source.
    pub(crate) index: u32,
    /// The scope in which it is expanded.
    pub(crate) scope: u32,
}

/// The place where the target of `redirect` is expanded: with its command, or before the loop or group that it belongs
/// to.
pub(crate) fn use_site_of(script: &Script<'_>, redirect: &Redirect) -> Option<UseSite> {
    if let Some(index) = redirect.command {
        let scope = script.commands.get(index as usize)?.scope;
        return Some(UseSite { index, scope });
    }
    let around = |scope: &&(u32, &Scope)| scope.1.span.contains(redirect.span);
    let scopes: Vec<_> = (0..).zip(&script.scopes).collect();
    let scope = scopes.iter().rfind(around)?.0;
    let index = script.commands.iter().take_while(|command| command.span.start < redirect.span.start).count();
    Some(UseSite { index: index as u32, scope })
}

/// The variables of a script, all of whose assignments are known.
#[derive(Debug)]
pub(crate) struct Definitions<'s> {
    script: &'s Script<'s>,
    /// The request's working directory.
    cwd: Option<&'s str>,
    /// The same, where every command runs in it.
    stays: Option<&'s str>,
    /// By name: what sets it.
    setters: BTreeMap<String, Setters<'s>>,
    /// The indexes of the commands that split a line into variables.
    readers: Vec<usize>,
    /// By function: the arguments of each of its calls; computed once.
    calls: Vec<OnceCell<Option<Vec<Vec<ComputedValue>>>>>,
}

/// What sets one name.
#[derive(Debug, Default)]
struct Setters<'s> {
    /// How many constructs of the script set it.
    count: usize,
    /// The assignments to it in source order, each with the index of its command.
    assignments: Vec<(u32, &'s Assignment)>,
    /// The arguments of a built-in that assign to it, as `local name=value` does, each with the index of its command.
    arguments: Vec<(u32, &'s Word)>,
    /// The loops over it. An inner loop precedes the one around it.
    loops: Vec<&'s Loop>,
    /// The indexes of the arithmetic commands that set it before they do anything else.
    firsts: Vec<u32>,
    /// How many times arithmetic assigns it.
    computed: usize,
    /// How many arguments it becomes when everything that sets it sets a number; computed once.
    numbers: OnceCell<Option<Count>>,
    /// The texts that its only assignment gives it; computed once.
    texts: OnceCell<Option<Texts>>,
}

/// What an assignment gives a variable: known texts, one for each turn of the loop or each call of the function that has
/// this name.
type Texts = (Vec<ComputedValue>, Option<Span>);

impl<'s> Definitions<'s> {
    /// None when some assignment is not known, or when no word of the script depends on running.
    pub(crate) fn of(script: &'s Script<'_>, cwd: Option<&'s str>, stays: Option<&'s str>) -> Option<Self> {
        let any = |expansions| script.words.iter().any(|word| word.expansions.any(expansions));
        let sets = !script.assignments.is_empty()
            || !script.loops.is_empty()
            || !script.functions.is_empty()
            || script.scopes.iter().any(|scope| scope.kind == ScopeKind::Condition);
        let computes = Expansions::SUBSTITUTION.and(Expansions::ARITHMETIC);
        if !script.shell().variables_hold_text
            || !script.doubts.is_empty()
            || !(any(Expansions::VARIABLE) && (sets || script.source.contains("PWD")) || any(computes))
        {
            return None;
        }
        let mut setters: BTreeMap<String, Setters<'s>> = BTreeMap::new();
        let mut all_named = true;
        each_assigned(script, &mut |name| match name {
            // The shell sets it before every command, to something else.
            Some("_") => {}
            Some(name) => setters.entry(String::from(name)).or_default().count += 1,
            None => all_named = false,
        });
        let mut readers = Vec::new();
        for (index, command) in (0..).zip(&script.commands) {
            for assignment in script.assignments_of(command) {
                if let Some(name) = setters.get_mut(script.slice(assignment.name)) {
                    name.assignments.push((index, assignment));
                }
            }
            let [first, ..] = script.words_of(command) else { continue };
            if script.is_arithmetic(command)
                && command.words.len() == 1
                && let Some(name) = set_first(script.slice(first.span)).and_then(|name| setters.get_mut(name))
            {
                name.firsts.push(index);
            }
            let name = script.text(first);
            if name.is_some_and(|name| commands::does_to_shell(script.shell(), name, ShellEffect::SplitsLine))
            {
                readers.push(index as usize);
            }
            if name.is_some_and(|name| commands::does_to_shell(script.shell(), name, ShellEffect::Assigns)) {
                for word in script.words_of(command).iter().skip(1) {
                    let name = script.slice(word.span).split('=').next().unwrap_or("");
                    if let Some(setters) = setters.get_mut(name) {
                        setters.arguments.push((index, word));
                    }
                }
            }
        }
        for by in &script.loops {
            if let Some(name) = setters.get_mut(script.slice(by.name)) {
                name.loops.push(by);
            }
        }
        for operand in script.arithmetic.iter().flat_map(|it| operands(script.slice(it.span))) {
            if operand.assigned
                && let Some(name) = setters.get_mut(operand.name)
            {
                name.computed += 1;
            }
        }
        // With another `IFS` other text is one word.
        let splits_otherwise = setters.contains_key("IFS");
        let calls = vec![OnceCell::new(); script.functions.len()];
        let sources = Self { script, cwd, stays, setters, readers, calls };
        let evaluates = (0..).zip(&script.commands).any(|(index, command)| sources.evaluates(index, command));
        (all_named && !evaluates && !splits_otherwise).then_some(sources)
    }

    /// Whether `command` could set variables by running text. A name that is not known before the run could be any.
    fn evaluates(&self, index: u32, command: &Simple) -> bool {
        let words = self.script.words_of(command);
        let Some(name) = words.first() else { return false };
        // It sets what it names, and no more.
        if self.script.is_arithmetic(command) {
            return false;
        }
        let argument = words.get(1).and_then(|word| self.script.text(word));
        if let Some(name) = self.script.text(name) {
            return commands::may_set_variables(self.script.shell(), name, argument);
        }
        let sets_none = |value: &ComputedValue| {
            value
                .as_deref()
                .text()
                .is_some_and(|name| !commands::may_set_variables(self.script.shell(), name, None))
        };
        let values = self.word(self.script, name, UseSite { index, scope: command.scope });
        !values.is_some_and(|(values, _)| values.iter().all(sets_none))
    }

    /// The values that `word` may have, one for each turn of a loop, and the loop's variable when a loop decides.
    pub(crate) fn word(
        &self,
        script: &Script<'_>,
        word: &Word,
        at: UseSite,
    ) -> Option<(Vec<ComputedValue>, Option<Span>)> {
        // A deny rule may be about the very number, so its text comes first.
        self.spelled(script, word, at).or_else(|| {
            let count = self.number_word(script, word, at)?;
            Some((vec![AbstractValue::Number(count)], None))
        })
    }

    /// As [`Definitions::word`], for a word of which more is known than that it is a number.
    fn spelled(
        &self,
        script: &Script<'_>,
        word: &Word,
        at: UseSite,
    ) -> Option<(Vec<ComputedValue>, Option<Span>)> {
        let only = script.only_part(word);
        if let Some(Part { kind: PartKind::Substitution(scope), quoted: false, .. }) = only
            && self.printed_in(*scope).is_some_and(|names| !names.objects)
        {
            // As after xargs, a name with a blank in it becomes several arguments.
            return Some((vec![AbstractValue::any_file_name(Count::Any, Origin::List)], None));
        }
        // What becomes several arguments has no parts.
        if script.parts_of(word).is_empty() {
            return None;
        }
        let mut held = vec![AbstractValue::Known(String::new())];
        let mut looped: Option<Span> = None;
        for part in script.parts_of(word) {
            match part.kind {
                PartKind::Text => append(&mut held, script.slice(part.span)),
                PartKind::Wildcard => {
                    for one in &mut held {
                        *one = one.with_pattern()?;
                    }
                }
                PartKind::Variable(name) => {
                    let name = script.slice(name);
                    if let Some((by, values)) = self.turns(name, at)
                        && let Some(joined) = joined(&held, &values, part.quoted)
                    {
                        if looped.is_some_and(|other| other != by) {
                            return None;
                        }
                        looped = Some(by);
                        held = joined;
                    } else if let Some((values, by)) = self.computed(name, at) {
                        if by.is_some() && looped.is_some() && looped != *by {
                            return None;
                        }
                        looped = looped.or(*by);
                        held = joined(&held, values, part.quoted)?;
                    } else {
                        held = self.followed_by(held, name, part, only.is_some(), at)?;
                    }
                }
                PartKind::Substitution(scope) => {
                    if let Some(cwd) = self.stays.filter(|_| prints_directory(script, scope)) {
                        if !part.quoted && !is_one_word(cwd) || !self.fits(cwd, &held, part) {
                            return None;
                        }
                        append(&mut held, cwd);
                    } else if self.printed_in(scope).is_some_and(|names| names.objects) {
                        held = append_sample(&held, OBJECT, Count::splitting(!part.quoted))?;
                    } else if only.is_none() && part.quoted && numbers::printed_in(script, scope) {
                        held = append_sample(&held, DIGIT, Count::One)?;
                    } else {
                        return None;
                    }
                }
                // What is computed is a number, or the check of arithmetic asks.
                PartKind::Arithmetic if only.is_none() => held = append_sample(&held, DIGIT, Count::One)?,
                _ => return None,
            }
        }
        // The text after a name that is not known must not lead out of where it is.
        let climbs = |one: &ComputedValue| match one {
            AbstractValue::FileName { suffix, .. } => suffix.contains(".."),
            AbstractValue::Sample { prefix, sample, .. } => !is_like_a_revision(prefix, sample),
            AbstractValue::Known(_) | AbstractValue::Number(_) => false,
            AbstractValue::Home(_)
            | AbstractValue::Pipe
            | AbstractValue::Block
            | AbstractValue::Unknown { .. } => true,
        };
        if held.iter().any(climbs) {
            return None;
        }
        Some((held, looped))
    }

    /// The values of `name` at `at`, one for each turn of the loop that sets it, or for each call of the function whose
    /// argument it is; with the name of the loop's variable or of the function.
    fn turns(&self, name: &str, at: UseSite) -> Option<(Span, Vec<ComputedValue>)> {
        if let Some(by) = self.looped(name, at) {
            return Some((by.name, self.values(by)?));
        }
        self.argument(name, at)
    }

    /// The texts that `name` has at `at`, when its only assignment computes them from others: `file="$dir/$1"`.
    fn computed(&self, name: &str, at: UseSite) -> Option<&Texts> {
        // A constant has conditions of its own.
        if !self.is_set_once(name) || commands::is_safe_variable(name) || self.constant(name, at).is_some() {
            return None;
        }
        let setters = self.setters.get(name)?;
        let assigned = setters.assignments.first().filter(|(_, it)| !it.append && it.elements.is_none());
        let assigned = assigned.and_then(|(index, it)| Some((*index, self.script.word(it.value)?, false)));
        let argument = setters.arguments.first().map(|(index, word)| (*index, *word, true));
        let (index, word, is_argument) = assigned.or(argument)?;
        let setter = self.script.commands.get(index as usize).filter(|_| index < at.index)?;
        // Outside of a function such a built-in assigns nothing.
        let is_inside = || self.script.functions.iter().any(|it| self.is_beneath(setter.scope, it.body));
        let assigns = if is_argument { is_inside() } else { setter.words.is_empty() };
        if !assigns || !self.surely_ran(setter, at) {
            return None;
        }
        let site = UseSite { index, scope: setter.scope };
        let compute = || {
            let (values, by) = match self.script.text(word) {
                Some(text) => (vec![AbstractValue::Known(text.into())], None),
                None => self.spelled(self.script, word, site)?,
            };
            let own = |value: &ComputedValue| {
                let AbstractValue::Known(text) = value else { return None };
                let text = if is_argument { text.strip_prefix(name)?.strip_prefix('=')? } else { text };
                // The working directory itself may only begin a path, which is not looked at here.
                (text.len() <= TEXT_MAX && self.stays != Some(text))
                    .then(|| AbstractValue::Known(text.into()))
            };
            Some((values.iter().map(own).collect::<Option<Vec<_>>>()?, by))
        };
        setters.texts.get_or_init(compute).as_ref()
    }

    /// As [`Definitions::turns`], for an argument of a function: `$1`.
    fn argument(&self, name: &str, at: UseSite) -> Option<(Span, Vec<ComputedValue>)> {
        let place = name.parse::<usize>().ok()?.checked_sub(1)?;
        let (function, calls) = self.calls_around(at)?;
        let value = |call: &Vec<ComputedValue>| {
            call.get(place).cloned().unwrap_or_else(|| AbstractValue::Known(String::new()))
        };
        Some((function.name, calls.iter().map(value).collect()))
    }

    /// The arguments of each call of the function that `at` is in.
    fn calls_around(&self, at: UseSite) -> Option<(&'s Function, &[Vec<ComputedValue>])> {
        let is_around = |it: &(usize, &'s Function)| self.is_beneath(at.scope, it.1.body);
        let (index, function) = self.script.functions.iter().enumerate().find(is_around)?;
        let calls = self.calls.get(index)?.get_or_init(|| self.calls(function)).as_deref()?;
        Some((function, calls))
    }

    /// The arguments of each call of `function`, when all of them are known.
    fn calls(&self, function: &'s Function) -> Option<Vec<Vec<ComputedValue>>> {
        if !keeps_arguments(self.script, function) {
            return None;
        }
        let mut calls = Vec::new();
        for (index, command) in (0..).zip(&self.script.commands) {
            if named(self.script, command) != Some(function) {
                continue;
            }
            called(self.script, command)?;
            calls.extend(self.call(index, command)?);
            if calls.len() > VALUES_MAX {
                return None;
            }
        }
        (!calls.is_empty()).then_some(calls)
    }

    /// The arguments of the call at `index`, once for each turn of a loop around it.
    fn call(&self, index: u32, command: &'s Simple) -> Option<Vec<Vec<ComputedValue>>> {
        let at = UseSite { index, scope: command.scope };
        let mut by = None;
        let mut arguments = Vec::new();
        for word in self.script.words_of(command).iter().skip(1) {
            let (values, looped) = match self.script.text(word) {
                Some(text) => (vec![AbstractValue::Known(text.into())], None),
                None => self.spelled(self.script, word, at)?,
            };
            // What becomes none or several arguments moves those after it.
            let is_one = |value: &ComputedValue| matches!(value, AbstractValue::Known(_));
            if !values.iter().all(is_one) || looped.is_some() && by.is_some() && by != looped {
                return None;
            }
            by = by.or(looped);
            arguments.push(values);
        }
        let turns = arguments.iter().map(Vec::len).max().unwrap_or(1);
        let turn = |turn: usize| {
            let value = |values: &Vec<ComputedValue>| values.get(turn).or(values.first()).cloned();
            arguments.iter().map(value).collect::<Option<Vec<_>>>()
        };
        (turns <= VALUES_MAX).then_some(())?;
        (0..turns).map(turn).collect()
    }

    /// The texts that become arguments where `word` is a whole list in quotes, once for each turn: `"${a[@]}"`, and `"$@"`
    /// in a function.
    pub(super) fn list(&self, word: &Word, at: UseSite) -> Option<(Vec<Vec<ComputedValue>>, Option<Span>)> {
        let Part { kind: PartKind::List, quoted: true, span, .. } = *self.script.only_part(word)? else {
            return None;
        };
        let written = self.script.slice(span);
        if matches!(written, "$@" | "${@}") {
            let (function, calls) = self.calls_around(at)?;
            return Some((calls.to_vec(), Some(function.name)));
        }
        let name = written.strip_prefix("${")?.strip_suffix("[@]}")?;
        let elements = self.assignment(name, at)?.elements.as_ref()?;
        let mut values = Vec::new();
        for index in elements {
            values.extend(self.plain_values(*index)?);
        }
        (!values.is_empty() && values.len() <= VALUES_MAX).then(|| (vec![values], None))
    }

    /// As [`Definitions::list`], where each argument is a known text: a pattern finds none, one or several names.
    pub(super) fn known_list(
        &self,
        word: &Word,
        at: UseSite,
    ) -> Option<(Vec<Vec<ComputedValue>>, Option<Span>)> {
        let (turns, looped) = self.list(word, at)?;
        let is_known = |value: &ComputedValue| matches!(value, AbstractValue::Known(_));
        turns.iter().flatten().all(is_known).then_some((turns, looped))
    }

    /// What a word without variables becomes: known texts, and names that a pattern finds below the working directory.
    fn plain_values(&self, index: u32) -> Option<Vec<ComputedValue>> {
        let word = self.script.word(index)?;
        let value = |arg: Arg<'_>| match arg.value {
            AbstractValue::Known(text) => Some(AbstractValue::Known(text.into())),
            AbstractValue::FileName { prefix, suffix, origin, .. }
                if word.value == Value::Pattern && is_inside(prefix, self.script.slice(word.span)) =>
            {
                let (prefix, suffix) = (prefix.into(), suffix.into());
                Some(AbstractValue::FileName { prefix, suffix, count: Count::One, origin })
            }
            _ => None,
        };
        commands::word_arguments(self.script, word, index).into_iter().map(value).collect()
    }

    /// `held` followed by the variable `name`, which no loop sets and which is `part`; `alone` when it is the whole
    /// word.
    fn followed_by(
        &self,
        mut held: Vec<ComputedValue>,
        name: &str,
        part: &Part,
        alone: bool,
        at: UseSite,
    ) -> Option<Vec<ComputedValue>> {
        if let Some(text) = self.constant(name, at) {
            if !part.quoted && !is_one_word(text) || !self.fits(text, &held, part) {
                return None;
            }
            append(&mut held, text);
            return Some(held);
        }
        let listed = self.is_list(name, at).or_else(|| Some(self.read(name, at)?.0));
        if listed.is_some_and(|names| names.objects) {
            return append_sample(&held, OBJECT, Count::splitting(!part.quoted));
        }
        if !alone
            && let Some((count, true)) = self.number(name, at)
            && (part.quoted || count == Count::One)
        {
            return append_sample(&held, DIGIT, Count::One);
        }
        let read = self.read(name, at).filter(|_| part.quoted).map(|(_, origin)| origin);
        let origin = read.or_else(|| self.is_list(name, at).map(|_| Origin::List))?;
        let is_first = matches!(held.as_slice(), [AbstractValue::Known(front)] if front.is_empty());
        is_first.then(|| vec![AbstractValue::any_file_name(Count::splitting(!part.quoted), origin)])
    }

    /// Whether `text` may follow `held`. The shell may know the working directory by another name, through a link. So
    /// its text may only be a whole path or the beginning of one.
    fn fits(&self, text: &str, held: &[ComputedValue], part: &Part) -> bool {
        let is_directory = self.stays.is_some_and(|stays| core::ptr::eq(stays, text));
        let is_first = matches!(held, [AbstractValue::Known(front)] if front.is_empty());
        let Some(behind) = self.script.source.get(part.span.end as usize..) else { return false };
        let behind = behind.trim_start_matches('"');
        let ends =
            behind.is_empty() || behind.starts_with(['/', ' ', '\t', '\n', ';', '&', '|', ')', '}', '`']);
        !is_directory || is_first && ends
    }

    /// The innermost loop around `at` that sets `name`, when nothing but loops does.
    fn looped(&self, name: &str, at: UseSite) -> Option<&'s Loop> {
        let setters = self.setters.get(name).filter(|it| it.count == it.loops.len())?;
        setters.loops.iter().copied().find(|by| self.is_beneath(at.scope, by.body))
    }

    /// What `name` is when a `read` around `at` takes it from a list, and nothing else sets it; and whether each entry
    /// arrives whole.
    fn read(&self, name: &str, at: UseSite) -> Option<(FileList, Origin)> {
        if !self.is_set_once(name) {
            return None;
        }
        self.readers.iter().find_map(|index| {
            let index = *index;
            let reader = self.script.commands.get(index)?;
            let null = self.reads_whole(reader, name)?;
            let (body, names) = self.listed(|pipes| pipes.read_by(index))?;
            // Without `IFS=` blanks at the ends get lost.
            let whole = null && names.whole && !reader.assignments.is_empty();
            (names.null == null && self.is_beneath(at.scope, body))
                .then_some((names, if whole { Origin::Disk } else { Origin::List }))
        })
    }

    /// Answers a question about the pipelines of the script.
    fn listed<T>(&self, ask: impl FnOnce(Pipelines<'_, '_>) -> Option<T>) -> Option<T> {
        let arguments = |index: usize| self.arguments(index);
        ask(Pipelines { script: self.script, cwd: self.cwd, arguments: &arguments })
    }

    /// The list of names that the substitution in `scope` prints.
    fn printed_in(&self, scope: u32) -> Option<FileList> {
        self.listed(|pipes| pipes.substituted(scope))
    }

    /// The arguments of the command at `index`, where constants that are a whole word are filled in.
    fn arguments(&self, index: usize) -> Vec<Arg<'s>> {
        let Some(command) = self.script.commands.get(index) else { return Vec::new() };
        let mut args = commands::arguments(self.script, command);
        for arg in args.iter_mut().filter(|arg| arg.text().is_none()) {
            let constant = self.script.word(arg.word).and_then(|word| {
                let part = self.script.only_part(word)?;
                let PartKind::Variable(name) = part.kind else { return None };
                let at = UseSite { index: index as u32, scope: command.scope };
                let text = self.constant(self.script.slice(name), at)?;
                (part.quoted || is_one_word(text)).then_some(text)
            });
            if let Some(text) = constant {
                arg.value = AbstractValue::Known(text);
            }
        }
        args
    }

    /// Whether `reader` reads one whole entry of a list into `name`: `IFS= read -r -d '' name`. The answer is whether
    /// the entry ends with a NUL.
    fn reads_whole(&self, reader: &Simple, name: &str) -> Option<bool> {
        // `IFS=` keeps blanks at the ends; another `IFS` would cut.
        let keeps = self.script.assignments_of(reader).iter().all(|assignment| {
            splits_one_read(self.script, reader, assignment)
                && self.script.word(assignment.value).and_then(|value| self.script.text(value)) == Some("")
        });
        let words = self.script.words_of(reader).iter().map(|word| self.script.text(word));
        let words = words.collect::<Option<Vec<_>>>().filter(|_| keeps)?;
        let [_, options @ .., variable] = words.as_slice() else { return None };
        // Without `-r` a backslash in a name would end as something else.
        let null = match options {
            ["-r"] => false,
            ["-r", "-d", ""] | ["-d", "", "-r"] | ["-rd", ""] => true,
            _ => return None,
        };
        (*variable == name).then_some(null)
    }

    /// How many arguments `word` becomes, when it is a single expansion that prints numbers.
    fn number_word(&self, script: &Script<'_>, word: &Word, at: UseSite) -> Option<Count> {
        let part = script.only_part(word)?;
        let count = match part.kind {
            PartKind::Arithmetic => Count::One,
            PartKind::Substitution(scope) => numbers::printed_in(script, scope).then_some(Count::Any)?,
            PartKind::Variable(name) => {
                let (count, surely) = self.number(script.slice(name), at)?;
                surely.then_some(count)?
            }
            _ => return None,
        };
        Some(if part.quoted { Count::One } else { count })
    }

    /// How many arguments `name` becomes at `of` when everything that sets it sets a number; and whether one of the
    /// setters surely ran before.
    pub(crate) fn number(&self, name: &str, of: UseSite) -> Option<(Count, bool)> {
        let is_digits =
            |value: &ComputedValue| matches!(value, AbstractValue::Known(text) if is_decimal(text));
        if self.argument(name, of).is_some_and(|(_, values)| values.iter().all(is_digits)) {
            return Some((Count::One, true));
        }
        let setters =
            self.setters.get(name).filter(|_| commands::is_script_variable(self.script.shell(), name))?;
        let count = (*setters.numbers.get_or_init(|| self.numbers(setters)))?;
        let assigned = setters.assignments.iter().map(|(index, _)| index);
        let ran = |index: &u32| {
            *index < of.index
                && self.script.commands.get(*index as usize).is_some_and(|setter| self.surely_ran(setter, of))
        };
        let surely = assigned.chain(&setters.firsts).any(ran)
            // Without a word the loop does nothing.
            || setters.loops.iter().any(|by| self.is_beneath(of.scope, by.body));
        Some((count, surely))
    }

    /// How many arguments a name becomes that only these constructs set, each of which sets a number; none when one
    /// may set something else.
    fn numbers(&self, setters: &Setters<'s>) -> Option<Count> {
        let mut counts = Count::One;
        for (index, assignment) in &setters.assignments {
            let setter = self.script.commands.get(*index as usize)?;
            let value = self.script.word(assignment.value).filter(|_| setter.words.is_empty())?;
            if self.assigned_number(value)? == Count::Any {
                counts = Count::Any;
            }
        }
        for by in &setters.loops {
            for word in &by.words {
                let word = self.script.word(*word)?;
                let whole = self.script.only_part(word).is_some_and(|part| part.quoted);
                // Without quotes each number that is printed is a turn of its own.
                if self.assigned_number(word)? == Count::Any && whole {
                    return None;
                }
            }
        }
        let known = setters.assignments.len() + setters.loops.len() + setters.computed;
        (known == setters.count).then_some(counts)
    }

    fn is_set_once(&self, name: &str) -> bool {
        self.setters.get(name).is_some_and(|it| it.count == 1)
    }

    /// How many numbers an assigned value, or a word of a loop, consists of; none when it may be something else.
    fn assigned_number(&self, word: &Word) -> Option<Count> {
        match (&word.value, self.script.only_part(word).map(|part| part.kind)) {
            (Value::Several(texts), _) => texts.iter().all(|text| is_decimal(text)).then_some(Count::One),
            (_, Some(PartKind::Arithmetic)) => Some(Count::One),
            (_, Some(PartKind::Substitution(scope))) => {
                numbers::printed_in(self.script, scope).then_some(Count::Any)
            }
            _ => self.script.text(word).is_some_and(is_decimal).then_some(Count::One),
        }
    }

    /// The values that the loop assigns, in order.
    fn values(&self, by: &Loop) -> Option<Vec<ComputedValue>> {
        let mut values = Vec::new();
        for index in &by.words {
            let word = self.script.word(*index)?;
            if let Some(PartKind::List) = self.script.only_part(word).map(|part| part.kind) {
                values.extend(self.looped_list(word, by)?);
                continue;
            }
            if let Some(Part { kind: PartKind::Substitution(scope), quoted: false, .. }) =
                self.script.only_part(word)
            {
                let names = self.printed_in(*scope)?;
                values.push(if names.objects {
                    AbstractValue::Sample { prefix: String::new(), sample: OBJECT.into(), count: Count::One }
                } else {
                    AbstractValue::any_file_name(Count::One, Origin::List)
                });
                continue;
            }
            if word.expansions.any(Expansions::VARIABLE) {
                values.extend(self.assigned_values(word, by)?);
                continue;
            }
            values.extend(self.plain_values(*index)?);
        }
        (!values.is_empty() && values.len() <= VALUES_MAX).then_some(values)
    }

    /// The values of a loop's word that is a whole list, at any of its turns.
    pub(super) fn looped_list(&self, word: &Word, by: &Loop) -> Option<Vec<ComputedValue>> {
        let (turns, _) = self.list(word, self.site_of(by)?)?;
        Some(turns.into_iter().flatten().collect())
    }

    /// The place where the words of a loop are expanded.
    fn site_of(&self, by: &Loop) -> Option<UseSite> {
        let scope = self.script.scopes.get(by.body as usize)?.parent;
        let before = |command: &&Simple| command.span.start < by.name.start;
        let index = self.script.commands.iter().take_while(before).count() as u32;
        Some(UseSite { index, scope })
    }

    /// The values of a loop's word that contains variables, unless one of them is another loop's: `"$dir"/*.rs`,
    /// `$names`.
    fn assigned_values(&self, word: &Word, by: &Loop) -> Option<Vec<ComputedValue>> {
        let at = self.site_of(by)?;
        if let Some(Part { kind: PartKind::Variable(name), quoted: false, .. }) = self.script.only_part(word)
            && let Some(text) = self.constant(self.script.slice(*name), at)
        {
            let words = text.split([' ', '\t', '\n']).filter(|word| !word.is_empty());
            return words.map(|word| is_one_word(word).then(|| AbstractValue::Known(word.into()))).collect();
        }
        let (held, looped) = self.spelled(self.script, word, at)?;
        if looped.is_some() {
            return None;
        }
        held.into_iter()
            .map(|one| match one {
                AbstractValue::FileName { prefix, suffix, origin, .. } if is_inside(&prefix, &suffix) => {
                    Some(AbstractValue::FileName { prefix, suffix, count: Count::One, origin })
                }
                AbstractValue::Known(_) => Some(one),
                _ => None,
            })
            .collect()
    }

    /// The text of `name` at `at`.
    fn constant(&self, name: &str, at: UseSite) -> Option<&'s str> {
        if name == "PWD" && !self.setters.contains_key(name) {
            return self.stays;
        }
        let value = self.assigned(name, at)?;
        self.script.text(value).or_else(|| match self.script.only_part(value)?.kind {
            PartKind::Substitution(scope) if prints_directory(self.script, scope) => self.stays,
            _ => None,
        })
    }

    /// The list of names that `name` holds at `at`: `f=$(git ls-files | head -1)`.
    fn is_list(&self, name: &str, at: UseSite) -> Option<FileList> {
        match self.script.only_part(self.assigned(name, at)?)?.kind {
            PartKind::Substitution(scope) => self.printed_in(scope),
            _ => None,
        }
    }

    /// The value assigned to `name`, when it is assigned once, by a command of its own that surely ran before `at`.
    fn assigned(&self, name: &str, at: UseSite) -> Option<&'s Word> {
        self.script.word(self.assignment(name, at)?.value)
    }

    /// As [`Definitions::assigned`], the assignment itself.
    fn assignment(&self, name: &str, at: UseSite) -> Option<&'s Assignment> {
        // bash sets `LINES` and `COLUMNS` by itself. What else is no variable of the script's own asks where it is set.
        if !self.is_set_once(name) || commands::is_safe_variable(name) {
            return None;
        }
        let (index, assignment) = *self.setters.get(name)?.assignments.first()?;
        let before = self.script.commands.get(index as usize).filter(|_| index < at.index);
        let setter = before.filter(|setter| setter.words.is_empty())?;
        let surely = self.surely_ran(setter, at) && !assignment.append;
        surely.then_some(assignment)
    }

    /// Whether an assignment that precedes `at` surely ran before it, in the same shell.
    fn surely_ran(&self, setter: &Simple, at: UseSite) -> bool {
        matches!(setter.before, Joint::Edge | Joint::Sequence)
            && matches!(setter.after, Joint::Edge | Joint::Sequence | Joint::And)
            && !setter.negated
            && self.is_beneath(at.scope, setter.scope)
    }

    /// Whether `scope` is `around` or lies in it.
    fn is_beneath(&self, scope: u32, around: u32) -> bool {
        self.script.scopes_around(scope).any(|(at, _)| at == around)
    }
}

/// Each of `before` followed by one of `values`, one a turn.
fn joined(before: &[ComputedValue], values: &[ComputedValue], quoted: bool) -> Option<Vec<ComputedValue>> {
    let turn = |at: usize| {
        let before = before.get(at).or(before.first())?;
        let value = values.get(at).or(values.first())?;
        let AbstractValue::Known(front) = before else { return None };
        let behind = |text: &str| [front.as_str(), text].concat();
        match value {
            AbstractValue::Known(text) if quoted || is_one_word(text) => {
                Some(AbstractValue::Known(behind(text)))
            }
            AbstractValue::FileName { prefix, suffix, origin, .. } if front.is_empty() => {
                Some(AbstractValue::FileName {
                    // Unquoted, a name with a blank in it becomes several arguments, which can begin with anything.
                    prefix: if quoted { prefix.clone() } else { String::new() },
                    suffix: suffix.clone(),
                    count: Count::splitting(!quoted),
                    origin: if quoted { *origin } else { Origin::List },
                })
            }
            AbstractValue::Sample { prefix, sample, .. } => Some(AbstractValue::Sample {
                prefix: behind(prefix),
                sample: behind(sample),
                count: Count::One,
            }),
            _ => None,
        }
    };
    (0..before.len().max(values.len())).map(turn).collect()
}

/// Whether `text` is a number without a sign.
fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the text after `lead` stays harmless when the command fails and its output is empty.
fn is_like_a_revision(lead: &str, sample: &str) -> bool {
    let Some(tail) = sample.strip_prefix(lead) else { return false };
    let tail = tail.strip_prefix(OBJECT).or_else(|| tail.strip_prefix(DIGIT)).unwrap_or(tail);
    let named = tail.split(':').next().unwrap_or("");
    !tail.starts_with('-') && !named.contains('/')
}

/// Whether the one command in `scope` prints the working directory: a built-in, not a program that resolves links.
fn prints_directory(script: &Script<'_>, scope: u32) -> bool {
    let mut inside = script.commands.iter().enumerate().filter(|(_, command)| command.scope == scope);
    match (inside.next(), inside.next()) {
        (Some((at, command)), None) => {
            let args = commands::arguments(script, command);
            let uses = commands::uses(&args);
            uses.is_bare(&args)
                && uses.first_printed(&args, Printed::Directory).is_some()
                && command.assignments.is_empty()
                && script.redirects_of(at).next().is_none()
        }
        _ => false,
    }
}

/// Whether the names that a pattern finds stay below where they begin, below the working directory.
fn is_inside(lead: &str, written: &str) -> bool {
    !lead.starts_with(['/', '~', '-']) && !written.contains("..") && !written.contains('~')
}
