//! The path rules about one tool, by the names that a path must have to be meant.
//!
//! Owns the choice of the rules that are worth a comparison. It leaves out only rules that do not match.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::by_name::ByName;
use super::path_rule::{Case, PathRule, below, folded, is_clean};
use super::path_start::{Anchors, Start, split};
use crate::paths::wildcard::could_find;
use crate::sorted;

/// So few rules are compared faster than they are searched.
const FEW: usize = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct PathIndex {
    /// Every rule, ascending.
    all: Vec<u32>,
    /// By a name that every path has which the rule is about, without regard to case.
    by_name: ByName<u32>,
    /// The rules of which no such name is known, ascending.
    unnamed: Vec<u32>,
    /// By the directory that the pattern starts from.
    starts: Vec<(Start, Beneath)>,
}

/// The rules that start from one directory.
#[derive(Clone, Debug, Default)]
struct Beneath {
    all: Vec<u32>,
    /// By the first name below the directory, without regard to case.
    by_first: ByName<u32>,
    /// Those whose first name has a wildcard, or is at any depth, ascending.
    open: Vec<u32>,
}

/// The rules that may match. Each list is ascending, and no rule is in both.
#[derive(Debug)]
pub(super) struct Candidates<'i> {
    pub(super) always: &'i [u32],
    pub(super) by_name: Vec<u32>,
}

impl PathIndex {
    /// Adds a rule; [`PathIndex::finish`] follows the last one.
    pub(super) fn add(&mut self, rule: &PathRule, number: u32) {
        self.all.push(number);
        match rule.required_name() {
            Some(name) => self.by_name.add(key(&name), number),
            None => self.unnamed.push(number),
        }
        let known = self.starts.iter().position(|(start, _)| start == rule.start());
        let at = known.unwrap_or_else(|| {
            self.starts.push((rule.start().clone(), Beneath::default()));
            self.starts.len() - 1
        });
        let Some((_, beneath)) = self.starts.get_mut(at) else { return };
        beneath.all.push(number);
        match rule.first_name() {
            Some(name) => beneath.by_first.add(key(&name), number),
            None => beneath.open.push(number),
        }
    }

    pub(super) fn finish(&mut self) {
        self.by_name.finish();
        for (_, beneath) in &mut self.starts {
            beneath.by_first.finish();
        }
    }

    /// The rules that may be about `path`, when names are compared like this.
    pub(super) fn about(&self, path: &str, case: Case) -> Candidates<'_> {
        // What a short name stands for is not looked up.
        if self.all.len() <= FEW || case == Case::Guessed {
            return self.every();
        }
        let mut found = Vec::new();
        for name in split(path) {
            let name = key(name);
            if case == Case::Wild && name.contains(['*', '?', '[']) {
                let can = self.by_name.iter().filter(|(known, _)| could_find(&name, known));
                found.extend(can.map(|(_, number)| *number));
            }
            found.extend(self.by_name.of(&name));
        }
        sorted::sort(&mut found);
        found.dedup();
        Candidates { always: &self.unnamed, by_name: found }
    }

    /// The rules that may be about something at or beneath `directory`.
    pub(super) fn beneath(&self, directory: &str, anchors: &Anchors<'_>) -> Candidates<'_> {
        if self.all.len() <= FEW || !is_clean(directory) {
            return self.every();
        }
        let names: Vec<&str> = split(directory).collect();
        let mut found = Vec::new();
        for (start, rules) in &self.starts {
            let Some(base) = start.base(anchors) else {
                found.extend_from_slice(&rules.all);
                continue;
            };
            match below(&names, &base, Case::Folded) {
                Some([first, ..]) => {
                    found.extend_from_slice(&rules.open);
                    found.extend(rules.by_first.of(&key(first)));
                }
                Some([]) => found.extend_from_slice(&rules.all),
                None if below(&base, &names, Case::Folded).is_some() => found.extend_from_slice(&rules.all),
                None => {}
            }
        }
        sorted::sort(&mut found);
        Candidates { always: &[], by_name: found }
    }

    fn every(&self) -> Candidates<'_> {
        Candidates { always: &self.all, by_name: Vec::new() }
    }
}

/// The form of a name under which it is found.
fn key(name: &str) -> Box<str> {
    folded(name).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::format;

    use proptest::prelude::*;

    use super::*;
    use crate::rules::List;

    const ANCHORS: Anchors<'static> = Anchors { cwd: Some("/w/a"), home: Some("/h") };
    const CASES: [Case; 4] = [Case::Exact, Case::Folded, Case::Wild, Case::Guessed];

    /// Few names, so that rules and paths meet.
    fn names(with: &'static str) -> impl Strategy<Value = String> {
        prop::collection::vec(prop::string::string_regex(with).unwrap(), 1..4)
            .prop_map(|names| names.join("/"))
    }

    fn rules() -> impl Strategy<Value = Vec<PathRule>> {
        let start = prop::sample::select(&["//", "~/", "./", "", "//w/", "../"][..]);
        let rule = (start, names(r"a|B|b\*|\*\*|w|h|\*")).prop_map(|(start, names)| {
            PathRule::parse(&format!("{start}{names}"), List::Deny, None).unwrap()
        });
        prop::collection::vec(rule, FEW + 1..24)
    }

    fn index(rules: &[PathRule]) -> PathIndex {
        let mut index = PathIndex::default();
        for (number, rule) in (0..).zip(rules) {
            index.add(rule, number);
        }
        index.finish();
        index
    }

    fn is_in(candidates: &Candidates<'_>, number: u32) -> bool {
        candidates.always.contains(&number) || candidates.by_name.contains(&number)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(test_support::effort::property(200, 400)))]
        #[test]
        fn every_rule_that_matches_a_path_is_found(rules in rules(), path in names(r"a|A|b|bb|w|h|\?|b\*|\[a-b\]")) {
            let (path, index) = (format!("/{path}"), index(&rules));
            for case in CASES {
                let found = index.about(&path, case);
                for (number, rule) in (0..).zip(&rules) {
                    let matches = rule.matches(&path, &ANCHORS, case);
                    prop_assert!(!matches || is_in(&found, number), "{rule:?} matches {path}");
                }
            }
        }

        #[test]
        fn every_rule_about_something_beneath_a_directory_is_found(rules in rules(), path in names("a|A|b|w|h")) {
            let index = index(&rules);
            for path in [format!("/{path}"), "/".into(), format!("/w/../{path}")] {
                let found = index.beneath(&path, &ANCHORS);
                for (number, rule) in (0..).zip(&rules) {
                    let could = rule.could_match_beneath(&path, &ANCHORS);
                    prop_assert!(!could || is_in(&found, number), "{rule:?} could match beneath {path}");
                }
            }
        }
    }

    #[test]
    fn rules_with_other_names_are_left_out() {
        let texts = (0..=FEW).map(|number| format!("//d{number}/*.key"));
        let index =
            index(&texts.map(|text| PathRule::parse(&text, List::Deny, None).unwrap()).collect::<Vec<_>>());
        let found = index.about("/d3/x.key", Case::Exact);
        assert_eq!((found.always, &*found.by_name), (&[][..], &[3][..]));
        assert_eq!(index.beneath("/d5/x", &ANCHORS).by_name, [5]);
        assert!(index.beneath("/v", &ANCHORS).by_name.is_empty());
        assert_eq!(index.beneath("/", &ANCHORS).by_name.len(), FEW + 1);
    }
}
