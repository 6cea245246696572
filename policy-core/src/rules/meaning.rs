//! A deny or ask rule held against what a command does: its sub-command by any name, its options in any spelling and
//! order, its operands.
//!
//! Owns the comparison. The tables own which spellings are the same, and the tolerant reader finds them in a command.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::glob::Glob;
use super::possible::{ArgumentValue, may_be};
use super::several::Several;
use crate::Span;
use crate::commands::{AbstractValue, Arg, Given, Reading};

/// How many letters of a sub-command's name may stand for it where no table tells.
const SHORT_MIN: usize = 3;

/// Whether a rule is about a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Answer {
    /// It is not.
    No,
    /// It is, for some values of what is not known.
    Perhaps,
    /// It is.
    Yes,
}

impl Answer {
    fn when(is: bool) -> Self {
        if is { Self::Yes } else { Self::No }
    }
}

/// Whether the rule of these words, in which `*` stands for anything, is about the command `args`. The program is known to
/// be the same.
pub(crate) fn is_about(rule: &[String], args: &[Arg<'_>]) -> Answer {
    let own: Vec<Arg<'_>> = rule.iter().map(|word| Arg::known(word, 0, Span::default())).collect();
    let literal = literal(&own);
    let meant = Reading::of(&literal);
    let given = Reading::of(args);
    if literal.len() < 2 {
        return Answer::No;
    }
    let rule = Wanted::of(&own, &meant);
    let words = rule.words(&meant, &given, args);
    if words == Answer::No {
        return Answer::No;
    }
    words.min(options(&meant, &given, args)).min(rule.bound(&meant, &given))
}

/// What a command must have for the meaning of a rule to be about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Required {
    /// It is about no command.
    Never,
    /// An argument of this text, or one that is not known.
    Word(Box<str>),
    /// No such word is known.
    Unknown,
}

/// A word without which [`is_about`] is [`Answer::No`] for the rule of these words.
pub(crate) fn required(rule: &[String]) -> Required {
    let own: Vec<Arg<'_>> = rule.iter().map(|word| Arg::known(word, 0, Span::default())).collect();
    let literal = literal(&own);
    if literal.len() < 2 {
        return Required::Never;
    }
    let meant = Reading::of(&literal);
    let form = meant.program().map(|program| &program.form);
    if form.is_some_and(|form| form.same.abbreviates) {
        return Required::Unknown;
    }
    // The name of a sub-command can be another one, or be implied.
    let has_names = form.is_some_and(|form| !form.subs.is_empty() || !form.same.implied.is_empty());
    let has_synonyms = |word: &str| {
        let groups = form.map_or(&[][..], |form| form.same.synonyms);
        groups.iter().flat_map(|group| group.names).any(|name| name.split(' ').any(|part| part == word))
    };
    let words = Wanted::of(&own, &meant).words;
    let may_differ =
        |number: usize, text: &str| text.contains('*') || number == 0 && has_names || has_synonyms(text);
    let found = words.iter().enumerate().rev().find_map(|(number, word)| match word {
        Word::Like(text) if !may_differ(number, text) => Some(Required::Word(text.as_str().into())),
        Word::Like(_) | Word::Gap => None,
    });
    found.unwrap_or(Required::Unknown)
}

/// The words of a rule without the wildcards that are words: these are no arguments.
fn literal<'a>(own: &[Arg<'a>]) -> Vec<Arg<'a>> {
    own.iter().filter(|arg| arg.text() != Some("*")).copied().collect()
}

/// One word that a rule wants among those that are no options.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    /// This one; `*` in it stands for any characters.
    Like(String),
    /// Any number of words.
    Gap,
}

/// The words of a rule that are no options.
struct Wanted {
    words: Vec<Word>,
    /// Whether further words may follow.
    is_open: bool,
}

impl Wanted {
    fn of(own: &[Arg<'_>], meant: &Reading<'_, '_>) -> Self {
        let is_word = |at: &usize| meant.words().any(|word| word == *at);
        let mut words = Vec::new();
        let mut at = 0;
        for arg in own {
            let text = arg.text().unwrap_or("");
            if text == "*" {
                words.push(Word::Gap);
                continue;
            }
            if is_word(&at) {
                words.push(Word::Like(text.into()));
            }
            at += 1;
        }
        let is_open = own.last().and_then(Arg::text).is_some_and(|text| text.ends_with('*'));
        let mut is_open = is_open;
        while words.last() == Some(&Word::Gap) {
            words.pop();
            is_open = true;
        }
        let lead = words.iter().take_while(|word| **word != Word::Gap).count();
        let text = |word: &Word| match word {
            Word::Like(text) => text.clone(),
            Word::Gap => String::new(),
        };
        let names: Vec<String> = words.iter().take(lead).map(text).collect();
        if let Some((from, to)) = canonical(meant, &names) {
            words.splice(..from, to.into_iter().map(Word::Like));
        }
        Self { words, is_open }
    }

    /// Whether the words of the command are those of the rule.
    fn words(&self, meant: &Reading<'_, '_>, given: &Reading<'_, '_>, args: &[Arg<'_>]) -> Answer {
        let mut words = given.words().peekable();
        let mut values: Vec<ArgumentValue<'_>> = Vec::new();
        for (at, arg) in args.iter().enumerate().skip(1) {
            let is_word = words.next_if_eq(&at).is_some();
            if is_word && !arg.prefix().starts_with('-') {
                values.push(arg.value);
            } else if arg.value.is_split_text() {
                // The shell splits it, and after the option are words: `git -P$x`.
                values.push(AbstractValue::ANYTHING);
            } else if is_word {
                values.push(arg.value);
            }
        }
        let names: Vec<String> = values.iter().map_while(|value| value.text()).map(String::from).collect();
        let renamed = canonical(given, &names);
        if let Some((from, to)) = &renamed {
            values.splice(..*from, to.iter().map(|name| AbstractValue::Known(name.as_str())));
        }
        let first = given.words().next().filter(|_| renamed.is_none());
        let names = Names::of(meant, first.is_none_or(|at| given.is_sub(at)));
        if given.form().is_some_and(|form| form.same.unordered) {
            return self.unordered(&values);
        }
        self.ordered(&values, &names)
    }

    fn unordered(&self, values: &[ArgumentValue<'_>]) -> Answer {
        let found = |word: &Word| match word {
            Word::Gap => Answer::Yes,
            Word::Like(text) => values.iter().map(|value| is_like(text, *value)).max().unwrap_or(Answer::No),
        };
        self.words.iter().map(found).min().unwrap_or(Answer::Yes)
    }

    fn ordered(&self, values: &[ArgumentValue<'_>], names: &Names) -> Answer {
        // The answers for the words after the last one, by the value at which they begin: at its own beginning, and
        // after a first word of it.
        let mut behind = Tails::behind_all(values, self.is_open);
        for (number, word) in self.words.iter().enumerate().rev() {
            let mut tails = Tails::none(values.len());
            for at in (0..=values.len()).rev() {
                let value = values.get(at);
                let (start, inside) = match (word, value) {
                    (Word::Gap, None) => (behind.start(at), Answer::No),
                    (Word::Gap, Some(_)) => (
                        behind.start(at).max(behind.inside(at)).max(tails.start(at + 1)),
                        behind.inside(at).max(tails.start(at + 1)),
                    ),
                    (Word::Like(_), None) => (Answer::No, Answer::No),
                    (Word::Like(text), Some(value)) => match Several::of(*value) {
                        None => {
                            let same = names.is_same(number, text, *value, values);
                            (same.min(behind.start(at + 1)), Answer::No)
                        }
                        Some(several) => {
                            let none = if several.may_be_none() { tails.start(at + 1) } else { Answer::No };
                            let only = is_like(text, several.only()).min(behind.start(at + 1));
                            let first = is_like(text, several.first()).min(behind.inside(at));
                            let middle = is_like(text, several.middle()).min(behind.inside(at));
                            let last = is_like(text, several.last()).min(behind.start(at + 1));
                            (none.min(Answer::Perhaps).max(only).max(first), middle.max(last))
                        }
                    },
                };
                tails.set(at, start, inside);
            }
            behind = tails;
        }
        behind.start(0)
    }

    /// Whether a rule that is about one command alone allows for the options that it does not name.
    fn bound(&self, meant: &Reading<'_, '_>, given: &Reading<'_, '_>) -> Answer {
        if self.is_open {
            return Answer::Yes;
        }
        let is_named = |option: &Given<'_>| meant.alike(option).next().is_some();
        if given.options().iter().all(is_named) {
            return Answer::Yes;
        }
        if meant.options().is_empty() { Answer::No } else { Answer::Perhaps }
    }
}

/// Whether the last words of a rule are the last words of a command, by the value of the command at which they begin.
struct Tails {
    /// At the beginning of the value, and after the first word of one that becomes several.
    answers: Vec<(Answer, Answer)>,
}

impl Tails {
    fn none(values: usize) -> Self {
        Self { answers: vec![(Answer::No, Answer::No); values + 1] }
    }

    /// After the last word of a rule, which further words may follow if it `is_open`.
    fn behind_all(values: &[ArgumentValue<'_>], is_open: bool) -> Self {
        let mut tails = Self::none(values.len());
        let mut rest = Answer::Yes;
        for at in (0..=values.len()).rev() {
            if let Some(value) = values.get(at) {
                let may_be_none = Several::of(*value).is_some_and(Several::may_be_none);
                rest = if may_be_none { rest.min(Answer::Perhaps) } else { Answer::No };
            }
            let inside = if is_open { Answer::Yes } else { Answer::No };
            tails.set(at, if is_open { Answer::Yes } else { rest }, inside);
        }
        tails
    }

    fn start(&self, at: usize) -> Answer {
        self.answers.get(at).map_or(Answer::No, |(start, _)| *start)
    }

    fn inside(&self, at: usize) -> Answer {
        self.answers.get(at).map_or(Answer::No, |(_, inside)| *inside)
    }

    fn set(&mut self, at: usize, start: Answer, inside: Answer) {
        if let Some(cell) = self.answers.get_mut(at) {
            *cell = (start, inside);
        }
    }
}

/// How the names of a program's sub-commands are compared.
struct Names {
    /// Whether they may be cut short.
    abbreviates: bool,
    /// Whether a name that is the beginning of another may stand for it, because no table has it.
    may_be_short: bool,
    /// What other sub-commands do too, by the first name.
    implied: Vec<(&'static str, &'static [&'static str])>,
}

impl Names {
    fn of(meant: &Reading<'_, '_>, is_known: bool) -> Self {
        let form = meant.program().map(|program| &program.form);
        let implied = form.map_or(&[][..], |form| form.same.implied);
        Self {
            abbreviates: form.is_some_and(|form| form.same.abbreviates),
            may_be_short: !is_known && form.is_some_and(|form| !form.subs.is_empty()),
            implied: implied.iter().map(|implied| (implied.what, implied.by)).collect(),
        }
    }

    /// Whether the word `number` of a rule is this word of a command.
    fn is_same(
        &self,
        number: usize,
        wanted: &str,
        value: ArgumentValue<'_>,
        all: &[ArgumentValue<'_>],
    ) -> Answer {
        let same = is_like(wanted, value);
        let Some(text) = value.text().filter(|_| same != Answer::Yes) else { return same };
        let is_short = !text.is_empty() && wanted.starts_with(text);
        let begins = |name: &&str| {
            name.split(' ').zip(all).filter(|(name, value)| value.text() == Some(*name)).count()
                == name.split(' ').count()
        };
        let implies = || self.implied.iter().any(|(what, by)| *what == wanted && by.iter().any(&begins));
        if is_short && self.abbreviates {
            Answer::Yes
        } else if number == 0 && (is_short && text.len() >= SHORT_MIN && self.may_be_short || implies()) {
            Answer::Perhaps
        } else {
            same
        }
    }
}

/// How many of the first words are the name of a sub-command that has several names, and the first of these.
fn canonical(reading: &Reading<'_, '_>, words: &[String]) -> Option<(usize, Vec<String>)> {
    let groups = reading.program()?.form.same.synonyms;
    let begins = |name: &str| {
        let count = name.split(' ').count();
        let is_it = name.split(' ').zip(words).filter(|(name, word)| name == word).count() == count;
        is_it.then_some(count)
    };
    let found = groups.iter().filter_map(|group| {
        let count = group.names.iter().filter_map(|name| begins(name)).max()?;
        Some((count, group.names.first()?))
    });
    let (count, name) = found.max_by_key(|(count, _)| *count)?;
    Some((count, name.split(' ').map(String::from).collect()))
}

/// Whether a word of a rule is about this argument.
fn is_like(wanted: &str, value: ArgumentValue<'_>) -> Answer {
    let glob = Glob::from_text(wanted);
    match value.text() {
        Some(text) => Answer::when(glob.matches(text)),
        None if may_be(&glob, value) => Answer::Perhaps,
        None => Answer::No,
    }
}

/// Whether the command has every option of the rule.
fn options(meant: &Reading<'_, '_>, given: &Reading<'_, '_>, args: &[Arg<'_>]) -> Answer {
    let mut answer = Answer::Yes;
    let mut rest = meant.options();
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|other| other.at == first.at).count();
        let (own, behind) = rest.split_at(count);
        rest = behind;
        let of = |is_letter: bool| {
            let named = own.iter().filter(|option| option.is_letter() == is_letter);
            named.map(|option| has(meant, option, given, args)).min().unwrap_or(Answer::No)
        };
        // What no table has is one name, or the letters of a cluster.
        let letters = if own.iter().any(|option| !option.is_letter()) {
            of(true).min(Answer::Perhaps)
        } else {
            of(true)
        };
        answer = answer.min(of(false).max(letters));
    }
    answer
}

/// Whether the command has this option of a rule.
fn has(meant: &Reading<'_, '_>, option: &Given<'_>, given: &Reading<'_, '_>, args: &[Arg<'_>]) -> Answer {
    let wanted = meant.value(option).filter(|text| !text.is_empty());
    let with_value = |other: &Given<'_>| match (wanted, other.value) {
        (None, _) => Answer::Yes,
        (Some(_), None) => Answer::No,
        (Some(wanted), Some(place)) => match given.value(other) {
            Some(text) => is_like(wanted, AbstractValue::Known(text)),
            None => args.get(place.at).map_or(Answer::No, |arg| match arg.prefix().get(place.skip..) {
                Some(prefix) => {
                    let (suffix, count) = (arg.suffix(), arg.value.count());
                    is_like(wanted, AbstractValue::Unknown { prefix, suffix, count })
                }
                None => Answer::Perhaps,
            }),
        },
    };
    let found = given.alike(option).map(with_value).max().unwrap_or(Answer::No);
    if found == Answer::Yes {
        return found;
    }
    let implied = if wanted.is_none() { implied(option, given, args) } else { Answer::No };
    let doubt = Answer::when(given.may_be(option)).min(Answer::Perhaps);
    found.max(implied).max(doubt).max(hidden(option, wanted.is_some(), given, args))
}

/// Whether other arguments imply this option.
fn implied(option: &Given<'_>, given: &Reading<'_, '_>, args: &[Arg<'_>]) -> Answer {
    let Some(form) = given.form() else { return Answer::No };
    let name = option.spelled();
    let names: &[&str] = option.option.map_or(&[], |option| option.names);
    let is_it = |what: &str| {
        what == name
            || names.contains(&what)
            || form.option(what).is_some_and(|it| it.names.contains(&name.as_str()))
    };
    let is_given = |word: &str| {
        if word.starts_with('-') {
            return Answer::when(given.option(word).is_some());
        }
        let begins = |at: usize| {
            let value = args.get(at).map_or(AbstractValue::ANYTHING, |arg| arg.value);
            is_like(&alloc::format!("{word}*"), value)
        };
        given.words().map(begins).max().unwrap_or(Answer::No)
    };
    let of = |by: &&str| by.split(' ').map(is_given).min().unwrap_or(Answer::No);
    let entries = form.same.implied.iter().filter(|implied| is_it(implied.what));
    entries.flat_map(|implied| implied.by).map(of).max().unwrap_or(Answer::No)
}

/// Whether an argument that is not known may be this option.
fn hidden(option: &Given<'_>, has_value: bool, given: &Reading<'_, '_>, args: &[Arg<'_>]) -> Answer {
    let end = given.separator().unwrap_or(args.len());
    let stops = given.form().is_some_and(|form| form.syntax.stops);
    let end = if stops { given.operands().first().map_or(end, |at| end.min(at + 1)) } else { end };
    let is_value = |at: usize| {
        given.options().iter().filter_map(|it| it.value).any(|place| place.at <= at && at < place.end)
    };
    let may_be = |(at, arg): (usize, &Arg<'_>)| {
        arg.text().is_none() && (arg.splits() || !is_value(at)) && may_be_option(option, has_value, arg.value)
    };
    Answer::when(args.iter().enumerate().take(end).skip(1).any(may_be)).min(Answer::Perhaps)
}

/// Whether an argument of this value may be, or contain, the option.
fn may_be_option(option: &Given<'_>, has_value: bool, value: ArgumentValue<'_>) -> bool {
    match value {
        AbstractValue::Known(_)
        | AbstractValue::Home(_)
        | AbstractValue::Number(_)
        | AbstractValue::Pipe
        | AbstractValue::Block
        | AbstractValue::Sample { .. } => return false,
        AbstractValue::FileName { .. } | AbstractValue::Unknown { .. } => {}
    }
    let (prefix, suffix) = (value.prefix(), value.suffix());
    if value.is_split_text() {
        return true;
    }
    let takes_value = has_value || option.option.is_none_or(|option| option.value.is_some());
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let names = option.option.map_or(&[][..], |option| option.names);
    let own = option.spelled();
    let is_long =
        |prefix: &str| names.iter().copied().chain([own.as_str()]).any(|name| name.starts_with(prefix));
    (prefix.is_empty()
        || prefix.starts_with("--") && is_long(prefix)
        || prefix.starts_with('-') && !prefix.starts_with("--"))
        && (takes_value || is_name(suffix))
}
