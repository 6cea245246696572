//! Matches of deny and ask rules about commands in the arguments of one command.
//!
//! Owns the budget of text, and the readings of one command that a rule may mean.

use alloc::vec::Vec;

use super::search::Exposure;
use super::strictness::stricter;
use crate::commands::{self, Arg};
use crate::paths::lexical::last_part;
use crate::rules::{List, Matched, Rules, Subject, Words};

/// How many words of a command are matched once the budget is spent, and how many bytes of each.
const WORDS_WHEN_SPENT: usize = 6;
const WORD_BYTES_WHEN_SPENT: usize = 256;

impl<'p> Exposure<'_, 'p> {
    /// The strictest rule that matches exactly these arguments.
    pub(super) fn here(&mut self, source: &str, args: &[Arg<'_>]) -> Option<Matched<'p>> {
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
    pub(super) fn sub_command(&mut self, source: &str, args: &[Arg<'_>]) -> Option<Matched<'p>> {
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
}
