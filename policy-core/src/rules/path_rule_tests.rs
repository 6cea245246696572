//! Path patterns: anchors, depth, what lies beneath, and what is in doubt.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::sync::Arc;

use super::list::List;
use super::path_rule::{Anchors, Case, PathRule};

const ANCHORS: Anchors<'_> = Anchors { cwd: Some("/repo/sub"), home: Some("/home/u") };

fn rule(text: &str, list: List) -> PathRule {
    PathRule::parse(text, list, Some(&Arc::from("/repo"))).unwrap()
}

#[test]
fn anchors_depth_and_subtrees() {
    // pattern, path, allow, deny
    for (pattern, path, allow, deny) in [
        ("//etc/passwd", "/etc/passwd", true, true),
        ("//etc/passwd", "/repo/etc/passwd", false, false),
        ("//etc/**", "/etc", true, true),
        ("//etc/**", "/etc/ssh/sshd_config", true, true),
        ("//etc/**", "/etcetera", false, false),
        ("//etc/", "/etc/ssh", true, true),
        ("//**", "/anything/at/all", true, true),
        ("~/.zshrc", "/home/u/.zshrc", true, true),
        ("~/.zshrc", "/home/v/.zshrc", false, false),
        ("~", "/home/u/x", true, true),
        ("/src/*.rs", "/repo/src/a.rs", true, true),
        ("/src/*.rs", "/repo/src/x/a.rs", false, false),
        ("/src/*.rs", "/repo/sub/src/a.rs", false, false),
        ("./.env", "/repo/sub/.env", true, true),
        ("./.env", "/repo/sub/x/.env", false, false),
        ("./.env", "/repo/.env", false, false),
        (".env", "/repo/sub/.env", true, true),
        (".env", "/repo/sub/x/y/.env", true, true),
        (".env", "/repo/sub/x/.envrc", false, false),
        ("*.pem", "/repo/sub/x/key.pem", true, true),
        ("src/**", "/repo/sub/src/a", true, true),
        ("src/**", "/repo/sub/x/src/a", false, true),
        ("a/b/**", "/repo/sub/x/a/b/c", false, false),
        ("a/b", "/repo/sub/a/b/c", true, true),
        ("a/*", "/repo/sub/a/b", true, true),
        ("a/*", "/repo/sub/a/b/c", false, true),
        ("a/*/", "/repo/sub/a/b/c", true, true),
        ("**/x", "/repo/sub/x", true, true),
        ("**/x", "/repo/sub/a/b/x", true, true),
        ("a/**/x", "/repo/sub/a/x", true, true),
        ("a/**/x", "/repo/sub/a/b/c/x", true, true),
        ("a/**/x", "/repo/sub/a/b/c/y", false, false),
        ("../docs/**", "/repo/docs/x", true, true),
        ("../docs/**", "/repo/sub/docs/x", false, false),
        ("./a/../b", "/repo/sub/b", true, true),
        ("./a?c", "/repo/sub/abc", true, true),
        ("./a?c", "/repo/sub/ac", false, false),
        ("./[a-c]x", "/repo/sub/bx", true, true),
        ("./[!a-c]x", "/repo/sub/bx", false, false),
        ("./[!a-c]x", "/repo/sub/dx", true, true),
        ("./[]]x", "/repo/sub/]x", true, true),
        ("./\\*", "/repo/sub/*", true, true),
        ("./\\*", "/repo/sub/x", false, false),
        ("./é*", "/repo/sub/été", true, true),
        ("./constructor", "/repo/sub/constructor", true, true),
    ] {
        assert_eq!(
            rule(pattern, List::Allow).matches(path, &ANCHORS, Case::Exact),
            allow,
            "allow {pattern} on {path}"
        );
        assert_eq!(
            rule(pattern, List::Deny).matches(path, &ANCHORS, Case::Exact),
            deny,
            "deny {pattern} on {path}"
        );
    }
}

#[test]
fn without_an_anchor_or_a_clean_path_allow_says_no_and_deny_says_yes() {
    let nowhere = Anchors::default();
    for (pattern, path) in [("./.env", "/x/.env"), ("~/.ssh/**", "/x/.ssh/id"), ("secrets/", "/a/secrets/b")]
    {
        assert!(!rule(pattern, List::Allow).matches(path, &nowhere, Case::Exact), "{pattern}");
        assert!(rule(pattern, List::Deny).matches(path, &nowhere, Case::Exact), "{pattern}");
        assert!(!rule(pattern, List::Deny).matches("/x/other", &nowhere, Case::Exact), "{pattern}");
    }
    for path in ["/repo/sub/x/../.env", ".env"] {
        assert!(!rule(".env", List::Allow).matches(path, &ANCHORS, Case::Exact), "{path}");
        assert!(rule(".env", List::Deny).matches(path, &ANCHORS, Case::Exact), "{path}");
    }
    let source = PathRule::parse("/x", List::Deny, None).unwrap();
    assert!(source.matches("/anywhere/x", &ANCHORS, Case::Exact));
}

#[test]
fn what_could_lie_beneath_a_directory() {
    for (pattern, directory, expected) in [
        ("./.env", "/repo/sub", true),
        ("./.env", "/repo", true),
        ("./.env", "/", true),
        ("./.env", "/repo/sub/x", false),
        ("./.env", "/usr", false),
        (".env", "/repo/sub/x", true),
        (".env", "/usr", false),
        ("//etc/ssh/*", "/etc", true),
        ("//etc/ssh/*", "/etc/ssh", true),
        ("//etc/ssh/*", "/etc/apt", false),
        ("//etc/**", "/etc/apt", true),
        ("//a*/x", "/abc", true),
        ("//a*/x", "/bc", false),
        ("~/x", "/etc", false),
        ("./x", "../y", true),
    ] {
        assert_eq!(
            rule(pattern, List::Deny).could_match_beneath(directory, &ANCHORS),
            expected,
            "{pattern} {directory}"
        );
    }
    assert!(rule("~/x", List::Deny).could_match_beneath("/etc", &Anchors::default()));
}

#[test]
fn what_matches_could_have_been_beneath_every_directory_above() {
    for (pattern, path) in [
        ("//etc/**", "/etc/ssh/x"),
        ("a/**/x", "/repo/sub/a/b/c/x"),
        ("src/**", "/repo/sub/x/src/a"),
        ("~/.ssh/*", "/home/u/.ssh/id"),
        ("../docs/*", "/repo/docs/x"),
    ] {
        let rule = rule(pattern, List::Deny);
        assert!(rule.matches(path, &ANCHORS, Case::Exact), "{pattern} {path}");
        for (at, _) in path.match_indices('/') {
            let directory = path.get(..at.max(1)).unwrap();
            assert!(rule.could_match_beneath(directory, &ANCHORS), "{pattern} {directory}");
        }
    }
}

#[test]
fn many_wildcards_do_not_multiply() {
    // Each would take longer than the world lasts if every wildcard were tried against every place.
    let pattern = alloc::format!("//{}b", "**/*a*/".repeat(40));
    let path = alloc::format!("/{}c", "aaaaaaaaaa/".repeat(200));
    assert!(!rule(&pattern, List::Allow).matches(&path, &ANCHORS, Case::Exact));
    let pattern = alloc::format!("//{}b", "*a".repeat(200));
    let path = alloc::format!("/{}", "a".repeat(2_000));
    assert!(!rule(&pattern, List::Deny).matches(&path, &ANCHORS, Case::Exact));
}

#[test]
fn a_rule_without_wildcards_names_one_path() {
    let cases = [
        ("./.env", Some("./.env")),
        ("./secrets/**", Some("./secrets")),
        ("secrets/", Some("./secrets")),
        (".env", Some("./.env")),
        ("../x/y", Some("./../x/y")),
        ("~/.ssh/**", Some("~/.ssh")),
        ("//etc/shadow", Some("/etc/shadow")),
        ("/docs", Some("/repo/docs")),
        ("**/.env", Some("./.env")),
        ("*.pem", None),
        ("src/*/keys", None),
        ("a/**/b", None),
        ("./**", None),
        ("//**", None),
        ("~/", None),
    ];
    for (text, expected) in cases {
        assert_eq!(rule(text, List::Deny).one_path().as_deref(), expected, "{text}");
    }
}
