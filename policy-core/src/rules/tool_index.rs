//! The rules about one tool, by what a call must have to be meant.
//!
//! Owns the tables. Numbers are those of one list, where the smallest is the first in source order.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::by_name::ByName;
use super::lead_index::LeadIndex;
use super::meaning_index::MeaningIndex;
use super::path_index::PathIndex;
use super::pattern::Pattern;
use super::text::{Content, Rule};

/// The rules about one tool.
#[derive(Clone, Debug, Default)]
pub(super) struct Tool {
    /// Rules about every call.
    pub(super) all: Vec<u32>,
    /// Command rules by the command's name.
    pub(super) by_name: ByName<Named>,
    /// The same rules by what they begin with.
    pub(super) leads: LeadIndex,
    /// Command rules in which a wildcard may occur in the name.
    pub(super) open: Vec<u32>,
    /// Rules about paths.
    pub(super) paths: PathIndex,
    /// Rules about hosts and other text.
    pub(super) other: Vec<u32>,
}

/// The command rules about one program.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// Ascending.
    pub(super) numbers: Vec<u32>,
    /// The most words of a sub-command that one of them names.
    pub(super) sub_words: usize,
    /// The first option that each names, and how many words of a sub-command precede it; none twice.
    pub(super) first_options: Vec<(usize, Box<str>)>,
    /// By what they mean; filled at the first question, because it needs the tables.
    pub(super) meanings: OnceBox<MeaningIndex>,
}

impl Named {
    fn add(&mut self, pattern: &Pattern, number: u32) {
        if self.numbers.last() != Some(&number) {
            self.numbers.push(number);
        }
        self.sub_words = self.sub_words.max(pattern.sub_words());
        if let Some((words, option)) = pattern.first_option()
            && !self.first_options.iter().any(|known| known.0 == words && *known.1 == *option)
        {
            self.first_options.push((words, option.into()));
        }
    }
}

impl Tool {
    /// Adds the rule `number`; `command` is the part of a command rule by which it is found. [`Tool::finish`] follows the last
    /// one.
    pub(super) fn add(&mut self, rule: &Rule, number: u32, command: impl Fn(&Pattern) -> &Pattern) {
        match &rule.content {
            Content::All => self.all.push(number),
            Content::Command(pattern) => match command(pattern).index_words() {
                Some(names) => {
                    for name in names {
                        self.add_named(pattern, name, number);
                    }
                    self.leads.add(command(pattern).leads(), number);
                }
                None => self.open.push(number),
            },
            Content::Path(path) => self.paths.add(path, number),
            Content::Domain(_) | Content::Text(_) => self.other.push(number),
        }
    }

    /// Makes the rules searchable.
    pub(super) fn finish(&mut self) {
        self.by_name.finish();
        self.leads.finish();
        self.paths.finish();
    }

    fn add_named(&mut self, pattern: &Pattern, name: Box<str>, number: u32) {
        if let Some(named) = self.by_name.entry(name) {
            named.add(pattern, number);
        }
    }

    /// What is known of the command rules about the program `name`.
    pub(super) fn about(&self, name: &str) -> Option<&Named> {
        self.by_name.of(name).next()
    }

    /// The command rules about the program `name`, ascending.
    pub(super) fn named<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t u32> + use<'t> {
        self.about(name).into_iter().flat_map(|named| &named.numbers)
    }
}
