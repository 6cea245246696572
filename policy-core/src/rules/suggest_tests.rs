//! Suggestions: narrow, readable by the rule grammar, and never a door to everything.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::vec;
use alloc::vec::Vec;

use crate::Span;
use crate::proof::suggestion::may_end_in_wildcard;

use super::list::List;
use super::lists::Rules;
use super::pattern_tests::Command;
use super::source_location::SourceLocation;
use super::subject::Words;
use super::suggest::{SUGGESTIONS_MAX, suggest, suggest_all};
use super::text::parse;

fn rules(text: &str) -> Rules {
    let place = SourceLocation { file: "s".into(), line: 1, column: 1, span: Span::default() };
    let parsed = parse(text, List::Allow, place, None).unwrap();
    assert_eq!(parsed.warnings, [], "{text}");
    Rules::new([(List::Allow, parsed.rule)])
}

#[test]
fn the_narrowest_rule_is_the_command_itself() {
    for (command, expected) in [
        ("git status", Some("Bash(git status)")),
        ("git commit -m 'a b'", Some("Bash(git commit -m 'a b')")),
        ("npm run build:prod", Some("Bash(npm run build:prod)")),
        ("echo 'x)'", Some("Bash(echo 'x)')")),
        ("ls", Some("Bash(ls)")),
        ("toString", Some("Bash(toString)")),
        // Not everything is known or can be written: the words in front, if they say what is done.
        ("git push $x", Some("Bash(git push:*)")),
        ("cargo test $x", Some("Bash(cargo test:*)")),
        // More words can write a file, run a program, or be an option's value.
        ("git log $x", None),
        ("git push --force $x", None),
        ("cp a $x", None),
        ("docker run image $x", None),
        ("docker exec $x", None),
        ("docker compose exec $x", None),
        ("kubectl exec $x", None),
        ("docker run --rm -v $x image ls", None),
        ("docker run --rm image ls", Some("Bash(docker run --rm image ls)")),
        ("ls 'a*'", None),
        ("git add 'a*'", Some("Bash(git add:*)")),
        ("git add 'a:*'", Some("Bash(git add:*)")),
        ("git $x", None),
        ("git -C $x push", None),
        ("rm -rf $x", None),
        ("$x y", None),
        // An option can change files or settings, whatever its table calls that.
        ("df a $x", None),
        ("sysctl vm $x", None),
        ("systemctl show a $x", None),
        ("lua a.lua $x", None),
        // A prefix would not help here, so none is offered.
        ("find . $x", None),
        ("find . -delete", Some("Bash(find . -delete)")),
    ] {
        let suggestion = Command::new(command).with(|words| suggest("Bash", &words, &may_end_in_wildcard));
        assert_eq!(suggestion.as_deref(), expected, "{command}");
    }
}

#[test]
fn openers_are_never_suggested() {
    for name in [
        "bash",
        "sh",
        "zsh",
        "dash",
        "ksh",
        "fish",
        "python",
        "python3",
        "python3.12",
        "node",
        "deno",
        "bun",
        "perl",
        "ruby",
        "php",
        "lua",
        "osascript",
        "pwsh",
        "powershell",
        "sudo",
        "doas",
        "su",
        "env",
        "eval",
        "exec",
        "source",
        ".",
        "xargs",
        "ssh",
        "/bin/bash",
    ] {
        let command = alloc::format!("{name} x y");
        assert_eq!(
            Command::new(&command).with(|words| suggest("Bash", &words, &may_end_in_wildcard)),
            None,
            "{name}"
        );
    }
}

#[test]
fn a_rule_that_would_not_help_is_not_suggested_whoever_lets_it_grow() {
    for (command, expected) in [("find . $x", None), ("tool do $x", Some("Bash(tool do:*)"))] {
        let suggestion = Command::new(command).with(|words| suggest("Bash", &words, &|_, _| true));
        assert_eq!(suggestion.as_deref(), expected, "{command}");
    }
}

#[test]
fn a_cmdlet_that_runs_any_text_is_not_suggested_where_the_shell_has_cmdlets() {
    for (tool, expected) in [
        ("PowerShell", None),
        ("Bash", Some("Bash(Invoke-Expression x)")),
        ("Other", Some("Other(Invoke-Expression x)")),
    ] {
        let suggestion =
            Command::new("Invoke-Expression x").with(|words| suggest(tool, &words, &may_end_in_wildcard));
        assert_eq!(suggestion.as_deref(), expected, "{tool}");
    }
}

#[test]
fn an_exact_suggestion_matches_its_command_and_none_of_its_neighbours() {
    let hard = [
        "",
        " ",
        "a b",
        "a\tb",
        "'",
        "\"",
        "\\",
        "$x",
        "`x`",
        "it's \"$5\"",
        "a:",
        ":",
        "#",
        "~",
        "(",
        ")",
        "a) b",
        "{}",
        "\\*".trim_end_matches('*'),
        "x=y",
        "é",
        "Bash(",
        "--flag=a b",
        "'\"\\$`",
    ];
    for argument in hard {
        let argv = [Some("tool"), Some("do"), Some(argument)];
        let source = ["tool", "do", "'source'"];
        let words = Words { argv: &argv, source: &source };
        let text = suggest("Bash", &words, &may_end_in_wildcard).unwrap();
        let rules = rules(&text);
        assert!(rules.matching(List::Allow, "Bash", &words).is_some(), "{text}");

        let longer = alloc::format!("{argument}x");
        let blank = alloc::format!("{argument} x");
        let neighbours: Vec<Vec<Option<&str>>> = vec![
            vec![Some("tool"), Some("do")],
            vec![Some("tool"), Some("do"), Some(&longer)],
            vec![Some("tool"), Some("do"), Some(&blank)],
            vec![Some("tool"), Some("do"), Some(argument), Some("x")],
            vec![Some("tool"), Some("dox"), Some(argument)],
            vec![Some("./tool"), Some("do"), Some(argument)],
            vec![Some("tool"), Some("do"), None],
            vec![Some("tool"), None, Some(argument)],
        ];
        for argv in &neighbours {
            let source: Vec<&str> = argv.iter().map(|_| "?").collect();
            let words = Words { argv, source: &source };
            assert!(rules.matching(List::Allow, "Bash", &words).is_none(), "{text} on {argv:?}");
        }
    }
}

#[test]
fn several_commands_give_each_rule_once_and_all_or_none() {
    let all = |commands: &[&str]| {
        let commands: Vec<(Vec<Option<&str>>, Vec<&str>)> = commands
            .iter()
            .map(|command| (command.split(' ').map(Some).collect(), command.split(' ').collect()))
            .collect();
        suggest_all(
            "Bash",
            commands.iter().map(|(argv, source)| Words { argv, source }),
            &may_end_in_wildcard,
        )
    };
    assert_eq!(all(&["git status", "ls", "git status"]), ["Bash(git status)", "Bash(ls)"]);
    assert!(all(&["git status", "bash x"]).is_empty());
    assert_eq!(all(&["a", "b", "c", "d", "e"]).len(), SUGGESTIONS_MAX);
    assert!(all(&["a", "b", "c", "d", "e", "f"]).is_empty());
}

#[test]
fn no_rule_is_suggested_that_is_too_long_to_be_read() {
    for (length, expected) in [(990, true), (994, true), (995, false), (996, false), (2_000, false)] {
        let argument = "a".repeat(length);
        let argv = [Some("echo"), Some(argument.as_str())];
        let words = Words { argv: &argv, source: &["echo", &argument] };
        assert_eq!(suggest("Bash", &words, &may_end_in_wildcard).is_some(), expected, "{length}");
    }
}
