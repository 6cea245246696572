//! Commands made from the tables: options that a table allows, values that fit their role, pipelines of them.
//!
//! Deterministic: the same seed and the same tables give the same commands. Half of the simple commands start from
//! an example, so that operands and sub-commands fit together; the others from the table alone.

use policy_core::commands::{Arity, Gives, Kind, Opt, Role, Syntax};

use super::subjects::Subject;
use super::values::{VARIABLE, value};
use super::words::quoted;
use crate::exemptions::Exemptions;
use test_support::random::Random;

/// Most lots that all forms of one program have together, about.
const LOTS_MAX: usize = 80;

/// How many times as often as a form of a program that is seldom chosen another form is, at least.
const SELDOM: usize = 5;

/// Generates commands.
#[derive(Debug)]
pub(crate) struct Generator<'s> {
    random: Random,
    subjects: &'s [Subject],
    /// Each subject as often as it is to be chosen: the more it offers, the more often.
    lots: Vec<usize>,
    exemptions: &'s Exemptions,
}

impl<'s> Generator<'s> {
    /// One for `subjects`, in which the forms of a program are together.
    pub(crate) fn new(seed: u64, subjects: &'s [Subject], exemptions: &'s Exemptions) -> Self {
        let mut lots: Vec<usize> = Vec::new();
        let mut first = 0;
        for forms in subjects.chunk_by(|one, other| one.program.name == other.program.name) {
            let offered = |subject: &Subject| {
                1 + subject.form.options.iter().filter(|option| option.refuse.is_none()).count()
            };
            let all: usize = forms.iter().map(offered).sum();
            for (at, subject) in forms.iter().enumerate() {
                let share = if exemptions.is_seldom(subject.program.name) {
                    1
                } else {
                    SELDOM * (offered(subject) * LOTS_MAX).div_ceil(all.max(LOTS_MAX))
                };
                lots.extend(std::iter::repeat_n(first + at, share));
            }
            first += forms.len();
        }
        Self { random: Random::new(seed), subjects, lots, exemptions }
    }

    /// A value for the variable `x`.
    pub(crate) fn variable(&mut self) -> &'static str {
        self.random.text(VARIABLE)
    }

    /// One command.
    pub(crate) fn command(&mut self) -> String {
        let mut text = String::new();
        if self.random.one_in(10) {
            text.push_str(self.random.text(&["cd sub && ", "cd src && ", "cd . && ", "cd sub; "]));
        }
        text.push_str(&self.pipeline());
        if self.random.one_in(8) {
            text.push_str(self.random.text(&[" && ", " || ", "; "]));
            text.push_str(&self.pipeline());
        }
        text
    }

    fn pipeline(&mut self) -> String {
        let parts = 1 + usize::from(self.random.one_in(3)) + usize::from(self.random.one_in(6));
        let parts: Vec<String> = (0..parts).map(|_| self.part()).collect();
        parts.join(" | ")
    }

    fn part(&mut self) -> String {
        let mut words = self.simple(0);
        if self.random.one_in(6) {
            words.push(
                self.random
                    .text(&["2>&1", "2>/dev/null", ">/dev/null", "&>/dev/null", "</dev/null"])
                    .to_owned(),
            );
        }
        words.join(" ")
    }

    fn simple(&mut self, depth: usize) -> Vec<String> {
        let subject = self.subject();
        if !subject.examples.is_empty() && !self.random.one_in(3) {
            self.like_example(subject)
        } else {
            self.by_table(subject, depth)
        }
    }

    fn subject(&mut self) -> &'s Subject {
        let subjects = self.subjects;
        let lot = *self.random.pick(&self.lots);
        subjects.get(lot).unwrap_or_else(|| self.random.pick(subjects))
    }

    fn like_example(&mut self, subject: &Subject) -> Vec<String> {
        let mut words = self.random.pick(&subject.examples).clone();
        for _ in 0..self.random.below(3) {
            if let Some(option) = self.any_option(subject) {
                let spelled = self.spelled(subject, option);
                let at = if subject.form.syntax.kind == Syntax::Expression {
                    words.len()
                } else {
                    subject.path.len().min(words.len())
                };
                words.splice(at..at, spelled);
            }
        }
        words
    }

    fn by_table(&mut self, subject: &Subject, depth: usize) -> Vec<String> {
        let form = subject.form;
        let mut options: Vec<&'static Opt> = Vec::new();
        if form.needs.is_some() {
            options.extend(self.option_that(subject, |option| option.suffices));
        }
        if form.operands.need.is_some() {
            options.extend(self.option_that(subject, |option| option.lists));
        }
        for _ in 0..self.random.below(4) {
            options.extend(self.any_option(subject));
        }
        let spelled: Vec<String> = options.iter().flat_map(|option| self.spelled(subject, option)).collect();
        let operands = self.operands(subject, &options, depth);
        let mut words: Vec<String> = subject.path.iter().map(|word| (*word).to_owned()).collect();
        if form.syntax.kind == Syntax::Expression {
            words.extend(operands.into_iter().chain(spelled));
        } else {
            words.extend(spelled.into_iter().chain(operands));
        }
        words
    }

    fn operands(&mut self, subject: &Subject, options: &[&'static Opt], depth: usize) -> Vec<String> {
        let operands = &subject.form.operands;
        let instead = options.iter().find_map(|option| option.operands);
        let given = |gives: Gives| options.iter().any(|option| option.gives == gives);
        let mut kinds: Vec<Kind> =
            operands.first.iter().skip(usize::from(given(Gives::First))).copied().collect();
        if self.random.one_in(8) {
            kinds.pop();
        }
        let rest = options.iter().find_map(|option| option.rest).or(operands.rest);
        if let Some(rest) = rest {
            kinds.extend(std::iter::repeat_n(rest, self.random.below(3)));
        }
        kinds.extend(operands.last.filter(|_| !given(Gives::Last)));
        let mut words = Vec::new();
        for kind in kinds {
            let kind = instead.unwrap_or(kind);
            if kind.role == Role::Command {
                if depth < 2 {
                    words.extend(self.simple(depth + 1));
                }
                break;
            }
            words.extend(self.value(&kind));
        }
        words
    }

    /// A word for `kind`; a glob or a path stays unquoted.
    fn value(&mut self, kind: &Kind) -> Option<String> {
        let value = value(kind, &mut self.random)?;
        let is_glob = kind.role == Role::PathRead && value.contains('*');
        Some(if is_glob { value.to_owned() } else { quoted(value) })
    }

    fn any_option(&mut self, subject: &Subject) -> Option<&'static Opt> {
        self.option_that(subject, |_| true)
    }

    /// One of the options that are vouched for, not left out, and chosen by `which`.
    fn option_that(&mut self, subject: &Subject, which: impl Fn(&Opt) -> bool) -> Option<&'static Opt> {
        let (name, exemptions) = (subject.program.name, self.exemptions);
        let refused =
            |option: &Opt| option.refuse.is_some() || option.value.is_some_and(|kind| kind.refuse.is_some());
        let skipped =
            |option: &Opt| option.names.iter().any(|spelling| exemptions.skips_option(name, spelling));
        let fits = |option: &&Opt| which(option) && !refused(option) && !skipped(option);
        let options: Vec<&'static Opt> = subject.form.options.iter().filter(fits).collect();
        if options.is_empty() { None } else { Some(*self.random.pick(&options)) }
    }

    /// The words of `option` with its value.
    fn spelled(&mut self, subject: &Subject, option: &Opt) -> Vec<String> {
        let name = self.random.text(option.names);
        let Some(kind) = option.value else { return vec![name.to_owned()] };
        let known =
            option.names.iter().find_map(|name| subject.values.get(*name)).filter(|known| !known.is_empty());
        let value = match known {
            Some(known) if self.random.one_in(2) => Some(self.random.pick(known).clone()),
            _ => self.value(&kind),
        };
        let Some(value) = value else { return Vec::new() };
        let is_long = name.starts_with("--");
        let attached = if is_long { format!("{name}={value}") } else { format!("{name}{value}") };
        match option.arity {
            Arity::None => vec![name.to_owned()],
            Arity::Optional | Arity::Attached if self.random.one_in(3) => vec![name.to_owned()],
            Arity::Optional | Arity::Attached => vec![attached],
            Arity::Required if subject.form.syntax.kind == Syntax::Getopt && self.random.one_in(2) => {
                vec![attached]
            }
            Arity::Required | Arity::Separate | Arity::UnlessLast => vec![name.to_owned(), value],
            Arity::Pair => vec![name.to_owned(), "x".to_owned(), value],
        }
    }
}
