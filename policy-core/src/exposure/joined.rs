//! Holds a whole text, and the pipelines of the request, against deny and ask rules about more than one command.
//!
//! Owns which command of the request has met which part of a rule. The rules own the comparison.

use alloc::vec::Vec;

use super::met_part::MetPart;
use super::search::Exposure;
use crate::commands::Arg;
use crate::rules::{Matched, Normal, Rules, Subject, Words};
use crate::script::{Joint, Script};

impl<'p> Exposure<'_, 'p> {
    /// The strictest rule about more than one command that the text of a script has in it.
    pub(crate) fn joined(&self, text: &str) -> Option<Matched<'p>> {
        let policy = self.policy;
        let mut rules = policy.rules.joined(self.request.tool).peekable();
        rules.peek()?;
        let normal = Normal::of(text);
        rules.find(|(_, _, joined)| joined.is_in(&normal)).map(|(list, rule, _)| Matched::certain(list, rule))
    }

    /// Keeps which parts of rules about pipelines the command at `index` of the request meets with the arguments `args`.
    pub(super) fn meet_parts(&mut self, index: usize, args: &[Arg<'_>]) {
        let (tool, policy) = (self.request.tool, self.policy);
        let mut rules =
            policy.rules.joined(tool).enumerate().filter(|it| !it.1.2.parts.is_empty()).peekable();
        if rules.peek().is_none() {
            return;
        }
        let argv: Vec<Option<&str>> = args.iter().map(Arg::text).collect();
        let written: Vec<&str> = argv.iter().map(|text| text.unwrap_or("")).collect();
        let subject = Subject::new(Words { argv: &argv, source: &written }, Rules::grammar(tool));
        for (rule, (_, _, joined)) in rules {
            for (part, pattern) in joined.parts.iter().enumerate() {
                if pattern.touches(&subject) {
                    self.met_parts.push(MetPart { rule, part, command: index });
                }
            }
        }
    }

    /// The strictest rule of which each part was met, in order, in one pipeline of the request.
    pub(crate) fn joined_parts(&self, script: &Script<'_>) -> Option<Matched<'p>> {
        let policy = self.policy;
        let mut rules = policy.rules.joined(self.request.tool).enumerate();
        let met = rules.find(|(rule, (_, _, joined))| self.is_met(*rule, joined.parts.len(), script));
        met.map(|(_, (list, rule, _))| Matched::certain(list, rule))
    }

    fn is_met(&self, rule: usize, parts: usize, script: &Script<'_>) -> bool {
        let met = |part: usize, command: usize| self.met_parts.contains(&MetPart { rule, part, command });
        // How many parts the pipeline has met so far.
        let mut count = 0;
        for (index, command) in script.commands.iter().enumerate() {
            if parts > 0 && met(count, index) {
                count += 1;
            }
            if parts > 0 && count == parts {
                return true;
            }
            if command.after != Joint::Pipe {
                count = 0;
            }
        }
        false
    }
}
