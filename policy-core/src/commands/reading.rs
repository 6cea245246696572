//! A tolerant reading of arguments, for whoever must see rather too much: forbidden forms, remarks, what is displayed.
//!
//! Owns what the engine does not forgive: an option that no table has, a name cut short, a sub-command without a form,
//! a program without a table. Finds options and values by the look-ups of the engine. Proves nothing.

use alloc::string::String;
use alloc::vec::Vec;

use super::argument::Arg;
use super::expression::{begins_expression, is_leading};
use super::formats;
use super::packed::program;
use super::shape::{Arity, Form, Opt, Plus, Program, Role, Syntax};
use crate::paths::lexical::last_part;
use crate::script::Shell;
use crate::span::Span;

/// One option as it was given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'s> {
    /// The argument in which it is.
    pub at: usize,
    /// The table's option, when a table has it.
    pub option: Option<&'static Opt>,
    /// The arguments that hold its value, and the byte of the first one at which it begins.
    pub value: Option<Place>,
    spelling: Spelling<'s>,
}

/// Where an option's value is: the arguments from `at` up to `end`, the first one without its first `skip` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Index of the first argument.
    pub at: usize,
    /// Index after the last argument.
    pub end: usize,
    /// Bytes of the first argument that are before it (`--size=`).
    pub skip: usize,
}

/// How an option is spelled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spelling<'s> {
    /// The whole argument, without a value: `--force`, `-name`.
    Whole(&'s str),
    /// One letter of a cluster.
    Letter(u8),
}

/// How many of the following arguments belong to an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// This many.
    Next(usize),
    /// All: they are a command.
    Rest,
    /// None or one: no table has the option.
    Perhaps,
}

/// The innermost form that is known, and the one around it.
pub(super) type Forms = [Option<&'static Form>; 2];

/// The arguments after a program or a sub-command, which are not read yet.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'a, 's> {
    args: &'a [Arg<'s>],
    forms: Forms,
    program: Option<&'static Program>,
    /// The sub-command that the program's own name stands for.
    implied: Option<&'s str>,
    /// The first argument after the program or the sub-command.
    from: usize,
}

impl<'a, 's> Unread<'a, 's> {
    /// All `args`, the program first.
    pub fn of(args: &'a [Arg<'s>]) -> Self {
        let (program, implied) = args.first().map_or((None, None), named);
        let forms = [program.map(|program| &program.form), None];
        let forms = implied.map_or(forms, |sub| inside(forms, sub));
        Self { args, forms, program, implied, from: 1 }
    }

    /// The arguments after the sub-command `path`; none when another sub-command is given.
    ///
    /// What follows an option that no table has can be its value or the sub-command.
    pub fn after(&self, path: &[&str]) -> Option<Self> {
        let implied = self.implied;
        let is_given = |word: &str| self.args.iter().any(|arg| arg.text() == Some(word));
        // Most remarks are about other sub-commands than the one that is given.
        if implied.is_none() && path.last().is_some_and(|word| !is_given(word)) {
            return None;
        }
        let forms = [self.program.map(|program| &program.form), None];
        let (path, forms) = match implied.map(|sub| (path.split_first(), inside(forms, sub))) {
            Some((Some((first, path)), forms)) if Some(*first) == implied => (path, forms),
            Some(_) => return None,
            None => (path, forms),
        };
        let (from, forms) = find(self.args, 1, path, forms)?;
        Some(Self { forms, from, ..*self })
    }

    /// The form that applies, when one is known.
    pub fn form(&self) -> Option<&'static Form> {
        let [form, outer] = self.forms;
        form.or(outer)
    }

    /// The arguments after the program or the sub-command.
    pub fn rest(&self) -> &'a [Arg<'s>] {
        self.args.get(self.from..).unwrap_or(&[])
    }

    /// Reads them, as those of the innermost form that is known. A sub-command that has a form is entered.
    pub fn read(self) -> Reading<'a, 's> {
        let Self { args, forms, .. } = self;
        let (options, subs, operands) = (Vec::new(), Vec::new(), Vec::new());
        let mut reading = Reading { unread: self, args, forms, options, subs, operands, separator: None };
        let [form, _] = forms;
        match form.map_or(Syntax::Getopt, |form| form.syntax.kind) {
            Syntax::Expression => reading.expression(),
            Syntax::Getopt | Syntax::Test | Syntax::Conditional | Syntax::Ps | Syntax::Parameters => {
                reading.getopt();
            }
        }
        reading
    }
}

/// The arguments of one command as a tolerant reader sees them.
#[derive(Clone, Debug)]
pub struct Reading<'a, 's> {
    unread: Unread<'a, 's>,
    args: &'a [Arg<'s>],
    forms: Forms,
    options: Vec<Given<'s>>,
    subs: Vec<usize>,
    operands: Vec<usize>,
    separator: Option<usize>,
}

impl<'a, 's> Reading<'a, 's> {
    /// Reads `args`, the program first. A sub-command that has a form is entered.
    pub fn of(args: &'a [Arg<'s>]) -> Self {
        Unread::of(args).read()
    }

    /// The program's table.
    pub fn program(&self) -> Option<&'static Program> {
        self.unread.program
    }

    /// The form that applies: the program's own, or that of the innermost sub-command that has one.
    pub fn form(&self) -> Option<&'static Form> {
        let [form, outer] = self.forms;
        form.or(outer)
    }

    /// Every option, in order. Each letter of a cluster is one, and so is the whole of a cluster that no table has.
    pub fn options(&self) -> &[Given<'s>] {
        &self.options
    }

    /// The arguments that are no options and no values of one.
    pub fn operands(&self) -> &[usize] {
        &self.operands
    }

    /// The sub-commands that a table has, then the arguments that are no options and no values of one.
    pub fn words(&self) -> impl Iterator<Item = usize> + '_ {
        self.subs.iter().chain(&self.operands).copied()
    }

    /// Whether the argument at `at` is a sub-command that a table has.
    pub fn is_sub(&self, at: usize) -> bool {
        self.subs.contains(&at)
    }

    /// The argument `--`.
    pub fn separator(&self) -> Option<usize> {
        self.separator
    }

    /// The first option with this spelling, or with another spelling of the same option.
    pub fn option(&self, spelling: &str) -> Option<&Given<'s>> {
        self.all(spelling).next()
    }

    /// Every option that is the same as `other`, which another command has.
    pub fn alike(&self, other: &Given<'_>) -> impl Iterator<Item = &Given<'s>> {
        let name = other.spelled();
        let known = match other.spelling {
            Spelling::Whole(name) => known(self.forms, name).or_else(|| abbreviated(self.forms, name)),
            Spelling::Letter(letter) => letter_of(self.forms, letter),
        };
        let wanted = known.or(other.option);
        self.options.iter().filter(move |given| given.is(&name, wanted))
    }

    /// Whether an option is in doubt: its name is that of an option of the program, and also the beginning of `other`'s,
    /// which the sub-command has (`brew list --version`, where `list` has `--versions`).
    pub fn may_be(&self, other: &Given<'_>) -> bool {
        let ([Some(inner), Some(_)], Some(wanted)) = (self.forms, other.option) else { return false };
        let names = || wanted.names.iter().filter(|name| inner.option(name).is_some());
        let begins = |given: &Given<'_>| {
            let Spelling::Whole(name) = given.spelling else { return false };
            inner.option(name).is_none()
                && given.option.is_some_and(|option| option.names.contains(&name))
                && can_be_cut_short(inner, name)
                && names().any(|it| is_short_for(inner, name, it))
        };
        self.options.iter().any(begins)
    }

    /// Every option with this spelling, or with another spelling of the same option.
    pub fn all(&self, spelling: &str) -> impl Iterator<Item = &Given<'s>> {
        let wanted = known(self.forms, spelling);
        self.options.iter().filter(move |given| given.is(spelling, wanted))
    }

    /// The text of an option's value; none when it has none or it is not known before running.
    pub fn value(&self, given: &Given<'s>) -> Option<&'s str> {
        let place = given.value?;
        self.args.get(place.at)?.text()?.get(place.skip..)
    }

    /// The place of an argument.
    pub fn span(&self, at: usize) -> Span {
        self.args.get(at).map_or_else(Span::default, |arg| arg.span)
    }

    /// The arguments after the sub-command `path`, read as its own; none when another sub-command is given.
    pub fn after(&self, path: &[&str]) -> Option<Self> {
        self.unread.after(path).map(Unread::read)
    }

    fn getopt(&mut self) {
        let mut at = self.unread.from;
        while let Some(arg) = self.args.get(at) {
            let [form, _] = self.forms;
            let text = arg.prefix();
            let is_first = at == self.unread.from;
            at = match text {
                _ if self.separator.is_some() => self.operand(at),
                _ if form.is_some_and(|form| form.syntax.stops) && !self.operands.is_empty() => {
                    self.operand(at)
                }
                "--" if arg.text().is_some() => {
                    self.separator = Some(at);
                    at + 1
                }
                _ if is_first && form.is_some_and(|form| form.syntax.dashless) && !text.starts_with('-') => {
                    self.dashless(at, text)
                }
                _ if is_option(text, form) => self.option_at(at, text),
                _ => self.operand(at),
            };
        }
    }

    /// The options in the argument `at`. Returns the next argument to read.
    fn option_at(&mut self, at: usize, text: &'s str) -> usize {
        let is_whole = self.args.get(at).is_some_and(|arg| arg.text().is_some());
        let first = self.options.len();
        let forms = self.forms;
        let takes = options_in(forms, text, is_whole, |spelling, option, skip| {
            let value = skip.map(|skip| Place { at, end: at + 1, skip });
            self.options.push(Given { at, option, value, spelling });
        });
        let end = match takes {
            Takes::Next(values) => at + 1 + values,
            Takes::Rest => self.args.len(),
            Takes::Perhaps => at + 1,
        };
        // The name of a pair is in front of its value.
        let last = if takes == Takes::Rest { at + 1 } else { end.saturating_sub(1).max(at + 1) };
        for given in self.options.iter_mut().skip(first) {
            let takes_next = given.option.is_some_and(|option| values(option) != Takes::Next(0));
            if takes_next && given.value.is_none() && last < self.args.len() && end > at + 1 {
                given.value = Some(Place { at: last, end, skip: 0 });
            }
        }
        end
    }

    /// `tzf`: letters without a dash, whose values follow as arguments in their order.
    fn dashless(&mut self, at: usize, letters: &'s str) -> usize {
        let mut next = at + 1;
        for letter in letters.bytes() {
            let option = letter_of(self.forms, letter);
            let takes = option.map_or(Takes::Next(0), values);
            let value = (takes == Takes::Next(1)).then_some(Place { at: next, end: next + 1, skip: 0 });
            next += usize::from(value.is_some());
            self.options.push(Given { at, option, value, spelling: Spelling::Letter(letter) });
        }
        next
    }

    /// The operand `at`, which can be a sub-command. Returns the next argument to read.
    fn operand(&mut self, at: usize) -> usize {
        let [form, _] = self.forms;
        if let (Some(form), true) = (form.filter(|form| !form.subs.is_empty()), self.operands.is_empty()) {
            let text = self.args.get(at).and_then(Arg::text);
            let sub = text.and_then(|text| form.sub(text).or_else(|| self.synonym(form, text)));
            let takes_none = form.operands.first.is_empty() && form.operands.rest.is_none();
            if sub.is_some() {
                self.forms = [sub, Some(form)];
                self.subs.push(at);
                return at + 1;
            }
            // A sub-command that no table has: its options are its own.
            if takes_none {
                self.forms = [None, Some(form)];
            }
        }
        self.operands.push(at);
        at + 1
    }

    /// The sub-command of `form` that the table calls by another name than `text`: `git stage` is `git add`.
    fn synonym(&self, form: &Form, text: &str) -> Option<&'static Form> {
        let groups = self.program()?.form.same.synonyms;
        let front: Vec<&str> =
            self.subs.iter().filter_map(|at| self.args.get(*at).and_then(Arg::text)).collect();
        let is_here = |name: &str, last: &str| name.split(' ').eq(front.iter().copied().chain([last]));
        let group = groups.iter().find(|group| group.names.iter().any(|name| is_here(name, text)))?;
        group.names.iter().find_map(|name| {
            let last = name.rsplit(' ').next().filter(|last| is_here(name, last))?;
            form.sub(last)
        })
    }

    /// find's way: every word of the expression is whole, and a command ends at `;` or `+`.
    fn expression(&mut self) {
        let mut at = self.unread.from;
        let mut has_begun = false;
        while let Some(arg) = self.args.get(at) {
            let text = arg.prefix();
            // A path after the first word of the expression is none: find rejects it.
            if !has_begun && !begins_expression(text, has_begun) {
                self.operands.push(at);
                at += 1;
                continue;
            }
            let option = known(self.forms, text);
            has_begun |= !is_leading(text);
            let end = match option.and_then(|option| option.value) {
                None => at + 1,
                Some(kind) if kind.role == Role::Command => self.command_end(at + 1),
                Some(_) => (at + 2).min(self.args.len()),
            };
            let value = (end > at + 1).then_some(Place { at: at + 1, end, skip: 0 });
            self.options.push(Given { at, option, value, spelling: Spelling::Whole(text) });
            at = end;
        }
    }

    /// The end of the command that begins at `from`, its `;` or `+` included.
    fn command_end(&self, from: usize) -> usize {
        let is_end = |at: &usize| {
            let text = self.args.get(*at).and_then(Arg::text);
            matches!(text, Some(";" | "+"))
        };
        (from..self.args.len()).find(is_end).map_or(self.args.len(), |end| end + 1)
    }
}

impl<'s> Given<'s> {
    /// Its spelling, dashes included; the letter of a cluster as an option by itself.
    pub fn spelled(&self) -> String {
        match self.spelling {
            Spelling::Whole(name) => name.into(),
            Spelling::Letter(letter) => String::from_iter(['-', char::from(letter)]),
        }
    }

    /// Whether it is one letter, perhaps among others in one argument.
    pub fn is_letter(&self) -> bool {
        matches!(self.spelling, Spelling::Letter(_))
    }

    /// The whole spelling as it was given, dashes included; empty for a letter of a cluster.
    pub fn name(&self) -> &'s str {
        match self.spelling {
            Spelling::Whole(name) => name,
            Spelling::Letter(_) => "",
        }
    }

    /// Whether it is the option `wanted`, or has this spelling where no table tells, in full or cut short.
    fn is(&self, spelling: &str, wanted: Option<&'static Opt>) -> bool {
        match (self.option, wanted) {
            (Some(option), Some(wanted)) if core::ptr::eq(option, wanted) => return true,
            // The same option is another one of the sub-command and of the program around it.
            (Some(option), _) => return option.names.contains(&spelling),
            (None, _) => {}
        }
        let is_short_for =
            |name: &str, long: &str| name.len() > 2 && name.starts_with("--") && long.starts_with(name);
        match self.spelling {
            Spelling::Letter(letter) => *spelling.as_bytes() == [b'-', letter],
            Spelling::Whole(name) => {
                name == spelling
                    || is_short_for(name, spelling)
                    || wanted.is_some_and(|wanted| wanted.names.iter().any(|it| is_short_for(name, it)))
            }
        }
    }
}

impl Spelling<'_> {
    /// Whether the option has this spelling in full.
    pub(super) fn is_of(self, option: &Opt) -> bool {
        match self {
            Self::Whole(name) => option.names.contains(&name),
            Self::Letter(letter) => option.names.iter().any(|name| *name.as_bytes() == [b'-', letter]),
        }
    }
}

/// One built-in has two names, and the other one is a directory everywhere else.
pub(super) fn full_name(name: &str) -> &str {
    if name == "." { "source" } else { name }
}

/// The table of a program whose name may have a directory in front and a version after (`/usr/bin/python3.12`), and the
/// sub-command that is part of the name (`docker-compose`).
fn named<'s>(arg: &Arg<'s>) -> (Option<&'static Program>, Option<&'s str>) {
    let name = full_name(last_part(arg.text().unwrap_or("")));
    let is_version = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let exact = arg.program(|_| name).or_else(|| arg.program(|_| name.trim_end_matches(is_version)));
    if exact.is_some() {
        return (exact, None);
    }
    let around = |(front, sub)| Some((program(front).filter(|it| !it.form.subs.is_empty())?, sub));
    name.split_once('-').and_then(around).map_or((None, None), |(program, sub)| (Some(program), Some(sub)))
}

/// Whether a text is options and not an operand.
fn is_option(text: &str, form: Option<&'static Form>) -> bool {
    let plus = form.is_some_and(|form| form.syntax.plus != Plus::Operand);
    text.len() > 1 && (text.starts_with('-') || plus && text.starts_with('+'))
}

/// The option with this full spelling, of the innermost form that has it.
fn known(forms: Forms, spelling: &str) -> Option<&'static Opt> {
    forms.into_iter().flatten().find_map(|form| form.option(spelling))
}

fn letter_of(forms: Forms, letter: u8) -> Option<&'static Opt> {
    forms.into_iter().flatten().find_map(|form| form.letter(letter))
}

/// The one option whose name `name` is cut short from.
fn abbreviated(forms: Forms, name: &str) -> Option<&'static Opt> {
    forms.into_iter().flatten().filter(|form| can_be_cut_short(form, name)).find_map(|form| {
        let mut longer = form.options.spellings().iter().filter(|(known, _)| is_short_for(form, name, known));
        let (_, first) = longer.next()?;
        longer.all(|(_, other)| other == first).then(|| form.options.at(*first)).flatten()
    })
}

/// Whether any long name of `form` can begin with `name`: letters that share an argument are no beginning.
fn can_be_cut_short(form: &Form, name: &str) -> bool {
    let is_long = name.len() > 2 && name.starts_with("--");
    is_long || !form.syntax.clusters && name.trim_start_matches('-').len() > 1
}

/// Whether `name` is the beginning of a long option's name. Where letters share no argument, long names can have one
/// dash, and the programs that let them be cut short ignore the case.
fn is_short_for(form: &Form, name: &str, known: &str) -> bool {
    if known.starts_with("--") {
        return name.len() > 2 && known.starts_with(name);
    }
    let (name, known) = (name.trim_start_matches('-'), known.trim_start_matches('-'));
    let begins = known.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    !form.syntax.clusters && name.len() > 1 && begins
}

/// Hands `add` every option in the text of one argument, with the byte at which its value begins when that is in the same
/// argument. `is_whole` says that nothing follows the text. Returns what of the following arguments is theirs.
pub(super) fn options_in<'s>(
    forms: Forms,
    text: &'s str,
    is_whole: bool,
    mut add: impl FnMut(Spelling<'s>, Option<&'static Opt>, Option<usize>),
) -> Takes {
    let (name, attached) = match text.split_once('=') {
        Some((name, _)) => (name, Some(name.len() + 1)),
        None => (text, None),
    };
    let is_long = text.starts_with("--");
    let option = known(forms, name).filter(|_| is_long || name.len() > 2);
    let option = option.or_else(|| abbreviated(forms, name));
    if is_long || option.is_some() || name.len() < 2 {
        add(Spelling::Whole(name), option, attached);
        return match option {
            _ if attached.is_some() || !is_whole => Takes::Next(0),
            Some(option) => values(option),
            None => Takes::Perhaps,
        };
    }
    letters_in(forms, text, is_whole, add)
}

/// As [`options_in`], for a cluster of letters.
fn letters_in<'s>(
    forms: Forms,
    text: &'s str,
    is_whole: bool,
    mut add: impl FnMut(Spelling<'s>, Option<&'static Opt>, Option<usize>),
) -> Takes {
    let letters = text.get(1..).unwrap_or("");
    let is_numeric = forms.into_iter().flatten().any(|form| form.syntax.numeric);
    if letters.len() > 1 && !are_known(forms, letters) {
        // Some programs have long names after one dash.
        let name = text.split('=').next().unwrap_or(text);
        add(Spelling::Whole(name), None, None);
    }
    if is_numeric && letters.bytes().all(|byte| byte.is_ascii_digit()) {
        return Takes::Next(0);
    }
    if letters.len() == 1 && letter_of(forms, letters.bytes().next().unwrap_or(0)).is_none() {
        add(Spelling::Whole(text), None, None);
        return Takes::Perhaps;
    }
    let mut takes = Takes::Next(0);
    for (at, letter) in letters.bytes().enumerate() {
        let rest = letters.get(at + 1..).unwrap_or("");
        let Some(option) = letter_of(forms, letter) else {
            add(Spelling::Letter(letter), None, None);
            takes = if takes == Takes::Next(0) { Takes::Perhaps } else { takes };
            continue;
        };
        let is_last = rest.is_empty() && is_whole;
        if is_last || option.arity == Arity::Separate {
            // `-eo name`: the value is the next argument, whatever is after the letter.
            add(Spelling::Letter(letter), Some(option), None);
            takes = if values(option) == Takes::Next(0) { takes } else { values(option) };
        } else if option.arity == Arity::None || !is_value(option, rest) {
            add(Spelling::Letter(letter), Some(option), None);
        } else {
            add(Spelling::Letter(letter), Some(option), Some(at + 2));
            return Takes::Next(0);
        }
    }
    takes
}

/// Whether a table has every letter of a cluster, up to one that takes the rest as its value.
fn are_known(forms: Forms, letters: &str) -> bool {
    for letter in letters.bytes() {
        match letter_of(forms, letter) {
            Some(option) if option.arity == Arity::None => {}
            option => return option.is_some(),
        }
    }
    true
}

/// Whether the rest of a cluster is the value of the letter in front of it, and not further letters.
fn is_value(option: &Opt, rest: &str) -> bool {
    let may_be_letters = matches!(option.arity, Arity::Optional | Arity::Attached);
    !may_be_letters
        || option
            .value
            .is_none_or(|kind| formats::check(Shell::UNKNOWN, kind.check, Some(rest), "").is_none())
}

/// What of the following arguments belongs to an option without a value in its own argument.
fn values(option: &Opt) -> Takes {
    match option.arity {
        Arity::None | Arity::Optional | Arity::Attached => Takes::Next(0),
        _ if option.value.is_some_and(|kind| kind.role == Role::Command) => Takes::Rest,
        Arity::Required | Arity::Separate | Arity::UnlessLast => Takes::Next(1),
        Arity::Pair => Takes::Next(2),
    }
}

/// The argument after the sub-command `path`, which is looked for from `at` on, and its forms.
fn find(args: &[Arg<'_>], mut at: usize, path: &[&str], mut forms: Forms) -> Option<(usize, Forms)> {
    let mut words = path.iter().peekable();
    let mut may_be_value = false;
    while let Some(word) = words.peek() {
        let text = args.get(at)?.text()?;
        if text.len() > 1 && text.starts_with(['-', '+']) {
            let takes = options_in(forms, text, true, |_, _, _| {});
            may_be_value = takes == Takes::Perhaps;
            at += match takes {
                Takes::Next(values) => 1 + values,
                Takes::Perhaps => 1,
                Takes::Rest => return None,
            };
            continue;
        }
        at += 1;
        if text == **word {
            words.next();
            may_be_value = false;
            forms = inside(forms, text);
        } else if !core::mem::take(&mut may_be_value) {
            return None;
        }
    }
    Some((at, forms))
}

/// The forms after the word `text` of a sub-command.
fn inside([form, outer]: Forms, text: &str) -> Forms {
    match form.and_then(|form| form.sub(text)) {
        Some(inner) => [Some(inner), form],
        None => [None, form.or(outer)],
    }
}
