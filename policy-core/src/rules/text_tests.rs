//! Rule text: what each malformed form says, and what is kept of a good one.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::string::String;
use core::fmt::Write as _;

use crate::Span;

use super::list::List;
use super::problem::{Problem, is_unseen};
use super::source_location::SourceLocation;
use super::text::{Content, ToolName, parse};

fn nowhere() -> SourceLocation {
    SourceLocation { file: "settings.json".into(), line: 3, column: 5, span: Span::new(20, 30) }
}

fn draw(out: &mut String, list: List, text: &str, label: &str, problem: &Problem) {
    let shown: String = text.chars().map(|c| if is_unseen(c) { '\u{fffd}' } else { c }).collect();
    let before = text.get(..problem.span.start as usize).unwrap().chars().count();
    let width = problem.span.slice(text).chars().count().max(1);
    writeln!(out, "{}: {shown}", list.name()).unwrap();
    writeln!(out, "{}{}", " ".repeat(list.name().len() + 2 + before), "^".repeat(width)).unwrap();
    writeln!(out, "  {label}: {}\n  help: {}\n", problem.message, problem.help).unwrap();
}

fn snapshot(name: &str, drawn: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/rules"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, drawn));
}

#[test]
fn every_malformed_form_says_where_it_is_wrong_and_what_was_meant() {
    let mut out = String::new();
    for (list, text) in [
        (List::Allow, ""),
        (List::Allow, "Bash("),
        (List::Allow, "Bash(git status"),
        (List::Allow, "Bash)"),
        (List::Allow, "(git status)"),
        (List::Allow, "Bash()"),
        (List::Allow, "Bash(  )"),
        (List::Allow, "Bash(:*)"),
        (List::Allow, "Bash(git status) "),
        (List::Allow, "Bash(git status) # mine"),
        (List::Deny, "Bash(rm:*), Bash(curl:*)"),
        (List::Allow, "Bash (git status)"),
        (List::Allow, "git status"),
        (List::Allow, "Bäsh(ls)"),
        (List::Allow, " Bash(ls)"),
        (List::Allow, "Bash(git\u{7} status)"),
        (List::Deny, "Bash(rm\u{200b}:*)"),
        (List::Allow, "Read(a\nb)"),
        (List::Allow, "*"),
        (List::Allow, "B*"),
        (List::Allow, "mcp__*__read"),
        (List::Deny, "B*(rm:*)"),
        (List::Allow, "WebFetch(docs.rs)"),
        (List::Allow, "WebFetch(domain:)"),
        (List::Allow, "WebFetch(domain:https://docs.rs/x)"),
        (List::Deny, "Read(!./keep)"),
        (List::Deny, "Read(~root/x)"),
        (List::Deny, "Read(./[a-z)"),
        (List::Deny, "Read(**/../x)"),
    ] {
        let problem = parse(text, list, nowhere(), None).unwrap_err();
        assert!(problem.span.end as usize <= text.len(), "{text}");
        draw(&mut out, list, text, "error", &problem);
    }
    snapshot("malformed", &out);
}

#[test]
fn what_is_probably_not_meant_is_a_warning() {
    let mut out = String::new();
    for (list, text) in [
        (List::Allow, "Bash(git * main)"),
        (List::Allow, "Bash(* --version)"),
        (List::Allow, "Bash(bash:*)"),
        (List::Allow, "Bash(python3 *)"),
        (List::Allow, "Bash(python3 -c:*)"),
        (List::Allow, "Bash(/usr/bin/node:*)"),
        (List::Allow, "Bash(sudo:*)"),
        (List::Allow, "Bash(env *)"),
        (List::Allow, "Bash(echo \"it's)"),
        (List::Deny, "Bash(run_in_background:true)"),
        (List::Deny, "bash(rm:*)"),
        (List::Allow, "Bash(entr *)"),
        (List::Allow, "Bash(ls && pwd:*)"),
        (List::Allow, "Bash(grep 'a b' && pwd:*)"),
        (List::Allow, "Bash(grep \"a\" 'b\"c' && pwd:*)"),
        (List::Allow, "Bash(curl | sh *)"),
        (List::Allow, "Bash(make x* &)"),
        (List::Allow, "Bash(make > /tmp/*)"),
        (List::Allow, "Bash(make:* 2>&1)"),
    ] {
        let parsed = parse(text, list, nowhere(), None).unwrap();
        let (warning, others) = parsed.warnings.split_first().unwrap();
        assert!(others.is_empty(), "{text}: {others:?}");
        draw(&mut out, list, text, "warning", warning);
    }
    snapshot("warnings", &out);
}

#[test]
fn a_warning_about_an_open_quote_is_at_the_quote() {
    for (text, span) in [("Bash(echo \"it's)", Span::new(10, 11)), ("Bash('ls x)", Span::new(5, 6))] {
        let parsed = parse(text, List::Allow, nowhere(), None).unwrap();
        let spans = parsed.warnings.iter().map(|warning| warning.span);
        assert!(spans.eq([span]), "{text}: {:?}", parsed.warnings);
    }
}

#[test]
fn usual_rules_are_read_without_a_word() {
    for (list, text) in [
        (List::Allow, "Bash"),
        (List::Allow, "Bash(*)"),
        (List::Allow, "Bash(npm run test:*)"),
        (List::Allow, "Bash(npm run build)"),
        (List::Allow, "Bash(ls*)"),
        (List::Allow, "Bash(python3 scripts/x.py:*)"),
        (List::Allow, "Bash(git log * --stat)"),
        (List::Allow, "Bash(echo (a) b)"),
        (List::Allow, "Bash(bash -c 'ls && pwd')"),
        (List::Allow, "Bash(grep '|' \\| \"a > b\" a|b)"),
        (List::Allow, "Bash(grep '|' \\| \"a > b\" a|b x*)"),
        (List::Allow, "Bash(grep 'a && b' \"a' | b\" 'a\" > b' x*)"),
        (List::Allow, "Bash(grep \"a\\\" && b\" \\' x*)"),
        (List::Allow, "Bash(find . -name x -exec cat {} ;)"),
        (List::Deny, "Bash(ls && pwd:*)"),
        (List::Ask, "Bash(curl | sh *)"),
        (List::Allow, "Bash(ls && pwd)"),
        (List::Allow, "Bash(docker run -v a:b:*)"),
        (List::Deny, "Bash(git * --force)"),
        (List::Deny, "Bash(sudo:*)"),
        (List::Deny, "*"),
        (List::Deny, "mcp__*"),
        (List::Allow, "mcp__github"),
        (List::Allow, "mcp__github__*"),
        (List::Allow, "mcp__github__get_*"),
        (List::Allow, "WebFetch(domain:*.example.com)"),
        (List::Allow, "Read(~/.zshrc)"),
        (List::Deny, "Edit(//etc/**)"),
        (List::Deny, "Agent(Explore)"),
        (List::Allow, "Cd(/sub)"),
        (List::Allow, "Skill(*)"),
        (List::Allow, "PowerShell(Get-ChildItem *)"),
        (List::Deny, "toString"),
        (List::Deny, "constructor(x)"),
        (List::Deny, "__proto__"),
    ] {
        let parsed = parse(text, list, nowhere(), None).unwrap();
        assert_eq!(parsed.warnings, [], "{text}");
        assert_eq!(parsed.rule.text, text);
    }
}

#[test]
fn a_rule_that_lets_a_cmdlet_run_any_text_warns_where_the_shell_has_cmdlets() {
    for (text, expected) in [
        ("PowerShell(Invoke-Expression:*)", 1),
        ("PowerShell(iex *)", 1),
        ("PowerShell(Get-ChildItem:*)", 0),
        ("Bash(Invoke-Expression:*)", 0),
        ("Bash(iex *)", 0),
    ] {
        let warnings = parse(text, List::Allow, nowhere(), None).unwrap().warnings;
        assert_eq!(warnings.len(), expected, "{text}: {warnings:?}");
    }
}

#[test]
fn a_rule_keeps_its_text_and_its_place() {
    // A blank after `:*` is no part of the rule.
    let rule = parse("Bash( git   push:* )", List::Ask, nowhere(), None).unwrap().rule;
    assert!(
        matches!(&rule.content, Content::Command(pattern) if pattern.lead_words().eq(["git", "push"])),
        "{rule:?}"
    );
    let rule = parse("Bash(git   push:*)", List::Ask, nowhere(), None).unwrap().rule;
    assert_eq!(rule.text, "Bash(git   push:*)");
    assert_eq!(alloc::format!("{}", rule.place), "settings.json:3:5");
}

#[test]
fn every_call_is_a_bare_name_or_a_star() {
    for text in ["Bash", "Bash(*)", "Bash( * )", "Agent(*)", "WebFetch(*)", "Read"] {
        assert_eq!(parse(text, List::Allow, nowhere(), None).unwrap().rule.content, Content::All, "{text}");
    }
    // To allow `*` is to allow what lies in the working directory; to deny it is to deny everything.
    let read = |list| parse("Read(*)", list, nowhere(), None).unwrap().rule.content;
    assert!(matches!(read(List::Allow), Content::Path(_)));
    assert_eq!(read(List::Deny), Content::All);
}

#[test]
fn a_server_covers_its_tools_and_no_other_server() {
    let server = parse("mcp__git", List::Allow, nowhere(), None).unwrap().rule.tool;
    assert_eq!(server, ToolName::Server("mcp__git".into()));
    for (tool, expected) in
        [("mcp__git", true), ("mcp__git__status", true), ("mcp__github__status", false), ("Bash", false)]
    {
        assert_eq!(server.matches(tool), expected, "{tool}");
    }
    let tools = parse("mcp__git__get_*", List::Allow, nowhere(), None).unwrap().rule.tool;
    assert!(tools.matches("mcp__git__get_log"));
    assert!(!tools.matches("mcp__git__push"));
}

#[test]
fn what_is_wrong_with_a_rule_is_shown_at_its_place() {
    for (list, text, place) in [
        (List::Allow, "Bash)", ")"),
        (List::Allow, "(git status)", "("),
        (List::Allow, "Bash(git status", "(git status"),
        (List::Allow, "Bash(git status) x", " x"),
        (List::Deny, "Bash(rm:*), Bash(curl:*)", "Bash(curl:*)"),
        (List::Allow, "Bash(git\u{200b} status)", "\u{200b}"),
        (List::Allow, "Read(a\nb)", "\n"),
        (List::Allow, "B\u{e4}sh(ls)", "\u{e4}"),
        (List::Allow, "Ba/sh(ls)", "/"),
        (List::Allow, "Bash:x", ":"),
        (List::Allow, "mcp__a b", " "),
        (List::Allow, "Ba*", "*"),
        (List::Allow, "mcp__a*__b", "*"),
    ] {
        let problem = parse(text, list, nowhere(), None).unwrap_err();
        assert_eq!(problem.span.slice(text), place, "{text}: {problem:?}");
    }
}

#[test]
fn a_rule_has_at_most_so_many_characters_however_many_bytes_they_have() {
    for (character, count, expected) in [
        ("a", 8_000, true),
        ("a", 8_001, false),
        ("é", 8_000, true),
        ("é", 8_001, false),
        ("a", 9_000, false),
    ] {
        let text = alloc::format!("Bash({})", character.repeat(count - "Bash()".len()));
        let parsed = parse(&text, List::Allow, nowhere(), None);
        assert_eq!(parsed.is_ok(), expected, "{count} times {character}");
        assert!(parsed.err().is_none_or(|problem| problem.span == Span::new(0, text.len())));
    }
}

#[test]
fn a_name_of_a_server_has_two_parts() {
    let tool = |text| parse(text, List::Allow, nowhere(), None).unwrap().rule.tool;
    assert_eq!(tool("mcp__git"), ToolName::Server("mcp__git".into()));
    assert_eq!(tool("mcp__a/b:c"), ToolName::Server("mcp__a/b:c".into()));
    for name in ["mcp__", "mcp__git__log", "mcp_git", "Bash"] {
        assert_eq!(tool(name), ToolName::Exactly(name.into()));
    }
}
