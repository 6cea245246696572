//! Matches of deny and ask rules about commands in the arguments of one command.
//!
//! Owns the budget of text, and the readings of one command that a rule may mean.

use alloc::vec::Vec;

use super::search::Exposure;
use super::strictness::stricter;
use crate::commands::{self, AbstractValue, Arg};
use crate::paths::lexical::last_part;
use crate::rules::{ArgumentValue, List, Matched, Rules, Subject, Words, folded_name};

/// How many words of a command are matched once the budget is spent, and how many bytes of each.
const WORDS_WHEN_SPENT: usize = 6;
const WORD_BYTES_WHEN_SPENT: usize = 256;

/// How many arguments are read as options and operands once the budget is spent.
const MEANING_WHEN_SPENT: usize = 32;

impl<'p> Exposure<'_, 'p> {
    /// The strictest rule that matches exactly these arguments.
    pub(super) fn here(&mut self, source: &str, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        let mut strictest = None;
        if self.commands {
            if self.spent <= self.budget {
                self.spent += args.iter().map(|arg| arg.span.len() + 1).sum::<usize>();
            }
            let spent = self.spent > self.budget;
            let is_cut = spent && args.len() > WORDS_WHEN_SPENT;
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
                Some(Matched::certain(list, rule))
            });
            if strictest.is_none() {
                strictest = if spent { self.possibly_longer(args, is_cut) } else { self.possibly(args) };
            }
        }
        strictest
    }

    /// The strictest rule about every call of the tool, whatever is in it.
    pub(crate) fn whole_tool(&self) -> Option<Matched<'p>> {
        self.policy.rules.about_every_call(self.request.tool)
    }

    /// The rule that may match these arguments once they are known.
    fn possibly(&self, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        if args.iter().all(|arg| arg.text().is_some()) {
            return None;
        }
        let values: Vec<ArgumentValue<'_>> = args.iter().map(|arg| arg.value).collect();
        self.policy.rules.possible(self.request.tool, &values).map(Matched::possible)
    }

    /// The rule that may match these arguments, of which long ones were not compared, and further ones where they are cut.
    fn possibly_longer(&self, args: &[Arg<'_>], is_cut: bool) -> Option<Matched<'p>> {
        let mut values: Vec<ArgumentValue<'_>> = Vec::new();
        for arg in args {
            let is_long = arg.span.len() > WORD_BYTES_WHEN_SPENT;
            values.push(if is_long { AbstractValue::ANYTHING } else { arg.value });
        }
        values.extend(is_cut.then_some(AbstractValue::ANYTHING));
        if values.iter().all(|value| value.text().is_some()) {
            return None;
        }
        self.policy.rules.possible(self.request.tool, &values).map(Matched::possible)
    }

    /// The strictest rule about what these arguments do, whatever their spelling is.
    pub(super) fn meaning(&self, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        if !self.commands {
            return None;
        }
        let most = if self.spent > self.budget { MEANING_WHEN_SPENT } else { args.len() };
        self.policy.rules.meaning(self.request.tool, args.get(..most.min(args.len()))?)
    }

    /// The rule about a program whose name is in a text that could not be read.
    pub(super) fn mentioned(&self, text: &str) -> Option<Matched<'p>> {
        let is_name = |character: char| character.is_alphanumeric() || "._-+".contains(character);
        let mut names = text.split(|character| !is_name(character)).filter(|name| !name.is_empty());
        let named = |name: &str| self.policy.rules.named(self.request.tool, name);
        let found = names.find_map(|name| named(name).or_else(|| named(&folded_name(name)?)));
        found.map(Matched::possible)
    }

    /// The rule that may match a command of which nothing is known.
    pub(super) fn unknown_command(&self) -> Option<Matched<'p>> {
        self.policy.rules.any_about_commands(self.request.tool).map(Matched::possible)
    }

    /// The strictest rule that matches the sub-command of these arguments without the options before it, or with the
    /// option that a rule names moved to the front.
    pub(super) fn sub_command(&mut self, source: &str, args: &[Arg<'_>]) -> Option<Matched<'p>> {
        let (rules, tool) = (&self.policy.rules, self.request.tool);
        let name = args.first().filter(|_| self.commands)?;
        let text = last_part(name.text()?);
        if !text.contains('-') && rules.named(tool, text).is_none() {
            return None;
        }
        let mut strictest = None;
        for (words, option) in rules.first_options(tool, text) {
            if let Some(args) = commands::with_option_first(args, words, option) {
                strictest = stricter(strictest, self.here(source, &args));
            }
        }
        commands::without_options(args, rules.sub_words(tool, text), &mut |args| {
            strictest = stricter(strictest, self.here(source, args));
            for (words, option) in rules.first_options(tool, text) {
                if let Some(args) = commands::with_option_first(args, words, option) {
                    strictest = stricter(strictest, self.here(source, &args));
                }
            }
        });
        if let Some(own) = self.own_program(name, text) {
            let args: Vec<Arg<'_>> = own.into_iter().chain(args.iter().skip(1).copied()).collect();
            for found in [self.here(source, &args), self.sub_command(source, &args), self.meaning(&args)] {
                strictest = stricter(strictest, found);
            }
        }
        strictest
    }

    /// The program and its sub-command that the command `name` is by itself (`git-push`), if rules are about that
    /// program: the table has this sub-command, or a rule names one.
    fn own_program<'s>(&self, name: &Arg<'s>, text: &str) -> Option<[Arg<'s>; 2]> {
        let (front, sub) = text.split_once('-')?;
        let (rules, tool) = (&self.policy.rules, self.request.tool);
        rules.named(tool, front)?;
        let is_known = || commands::program(front).is_some_and(|program| program.form.sub(sub).is_some());
        commands::own_program(name).filter(|_| is_known() || rules.sub_words(tool, front) > 0)
    }
}
