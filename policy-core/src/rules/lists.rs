//! The three lists, compiled once and indexed by the name of the command: five hundred rules cost about as much as
//! five.
//!
//! Owns the choice of the first matching rule. The judge decides what follows from it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::by_name::ByName;
use super::glob::Glob;
use super::grammar::Grammar;
use super::joined::Joined;
use super::lead_index::LeadIndex;
use super::list::List;
use super::meaning::Answer;
use super::meaning_index::{FEW, MeaningIndex};
use super::own_text::trimmed;
use super::path_index::{Candidates, PathIndex};
use super::path_rule::{Case, PathRule};
use super::path_start::Anchors;
use super::pattern::Pattern;
use super::possible::ArgumentValue;
use super::subject::{Subject, Words, basename};
use crate::commands::Arg;
use crate::web;

use super::text::{Content, Rule, ToolName, grammar};
use crate::sorted;

/// A rule that matches, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched<'p> {
    /// The list whose rules have this consequence: a deny rule that is only possible has that of an ask rule.
    pub list: List,
    /// The rule.
    pub rule: &'p Rule,
    /// Whether it matches for sure. Otherwise only the run can tell.
    pub certain: bool,
}

impl<'p> Matched<'p> {
    /// A rule of `list` that matches: for sure, unless it could not be read.
    pub const fn certain(list: List, rule: &'p Rule) -> Self {
        if rule.in_doubt { Self::possible(rule) } else { Self { list, rule, certain: true } }
    }

    /// A deny or ask rule that may match.
    pub const fn possible(rule: &'p Rule) -> Self {
        Self { list: List::Ask, rule, certain: false }
    }
}

/// What is done to a path; rules of several tools are about the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Access {
    /// Read, or listed.
    Read,
    /// Created, changed or removed.
    Edit,
    /// Entered as the working directory.
    Enter,
}

impl Access {
    /// Every access, in the order of its number.
    const ALL: [Self; 3] = [Self::Read, Self::Edit, Self::Enter];

    /// The tools whose path rules are about it, the usual one first.
    const fn tools(self) -> &'static [&'static str] {
        match self {
            Self::Read => &["Read", "Glob", "Grep", "LS", "NotebookRead"],
            Self::Edit => &["Edit", "MultiEdit", "NotebookEdit", "Write"],
            Self::Enter => &["Cd"],
        }
    }
}

/// All rules of a policy.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    deny: Compiled,
    ask: Compiled,
    allow: Compiled,
}

/// One list. Numbers are indexes into `rules`, so the smallest is the first in source order.
#[derive(Clone, Debug, Default)]
struct Compiled {
    rules: Vec<Rule>,
    /// By tool name, sorted.
    tools: Vec<(Box<str>, Tool)>,
    /// By [`Access`]: those of `tools` whose path rules are about it.
    by_access: [Vec<usize>; 3],
    /// Rules about more than one tool.
    several: Vec<u32>,
    /// By [`Access`]: whether any rule is about it.
    paths: [bool; 3],
    /// By [`Access`]: whether each rule that is about it names one path.
    one_paths: [bool; 3],
    /// The rules about more than one simple command; only of deny and ask rules.
    joined: Vec<(u32, Joined)>,
    /// The texts of commands that stand for themselves, sorted; only of allow rules.
    own_texts: Vec<(Box<str>, u32)>,
}

/// The rules about one tool.
#[derive(Clone, Debug, Default)]
struct Tool {
    /// Rules about every call.
    all: Vec<u32>,
    /// Command rules by the command's name.
    by_name: ByName<Named>,
    /// The same rules by what they begin with.
    leads: LeadIndex,
    /// Command rules in which a wildcard may occur in the name.
    open: Vec<u32>,
    /// Rules about paths.
    paths: PathIndex,
    /// Rules about hosts and other text.
    other: Vec<u32>,
}

/// The command rules about one program.
#[derive(Clone, Debug, Default)]
struct Named {
    /// Ascending.
    numbers: Vec<u32>,
    /// The most words of a sub-command that one of them names.
    sub_words: usize,
    /// The first option that each names, and how many words of a sub-command precede it; none twice.
    first_options: Vec<(usize, Box<str>)>,
    /// By what they mean; filled at the first question, because it needs the tables.
    meanings: OnceBox<MeaningIndex>,
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
    fn add(&mut self, pattern: &Pattern, name: Box<str>, number: u32) {
        if let Some(named) = self.by_name.entry(name) {
            named.add(pattern, number);
        }
    }

    /// What is known of the command rules about the program `name`.
    fn about(&self, name: &str) -> Option<&Named> {
        self.by_name.of(name).next()
    }

    /// The command rules about the program `name`, ascending.
    fn named<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t u32> + use<'t> {
        self.about(name).into_iter().flat_map(|named| &named.numbers)
    }
}

impl Rules {
    /// Compiles rules, given in source order.
    pub fn new(rules: impl IntoIterator<Item = (List, Rule)>) -> Self {
        let mut lists = Self::default();
        for (list, rule) in rules {
            match list {
                List::Deny => lists.deny.rules.push(rule),
                List::Ask => lists.ask.rules.push(rule),
                List::Allow => lists.allow.rules.push(rule),
            }
        }
        lists.deny.index(|pattern| pattern);
        lists.ask.index(|pattern| pattern);
        lists.allow.index(Pattern::command);
        lists.allow.index_own_texts();
        lists.deny.index_joined();
        lists.ask.index_joined();
        lists
    }

    /// The rules of a list in source order.
    pub fn list(&self, list: List) -> &[Rule] {
        &self.compiled(list).rules
    }

    /// The first rule of `list` that matches one simple command of `tool`; none when the list is empty.
    ///
    /// To ask about one command several times, build a [`Subject`] once and use [`Rules::find`].
    pub fn matching(&self, list: List, tool: &str, words: &Words<'_>) -> Option<&Rule> {
        if self.list(list).is_empty() {
            return None;
        }
        self.find(list, tool, &Subject::new(*words, grammar(tool)))
    }

    /// As [`Rules::matching`], for a command that is built already.
    pub fn find(&self, list: List, tool: &str, subject: &Subject<'_>) -> Option<&Rule> {
        self.compiled(list).find(list, tool, subject)
    }

    /// The deny and ask rules about more than one simple command of `tool`, the deny rules first.
    pub(crate) fn joined<'r, 't>(
        &'r self,
        tool: &'t str,
    ) -> impl Iterator<Item = (List, &'r Rule, &'r Joined)> + use<'r, 't> {
        [List::Deny, List::Ask].into_iter().flat_map(move |list| {
            let compiled = self.compiled(list);
            let rules = compiled.joined.iter();
            let rules = rules.filter_map(|(number, joined)| Some((compiled.rule(*number)?, joined)));
            rules.filter(|(rule, _)| rule.tool.matches(tool)).map(move |(rule, joined)| (list, rule, joined))
        })
    }

    /// Every rule with its list: those of one list in source order, deny before ask before allow.
    pub fn all(&self) -> impl Iterator<Item = (List, &Rule)> {
        List::ALL.into_iter().flat_map(|list| self.list(list).iter().map(move |rule| (list, rule)))
    }

    /// The first allow rule about commands of `tool` whose own text is `command`, the whole text of a request.
    pub fn approving_text(&self, tool: &str, command: &str) -> Option<&Rule> {
        self.allow.approving_text(tool, trimmed(command))
    }

    /// The rule that decides about one simple command: deny before ask before allow.
    pub fn first(&self, tool: &str, subject: &Subject<'_>) -> Option<Matched<'_>> {
        List::ALL.into_iter().find_map(|list| {
            let rule = self.find(list, tool, subject)?;
            Some(Matched::certain(list, rule))
        })
    }

    /// The first deny or ask rule about commands of `tool` that may match the command of these values, the program's
    /// name first.
    pub(crate) fn possible(&self, tool: &str, command: &[ArgumentValue<'_>]) -> Option<&Rule> {
        [&self.deny, &self.ask].into_iter().find_map(|list| list.possible(tool, command))
    }

    /// The strictest deny or ask rule about what the command `args` of `tool` does, whatever its spelling is.
    pub(crate) fn meaning(&self, tool: &str, args: &[Arg<'_>]) -> Option<Matched<'_>> {
        let name = folded(tool, args.first().and_then(Arg::text)?);
        let name = &*name;
        let mut possible = None;
        for list in [List::Deny, List::Ask] {
            let rules = self.compiled(list);
            let numbers = rules.tool(tool).and_then(|own| own.about(basename(name)));
            let numbers = numbers.map_or(Cow::Borrowed(&[][..]), |named| rules.meant(named, args));
            for rule in numbers.iter().filter_map(|number| rules.rule(*number)) {
                let Content::Command(pattern) = &rule.content else { continue };
                match pattern.means(args) {
                    Answer::Yes => return Some(Matched::certain(list, rule)),
                    Answer::Perhaps => possible = possible.or(Some(Matched::possible(rule))),
                    Answer::No => {}
                }
            }
        }
        possible
    }

    /// The first deny or ask rule about commands of `tool`: one that may match a text of which nothing is known.
    pub(crate) fn any_about_commands(&self, tool: &str) -> Option<&Rule> {
        [&self.deny, &self.ask]
            .into_iter()
            .find_map(|list| list.commands(tool).min().and_then(|it| list.rule(it)))
    }

    /// The first deny or ask rule about commands of the program `name` in `tool`.
    pub(crate) fn named(&self, tool: &str, name: &str) -> Option<&Rule> {
        let name = folded(tool, name);
        [&self.deny, &self.ask].into_iter().find_map(|list| list.rule(*list.tool(tool)?.named(&name).next()?))
    }

    /// The names of the programs that deny and ask rules of `tool` are about, sorted.
    pub(crate) fn program_names(&self, tool: &str) -> Vec<&str> {
        let own = [&self.deny, &self.ask].into_iter().filter_map(|list| list.tool(tool));
        let mut names: Vec<&str> = own.flat_map(|own| own.by_name.iter().map(|(name, _)| name)).collect();
        sorted::sort(&mut names);
        names.dedup();
        names
    }

    /// Whether `rule` is one of `list`, and not of another one.
    pub(crate) fn has(&self, list: List, rule: &Rule) -> bool {
        self.list(list).iter().any(|own| core::ptr::eq(own, rule))
    }

    /// The most words of a sub-command that a deny or ask rule of `tool` names behind the program `name`.
    pub fn sub_words(&self, tool: &str, name: &str) -> usize {
        [List::Deny, List::Ask]
            .map(|list| self.compiled(list).sub_words(tool, name))
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    /// The first option that each deny or ask rule of `tool` names behind the program `name`, and how many words of a
    /// sub-command precede it.
    pub fn first_options<'r>(
        &'r self,
        tool: &'r str,
        name: &'r str,
    ) -> impl Iterator<Item = (usize, &'r str)> + 'r {
        let lists = [&self.deny, &self.ask].into_iter();
        lists.flat_map(move |list| {
            let named = list.tool(tool).and_then(|tool| tool.about(name));
            named
                .into_iter()
                .flat_map(|named| &named.first_options)
                .map(|(words, option)| (*words, &**option))
        })
    }

    /// The quotes that rules of `tool` are written in, for [`Subject::new`].
    pub fn grammar(tool: &str) -> Grammar {
        grammar(tool)
    }

    /// The first rule of `list` about this access to `path`, which is absolute and cleaned, with names
    /// compared like this.
    pub fn matching_path(
        &self,
        list: List,
        access: Access,
        path: &str,
        anchors: &Anchors<'_>,
        case: Case,
    ) -> Option<&Rule> {
        let compiled = self.compiled(list);
        compiled.find_path(access, |index| index.about(path, case), |rule| rule.matches(path, anchors, case))
    }

    /// The first rule of `list` that could be about this access to something at or beneath `directory`.
    pub fn matching_beneath(
        &self,
        list: List,
        access: Access,
        directory: &str,
        anchors: &Anchors<'_>,
    ) -> Option<&Rule> {
        self.compiled(list).find_path(
            access,
            |index| index.beneath(directory, anchors),
            |rule| rule.could_match_beneath(directory, anchors),
        )
    }

    /// The paths that rules of `list` about this access name one by one (see [`PathRule::one_path`]).
    pub fn named_paths(&self, list: List, access: Access) -> impl Iterator<Item = String> {
        let about = move |rule: &&Rule| access.tools().iter().any(|tool| rule.tool.matches(tool));
        self.list(list).iter().filter(about).filter_map(|rule| match &rule.content {
            Content::Path(path) => path.one_path(),
            Content::All | Content::Command(_) | Content::Domain(_) | Content::Text(_) => None,
        })
    }

    /// Whether each rule of `list` about this access names one path, and what is below it.
    pub(crate) fn names_each(&self, list: List, access: Access) -> bool {
        self.compiled(list).one_paths.get(access as usize).copied().unwrap_or(false)
    }

    /// The path rules of `list` about this access.
    pub(crate) fn path_rules(&self, list: List, access: Access) -> impl Iterator<Item = (&Rule, &PathRule)> {
        let about = move |rule: &&Rule| access.tools().iter().any(|tool| rule.tool.matches(tool));
        self.list(list).iter().filter(about).filter_map(|rule| match &rule.content {
            Content::Path(path) => Some((rule, path)),
            Content::All | Content::Command(_) | Content::Domain(_) | Content::Text(_) => None,
        })
    }

    /// The first rule of `list` about this access to any path.
    pub(crate) fn first_about(&self, list: List, access: Access) -> Option<&Rule> {
        self.list(list).iter().find(|rule| access.tools().iter().any(|tool| rule.tool.matches(tool)))
    }

    /// Whether any rule of `list` is about this access to paths.
    pub fn is_about(&self, list: List, access: Access) -> bool {
        self.compiled(list).paths.get(access as usize).copied().unwrap_or(false)
    }

    /// The first rule of `list` about fetching from `host`, which has no port.
    pub fn matching_host(&self, list: List, host: &str) -> Option<&Rule> {
        self.compiled(list).find_other(
            &["WebFetch"],
            |content| matches!(content, Content::Domain(pattern) if pattern.matches_host(host)),
        )
    }

    /// The first rule of `list` about one of the web tools that is about every call, or whose content matches.
    pub(crate) fn about_web(
        &self,
        list: List,
        tool: web::Tool,
        matches: impl Fn(&Content) -> bool,
    ) -> Option<&Rule> {
        self.compiled(list)
            .find_content(&[tool.name()], |content| *content == Content::All || matches(content))
    }

    /// The first rule of `list` about one of the web tools that matches: no rule about every call.
    pub(crate) fn naming_web(
        &self,
        list: List,
        tool: web::Tool,
        matches: impl Fn(&Rule) -> bool,
    ) -> Option<&Rule> {
        self.compiled(list).find_rule(&[tool.name()], matches)
    }

    /// The first rule of `list` about a call of `tool` with the argument `text`, such as an agent's name.
    pub fn matching_text(&self, list: List, tool: &str, text: &str) -> Option<&Rule> {
        self.compiled(list).find_other(
            &[tool],
            |content| matches!(content, Content::Text(pattern) if Glob::from_text(pattern).matches(text)),
        )
    }

    fn compiled(&self, list: List) -> &Compiled {
        match list {
            List::Deny => &self.deny,
            List::Ask => &self.ask,
            List::Allow => &self.allow,
        }
    }
}

impl Compiled {
    /// Fills the tables; `command` is the part of a command rule by which it is found.
    fn index(&mut self, command: impl Fn(&Pattern) -> &Pattern) {
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
            match &rule.content {
                Content::All => tool.all.push(number),
                Content::Command(pattern) => match command(pattern).index_words() {
                    Some(names) => {
                        for name in names {
                            tool.add(pattern, name, number);
                        }
                        tool.leads.add(command(pattern).leads(), number);
                    }
                    None => tool.open.push(number),
                },
                Content::Path(path) => tool.paths.add(path, number),
                Content::Domain(_) | Content::Text(_) => tool.other.push(number),
            }
        }
        for (_, tool) in &mut self.tools {
            tool.by_name.finish();
            tool.leads.finish();
            tool.paths.finish();
        }
        let place = |name: &&str| self.tools.iter().position(|(known, _)| **known == **name);
        self.by_access = Access::ALL.map(|access| access.tools().iter().filter_map(place).collect());
    }

    fn index_joined(&mut self) {
        let joined = self.rules.iter().enumerate().filter_map(|(at, rule)| Some((at as u32, rule.joined()?)));
        self.joined = joined.collect();
    }

    fn index_own_texts(&mut self) {
        let texts =
            self.rules.iter().enumerate().flat_map(|(number, rule)| {
                rule.own_texts().map(move |text| (Box::from(text), number as u32))
            });
        self.own_texts = texts.collect();
        sorted::sort(&mut self.own_texts);
    }

    fn approving_text(&self, tool: &str, text: &str) -> Option<&Rule> {
        let from = self.own_texts.partition_point(|(known, _)| **known < *text);
        let same = self.own_texts.get(from..)?.iter().take_while(|(known, _)| **known == *text);
        same.filter_map(|(_, number)| self.rule(*number)).find(|rule| rule.tool.matches(tool))
    }

    fn tool(&self, name: &str) -> Option<&Tool> {
        if self.tools.len() <= FEW {
            // Names of different lengths are told apart without their bytes.
            return self.tools.iter().find(|(known, _)| **known == *name).map(|(_, tool)| tool);
        }
        let at = self.tools.binary_search_by(|(known, _)| (**known).cmp(name)).ok()?;
        self.tools.get(at).map(|(_, tool)| tool)
    }

    fn sub_words(&self, tool: &str, name: &str) -> usize {
        self.tool(tool).and_then(|tool| tool.about(name)).map_or(0, |named| named.sub_words)
    }

    /// The rules about the program of `args` whose meaning may be about the command, ascending.
    fn meant<'n>(&self, named: &'n Named, args: &[Arg<'_>]) -> Cow<'n, [u32]> {
        if named.numbers.len() <= FEW {
            return Cow::Borrowed(&named.numbers);
        }
        let patterns = named.numbers.iter().filter_map(|number| match &self.rule(*number)?.content {
            Content::Command(pattern) => Some((*number, pattern)),
            _ => None,
        });
        named.meanings.get_or_init(|| Box::new(MeaningIndex::of(patterns))).about(args)
    }

    fn rule(&self, number: u32) -> Option<&Rule> {
        self.rules.get(number as usize)
    }

    fn find(&self, list: List, tool: &str, subject: &Subject<'_>) -> Option<&Rule> {
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
    fn commands(&self, tool: &str) -> impl Iterator<Item = u32> {
        let own = self.tool(tool).into_iter();
        own.flat_map(|tool| {
            let named = tool.by_name.iter().flat_map(|(_, named)| &named.numbers);
            named.chain(&tool.open).copied()
        })
    }

    fn possible(&self, tool: &str, command: &[ArgumentValue<'_>]) -> Option<&Rule> {
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
    fn find_path<'r>(
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
    fn find_other(&self, tools: &[&str], matches: impl Fn(&Content) -> bool) -> Option<&Rule> {
        self.find_content(tools, |content| *content == Content::All || matches(content))
    }

    /// The first rule about one of `tools` whose content matches.
    fn find_content(&self, tools: &[&str], matches: impl Fn(&Content) -> bool) -> Option<&Rule> {
        self.find_rule(tools, |rule| matches(&rule.content))
    }

    /// The first rule about one of `tools` that matches.
    fn find_rule(&self, tools: &[&str], matches: impl Fn(&Rule) -> bool) -> Option<&Rule> {
        let matches_number = |number: u32| self.rule(number).is_some_and(&matches);
        let mut best = Best::default();
        for tool in tools.iter().filter_map(|name| self.tool(name)) {
            best.offer(&tool.all, matches_number);
            best.offer(&tool.other, matches_number);
        }
        best.offer(self.several_about(tools), matches_number);
        self.rule(best.0?)
    }

    fn several_about(&self, tools: &[&str]) -> impl Iterator<Item = &u32> {
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
fn folded<'n>(tool: &str, name: &'n str) -> Cow<'n, str> {
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
