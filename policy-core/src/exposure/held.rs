//! Whether deny and ask rules hold, for the tests of what they see: in a mode that allows everything, so that nothing else
//! objects.

extern crate std;

use core::fmt::Write as _;
use std::format;
use std::string::String;

use crate::{Decision, Dialect, Engine, Mode, Policy, Request, Source};

/// The decision where nothing but these rules objects.
pub(super) fn decision(shell: Dialect, rules: &str, command: &str) -> Decision {
    let text = format!(r#"{{"permissions":{rules}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
    policy.mode = Mode::BypassPermissions;
    let mut request = Request::new(command);
    (request.cwd, request.home, request.shell) = (Some("/repo"), Some("/home/u"), shell);
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    Engine::new(policy).check(&request).decision
}

/// Holds in bash under these rules.
pub(super) fn hold_under(rules: &str, rows: &[(Decision, &str)]) {
    hold_in(Dialect::Bash, rules, rows);
}

/// Every command has its decision under these rules.
pub(super) fn hold_in(shell: Dialect, rules: &str, rows: &[(Decision, &str)]) {
    let mut wrong = String::new();
    for (expected, command) in rows {
        let found = decision(shell, rules, command);
        if found != *expected {
            let _ = writeln!(wrong, "{} instead of {}: {command}", found.name(), expected.name());
        }
    }
    assert_eq!(wrong, "", "under {rules}");
}

/// Holds under one deny rule.
pub(super) fn hold(rule: &str, rows: &[(Decision, &str)]) {
    let rule = serde_json::to_string(rule).unwrap_or_default();
    hold_under(&format!(r#"{{"deny":[{rule}]}}"#), rows);
}
