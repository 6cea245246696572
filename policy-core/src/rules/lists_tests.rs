//! Which rule is found first, and that finding it does not depend on how many there are.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;

use crate::Span;
use crate::commands::Arg;

use super::access::Access;
use super::grammar::Grammar;
use super::list::List;
use super::lists::Rules;
use super::path_rule::{Case, PathRule};
use super::path_start::Anchors;
use super::pattern_tests::Command;
use super::source_location::SourceLocation;
use super::text::parse;

const ANCHORS: Anchors<'_> = Anchors { cwd: Some("/repo"), home: Some("/home/u") };

fn rules(texts: &[(List, &str)]) -> Rules {
    Rules::new(texts.iter().enumerate().map(|(line, (list, text))| {
        let place =
            SourceLocation { file: "s".into(), line: line as u32 + 1, column: 1, span: Span::default() };
        (*list, parse(text, *list, place, None).unwrap().rule)
    }))
}

fn found<'r>(rules: &'r Rules, list: List, tool: &str, command: &str) -> Option<&'r str> {
    Command::new(command).with(|words| rules.matching(list, tool, &words).map(|rule| rule.text.as_str()))
}

#[test]
fn the_first_in_source_order_is_found_wherever_it_is_indexed() {
    let rules = rules(&[
        (List::Deny, "Read(./x)"),
        (List::Deny, "Bash(git push:*)"),
        (List::Deny, "Bash(* --force)"),
        (List::Deny, "Bash(git:*)"),
        (List::Deny, "Bash"),
        (List::Deny, "*"),
    ]);
    for (tool, command, expected) in [
        ("Bash", "git push --force", Some("Bash(git push:*)")),
        ("Bash", "git commit --force", Some("Bash(* --force)")),
        ("Bash", "git commit", Some("Bash(git:*)")),
        ("Bash", "/usr/bin/git commit", Some("Bash(git:*)")),
        ("Bash", "ls", Some("Bash")),
        ("Bash", "$x", Some("Bash")),
        ("Other", "ls", Some("*")),
    ] {
        assert_eq!(found(&rules, List::Deny, tool, command), expected, "{tool}: {command}");
    }
}

#[test]
fn an_empty_list_matches_nothing() {
    let rules = Rules::default();
    for list in List::ALL {
        assert_eq!(found(&rules, list, "Bash", "ls"), None);
    }
}

#[test]
fn deny_comes_before_ask_and_ask_before_allow() {
    let rules = rules(&[
        (List::Allow, "Bash(git push origin main)"),
        (List::Ask, "Bash(git push:*)"),
        (List::Deny, "Bash(git * --force)"),
        (List::Allow, "Bash(git:*)"),
    ]);
    for (command, expected) in [
        ("git push origin main", Some((List::Ask, "Bash(git push:*)"))),
        ("git push --force", Some((List::Deny, "Bash(git * --force)"))),
        ("git status", Some((List::Allow, "Bash(git:*)"))),
        ("ls", None),
    ] {
        let matched = Command::new(command).with(|words| {
            let subject = super::Subject::new(words, Rules::grammar("Bash"));
            rules.first("Bash", &subject).map(|matched| (matched.list, matched.rule.text.as_str()))
        });
        assert_eq!(matched, expected, "{command}");
    }
}

#[test]
fn a_program_without_a_name_is_covered_by_no_allow_rule() {
    let rules = rules(&[(List::Allow, "Bash"), (List::Allow, "Bash(*)"), (List::Allow, "Bash(* x)")]);
    for (command, expected) in [("ls", Some("Bash")), ("$x", None), ("$x x", None)] {
        assert_eq!(found(&rules, List::Allow, "Bash", command), expected, "{command}");
    }
}

#[test]
fn everything_allowed_is_also_dangerous_options() {
    // `Bash` says "every command"; it is no prefix that was meant for something else.
    let rules = rules(&[(List::Allow, "Bash(*)")]);
    assert_eq!(found(&rules, List::Allow, "Bash", "find . -delete"), Some("Bash(*)"));
}

#[test]
fn tools_are_told_apart_by_case_and_by_every_letter() {
    let rules = rules(&[
        (List::Deny, "toString"),
        (List::Deny, "constructor(x:*)"),
        (List::Deny, "__proto__(*)"),
        (List::Deny, "bash(ls)"),
    ]);
    for (tool, command, expected) in [
        ("toString", "x", Some("toString")),
        ("constructor", "x y", Some("constructor(x:*)")),
        ("constructor", "y", None),
        ("__proto__", "y", Some("__proto__(*)")),
        ("Bash", "ls", None),
        ("bash", "ls", Some("bash(ls)")),
        ("hasOwnProperty", "x", None),
    ] {
        assert_eq!(found(&rules, List::Deny, tool, command), expected, "{tool}: {command}");
    }
}

#[test]
fn the_index_finds_what_a_walk_over_all_rules_finds() {
    let words =
        ["git", "gi", "git push", "'git push'", "*", "g*", "git*", "npm", "\"npm\"", "./git", "-x", "''"];
    let mut texts: Vec<String> = Vec::new();
    for first in words {
        for second in words {
            texts.extend([
                alloc::format!("Bash({first})"),
                alloc::format!("Bash({first} {second})"),
                alloc::format!("Bash({first} {second}:*)"),
            ]);
        }
    }
    let commands =
        ["git", "git push", "'git push'", "gi x", "./git push", "npm -x", "$x", "$x git", "g'i't $x", "'' x"];
    for list in List::ALL {
        let pairs: Vec<(List, &str)> = texts.iter().map(|text| (list, text.as_str())).collect();
        for at in 0..pairs.len() {
            let few = rules(&[*pairs.get(at).unwrap()]);
            let rule = few.list(list).first().unwrap();
            for command in commands {
                let (indexed, walked) = Command::new(command).with(|words| {
                    let subject = super::Subject::new(words, Rules::grammar("Bash"));
                    let walked = match &rule.content {
                        super::Content::Command(pattern) if list == List::Allow => pattern.covers(&subject),
                        super::Content::Command(pattern) => pattern.touches(&subject),
                        _ => list != List::Allow || subject.name().is_some(),
                    };
                    (few.find(list, "Bash", &subject).is_some(), walked)
                });
                assert_eq!(indexed, walked, "{} on {command} in {list:?}", rule.text);
            }
        }
        let all = rules(&pairs);
        for command in commands {
            let (indexed, walked) = Command::new(command).with(|words| {
                let subject = super::Subject::new(words, Rules::grammar("Bash"));
                let of_pair = |pair: &(List, &str)| found(&rules(&[*pair]), list, "Bash", command).is_some();
                let walked = pairs.iter().position(of_pair).and_then(|at| all.list(list).get(at));
                (all.find(list, "Bash", &subject), walked)
            });
            assert_eq!(indexed, walked, "{command} in {list:?}");
        }
    }
}

proptest! {
    #[test]
    fn the_index_finds_the_path_rule_that_a_walk_over_all_rules_finds(
        patterns in prop::collection::vec(
            "(//|/|~/|\\./|\\.\\./|)([aAé]{1,2}|\\*|a\\*|\\*\\*|\\[ab\\]|\\.\\.)(/([aAé]{1,2}|\\*|\\*\\*|repo|PROGRA~1)){0,3}/?",
            9..40,
        ),
        paths in prop::collection::vec("(/repo|/home/u|/HOME/U|)(/([aAé]{1,2}|repo|b|\\.\\.|PROGRA~1|a\\*)){1,4}", 1..6),
        known in any::<bool>(),
    ) {
        let anchors = if known { ANCHORS } else { Anchors::default() };
        for list in List::ALL {
            let readable: Vec<String> = patterns.iter().map(|pattern| alloc::format!("Read({pattern})")).collect();
            let place = SourceLocation { file: "s".into(), line: 1, column: 1, span: Span::default() };
            let readable = readable.iter().filter(|text| parse(text, list, place.clone(), None).is_ok());
            let pairs: Vec<(List, &str)> = readable.map(|text| (list, text.as_str())).collect();
            let all = rules(&pairs);
            let walked = |is_it: &dyn Fn(&PathRule) -> bool| {
                all.list(list).iter().find(|rule| match &rule.content {
                    super::Content::Path(rule) => is_it(rule),
                    content => *content == super::Content::All,
                })
            };
            for path in &paths {
                for case in [Case::Exact, Case::Folded, Case::Guessed, Case::Wild] {
                    prop_assert_eq!(
                        all.matching_path(list, Access::Read, path, &anchors, case),
                        walked(&|rule| rule.matches(path, &anchors, case)),
                        "{} {:?}", path, case
                    );
                }
                prop_assert_eq!(
                    all.matching_beneath(list, Access::Read, path, &anchors),
                    walked(&|rule| rule.could_match_beneath(path, &anchors)),
                    "beneath {}", path
                );
            }
        }
    }
}

#[test]
fn paths_of_all_tools_that_read_or_edit_are_one_list() {
    let rules = rules(&[
        (List::Deny, "Bash(cat:*)"),
        (List::Deny, "Edit(./a)"),
        (List::Deny, "Write(./b)"),
        (List::Deny, "Read(./.env)"),
        (List::Ask, "mcp__x"),
        (List::Allow, "Edit"),
    ]);
    for (list, access, path, expected) in [
        (List::Deny, Access::Edit, "/repo/a", Some("Edit(./a)")),
        (List::Deny, Access::Edit, "/repo/b", Some("Write(./b)")),
        (List::Deny, Access::Edit, "/repo/.env", None),
        (List::Deny, Access::Read, "/repo/.env", Some("Read(./.env)")),
        (List::Deny, Access::Enter, "/repo/.env", None),
        (List::Ask, Access::Read, "/repo/x", None),
        (List::Allow, Access::Edit, "/anything", Some("Edit")),
    ] {
        let rule =
            rules.matching_path(list, access, path, &ANCHORS, Case::Exact).map(|rule| rule.text.as_str());
        assert_eq!(rule, expected, "{access:?} {path}");
    }
    assert!(rules.matching_beneath(List::Deny, Access::Read, "/repo", &ANCHORS).is_some());
    assert!(rules.matching_beneath(List::Deny, Access::Read, "/usr", &ANCHORS).is_none());
}

#[test]
fn a_text_that_a_rule_approves_is_found_among_many() {
    let texts = ["Bash(make b)", "Bash(make d:*)", "Other(make e)", "Bash(make a)", "Bash(make c)"];
    let rules = rules(&texts.map(|text| (List::Allow, text)));
    for (command, expected) in [
        ("make a", Some("Bash(make a)")),
        ("make b", Some("Bash(make b)")),
        (" make c\t", Some("Bash(make c)")),
        ("make d", Some("Bash(make d:*)")),
        ("make e", None),
        ("make f", None),
        ("make", None),
    ] {
        let found = rules.approving_text("Bash", command).map(|rule| rule.text.as_str());
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn the_rules_of_each_shell_are_written_in_its_own_quotes() {
    assert_eq!(Rules::grammar("Bash"), Grammar::Posix);
    assert_eq!(Rules::grammar("PowerShell"), Grammar::PowerShell);
}

#[test]
fn hosts_and_names_are_looked_up_by_their_own_rules() {
    let rules = rules(&[
        (List::Allow, "WebFetch(domain:*.rs)"),
        (List::Deny, "Agent(Explore)"),
        (List::Deny, "Agent(Pl*)"),
    ]);
    assert!(rules.matching_host(List::Allow, "docs.rs").is_some());
    assert!(rules.matching_host(List::Allow, "rs").is_none());
    assert!(rules.matching_text(List::Deny, "Agent", "Explore").is_some());
    assert!(rules.matching_text(List::Deny, "Agent", "Plan").is_some());
    assert!(rules.matching_text(List::Deny, "Agent", "explore").is_none());
    assert!(rules.matching_text(List::Deny, "Task", "Explore").is_none());
}

#[test]
fn the_meaning_of_a_rule_is_found_among_few_rules_and_among_many() {
    let about = [(List::Ask, "Bash(git push:*)"), (List::Deny, "Bash(git push --force origin)")];
    let others = ["Bash(git log:*)", "Bash(git add a b)", "Bash(git * c)"].map(|rule| (List::Deny, rule));
    let words = ["git", "push", "origin", "-f"];
    let args: Vec<Arg<'_>> =
        (0..).zip(words).map(|(at, word)| Arg::known(word, at, Span::default())).collect();
    for rules in [rules(&about), rules(&[&others[..], &about[..]].concat())] {
        let found = rules.meaning("Bash", &args).unwrap();
        assert_eq!((found.list, found.rule.text.as_str()), (List::Deny, "Bash(git push --force origin)"));
        assert!(rules.meaning("Bash", args.get(..1).unwrap()).is_none());
    }
}

#[test]
fn the_first_options_of_a_program_are_listed_once() {
    let rules = rules(&[
        (List::Deny, "Bash(git -C x push)"),
        (List::Deny, "Bash(git push --force)"),
        (List::Deny, "Bash(git push -f:*)"),
        (List::Deny, "Bash(git -C y push)"),
        (List::Deny, "Bash(git remote add --force)"),
        (List::Deny, "Bash(ls -C)"),
    ]);
    let found: Vec<_> = rules.first_options("Bash", "git").collect();
    assert_eq!(found, [(0, "-C"), (1, "--force"), (1, "-f"), (2, "--force")]);
}
