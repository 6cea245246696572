//! The deny and ask rules about one program, by a word that every command has which they are about.
//!
//! Owns the choice of the rules that are worth a comparison of meanings. It leaves out only rules that are about another
//! command.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::by_name::ByName;
use super::meaning::Required;
use super::pattern::Pattern;
use crate::commands::Arg;
use crate::sorted;

/// So few rules are compared as fast as they are searched.
pub(super) const FEW: usize = 2;

#[derive(Clone, Debug, Default)]
pub(super) struct MeaningIndex {
    /// Numbers of rules by the word.
    by_word: ByName<u32>,
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
                Required::Word(word) => index.by_word.add(word, number),
                Required::Unknown => index.others.push(number),
            }
            index.all.push(number);
        }
        index.by_word.finish();
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
            found.extend(self.by_word.of(text));
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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use proptest::prelude::*;

    use super::*;
    use crate::commands::AbstractValue;
    use crate::rules::grammar::Grammar;
    use crate::rules::meaning::Answer;
    use crate::span::Span;

    /// A program whose sub-commands have other names, one that can be shortened, one whose options take values, and one that
    /// no table knows.
    const PROGRAMS: [&str; 4] = ["npm", "ip", "git", "nobody-knows"];
    const WORDS: [&str; 22] = [
        "install", "i", "add", "link", "li", "push", "status", "publish", "a", "b", "-f", "--force", "-C",
        "-v", "--", "*", "a*", "*b", "remote", "rm", "remove", "addr",
    ];

    fn words(wildcards: bool) -> impl Strategy<Value = Vec<&'static str>> {
        let word = prop::sample::select(&WORDS[..])
            .prop_filter("no wildcard", move |word| wildcards || !word.contains('*'));
        prop::collection::vec(word, 0..4)
    }

    /// The command of these words; of the last one nothing is known if it is not `known`.
    fn command<'w>(program: &'w str, words: &[&'w str], known: bool) -> Vec<Arg<'w>> {
        let all = core::iter::once(&program).chain(words);
        let mut args: Vec<Arg<'w>> =
            (0..).zip(all).map(|(at, word)| Arg::known(word, at, Span::default())).collect();
        if let Some(last) = args.last_mut().filter(|last| !known && last.word > 0) {
            last.value =
                AbstractValue::Unknown { prefix: "", suffix: "", count: crate::commands::Count::Any };
        }
        args
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(test_support::effort::property(200, 600)))]
        #[test]
        fn every_rule_that_may_be_about_a_command_is_found(
            program in prop::sample::select(&PROGRAMS[..]),
            rules in prop::collection::vec(words(true), 1..12),
            given in words(false),
            known in prop::bool::weighted(0.8),
        ) {
            let patterns: Vec<Pattern> = rules
                .iter()
                .map(|words| Pattern::parse(&[&[program], &words[..]].concat().join(" "), Grammar::Posix).unwrap())
                .collect();
            let index = MeaningIndex::of((0..).zip(&patterns));
            let args = command(program, &given, known);
            let found = index.about(&args);
            prop_assert!(found.is_sorted_by(|one, next| one < next));
            for ((number, pattern), rule) in (0..).zip(&patterns).zip(&rules) {
                let is_about = pattern.means(&args) != Answer::No;
                prop_assert!(!is_about || found.contains(&number), "{program} {rule:?} is about {given:?}");
            }
        }
    }

    #[test]
    fn a_rule_is_left_out_by_the_word_that_the_command_lacks() {
        let rules = ["git push origin", "git push *", "git push upstream", "nobody *"];
        let patterns = rules.map(|rule| Pattern::parse(rule, Grammar::Posix).unwrap());
        let index = MeaningIndex::of((0..).zip(&patterns));
        assert_eq!(*index.about(&command("git", &["push", "-f", "origin"], true)), [0, 1]);
        assert_eq!(*index.about(&command("git", &["push", "other"], true)), [1]);
        assert_eq!(*index.about(&command("git", &["push", "?"], false)), [0, 1, 2]);
    }
}
