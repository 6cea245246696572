use std::format;
use std::string::String;
use std::vec::Vec;

use super::read;
use crate::script::{Dialect, PartKind, Script, Value, Word};

/// The script as one text: commands with `|` between their words, what is not constant as its kind; redirects after them.
fn drawn(source: &str) -> String {
    let script = crate::syntax::read(source, Dialect::PowerShell);
    let commands = script.commands.iter().map(|command| {
        let words: Vec<String> =
            script.words_of(command).iter().map(|word| word_drawn(&script, word)).collect();
        format!("[{}]{}", words.join(" | "), if command.scope == 0 { "" } else { "^" })
    });
    let redirects = script.redirects.iter().map(|redirect| {
        let target = script.word(redirect.target).map_or_else(String::new, |word| word_drawn(&script, word));
        format!("{:?} {target}", redirect.op)
    });
    let doubts = script.doubts.iter().map(|doubt| format!("?{:?}", doubt.kind));
    commands.chain(redirects).chain(doubts).collect::<Vec<_>>().join(" ")
}

fn word_drawn(script: &Script<'_>, word: &Word) -> String {
    match &word.value {
        Value::Plain => script.slice(word.span).into(),
        Value::Literal(text) => format!("'{text}'"),
        Value::Several(texts) => format!("{texts:?}"),
        Value::Pattern => "pattern".into(),
        Value::Unknown => {
            let part = |part: &crate::script::Part| match part.kind {
                PartKind::Text => script.slice(part.span).into(),
                PartKind::Variable(name) => format!("${}", script.slice(name)),
                PartKind::Substitution(_) => "()".into(),
                PartKind::Block(_) => "{}".into(),
                PartKind::Separator => ", ".into(),
                _ => "?".into(),
            };
            let parts: Vec<String> = script.parts_of(word).iter().map(part).collect();
            format!("<{}>", parts.concat())
        }
    }
}

fn is_doubted(source: &str) -> bool {
    !crate::syntax::read(source, Dialect::PowerShell).doubts.is_empty()
}

#[test]
fn commands_and_words_are_those_of_the_shell() {
    for (source, expected) in [
        ("git status", "[git | status]"),
        ("git log --oneline -n 5", "[git | log | --oneline | -n | 5]"),
        ("git log --format='%h %s'", "[git | log | '--format=%h %s']"),
        ("a 'b c' \"d e\"", "[a | 'b c' | 'd e']"),
        ("a 'it''s' \"say \"\"x\"\"\" \"a`\"b`$c\"", "[a | 'it's' | 'say \"x\"' | 'a\"b$c']"),
        ("a b\"c d\"e", "[a | 'bc de']"),
        ("a -Path:x -Force: y", "[a | -Path: | x | -Force: | y]"),
        ("a b, 'c d' ,e", r#"[a | ["b", "c d", "e"]]"#),
        ("a b,$c", "[a | <b, $c>]"),
        ("a b, '', $c", "[a | <b, , $c>]"),
        ("a $b $env:HOME/x ${c}", "[a | <$b> | <$HOME/x> | <$c>]"),
        ("a $x.Name $x[0].Y", "[a | <$x?> | <$x?>]"),
        ("a \"$x.Name $(b)\"", "[a | <$x.Name ()>] [b]^"),
        ("a (b c).Count", "[a | <?>] [b | c]^"),
        ("a {b; c}", "[a | <{}>] [b]^ [c]^"),
        ("a @{n='x'; e={b}}", "[a | <?>] []^ [b]^"),
        ("a | b |\n c\n| d", "[a] [b] [c] [d]"),
        ("a && b || c; d\ne", "[a] [b] [c] [d] [e]"),
        ("a `\n b # c", "[a | b]"),
        ("a <# b #> c", "[a | c]"),
        ("& 'C:\\x y\\z.exe' a", "['C:\\x y\\z.exe' | a]"),
        ("& git a", "[git | a]"),
        ("1..3 | % { $_ * 2 }", "[] ['ForEach-Object' | <{}>] []^"),
        ("$x = a b; c $x", "[a | b] [c | <$x>]"),
        ("[int]$x = 5", "[]"),
        ("(a).Count -gt 5 -and -not $b", "[] [a]^"),
        ("\"a $b\"", "[]"),
        ("if (a) { b } elseif ($c) { d } else { e }", "[a]^ [b]^ []^ [d]^ [e]^"),
        ("foreach ($f in a b) { c $f }", "[a | b]^ [c | <$f>]^"),
        ("a > b 2>&1", "[a] Write b DuplicateOutput 1"),
        ("a 2>$null *>> c", "[a] Write '/dev/null' AppendBoth c"),
        ("a @'\nb 'c'\n'@ d", "[a | 'b 'c'' | d]"),
        ("a @\"\nb $c\n\"@", "[a | <b $c>]"),
        ("a x#y [a-z]* ~ C:\\x ../y", "[a | x#y | [a-z]* | ~ | C:\\x | ../y]"),
        ("a -- -b", "[a | -- | -b]"),
        ("a -eq:$true", "[a | -eq: | <$true>]"),
        ("[pscustomobject]@{a=1;b='c'} | d", "[] []^ []^ [d]"),
        ("'a' -replace 'b','c' -split ','", "[]"),
        ("$x -is [string]", "[]"),
        ("", ""),
        ("# a", ""),
    ] {
        assert_eq!(drawn(source), expected, "{source}");
    }
}

#[test]
fn what_calls_loads_or_defines_is_doubted() {
    for source in [
        "[IO.File]::Delete('x')",
        "(gi a).Delete()",
        "$x.Delete()",
        "echo $x.Delete()",
        "$x.y = 1",
        "$x[0] = 1",
        "{ni x}.Invoke()",
        "'b' -replace 'b',{ni x}",
        "'a' -split {ni x}",
        "${C:\\b.txt} = 'x'",
        "${/x/f} = 1",
        "$env:X = 1",
        "$function:f = 'x'",
        "$PSDefaultParameterValues['x'] = 1",
        "$PSDefaultParameterValues = @{}",
        "$ErrorActionPreference = 'Stop'",
        "$global:x = 1",
        "$x, $y = 1, 2",
        "++$x",
        "& $x",
        "& {ni x}",
        "& (a)",
        ". ./x.ps1",
        ". $x",
        "using module ./evil.psm1",
        "function f { }",
        "class C { }",
        "while ($true) { }",
        "for (;;) { }",
        "switch ($x) { 1 { ni x } }",
        "try { a } catch [b] { c }",
        "try { a }",
        "$x.y++",
        "trap { a }",
        "begin { a } end { b }",
        "param($x = $(ni x))",
        "exit 1",
        "throw 'x'",
        "a &",
        "a & b",
        "a @x",
        "git --% a && ni x",
        "a -b\"c\"",
        "git show stash@{0}",
        "a(b)",
        "a$(b",
        "i`ex x",
        "iex`",
        "a`u{41}",
        "\"`u{41}\"",
        "a < b",
        "> a",
        "gci |& ls",
        "ls && if (1) {2}",
        "a \"b",
        "a 'b",
        "a (b",
        "a {b",
        "a @{b=1",
        "a |",
        "a &&",
        "a <# b",
        "@'\na",
        "a @'\nb\n '@",
        "a @' b\n'@",
        ")",
        "}",
        "a )",
        "echo ‘a’",
        "echo 'a’; ni x #'",
        "gci\u{a0}-Recurse",
        "gci\u{2003}-Recurse",
        "ls\0ni x",
        "a –Recurse",
        "$ExecutionContext.x",
        "$x?.y",
        "$a ? $b : $c",
        "[adsi]'x'",
        "[scriptblock]'x'",
        "[int]::MaxValue",
        "#requires -modules x",
        "a[0] = b\r c",
    ] {
        assert!(is_doubted(source), "{source}: {}", drawn(source));
    }
}

#[test]
fn an_escape_in_a_list_of_which_a_part_is_known_only_at_run_time_is_doubted() {
    for source in ["a 'it''s', $b", "a $b, 'it''s'", "a \"c`td\", $b"] {
        assert!(is_doubted(source), "{source}: {}", drawn(source));
    }
    for source in ["a 'it''s', d", "a \"c`td\", d", "a $b, c", "a $b, ''", "a \"c`t$d\", $b"] {
        assert!(!is_doubted(source), "{source}: {}", drawn(source));
    }
}

#[test]
fn nesting_has_a_limit_and_long_texts_end() {
    for (front, back) in [
        ("(", ")"),
        ("{", "}"),
        ("a (", ")"),
        ("a {", "}"),
        ("\"$(", ")\""),
        ("@(", ")"),
        ("@{a=", "}"),
        ("$x[", "]"),
        ("if (1) {", "}"),
    ] {
        let source = [front.repeat(10_000), back.repeat(10_000)].concat();
        assert!(is_doubted(&source), "{front}");
    }
    for piece in [
        "a ", "a,", "a|", "a;", "'a' ", "\"a\" ", "$a ", "-a ", "a\n", "`", "#", "<#", "\"", "'", "(", "{",
        "@{", "$(", "a=", "1..", "-not ",
    ] {
        let source = piece.repeat((1 << 18) / piece.len());
        let script = read(&source, Dialect::PowerShell);
        assert!(script.commands.len() <= source.len(), "{piece}");
    }
}

#[test]
fn a_name_is_that_of_its_table_on_the_system_of_the_request() {
    let name = |source: &str, dialect| {
        let script = crate::syntax::read(source, dialect);
        let command = script.commands.first()?;
        script.words_of(command).first().and_then(|word| script.text(word).map(String::from))
    };
    assert_eq!(name("GIT.exe status", Dialect::PowerShellOnWindows).as_deref(), Some("git"));
    assert_eq!(name("GIT.exe status", Dialect::PowerShell).as_deref(), Some("GIT.exe"));
    assert_eq!(name("Unknown-Thing x", Dialect::PowerShellOnWindows).as_deref(), Some("Unknown-Thing"));
}
