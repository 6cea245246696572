//! Which hooks are asked about a command: by the name of the tool, and by a rule.
//!
//! Owns both comparisons. What cannot be read matches, because a hook only tightens.

use policy_core::codes::reasons::{DENY_RULE, RULE_MAY_MATCH};
use policy_core::web::Tool;
use policy_core::{Decision, Engine, Mode, Policy, Request, Source};
use regex::RegexBuilder;

/// The largest compiled expression, in bytes.
const EXPRESSION_BYTES_MAX: usize = 1024 * 1024;

/// Whether the matcher `text` of a hook names `tool`: a list of names, or a regular expression that is found in it.
pub(super) fn names(text: &str, tool: &str) -> bool {
    if text.is_empty() || text == "*" {
        return true;
    }
    let is_list = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_ ,|-".contains(&byte));
    if is_list {
        return text.split(['|', ',']).any(|name| name.trim() == tool);
    }
    let expression = RegexBuilder::new(text).size_limit(EXPRESSION_BYTES_MAX).build();
    expression.map_or(true, |expression| expression.is_match(tool))
}

/// Whether the rule `rule` of a hook, in a file with this root, matches or may match the command, the URL or the query of
/// `request`.
pub(super) fn concerns(rule: &str, root: Option<&str>, request: &Request<'_>) -> bool {
    let source = Source {
        name: "hooks".to_owned(),
        text: serde_json::json!({ "permissions": { "deny": [rule] } }).to_string(),
        root: root.map(str::to_owned),
        ..Source::default()
    };
    let Ok(policy) = Policy::from_sources(&[source]) else { return true };
    // In this mode nothing but a rule asks, and what would ask in every mode is worth a hook.
    let policy = Policy { mode: Mode::BypassPermissions, ..policy };
    let verdict = Engine::new(policy).check(request);
    // What speaks against a URL by itself, such as that it leads to this machine, is known when its rules are read.
    let is_by_rule = || [DENY_RULE.name, RULE_MAY_MATCH.name].contains(&verdict.reason.code);
    verdict.decision != Decision::Allow && (Tool::of_name(request.tool).is_none() || is_by_rule())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matcher_is_a_list_of_names_or_an_expression() {
        for text in
            ["", "*", "Bash", "Edit|Bash", "Edit, Bash", "Ba.*", "^Bash$", ".*", "B[a]sh", "(", "(?=B)x"]
        {
            assert!(names(text, "Bash"), "{text}");
        }
        for text in ["Edit", "bash", "Bas", "BashOutput", "Edit|Write", "^Edit$", "mcp__.*", " "] {
            assert!(!names(text, "Bash"), "{text}");
        }
    }

    #[test]
    fn a_rule_concerns_what_it_matches_or_may_match() {
        for (rule, command, expected) in [
            ("Bash(git *)", "git push", true),
            ("Bash(git *)", "ls && git push", true),
            ("Bash(git *)", "sh -c 'git push'", true),
            ("Bash(git *)", "$x push", true),
            ("Bash(git *)", "git push '", true),
            ("Bash(git *)", "ls", false),
            ("Bash(git *)", "touch a", false),
            ("Bash(rm:*)", "git rm a", false),
            ("Bash", "ls", true),
            ("Bash(", "ls", true),
        ] {
            let mut request = Request::new(command);
            request.cwd = Some("/repo");
            assert_eq!(concerns(rule, None, &request), expected, "{rule}: {command}");
        }
    }

    #[test]
    fn a_rule_of_the_web_tools_concerns_their_urls_and_queries() {
        for (rule, tool, text, expected) in [
            ("WebFetch(domain:docs.rs)", Tool::Fetch, "https://docs.rs/url", true),
            ("WebFetch(domain:*.docs.rs)", Tool::Fetch, "https://docs.rs/url", false),
            ("WebFetch(domain:docs.rs)", Tool::Fetch, "https://docs.rs.evil.test/", false),
            ("WebFetch(domain:docs.rs)", Tool::Fetch, "http://127.0.0.1:3000/", false),
            ("WebFetch(domain:127.0.0.1)", Tool::Fetch, "http://127.0.0.1:3000/", true),
            ("WebFetch", Tool::Fetch, "https://docs.rs/url", true),
            ("WebFetch(domain:docs.rs)", Tool::Fetch, "https://docs.rs/?key=AKIAIOSFODNN7EXAMPLE", true),
            ("WebSearch", Tool::Search, "rust", true),
            ("WebSearch(rust *)", Tool::Search, "go generics", false),
            ("WebSearch", Tool::Fetch, "https://docs.rs/", false),
            ("Bash(curl:*)", Tool::Fetch, "https://docs.rs/", false),
            ("WebFetch(", Tool::Fetch, "https://docs.rs/", true),
        ] {
            let request = Request { cwd: Some("/repo"), ..Request::web(tool, text) };
            assert_eq!(concerns(rule, None, &request), expected, "{rule}: {text}");
        }
    }
}
