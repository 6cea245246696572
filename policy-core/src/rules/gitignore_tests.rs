//! Path rules against another reading of gitignore's grammar, the `ignore` crate's, on generated patterns and paths.
//!
//! A deny rule is about everything that gitignore would ignore, an allow rule about nothing else. Where they differ
//! beyond that is written down here, each difference with its reason and its own test.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use ignore::gitignore::GitignoreBuilder;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;

use super::list::List;
use super::path_rule::{Case, PathRule};
use super::path_start::Anchors;

const ROOT: &str = "/repo/sub";
const ANCHORS: Anchors<'_> = Anchors { cwd: Some(ROOT), home: None };

/// Whether gitignore in [`ROOT`] would ignore the file `path`, itself or by one of its directories; none when it does
/// not understand the pattern.
fn ignores(pattern: &str, path: &str, is_directory: bool) -> Option<bool> {
    let mut builder = GitignoreBuilder::new(ROOT);
    builder.add_line(None, pattern).ok()?;
    let built = builder.build().ok()?;
    Some(built.matched_path_or_any_parents(path, is_directory).is_ignore())
}

/// Whether a rule of `list` with this pattern is about `path`; none when the rule is refused.
fn is_about(list: List, pattern: &str, path: &str) -> Option<bool> {
    // In a rule, one leading slash is the directory of the settings; gitignore's is that of its file.
    let rule = match pattern.strip_prefix('/') {
        Some(rest) => alloc::format!("./{rest}"),
        None => pattern.into(),
    };
    let rule = PathRule::parse(&rule, list, None).ok()?;
    Some(rule.matches(&alloc::format!("{ROOT}/{path}"), &ANCHORS, Case::Exact))
}

fn name() -> impl Strategy<Value = &'static str> {
    select(vec!["a", "b", "ab", "ba", "aab", "abb", "c", ".a", ".ab", "*", "]", "-", "!", "[a]"])
}

fn path() -> impl Strategy<Value = String> {
    proptest::collection::vec(name(), 1..5).prop_map(|names| names.join("/"))
}

fn pattern() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "a", "a", "b", "ab", ".a", "*", "*", "?", "a*", "*b", "a*b", "*a*", "??", "[ab]", "[!a]", "[^a]",
        "[a-b]", "[]a]", "[!]]", "[ab]*", "[a-]", "\\*", "\\a", "\\[a\\]", "a**", "**b", "?b", "**", "**",
        "**",
    ]);
    (any::<bool>(), proptest::collection::vec(piece, 1..5), any::<bool>()).prop_map(
        |(front, pieces, back)| {
            let front = if front { "/" } else { "" };
            let back = if back { "/" } else { "" };
            alloc::format!("{front}{}{back}", pieces.join("/"))
        },
    )
}

/// Why a rule of this pattern is about more than gitignore ignores; none when it must not be.
fn exception(list: List, pattern: &str, path: &str) -> Option<&'static str> {
    let also = |pattern: &str, is_directory| ignores(pattern, path, is_directory) == Some(true);
    if pattern.ends_with('/') && also(pattern, true) {
        return Some("`a/` is about a file of that name as well: what is there is not known");
    }
    let whole = pattern.trim_end_matches('/');
    let above = whole.trim_end_matches("/**").trim_start_matches('/');
    if above.len() < whole.trim_start_matches('/').len() {
        if also(&alloc::format!("/{above}"), true) {
            return Some("`a/**` is about `a` itself as well: a directory is listed before what is in it");
        }
        if list != List::Allow && !above.contains('/') && also(above, true) {
            return Some("`a/**` denies `a` at any depth, as settings files mean it");
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(1_000, 5_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_deny_rule_is_about_all_that_gitignore_ignores_and_an_allow_rule_about_nothing_else(
        pattern in pattern(),
        path in path(),
    ) {
        let Some(ignored) = ignores(&pattern, &path, false) else { return Ok(()) };
        let Some(denied) = is_about(List::Deny, &pattern, &path) else {
            return Err(TestCaseError::fail(alloc::format!("{pattern} is refused")));
        };
        let allowed = is_about(List::Allow, &pattern, &path).unwrap();
        prop_assert!(!ignored || denied, "{pattern} ignores {path}, and does not deny it");
        prop_assert!(!allowed || denied, "{pattern} allows {path}, and does not deny it");
        if denied && !ignored {
            prop_assert!(exception(List::Deny, &pattern, &path).is_some(), "{pattern} denies {path}");
        }
        if allowed && !ignored {
            prop_assert!(exception(List::Allow, &pattern, &path).is_some(), "{pattern} allows {path}");
        }
    }
}

#[test]
fn the_generated_patterns_decide_both_ways() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let cases: Vec<(String, String)> =
        (0..2_000).map(|_| (pattern(), path()).new_tree(&mut runner).unwrap().current()).collect();
    let count = |wanted: bool| {
        cases.iter().filter(|(pattern, path)| ignores(pattern, path, false) == Some(wanted)).count()
    };
    assert!(count(true) > 200 && count(false) > 200, "{} and {}", count(true), count(false));
}

#[test]
fn differences_from_gitignore_are_these() {
    // pattern, path, gitignore, allow, deny
    for (pattern, path, ignored, allowed, denied) in [
        // `a/`: gitignore means directories only; what is there is not known.
        ("a/", "a", false, true, true),
        ("a/", "a/b", true, true, true),
        // `a/**`: the directory itself as well.
        ("/a/**", "a", false, true, true),
        // `a/**` at any depth in deny and ask rules.
        ("a/**", "x/a/b", false, false, true),
        ("a/b/**", "x/a/b/c", false, false, false),
        // What lies beneath a match of a wildcard: not in an allow rule, unless it says `/**`.
        ("*.rs", "a.rs/b", true, false, true),
        ("a/*", "a/b/c", true, false, true),
        ("a", "a/b/c", true, true, true),
        // A character is a character, as in the shell and in settings files; the other reading counts bytes.
        ("?", "é", false, true, true),
        ("??", "é", true, false, false),
    ] {
        assert_eq!(ignores(pattern, path, false), Some(ignored), "gitignore {pattern} {path}");
        assert_eq!(is_about(List::Allow, pattern, path), Some(allowed), "allow {pattern} {path}");
        assert_eq!(is_about(List::Deny, pattern, path), Some(denied), "deny {pattern} {path}");
    }
    // What gitignore reads in another way is refused, or has another meaning in rules: see `PathRule::parse`.
    for refused in ["!a", "~a", "[a", "*/../a"] {
        assert_eq!(is_about(List::Deny, refused, "a"), None, "{refused}");
    }
}
