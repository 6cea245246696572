//! The deny and ask rules about one program, by a word that every command has which they are about.
//!
//! Owns the choice of the rules that are worth a comparison of meanings. It leaves out only rules that are about another
//! command.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::meaning::Required;
use super::pattern::Pattern;
use crate::commands::Arg;
use crate::sorted;

/// So few rules are compared as fast as they are searched.
pub(super) const FEW: usize = 2;

#[derive(Clone, Debug, Default)]
pub(super) struct MeaningIndex {
    /// Numbers of rules by the word, sorted.
    by_word: Vec<(Box<str>, u32)>,
    /// The rules of which no such word is known, ascending.
    others: Vec<u32>,
    /// Both, ascending.
    all: Vec<u32>,
}

impl MeaningIndex {
    /// The index of `rules`, ascending, each with its number.
    pub(super) fn of<'p>(rules: impl Iterator<Item = (u32, &'p Pattern)>) -> Self {
        let mut index = Self::default();
        for (number, pattern) in rules {
            match pattern.required_word() {
                Required::Never => continue,
                Required::Word(word) => index.by_word.push((word, number)),
                Required::Unknown => index.others.push(number),
            }
            index.all.push(number);
        }
        sorted::sort(&mut index.by_word);
        index
    }

    /// The rules that may be about the command `args`, ascending.
    pub(super) fn about(&self, args: &[Arg<'_>]) -> Cow<'_, [u32]> {
        // A cmdlet binds its arguments to parameters, which have other spellings.
        if args.first().is_some_and(|name| name.may_name_cmdlet) {
            return Cow::Borrowed(&self.all);
        }
        let mut found = Vec::new();
        for arg in args.iter().skip(1) {
            // It may be any word, or several.
            let Some(text) = arg.text() else { return Cow::Borrowed(&self.all) };
            let from = self.by_word.partition_point(|(known, _)| **known < *text);
            let same = self.by_word.get(from..).unwrap_or_default();
            found.extend(same.iter().take_while(|(known, _)| **known == *text).map(|(_, number)| *number));
        }
        if found.is_empty() {
            return Cow::Borrowed(&self.others);
        }
        found.extend_from_slice(&self.others);
        sorted::sort(&mut found);
        found.dedup();
        Cow::Owned(found)
    }
}
