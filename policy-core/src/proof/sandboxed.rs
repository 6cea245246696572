//! The settings about the sandbox: `autoAllowBashIfSandboxed` and `excludedCommands`.
//!
//! Owns the conditions under which the sandbox is enough to allow a command, and the commands that run outside of it.
//! Builds no sandbox: the host reports whether it has one ([`Facts::sandboxed`](crate::request::Facts::sandboxed)).

use alloc::vec::Vec;

use super::command::Voucher;
use crate::commands::{self, Arg, Inner};
use crate::limits::WRAPPERS_MAX;
use crate::policy::Policy;
use crate::request::Request;
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
                Some(Inner::Command { at, .. }) if at > 0 => match args.get(at..) {
                    Some(inner) => args = inner,
                    None => return !self.patterns.is_empty(),
                },
                _ => return false,
            }
        }
        // What is behind so many wrappers is not looked at.
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

/// Whether the settings let the sandbox be reason enough to allow a command that nothing vouches for.
pub(crate) fn sandbox_is_enough(policy: &Policy, request: &Request<'_>) -> bool {
    let settings = &policy.sandbox;
    settings.enabled && settings.auto_allow_bash_if_sandboxed && request.facts.sandboxed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::{By, Decision, Verdict};
    use crate::{Engine, Mode, Source};

    fn check(settings: &str, mode: Mode, sandboxed: bool, command: &str) -> Verdict {
        let source = Source {
            name: "s".into(),
            text: settings.into(),
            root: Some("/repo".into()),
            ..Source::default()
        };
        let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
        policy.mode = mode;
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        request.facts.no_links = true;
        request.facts.sandboxed = sandboxed;
        Engine::new(policy).check(&request)
    }

    const AUTO: &str = r#"{"sandbox":{"autoAllowBashIfSandboxed":true,"excludedCommands":["docker:*"]},
        "permissions":{"deny":["Bash(curl:*)"],"ask":["Bash(git push:*)"]}}"#;

    #[test]
    fn the_sandbox_is_enough_for_what_is_understood_and_nobody_objects_to() {
        for command in ["make -j4", "npm test && cargo build", "touch a", "ls && ./run.sh", "rm -r build"] {
            let verdict = check(AUTO, Mode::Default, true, command);
            assert_eq!((verdict.decision, verdict.reason.code), (Decision::Allow, "SANDBOXED"), "{command}");
            assert!(
                verdict.commands.iter().any(|one| one.by == By::Sandbox) && !verdict.excluded,
                "{command}"
            );
            assert_eq!(check(AUTO, Mode::Default, false, command).decision, Decision::Ask, "{command}");
            for off in ["{}", r#"{"sandbox":{"enabled":false,"autoAllowBashIfSandboxed":true}}"#] {
                assert_eq!(check(off, Mode::Default, true, command).decision, Decision::Ask, "{command}");
            }
        }
    }

    #[test]
    fn the_sandbox_is_never_enough_against_a_rule_or_a_finding() {
        for (command, decision) in [
            ("curl x", Decision::Deny),
            ("make && curl x", Decision::Deny),
            ("bash -c 'curl x'", Decision::Deny),
            ("git push", Decision::Ask),
            ("make; git push", Decision::Ask),
            ("echo x > .git/config", Decision::Ask),
            ("touch .claude/settings.json", Decision::Ask),
            ("rm -rf ~", Decision::Ask),
            ("rm -rf /", Decision::Ask),
            ("touch ../outside", Decision::Ask),
            ("$x y", Decision::Ask),
            ("LD_PRELOAD=./x make", Decision::Ask),
            ("make $(cat x", Decision::Ask),
            ("docker run x", Decision::Ask),
            ("make && docker run x", Decision::Ask),
            ("sudo docker run x", Decision::Ask),
            ("sudo env A=1 nice docker run x", Decision::Ask),
        ] {
            let verdict = check(AUTO, Mode::Default, true, command);
            assert_eq!(verdict.decision, decision, "{command}: {}", verdict.reason.message);
        }
        assert_eq!(check(AUTO, Mode::Plan, true, "make").decision, Decision::Deny);
        let jazz = r#"{"profile":"claurst","sandbox":{"autoAllowBashIfSandboxed":true}}"#;
        assert_eq!(check(jazz, Mode::Default, true, "make").decision, Decision::Ask);
    }

    #[test]
    fn what_runs_outside_of_the_sandbox_is_excluded_as_a_whole_or_not_at_all() {
        for (command, excluded) in [
            ("docker ps", true),
            ("docker ps | grep x | wc -l", true),
            ("docker ps 2>&1 >/dev/null", true),
            ("cd sub && docker build .", true),
            ("docker ps && make", false),
            ("docker ps > out", false),
            ("docker ps $(make)", false),
            ("DOCKER_HOST=x docker ps", false),
            ("sudo docker ps", false),
            ("docker ps $(", false),
            ("ls", false),
        ] {
            assert_eq!(check(AUTO, Mode::Default, true, command).excluded, excluded, "{command}");
        }
        assert!(!check("{}", Mode::Default, true, "docker ps").excluded);
    }
}
