//! The setting `excludedCommands`: the commands that run outside of the sandbox.
//!
//! Owns its patterns. Builds no sandbox, and does not say what one is enough for: that is
//! [`Confinement`](super::confinement::Confinement).

use alloc::vec::Vec;

use super::command::Voucher;
use crate::commands::{self, Arg, Inner};
use crate::limits::WRAPPERS_MAX;
use crate::policy::Policy;
use crate::rules::{Grammar, Pattern, Rules, Subject, Words};
use crate::script::{Redirect, Script, Simple};

/// The patterns of `excludedCommands`.
pub(crate) struct ExcludedCommands {
    patterns: Vec<Pattern>,
    grammar: Grammar,
}

impl ExcludedCommands {
    pub(crate) fn of(policy: &Policy, tool: &str) -> Self {
        let grammar = Rules::grammar(tool);
        let texts = policy.sandbox.excluded_commands.iter();
        Self { patterns: texts.filter_map(|text| Pattern::parse(text, grammar).ok()).collect(), grammar }
    }

    /// Whether a pattern could match the command, or one that it wraps, in any spelling. Then the sandbox is no reason
    /// to allow it.
    pub(crate) fn touches(&self, mut args: &[Arg<'_>], script: &Script<'_>) -> bool {
        for _ in 0..=WRAPPERS_MAX {
            if self.any(args, script, Pattern::touches) {
                return true;
            }
            match commands::inner(args) {
                Some(Inner::Command { at, .. }) => args = args.get(at..).unwrap_or(&[]),
                _ => return false,
            }
        }
        // What is after so many wrappers is not looked at.
        !self.patterns.is_empty()
    }

    /// Whether a pattern excludes exactly this command.
    fn covers(&self, args: &[Arg<'_>], script: &Script<'_>) -> bool {
        self.any(args, script, Pattern::covers)
    }

    fn any(
        &self,
        args: &[Arg<'_>],
        script: &Script<'_>,
        is: impl Fn(&Pattern, &Subject<'_>) -> bool,
    ) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let argv: Vec<Option<&str>> = args.iter().map(Arg::text).collect();
        let written: Vec<&str> = args.iter().map(|arg| arg.span.slice(script.source)).collect();
        let subject = Subject::new(Words { argv: &argv, source: &written }, self.grammar);
        self.patterns.iter().any(|pattern| is(pattern, &subject))
    }

    /// Whether the whole runs outside of the sandbox: every command is excluded or proven to only read, one is
    /// excluded, nothing is left unread in which another could be, and the shell itself writes nowhere.
    pub(crate) fn excludes(&self, script: &Script<'_>, vouchers: &[Voucher<'_, '_>]) -> bool {
        if self.patterns.is_empty() || !script.doubts.is_empty() || vouchers.len() != script.commands.len() {
            return false;
        }
        let target = |redirect: &Redirect| script.word(redirect.target).and_then(|word| script.text(word));
        let writes = |redirect: &Redirect| redirect.op.writes() && target(redirect) != Some("/dev/null");
        let covered = |(command, voucher): (&Simple, &Voucher<'_, '_>)| {
            // What is assigned or runs several times is more than the pattern says.
            let is_bare = script.assignments_of(command).is_empty() && !voucher.repeats;
            is_bare && self.covers(&voucher.args, script)
        };
        let each = || script.commands.iter().zip(vouchers);
        !script.redirects.iter().any(writes)
            && each().any(covered)
            && each().all(|(command, voucher)| voucher.standing.is_read_only() || covered((command, voucher)))
    }
}
