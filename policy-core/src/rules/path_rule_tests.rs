//! Path patterns: anchors, depth, what lies beneath, and what is in doubt.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::sync::Arc;

use super::list::List;
use super::path_rule::{Case, PathRule};
use super::path_start::Anchors;

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
        ("C:\\x\\*.rs", "/c/x/a.rs", true, true),
        ("c:/x", "/c/x", true, true),
        ("C:x", "/repo/sub/C:x", true, true),
        ("C:x", "/cx", false, false),
        ("ab:/x", "/repo/sub/ab:/x", true, true),
        ("ab:/x", "/ab/x", false, false),
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
        ("./x", "usr", true),
        ("./x", "/usr/../repo", true),
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

#[test]
fn names_without_regard_to_case_are_the_same_beyond_ascii_too() {
    for (pattern, path, expected) in [
        ("./.env", "/repo/sub/.ENV", true),
        ("./\u{e9}t\u{e9}", "/repo/sub/\u{c9}T\u{c9}", true),
        // The sign of Kelvin is a capital letter of k.
        ("./k", "/repo/sub/\u{212a}", true),
        ("./\u{212a}", "/repo/sub/k", true),
        ("./\u{212a}", "/repo/sub/l", false),
        ("./.env", "/repo/sub/.ENVRC", false),
        ("./.env", "/REPO/Sub/.env", true),
        ("./.env", "/other/sub/.env", false),
        ("./[a-c]x", "/repo/sub/BX", true),
        ("./[A-C]x", "/repo/sub/bX", true),
        ("./[a-c]x", "/repo/sub/DX", false),
    ] {
        for list in [List::Allow, List::Deny] {
            let rule = rule(pattern, list);
            assert_eq!(rule.matches(path, &ANCHORS, Case::Folded), expected, "{pattern} on {path}");
            assert!(!rule.matches(path, &ANCHORS, Case::Exact), "{pattern} on {path}");
        }
    }
}

#[test]
fn a_short_name_of_windows_is_every_name_with_its_first_letter() {
    for (pattern, name, expected) in [
        ("./Program Files", "PROGRA~1", true),
        ("./program files", "PROGRA~1", true),
        ("./secret", "PROGRA~1", false),
        ("./*s", "PROGRA~1", true),
        ("./.gitconfig", "GITCON~1", true),
        ("./secret", "SECRET", true),
        ("./secret", "SETTINGS", false),
        ("./.gitconfig", "GITCONFIG", false),
    ] {
        let path = alloc::format!("/repo/sub/{name}");
        let rule = rule(pattern, List::Deny);
        assert_eq!(rule.matches(&path, &ANCHORS, Case::Guessed), expected, "{pattern} on {name}");
        assert!(!rule.matches(&path, &ANCHORS, Case::Exact), "{pattern} on {name}");
    }
}

#[test]
fn a_pathspec_of_git_may_find_a_name_that_begins_and_ends_as_the_rule_says() {
    for (pattern, spec, exact, folded) in [
        ("*.pem", "k*.pem", true, true),
        ("*.pem", "*m", true, true),
        ("*.pem", "*.PEM", false, true),
        ("*.pem", "*.rs", false, false),
        ("id_*", "id*", true, true),
        ("id_*", "id_rsa*", true, true),
        ("id_*", "x*", false, false),
        ("id_*.pem", "x*.pem", false, false),
        ("id_*.pem", "id_*.rs", false, false),
        ("id_*.pem", "[i]*.pem", true, true),
        (".env", "*env", true, true),
        (".env", "*.ENV", false, true),
        (".env", "x*", false, false),
        ("//**", "x*", true, true),
    ] {
        for (ignores_case, expected) in [(false, exact), (true, folded)] {
            let found = rule(pattern, List::Deny).could_end_as(spec, ignores_case);
            assert_eq!(found, expected, "{pattern} and {spec}");
        }
    }
}

#[test]
fn what_lies_beneath_a_directory_is_meant_in_every_case_of_its_letters() {
    let deny = rule("/secrets/key", List::Deny);
    for (directory, expected) in [
        ("/repo/secrets", true),
        ("/repo/SECRETS", true),
        ("/repo/\u{17f}ecrets", true),
        ("/REPO/secrets", true),
        ("/repo/SECRETSX", false),
        ("/repo/\u{15f}ecrets", false),
        ("/other/secrets", false),
    ] {
        assert_eq!(deny.could_match_beneath(directory, &ANCHORS), expected, "{directory}");
    }
}
