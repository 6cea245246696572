//! One list of rules, compiled once and indexed by the name of the command: five hundred rules cost about as much as five.
//!
//! Owns the choice of the first matching rule of a list.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::access::Access;
use super::grammar::Grammar;
use super::joined::Joined;
use super::list::List;
use super::meaning_index::{FEW, MeaningIndex};
use super::path_index::{Candidates, PathIndex};
use super::path_rule::PathRule;
use super::pattern::Pattern;
use super::possible::ArgumentValue;
use super::subject::{Subject, basename};
use super::text::{Content, Rule, ToolName, grammar};
use super::tool_index::{Named, Tool};
use crate::commands::Arg;
use crate::sorted;

/// One list. Numbers are indexes into `rules`, so the smallest is the first in source order.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiled {
    pub(super) rules: Vec<Rule>,
    /// By tool name, sorted.
    tools: Vec<(Box<str>, Tool)>,
    /// By [`Access`]: those of `tools` whose path rules are about it.
    by_access: [Vec<usize>; 3],
    /// Rules about more than one tool.
    several: Vec<u32>,
    /// By [`Access`]: whether any rule is about it.
    pub(super) paths: [bool; 3],
    /// By [`Access`]: whether each rule that is about it names one path.
    pub(super) one_paths: [bool; 3],
    /// The rules about more than one simple command; only of deny and ask rules.
    pub(super) joined: Vec<(u32, Joined)>,
    /// The texts of commands that stand for themselves, sorted; only of allow rules.
    own_texts: Vec<(Box<str>, u32)>,
}

impl Compiled {
    /// Fills the tables; `command` is the part of a command rule by which it is found.
    pub(super) fn index(&mut self, command: impl Fn(&Pattern) -> &Pattern) {
        let about = |access: Access| {
            self.rules.iter().filter(move |rule| access.tools().iter().any(|tool| rule.tool.matches(tool)))
        };
        self.paths = Access::ALL.map(|access| about(access).next().is_some());
        let is_one = |rule: &Rule| matches!(&rule.content, Content::Path(path) if path.one_path().is_some());
        self.one_paths = Access::ALL.map(|access| about(access).all(is_one));
        for (number, rule) in self.rules.iter().enumerate() {
            let number = number as u32;
            let ToolName::Exactly(name) = &rule.tool else {
                self.several.push(number);
                continue;
            };
            let at = match self.tools.binary_search_by(|(known, _)| known.cmp(name)) {
                Ok(at) => at,
                Err(at) => {
                    self.tools.insert(at, (name.clone(), Tool::default()));
                    at
                }
            };
            let Some((_, tool)) = self.tools.get_mut(at) else { continue };
            tool.add(rule, number, &command);
        }
        self.tools.iter_mut().for_each(|(_, tool)| tool.finish());
        let place = |name: &&str| self.tools.iter().position(|(known, _)| **known == **name);
        self.by_access = Access::ALL.map(|access| access.tools().iter().filter_map(place).collect());
    }

    pub(super) fn index_joined(&mut self) {
        let joined = self.rules.iter().enumerate().filter_map(|(at, rule)| Some((at as u32, rule.joined()?)));
        self.joined = joined.collect();
    }

    pub(super) fn index_own_texts(&mut self) {
        let texts =
            self.rules.iter().enumerate().flat_map(|(number, rule)| {
                rule.own_texts().map(move |text| (Box::from(text), number as u32))
            });
        self.own_texts = texts.collect();
        sorted::sort(&mut self.own_texts);
    }

    pub(super) fn approving_text(&self, tool: &str, text: &str) -> Option<&Rule> {
        let from = self.own_texts.partition_point(|(known, _)| **known < *text);
        let same = self.own_texts.get(from..)?.iter().take_while(|(known, _)| **known == *text);
        same.filter_map(|(_, number)| self.rule(*number)).find(|rule| rule.tool.matches(tool))
    }

    pub(super) fn tool(&self, name: &str) -> Option<&Tool> {
        if self.tools.len() <= FEW {
            // Most names are told apart by their lengths and first bytes.
            let first = name.as_bytes().first();
            let is_it = |known: &str| known.as_bytes().first() == first && known == name;
            return self.tools.iter().find(|(known, _)| is_it(known)).map(|(_, tool)| tool);
        }
        let at = self.tools.binary_search_by(|(known, _)| (**known).cmp(name)).ok()?;
        self.tools.get(at).map(|(_, tool)| tool)
    }

    pub(super) fn sub_words(&self, tool: &str, name: &str) -> usize {
        self.tool(tool).and_then(|tool| tool.about(name)).map_or(0, |named| named.sub_words)
    }

    /// The rules about the program of `args` whose meaning may be about the command, ascending.
    pub(super) fn meant<'n>(&self, named: &'n Named, args: &[Arg<'_>]) -> Cow<'n, [u32]> {
        if named.numbers.len() <= FEW {
            return Cow::Borrowed(&named.numbers);
        }
        let patterns = named.numbers.iter().filter_map(|number| match &self.rule(*number)?.content {
            Content::Command(pattern) => Some((*number, pattern)),
            _ => None,
        });
        named.meanings.get_or_init(|| Box::new(MeaningIndex::of(patterns))).about(args)
    }

    pub(super) fn rule(&self, number: u32) -> Option<&Rule> {
        self.rules.get(number as usize)
    }

    pub(super) fn find(&self, list: List, tool: &str, subject: &Subject<'_>) -> Option<&Rule> {
        let matches = |pattern: &Pattern| match list {
            List::Allow => pattern.covers(subject),
            List::Deny | List::Ask => pattern.touches(subject),
        };
        let matches_number = |number: u32| match self.rule(number).map(|rule| &rule.content) {
            Some(Content::Command(pattern)) => matches(pattern),
            // A program that nobody can name is covered by no rule, not even by one about every call.
            Some(Content::All) => {
                list != List::Allow || subject.name().is_some() && !subject.wants_assignments_named()
            }
            _ => false,
        };
        let mut best = Best::default();
        if let Some(tool) = self.tool(tool) {
            best.offer(&tool.all, matches_number);
            for form in forms(subject, list) {
                for beginning in tool.leads.of(form) {
                    best.offer(beginning.iter().map(|(_, number)| number), matches_number);
                }
            }
            best.offer(&tool.open, matches_number);
        }
        best.offer(self.several_about(&[tool]), matches_number);
        self.rule(best.0?)
    }

    /// The rules about commands of `tool`, in no order.
    pub(super) fn commands(&self, tool: &str) -> impl Iterator<Item = u32> {
        let own = self.tool(tool).into_iter();
        own.flat_map(|tool| {
            let named = tool.by_name.iter().flat_map(|(_, named)| &named.numbers);
            named.chain(&tool.open).copied()
        })
    }

    pub(super) fn possible(&self, tool: &str, command: &[ArgumentValue<'_>]) -> Option<&Rule> {
        let name = command.first()?.text();
        let may_match = |number: &u32| match self.rule(*number).map(|rule| &rule.content) {
            Some(Content::Command(pattern)) => pattern.may_touch(command),
            _ => false,
        };
        let Some(name) = name else { return self.rule(self.commands(tool).filter(may_match).min()?) };
        let own = self.tool(tool)?;
        let name = &*folded(tool, name);
        // A rule about this program says more than one about any.
        let named = own.named(name).chain(own.named(basename(name))).copied().filter(may_match).min();
        self.rule(named.or_else(|| own.open.iter().copied().find(may_match))?)
    }

    /// The first rule about this access that is about every call, or one of the `candidates` that matches.
    pub(super) fn find_path<'r>(
        &'r self,
        access: Access,
        candidates: impl Fn(&'r PathIndex) -> Candidates<'r>,
        matches: impl Fn(&PathRule) -> bool,
    ) -> Option<&'r Rule> {
        let matches_number = |number: u32| match self.rule(number).map(|rule| &rule.content) {
            Some(Content::Path(rule)) => matches(rule),
            Some(Content::All) => true,
            _ => false,
        };
        let mut best = Best::default();
        let about = self.by_access.get(access as usize).into_iter().flatten();
        for (_, tool) in about.filter_map(|at| self.tools.get(*at)) {
            best.offer(&tool.all, matches_number);
            let Candidates { always, by_name } = candidates(&tool.paths);
            best.offer(always, matches_number);
            best.offer(&by_name, matches_number);
        }
        best.offer(self.several_about(access.tools()), matches_number);
        self.rule(best.0?)
    }

    /// The first rule about one of `tools` that is about every call, or whose content matches.
    pub(super) fn find_other(&self, tools: &[&str], matches: impl Fn(&Content) -> bool) -> Option<&Rule> {
        self.find_content(tools, |content| *content == Content::All || matches(content))
    }

    /// The first rule about one of `tools` whose content matches.
    pub(super) fn find_content(&self, tools: &[&str], matches: impl Fn(&Content) -> bool) -> Option<&Rule> {
        self.find_rule(tools, |rule| matches(&rule.content))
    }

    /// The first rule about one of `tools` that matches.
    pub(super) fn find_rule(&self, tools: &[&str], matches: impl Fn(&Rule) -> bool) -> Option<&Rule> {
        let matches_number = |number: u32| self.rule(number).is_some_and(&matches);
        let mut best = Best::default();
        for tool in tools.iter().filter_map(|name| self.tool(name)) {
            best.offer(&tool.all, matches_number);
            best.offer(&tool.other, matches_number);
        }
        best.offer(self.several_about(tools), matches_number);
        self.rule(best.0?)
    }

    pub(super) fn several_about(&self, tools: &[&str]) -> impl Iterator<Item = &u32> {
        self.several.iter().filter(move |number| {
            self.rule(**number).is_some_and(|rule| tools.iter().any(|name| rule.tool.matches(name)))
        })
    }
}

/// The forms of a command that the rules of `list` are held against, without repetition.
fn forms<'s>(subject: &'s Subject<'_>, list: List) -> impl Iterator<Item = &'s str> {
    let (mut argv, mut source) = (subject.loose_argv(), subject.loose_source());
    let mut loose = || [argv.next(), source.next()].map(Option::unwrap_or_default);
    let ([argv, source], [argv_base, source_base]) = (loose(), loose());
    let forms =
        [subject.argv(), subject.source(), argv, argv_base, source, source_base, subject.folded_argv()];
    let count = match list {
        _ if subject.has_one_form() => 1,
        List::Allow => 2,
        List::Deny | List::Ask => forms.len(),
    };
    // Forms that are one are the same place of one buffer.
    let kept =
        move |at: usize, form: &str| !forms.iter().take(at).any(|earlier| core::ptr::eq(*earlier, form));
    forms.into_iter().take(count).enumerate().filter(move |(at, form)| kept(*at, form)).map(|(_, form)| form)
}

/// The name of a command as the index has it: where case does not matter, in small letters.
pub(super) fn folded<'n>(tool: &str, name: &'n str) -> Cow<'n, str> {
    let is_folded =
        grammar(tool) == Grammar::PowerShell && name.bytes().any(|byte| byte.is_ascii_uppercase());
    if is_folded { Cow::Owned(name.to_ascii_lowercase()) } else { Cow::Borrowed(name) }
}

/// The smallest number that matched so far.
#[derive(Default)]
struct Best(Option<u32>);

impl Best {
    /// Looks through `numbers`, ascending, and stops where nothing better can come.
    fn offer<'n>(&mut self, numbers: impl IntoIterator<Item = &'n u32>, matches: impl Fn(u32) -> bool) {
        for number in numbers {
            if self.0.is_some_and(|best| best <= *number) {
                return;
            }
            if matches(*number) {
                self.0 = Some(*number);
                return;
            }
        }
    }
}
