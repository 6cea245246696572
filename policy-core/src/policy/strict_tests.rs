//! What cannot be read in the settings: it permits nothing, and where it forbids, more is forbidden.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::format;
use alloc::string::String;

use super::{Policy, Source};
use crate::request::Mode;
use crate::{Decision, Engine, Request};

fn read(texts: &[&str]) -> Policy {
    let source = |text: &&str| Source { name: "s".into(), text: String::from(*text), ..Source::default() };
    Policy::from_sources(&texts.iter().map(source).collect::<alloc::vec::Vec<_>>()).unwrap()
}

fn decide(text: &str, command: &str) -> (Decision, &'static str) {
    let policy = read(&[text]);
    assert!(!policy.warnings.is_empty(), "{text} warns");
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    let verdict = Engine::new(policy).check(&request);
    (verdict.decision, verdict.reason.code)
}

#[test]
fn an_unknown_key_anywhere_is_a_warning_and_the_rest_counts() {
    for key in ["\"newKey\"", "\"_comment\"", "\"\"", "\"Permissions\"", "\"a b\"", "\"\\u001b[31m\""] {
        for value in ["1", "null", "\"x\"", "[]", "{\"deny\": [1]}", "[[1], {}]"] {
            for text in [
                format!(r#"{{{key}:{value},"permissions":{{"deny":["Bash(rm:*)"]}}}}"#),
                format!(r#"{{"permissions":{{{key}:{value},"deny":["Bash(rm:*)"]}}}}"#),
                format!(
                    r#"{{"sandbox":{{{key}:{value},"network":{{{key}:{value}}}}},"permissions":{{"deny":["Bash(rm:*)"]}}}}"#
                ),
            ] {
                assert_eq!(decide(&text, "rm x"), (Decision::Deny, "DENY_RULE"), "{text}");
                assert_eq!(decide(&text, "ls").0, Decision::Allow, "{text}");
            }
        }
    }
}

#[test]
fn a_malformed_allow_rule_allows_nothing_and_takes_nothing_from_the_others() {
    let long = format!("Bash(make {})", "x".repeat(10_000));
    for rule in
        ["Bash(make", "Bash(make)) x", "*", "Bash()", "Bash(:*)", "Bäsh(make)", "Bash(make\u{200b})", &long]
    {
        let text = format!(r#"{{"permissions":{{"allow":[{rule:?}, 1, null, "Bash(npm test)"]}}}}"#)
            .replace("\\u{200b}", "\u{200b}");
        assert_eq!(decide(&text, "make").0, Decision::Ask, "{rule}");
        assert_eq!(decide(&text, "npm test").0, Decision::Allow, "{rule}");
    }
    assert_eq!(decide(r#"{"permissions":{"allow":"Bash(make)"}}"#, "make").0, Decision::Ask);
    assert_eq!(decide(r#"{"permissions":{"allow":{"Bash":true}}}"#, "make").0, Decision::Ask);
}

#[test]
fn a_malformed_deny_or_ask_rule_makes_what_it_could_mean_ask_in_every_mode() {
    let may_match = (Decision::Ask, "RULE_MAY_MATCH");
    for list in ["deny", "ask"] {
        for (rule, asks, free) in [
            (r#""Bash(make:*""#, "make x", Some("ls")),
            (r#""Bash(make:*) # never""#, "make x", Some("ls")),
            (r#""make""#, "make", None),
            (r#""Bash(ls:*), Bash(make:*)""#, "make x", Some("pwd")),
            (r#""Read(./[a-z)""#, "cat a", Some("pwd")),
            (r#""Bash()""#, "ls", None),
            (r#""""#, "ls", None),
            ("7", "ls", None),
            (r#"{"tool":"Bash"}"#, "ls", None),
        ] {
            let text = format!(
                r#"{{"permissions":{{"defaultMode":"bypassPermissions","allow":["Bash"],"{list}":[{rule}]}}}}"#
            );
            if rule != r#""make""# {
                assert_eq!(decide(&text, asks), may_match, "{text}");
            }
            if let Some(free) = free {
                assert_eq!(decide(&text, free).0, Decision::Allow, "{text}");
            }
        }
        // One text in the place of a list is a list of one.
        let text = format!(r#"{{"permissions":{{"{list}":"Bash(rm:*)"}}}}"#);
        assert_ne!(decide(&text, "rm x").1, "NOT_READ_ONLY", "{text}");
        assert_eq!(decide(&text, "ls").0, Decision::Allow, "{text}");
        for nothing in ["null", "\"\"", "{}"] {
            let text = format!(r#"{{"permissions":{{"{list}":{nothing}}}}}"#);
            assert_eq!(decide(&text, "ls").0, Decision::Allow, "{text}");
        }
    }
}

#[test]
fn a_deny_rule_that_can_be_read_denies_beside_one_that_cannot() {
    let text = r#"{"permissions":{"deny":["","Bash(rm:*)"]}}"#;
    assert_eq!(decide(text, "rm x"), (Decision::Deny, "DENY_RULE"));
}

#[test]
fn of_a_key_that_appears_twice_the_stricter_reading_counts() {
    let text = r#"{"permissions":{"allow":["Bash(a)","Bash(b)"],"deny":["Bash(c)"]},
        "permissions":{"allow":["Bash(b)"],"deny":["Bash(d)"]}}"#;
    for (command, expected) in
        [("a", Decision::Ask), ("b", Decision::Allow), ("c", Decision::Deny), ("d", Decision::Deny)]
    {
        assert_eq!(decide(text, command).0, expected, "{command}");
    }
    let sandbox = &read(&[r#"{"sandbox":{"enabled":false,"enabled":true,"autoAllowBashIfSandboxed":true,
        "autoAllowBashIfSandboxed":false,"network":{"allowedDomains":["a.b"],"allowedDomains":["c.d"],
        "deniedDomains":["e.f"],"deniedDomains":["g.h"]}}}"#])
    .sandbox;
    assert!(sandbox.enabled && !sandbox.auto_allow_bash_if_sandboxed);
    assert_eq!((sandbox.allowed_domains.len(), sandbox.denied_domains.len()), (0, 2));
}

#[test]
fn a_flag_of_another_type_has_its_strict_value() {
    for value in ["\"false\"", "\"true\"", "0", "1", "null", "[]", "{}"] {
        let policy = read(&[
            r#"{"permissions":{"askForSecrets":false},"sandbox":{"enabled":false,"failIfUnavailable":false,
                "autoAllowBashIfSandboxed":true,"allowUnsandboxedCommands":true,
                "network":{"allowAllUnixSockets":true,"allowLocalBinding":true}}}"#,
            &format!(
                r#"{{"permissions":{{"askForSecrets":{value}}},"sandbox":{{"enabled":{value},
                "failIfUnavailable":{value},"autoAllowBashIfSandboxed":{value},"allowUnsandboxedCommands":{value},
                "network":{{"allowAllUnixSockets":{value},"allowLocalBinding":{value}}}}}}}"#
            ),
        ]);
        let sandbox = &policy.sandbox;
        assert!(policy.asks_for_secrets && sandbox.enabled && sandbox.fail_if_unavailable, "{value}");
        assert!(!sandbox.auto_allow_bash_if_sandboxed && !sandbox.allow_unsandboxed_commands, "{value}");
        assert!(!sandbox.allow_all_unix_sockets && !sandbox.allow_local_binding, "{value}");
        assert_eq!(policy.warnings.len(), 7, "{value}");
    }
}

#[test]
fn an_unreadable_choice_is_the_strict_one() {
    for (before, mode) in [
        ("acceptEdits", Mode::Default),
        ("bypassPermissions", Mode::Default),
        ("plan", Mode::Plan),
        ("dontAsk", Mode::DontAsk),
    ] {
        let before = format!(r#"{{"permissions":{{"defaultMode":"{before}"}}}}"#);
        for value in ["\"yolo\"", "1", "null", "[\"acceptEdits\"]"] {
            let policy = read(&[&before, &format!(r#"{{"permissions":{{"defaultMode":{value}}}}}"#)]);
            assert_eq!(policy.mode, mode, "{value}");
        }
    }
    for value in ["\"paranoid\"", "1", "null", "{}"] {
        assert_eq!(read(&[&format!(r#"{{"profile":{value}}}"#)]).profile.name, "jazz", "{value}");
    }
    for (value, off) in [("true", true), ("\"yes\"", true), ("1", true), ("false", false), ("null", false)] {
        let text = format!(
            r#"{{"permissions":{{"disableBypassPermissionsMode":{value},"defaultMode":"bypassPermissions"}}}}"#
        );
        assert_eq!(read(&[&text]).mode == Mode::Default, off, "{value}");
    }
}

#[test]
fn an_unreadable_host_opens_nothing_and_closes_everything() {
    let sandbox = &read(&[r#"{"sandbox":{"network":{"allowedDomains":["https://a.b/x",1,"c.d"],
        "deniedDomains":["10.0.0.0/8"]}}}"#])
    .sandbox;
    assert_eq!(
        (sandbox.allowed_domains.as_slice(), sandbox.denied_domains.as_slice()),
        (&["c.d".into()][..], &["*".into()][..])
    );
}

#[test]
fn the_settings_of_another_tool_are_warnings() {
    for text in [
        r#"{"sandbox":"docker","theme":"Default","mcpServers":{},"selectedAuthType":"x"}"#,
        r#"{"sandbox":true,"autoAccept":true,"coreTools":["ShellTool(ls)"]}"#,
        r#"{"editor.fontSize":14,"[rust]":{"editor.tabSize":4}}"#,
        "\u{feff}{\"version\":3,\"rules\":[{\"match\":\"rm\"}]}",
    ] {
        assert_eq!(decide(text, "ls").0, Decision::Allow, "{text}");
        assert_eq!(decide(text, "make").0, Decision::Ask, "{text}");
    }
}
