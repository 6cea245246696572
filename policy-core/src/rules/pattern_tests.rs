//! What command rules match: tables of rule, command and answer.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

use alloc::string::String;
use alloc::vec::Vec;

use super::grammar::Grammar;
use super::pattern::Pattern;
use super::subject::{Subject, Words, basename};

/// A command for a test: words at blanks; `$…` is not known before running; `'…'` holds blanks and loses its quotes.
pub(super) struct Command {
    argv: Vec<Option<String>>,
    source: Vec<String>,
}

impl Command {
    pub(super) fn new(text: &str) -> Self {
        let mut argv = Vec::new();
        let mut source: Vec<String> = Vec::new();
        let mut open = false;
        for piece in text.split(' ').filter(|piece| !piece.is_empty()) {
            if open {
                let last = source.last_mut().unwrap();
                last.push(' ');
                last.push_str(piece);
            } else {
                source.push(piece.into());
            }
            open ^= piece.matches('\'').count() % 2 == 1;
        }
        for word in &source {
            argv.push((!word.starts_with('$')).then(|| word.replace('\'', "")));
        }
        Self { argv, source }
    }

    pub(super) fn with<R>(&self, f: impl FnOnce(Words<'_>) -> R) -> R {
        let argv: Vec<Option<&str>> = self.argv.iter().map(Option::as_deref).collect();
        let source: Vec<&str> = self.source.iter().map(String::as_str).collect();
        f(Words { argv: &argv, source: &source })
    }
}

fn check(grammar: Grammar, table: &[(&str, &str, bool, bool)]) {
    for (rule, command, covers, touches) in table {
        let pattern = Pattern::parse(rule, grammar).unwrap_or_else(|problem| panic!("{rule}: {problem:?}"));
        Command::new(command).with(|words| {
            let subject = Subject::new(words, grammar);
            assert_eq!(pattern.covers(&subject), *covers, "allow `{rule}` on `{command}`");
            assert_eq!(pattern.touches(&subject), *touches, "deny `{rule}` on `{command}`");
        });
    }
}

#[test]
fn a_prefix_ends_at_a_word() {
    check(
        Grammar::Posix,
        &[
            // rule, command, allow, deny
            ("npm run:*", "npm run", true, true),
            ("npm run:*", "npm run x", true, true),
            ("npm run:*", "npm runx", false, false),
            ("npm run *", "npm run", true, true),
            ("npm run *", "npm run x y", true, true),
            ("npm run *", "npm runevil", false, false),
            ("git log:*", "git logout", false, false),
            ("git push origin main:*", "git push origin main", true, true),
            ("git push origin main:*", "git push origin main:release", false, false),
            ("git push origin main", "git push origin main:release", false, false),
            ("ls*", "ls", true, true),
            ("ls*", "lsof -p 1", true, true),
            ("ls *", "lsof", false, false),
            ("git", "git status", false, false),
            ("git status", "git status", true, true),
            ("git status", "git  status", true, true),
        ],
    );
}

#[test]
fn a_wildcard_in_the_middle_matches_any_words() {
    check(
        Grammar::Posix,
        &[
            ("git * --force", "git push origin --force", true, true),
            ("git * --force", "git --force", false, false),
            ("git * --force", "git push --force x", false, false),
            ("git * main", "git push origin main", true, true),
            ("git * main", "git push origin mainline", false, false),
            ("* --version", "node --version", true, true),
            ("* --version", "--version", false, false),
            ("git log * --stat *", "git log main --stat", true, true),
            ("git log * --stat *", "git log main --statx", false, false),
        ],
    );
}

#[test]
fn arguments_are_compared_whole_and_without_their_quotes() {
    check(
        Grammar::Posix,
        &[
            ("git commit -m \"a b\"", "git commit -m 'a b'", true, true),
            ("git commit -m 'a b'", "git commit -m 'a b'", true, true),
            ("git commit -m a\\ b", "git commit -m 'a b'", true, true),
            // Two arguments are not one with a blank in it; only a deny rule overlooks the difference.
            ("git commit -m \"a b\"", "git commit -m a b", false, true),
            ("git commit -m a b", "git commit -m 'a b'", false, true),
            ("rm -rf /", "rm '-rf /'", false, true),
            ("npm run:*", "'npm run' x", false, true),
            ("npm run:*", "'npm run'", false, true),
            // An empty argument is not two.
            ("'' ''", "''", false, false),
            ("echo ''", "echo ''", true, true),
            ("echo", "echo ''", false, true),
            ("find . -name \\*.rs", "find . -name '*.rs'", true, true),
            ("find . -name \\*.rs", "find . -name x.rs", false, false),
        ],
    );
}

#[test]
fn an_unknown_argument_is_covered_by_a_wildcard_alone() {
    check(
        Grammar::Posix,
        &[
            ("npm run:*", "npm run $x", true, true),
            ("npm run:*", "npm $x", false, false),
            ("npm run x", "npm run $x", false, false),
            ("npm run x*", "npm run $x", false, false),
            ("npm * x", "npm $a x", true, true),
            ("npm run \u{e000}", "npm run $x", false, false),
            // Never as the command's name; a deny rule is held against that as well.
            ("* --version", "$x --version", false, true),
            ("$x --version", "$x --version", false, true),
            // The exact source text of an expansion proves nothing about its value.
            ("echo $HOME", "echo $HOME", false, true),
            ("echo $HOME", "echo '$HOME'", true, true),
        ],
    );
}

#[test]
fn deny_sees_through_directories_blanks_and_quotes() {
    check(
        Grammar::Posix,
        &[
            ("curl:*", "/usr/bin/curl x", false, true),
            ("curl:*", "./curl x", false, true),
            ("curl:*", "../../bin/curl", false, true),
            ("curl:*", "c'ur'l x", true, true),
            ("curl:*", "/usr/bin/c'ur'l x", false, true),
            ("curl:*", "curlx", false, false),
            ("curl:*", "/curl/x", false, false),
            ("curl\t -s   x", "curl -s x", true, true),
            ("  curl -s x  ", "curl -s x", true, true),
            ("/usr/bin/curl:*", "/usr/bin/curl x", true, true),
            ("CURL:*", "curl x", false, false),
            ("curl:*", "CURL x", false, true),
            ("curl:*", "curl.exe x", false, true),
            ("curl:*", "Curl.EXE x", false, true),
            ("curl:*", "curl.sh x", false, false),
            ("curl:*", "curl-dev x", false, false),
            (".exe:*", ".exe x", true, true),
        ],
    );
}

#[test]
fn names_of_host_languages_internals_are_ordinary_words() {
    for name in ["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"] {
        let rule = alloc::format!("{name}:*");
        check(
            Grammar::Posix,
            &[(&rule, name, true, true), (&rule, "git status", false, false), ("git:*", name, false, false)],
        );
    }
}

#[test]
fn a_wildcard_never_vouches_for_options_that_run_programs() {
    check(
        Grammar::Posix,
        &[
            ("find:*", "find . -name x", true, true),
            ("find:*", "find . -exec rm {} +", false, true),
            ("find *", "find . -delete", false, true),
            ("find:*", "find $x", false, true),
            ("f*", "find . -delete", false, true),
            ("find . -delete", "find . -delete", true, true),
            ("watch:*", "watch ls", true, true),
            ("watch ls", "watch ls", true, true),
            ("xargs:*", "xargs grep", true, true),
            ("xargs:*", "xargs sh", false, true),
        ],
    );
}

#[test]
fn a_wildcard_in_a_name_does_not_lead_up_and_away() {
    check(
        Grammar::Posix,
        &[
            ("./scripts/*", "./scripts/build.sh -x", true, true),
            ("./scripts/*", "./scripts/../../evil", false, true),
            ("./scripts/build.sh:*", "./scripts/build.sh ../x", true, true),
        ],
    );
}

#[test]
fn powershell_has_its_own_escape_and_no_case() {
    check(
        Grammar::PowerShell,
        &[
            ("Get-ChildItem:*", "get-childitem C:\\x", true, true),
            ("get-content C:\\x\\y", "Get-Content C:\\x\\y", true, true),
            ("echo a` b", "Write-Output 'a b'", true, true),
        ],
    );
}

#[test]
fn an_unbalanced_quote_stands_for_itself() {
    let pattern = Pattern::parse("echo it's", Grammar::Posix).unwrap();
    assert_eq!(pattern.unbalanced(), Some(7));
    let argv = [Some("echo"), Some("it's")];
    let subject = Subject::new(Words { argv: &argv, source: &["echo", "it\\'s"] }, Grammar::Posix);
    assert!(pattern.covers(&subject));
}

#[test]
fn an_argument_cannot_imitate_a_word_boundary_or_an_unknown() {
    for (rule, argument) in [("git a b", "a\0b"), ("git a", "a\u{10ffff}"), ("git", "\0")] {
        let pattern = Pattern::parse(rule, Grammar::Posix).unwrap();
        let argv = [Some("git"), Some(argument)];
        let subject = Subject::new(Words { argv: &argv, source: &["git", "x"] }, Grammar::Posix);
        assert!(!pattern.covers(&subject), "{rule}");
        assert!(!pattern.touches(&subject), "{rule}");
    }
    // Neither beside an argument with a blank in it.
    let pattern = Pattern::parse("git a b c d", Grammar::Posix).unwrap();
    let argv = [Some("git"), Some("a\0b"), Some("c d")];
    let subject = Subject::new(Words { argv: &argv, source: &["git", "x", "y"] }, Grammar::Posix);
    assert!(!pattern.touches(&subject));
    assert!(Pattern::parse("git \u{10ffff}", Grammar::Posix).is_err());
    assert!(Pattern::parse("git \0", Grammar::Posix).is_err());
}

#[test]
fn a_command_without_words_is_covered_by_nothing() {
    let subject = Subject::new(Words { argv: &[], source: &[] }, Grammar::Posix);
    for rule in ["*", "a*", "git:*", "* x"] {
        assert!(!Pattern::parse(rule, Grammar::Posix).unwrap().covers(&subject), "{rule}");
    }
}

#[test]
fn what_cannot_be_seen_is_refused_at_its_place() {
    for (text, place) in [("git \u{200b}push", "\u{200b}"), ("git\u{7}", "\u{7}")] {
        let problem = Pattern::parse(text, Grammar::Posix).unwrap_err();
        assert_eq!(problem.span.slice(text), place, "{text:?}");
    }
}

#[test]
fn a_rule_that_is_written_as_the_command_is_means_it_whatever_the_quotes_are() {
    let argv = [Some("echo"), Some("a\tb")];
    let subject = Subject::new(Words { argv: &argv, source: &["echo", "$'a\\tb'"] }, Grammar::Posix);
    for (rule, expected) in [("echo $'a\\tb'", true), ("echo $'a\\tc'", false), ("echo 'a\\tb'", false)] {
        let pattern = Pattern::parse(rule, Grammar::Posix).unwrap();
        assert_eq!((pattern.covers(&subject), pattern.touches(&subject)), (expected, expected), "{rule}");
    }
}

#[test]
fn the_parts_of_a_rule_in_front_of_its_wildcard_and_behind() {
    // rule, words of a sub-command, first option, text after the wildcard
    for (rule, words, option, behind) in [
        ("git push:*", 1, None, false),
        ("git push -f:*", 1, Some("-f"), false),
        ("git push --force origin", 1, Some("--force"), false),
        ("git -C x push", 0, Some("-C"), false),
        ("git push - x", 1, None, false),
        ("git push *", 1, None, false),
        ("git push * *", 1, None, false),
        ("git push * main", 1, None, true),
        ("git push *x", 1, None, true),
        ("git pu* -f", 1, None, true),
    ] {
        let pattern = Pattern::parse(rule, Grammar::Posix).unwrap();
        assert_eq!(pattern.sub_words(), words, "{rule}");
        assert_eq!(pattern.first_option(), option.map(|option| (words, option)), "{rule}");
        assert_eq!(pattern.has_text_after_wildcard(), behind, "{rule}");
    }
}

#[test]
fn a_program_whose_name_is_empty_or_cannot_be_is_covered_by_no_rule() {
    for name in [Some(""), Some("a\0"), Some("\u{10ffff}"), None] {
        let argv = [name, Some("x")];
        let subject = Subject::new(Words { argv: &argv, source: &["$name", "x"] }, Grammar::Posix);
        for rule in ["*", "* x", "*x"] {
            assert!(!Pattern::parse(rule, Grammar::Posix).unwrap().covers(&subject), "{rule} on {name:?}");
        }
    }
}

#[test]
fn the_text_of_an_expansion_proves_nothing_about_its_value_whatever_the_quotes_are() {
    for (rule, written) in [("echo \"$HOME\"", "\"$HOME\""), ("echo \"a$x\"", "\"a$x\"")] {
        let pattern = Pattern::parse(rule, Grammar::Posix).unwrap();
        let subject = |value| {
            let argv = [Some("echo"), value];
            let words = Words { argv: &argv, source: &["echo", written] };
            pattern.covers(&Subject::new(words, Grammar::Posix))
        };
        assert!(!subject(None), "{rule}: the value is not known");
        assert!(!subject(Some("a\0b")), "{rule}: no argument is this value");
        assert!(subject(Some("/home/u")), "{rule}: the value is known");
    }
}

#[test]
fn the_name_of_a_program_is_the_last_part_of_its_path() {
    for (name, expected) in
        [("/usr/bin/curl", "curl"), ("./curl", "curl"), ("curl", "curl"), ("bin/", "bin/"), ("/", "/")]
    {
        assert_eq!(basename(name), expected, "{name}");
    }
}

#[test]
fn a_rule_is_found_under_the_name_of_each_of_its_forms() {
    for (content, expected) in
        [("git push", Some(&["git"][..])), ("'git' push:*", Some(&["git", "'git'"][..])), ("git* push", None)]
    {
        let words = Pattern::parse(content, Grammar::Posix).unwrap().index_words();
        assert_eq!(
            words.as_deref(),
            expected.map(|words| words.iter().map(|word| (*word).into()).collect::<Vec<_>>()).as_deref(),
            "{content}"
        );
    }
}
