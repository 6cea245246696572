//! The three lists of a policy.
//!
//! Owns the questions that are asked of them. The judge decides what follows from an answer.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::access::Access;
use super::compiled::{Compiled, folded};
use super::glob::Glob;
use super::grammar::Grammar;
use super::joined::Joined;
use super::list::List;
use super::matched::Matched;
use super::meaning::Answer;
use super::own_text::trimmed;
use super::path_rule::{Case, PathRule};
use super::path_start::Anchors;
use super::pattern::Pattern;
use super::possible::ArgumentValue;
use super::subject::{Subject, Words, basename};
use crate::commands::Arg;
use crate::web;

use super::text::{Content, Rule, grammar};
use crate::sorted;

/// All rules of a policy.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    deny: Compiled,
    ask: Compiled,
    allow: Compiled,
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

    /// The strictest deny or ask rule about every call of `tool`, whatever is in it.
    pub(crate) fn about_every_call(&self, tool: &str) -> Option<Matched<'_>> {
        let matched = |list, in_doubt| {
            let is_it = |rule: &Rule| rule.content == Content::All && rule.in_doubt == in_doubt;
            Some(Matched::certain(list, self.compiled(list).find_rule(&[tool], is_it)?))
        };
        let ways = [(List::Deny, false), (List::Ask, false), (List::Deny, true), (List::Ask, true)];
        ways.into_iter().find_map(|(list, in_doubt)| matched(list, in_doubt))
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

    /// The most words of a sub-command that a deny or ask rule of `tool` names after the program `name`.
    pub fn sub_words(&self, tool: &str, name: &str) -> usize {
        [List::Deny, List::Ask]
            .map(|list| self.compiled(list).sub_words(tool, name))
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    /// The first option that each deny or ask rule of `tool` names after the program `name`, and how many words of a
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
