//! The path rules about one tool, by the names that a path must have to be meant.
//!
//! Owns the choice of the rules that are worth a comparison. It leaves out only rules that do not match.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::path_rule::{Case, PathRule, below, folded, is_clean};
use super::path_start::{Anchors, Start, split};
use crate::paths::wildcard::could_find;
use crate::sorted;

/// So few rules are compared faster than they are searched.
const FEW: usize = 8;

/// Numbers of rules by a name, without regard to case; sorted.
type ByName = Vec<(Box<str>, u32)>;

#[derive(Clone, Debug, Default)]
pub(super) struct PathIndex {
    /// Every rule, ascending.
    all: Vec<u32>,
    /// By a name that every path has which the rule is about.
    by_name: ByName,
    /// The rules of which no such name is known, ascending.
    unnamed: Vec<u32>,
    /// By the directory that the pattern starts from.
    starts: Vec<(Start, Beneath)>,
}

/// The rules that start from one directory.
#[derive(Clone, Debug, Default)]
struct Beneath {
    all: Vec<u32>,
    /// By the first name below the directory.
    by_first: ByName,
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
            Some(name) => self.by_name.push((key(&name), number)),
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
            Some(name) => beneath.by_first.push((key(&name), number)),
            None => beneath.open.push(number),
        }
    }

    pub(super) fn finish(&mut self) {
        sorted::sort(&mut self.by_name);
        for (_, beneath) in &mut self.starts {
            sorted::sort(&mut beneath.by_first);
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
            found.extend(named(&self.by_name, &name));
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
                    found.extend(named(&rules.by_first, &key(first)));
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

fn named<'r>(rules: &'r [(Box<str>, u32)], name: &str) -> impl Iterator<Item = u32> + use<'r> {
    let from = rules.partition_point(|(known, _)| **known < *name);
    let same = rules.get(from..).unwrap_or_default();
    let count = same.partition_point(|(known, _)| **known <= *name);
    same.iter().take(count).map(|(_, number)| *number)
}
