//! What the strict reader makes of commands: one line a claim, drawn by `draw`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::script::{Descriptor, Dialect, Joint, ScopeKind, Value, Word};

/// Draws what was read: each simple command as its words in brackets, with assignments and redirects, then the doubts.
fn draw(source: &str, dialect: Dialect) -> String {
    let script = read(source, dialect);
    let word = |word: &Word| match &word.value {
        Value::Plain | Value::Literal(_) => format!("{:?}", script.text(word).unwrap_or("")),
        Value::Several(words) => words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join("+"),
        Value::Pattern => format!("pattern {}", script.slice(word.span)),
        Value::Unknown => format!("unknown {}", script.slice(word.span)),
    };
    let mut lines = Vec::new();
    for (index, command) in script.commands.iter().enumerate() {
        let mut parts: Vec<String> = Vec::new();
        for assignment in script.assignments_of(command) {
            let value = script.word(assignment.value).map_or(String::new(), word);
            parts.push(format!("{}={value}", script.slice(assignment.name)));
        }
        parts.extend(script.words_of(command).iter().map(word));
        for redirect in script.redirects_of(index) {
            let fd = match redirect.fd {
                Some(Descriptor::Number(number)) => number.to_string(),
                Some(Descriptor::Variable(name)) => format!("{{{}}}", script.slice(name)),
                None => String::new(),
            };
            let target = script.word(redirect.target).map_or(String::new(), word);
            parts.push(format!("{fd}{} {target}", redirect.op.text()));
        }
        let scope = script.scopes.get(command.scope as usize).map(|scope| scope.kind);
        let scope = scope
            .filter(|kind| *kind != ScopeKind::Script)
            .map_or(String::new(), |kind| format!("{kind:?} "));
        let joint =
            if command.before == Joint::Edge { String::new() } else { format!("{:?} ", command.before) };
        lines.push(format!("{scope}{joint}[{}]", parts.join(", ")));
    }
    for redirect in script.redirects.iter().filter(|redirect| redirect.command.is_none()) {
        lines.push(format!("around: {}", script.slice(redirect.span)));
    }
    for doubt in &script.doubts {
        lines.push(format!("doubt {:?} at {:?}", doubt.kind, script.slice(doubt.span)));
    }
    lines.join("; ")
}

fn holds(rows: &[(&str, &str)]) {
    for (source, drawn) in rows {
        assert_eq!(draw(source, Dialect::Bash), *drawn, "\n  source: {source:?}");
    }
}

#[test]
fn words_are_what_bash_passes_after_quote_removal() {
    holds(&[
        ("ls -la", r#"["ls", "-la"]"#),
        ("echo 'a b' \"c d\" e\\ f", r#"["echo", "a b", "c d", "e f"]"#),
        ("ec''ho \"\"", r#"["echo", ""]"#),
        (r#"echo "a\"b\\c\d" 'x\y'"#, r#"["echo", "a\"b\\c\\d", "x\\y"]"#),
        (r"echo $'\x41\t\'' ", r#"["echo", "A\t'"]"#),
        // In a locale without UTF-8 bash leaves the escape as it is; what it becomes is not known.
        (r"echo $'\u0041' $'\u00e9'", r#"["echo", "A", unknown $'\u00e9']"#),
        (r"echo $'a\0b'", "[\"echo\", unknown $'a\\0b']"),
        ("echo a#b #c", r#"["echo", "a#b"]"#),
        ("echo {a,b}c {1..3} {x} {a,b", r#"["echo", "ac"+"bc", "1"+"2"+"3", "{x}", "{a,b"]"#),
        ("echo a{b{c,d},{e,f}g}h", r#"["echo", "abch"+"abdh"+"aegh"+"afgh"]"#),
        (
            "echo {01..03} {c..a} '{a,b}' \\{a,b}",
            r#"["echo", "01"+"02"+"03", "c"+"b"+"a", "{a,b}", "{a,b}"]"#,
        ),
        ("echo {A..z} {1..99}", "[\"echo\", unknown {A..z}, unknown {1..99}]"),
        (
            "echo *.rs a[b]c a[b ~/x a~",
            "[\"echo\", pattern *.rs, pattern a[b]c, \"a[b\", pattern ~/x, \"a~\"]",
        ),
        ("echo $x \"$x\" ${x} $", "[\"echo\", unknown $x, unknown \"$x\", unknown ${x}, \"$\"]"),
        ("ls a\\\nb", r#"["ls", "ab"]"#),
        ("ls \\\n -l", r#"["ls", "-l"]"#),
    ]);
}

#[test]
fn zsh_expands_a_prefix_behind_what_becomes_nothing() {
    for word in ["\"\"~", "''~/x", "$''~root", "''\"\"~", "\"\"=ls", "x:\"\"~", "x=''~"] {
        assert_eq!(draw(&format!("a {word}"), Dialect::Zsh), format!("[\"a\", pattern {word}]"));
    }
    for word in ["\"\"\\~", "''a=ls", "\"=\"ls"] {
        assert!(!draw(&format!("a {word}"), Dialect::Zsh).contains("pattern"), "{word}");
    }
    assert_eq!(
        draw("x=\"\"=ls y=a:''=ls z=''~", Dialect::Zsh),
        "[x=pattern \"\"=ls, y=pattern a:''=ls, z=pattern ''~]"
    );
    holds(&[("a \"\"~ \"\"=ls", r#"["a", "~", "=ls"]"#)]);
}

#[test]
fn operators_split_and_quotes_do_not() {
    holds(&[
        (
            "a | b && c || d; e & f",
            r#"["a"]; Pipe ["b"]; And ["c"]; Or ["d"]; Sequence ["e"]; Background ["f"]"#,
        ),
        ("grep 'a|b;c' f|wc", r#"["grep", "a|b;c", "f"]; Pipe ["wc"]"#),
        ("a\nb\n\n# c\nd", r#"["a"]; Sequence ["b"]; Sequence ["d"]"#),
        ("! a | b", r#"["a"]; Pipe ["b"]"#),
        ("time -p a", r#"["a"]"#),
        ("(a; b) | { c; }", r#"Subshell ["a"]; Subshell Sequence ["b"]; Group ["c"]"#),
    ]);
}

#[test]
fn redirects_keep_descriptor_operator_and_target() {
    holds(&[
        ("a >f 2>&1 </dev/null", r#"["a", > "f", 2>& "1", < "/dev/null"]"#),
        ("a &>f &>>g >|h <>i", r#"["a", &> "f", &>> "g", >| "h", <> "i"]"#),
        ("a >&1x", r#"["a", &> "1x"]"#),
        ("a >&- 3<&0-", r#"["a", >& "-", 3<& "0-"]"#),
        ("a {fd}>f 2 >g", r#"["a", "2", {fd}> "f", > "g"]"#),
        ("{ a; } >f", "Group [\"a\"]; around: >f"),
        ("a <<<'x y'", r#"["a", <<< "x y"]"#),
    ]);
}

#[test]
fn here_documents_end_at_their_terminator_and_nowhere_else() {
    holds(&[
        ("cat <<'E'\n$(a)\nE\nb", r#"["cat", << "E"]; Sequence ["b"]"#),
        ("cat <<E\n$(a)\nE\nb", r#"["cat", << "E"]; Substitution ["a"]; Sequence ["b"]"#),
        ("cat <<-E\n\tx\n\tE\nb", r#"["cat", <<- "E"]; Sequence ["b"]"#),
        ("cat <<A <<B\nA\nB\n", r#"["cat", << "A", << "B"]"#),
        ("cat <<E\nx\nE ", "[\"cat\", << \"E\"]; doubt UnclosedHereDocument at \"<<E\""),
    ]);
}

#[test]
fn nested_scripts_are_read() {
    holds(&[
        (
            "echo $(a \"$(b)\") `c`",
            "[\"echo\", unknown $(a \"$(b)\"), unknown `c`]; Substitution [\"a\", unknown \"$(b)\"]; Substitution [\"b\"]; Backquote [\"c\"]",
        ),
        (
            "a <(b) >(c)",
            "[\"a\", unknown <(b), unknown >(c)]; ProcessSubstitution [\"b\"]; ProcessSubstitution [\"c\"]",
        ),
        ("echo ${x:-$(a)}", "[\"echo\", unknown ${x:-$(a)}]; Substitution [\"a\"]"),
        ("x=$(a) b", "[x=unknown $(a), \"b\"]; Substitution [\"a\"]"),
    ]);
}

#[test]
fn compound_commands_are_read_inside() {
    holds(&[
        (
            "if a; then b; elif c; then d; else e; fi",
            r#"Condition ["a"]; Body ["b"]; Condition ["c"]; Body ["d"]; Body ["e"]"#,
        ),
        ("for f in a b; do c $f; done | d", "Body [\"c\", unknown $f]; Pipe [\"d\"]"),
        (
            "select f in a b; do c $f; done | d",
            "Body [\"c\", unknown $f]; Pipe [\"d\"]; doubt Unsupported(\"`select`\") at \"select\"",
        ),
        ("while a; do b; done <f", "Condition [\"a\"]; Body [\"b\"]; around: <f"),
        ("case $x in a|b) c;; *) d;; esac", r#"Body ["c"]; Body ["d"]"#),
        ("f() { a; }", "Group [\"a\"]"),
        ("[[ -f a && b ]] && c", r#"["[[", "-f", "a", "&&", "b", "]]"]; And ["c"]"#),
    ]);
}

#[test]
fn a_function_that_may_be_another_one_is_a_doubt() {
    for source in [
        "f() ( a )",
        "f() if a; then b; fi",
        "f() { a; } > b",
        "f() { a; } | b",
        "a | f() { b; }",
        "f() { a; } &",
        "a && f() { b; }",
        "a || f() { b; }",
        "! f() { a; }",
        "{ f() { a; }; }",
        "(f() { a; })",
        "g() { f() { a; }; }",
        "if a; then f() { b; }; fi",
        "$(f() { a; })",
        "f-g() { a; }",
        "1() { a; }",
        "x=1 f() { a; }",
        "<a f() { b; }",
        "\\f() { a; }",
        "f() { a; }; f() { b; }",
        "function f { a; }",
        "a f() { b; }",
    ] {
        assert!(!read(source, Dialect::Bash).doubts.is_empty(), "{source}");
    }
    for source in ["f() { a; }", "a; f ( ) { b; }; c", "f()\n{\n  a\n}\nf b"] {
        let script = read(source, Dialect::Bash);
        assert_eq!((script.doubts.as_slice(), script.functions.len()), (&[][..], 1), "{source}");
        assert!(!read(source, Dialect::Zsh).doubts.is_empty(), "{source}");
    }
}

#[test]
fn the_words_of_a_list_are_its_elements() {
    let elements = |source: &'static str, dialect| {
        let script = read(source, dialect);
        let list = script.assignments.first().and_then(|it| it.elements.clone());
        let words = list.map(|list| {
            list.iter().map(|at| script.word(*at).map_or("", |word| script.slice(word.span))).collect()
        });
        words.filter(|_| script.doubts.is_empty()).map(|words: Vec<&'static str>| words)
    };
    for (source, expected) in [
        ("a=(b 'c d' $e)", &["b", "'c d'", "$e"][..]),
        ("a=()", &[]),
        ("a+=( b )", &["b"]),
        ("a=(\n b # c\n d\n)", &["b", "d"]),
        ("a=(b $(c d) e)", &["b", "$(c d)", "e"]),
    ] {
        assert_eq!(elements(source, Dialect::Bash).as_deref(), Some(expected), "{source}");
        assert_eq!(elements(source, Dialect::Zsh), None, "{source}");
    }
    for source in
        ["a=b", "a=([0]=b)", "a=(b) c", "a=(b", "a=(b; c)", "a=(b > c)", "a=((b))", "cat <<E; a=(b\nc)\nE"]
    {
        assert_eq!(elements(source, Dialect::Bash), None, "{source}");
    }
}

#[test]
fn what_could_be_a_subscript_is_a_doubt() {
    // In these places bash reads on to the matching bracket, blanks and quotes included.
    holds(&[
        ("a[ x", r#"["a[", "x"]; doubt Unsupported("a subscript") at "a[""#),
        ("a\\\n[ x", r#"["a[", "x"]; doubt Unsupported("a line break inside a command name") at "a\\\n[""#),
        ("export a[ x", r#"["export", "a[", "x"]; doubt Unsupported("a subscript") at "a[""#),
        ("echo a[ x", r#"["echo", "a[", "x"]"#),
    ]);
}

#[test]
fn what_is_not_finished_is_a_doubt() {
    holds(&[
        ("echo 'a", "[\"echo\", \"\"]; doubt UnclosedQuote at \"'\""),
        ("a &&", r#"["a"]; doubt TrailingOperator at "&&""#),
        ("a \\", r#"["a", ""]; doubt TrailingBackslash at "\\""#),
        ("(a", r#"Subshell ["a"]; doubt UnclosedGroup at "(""#),
        ("; a", r#"doubt Unexpected at ";""#),
        ("a ;; b", r#"["a"]; doubt Unexpected at ";""#),
        ("done", r#"doubt Unexpected at "done""#),
        ("a | ! b", r#"["a"]; doubt Unexpected at "!""#),
        ("a|]]", r#"["a"]; doubt Unexpected at "]]""#),
        ("a <3>&1", r#"["a"]; doubt Unexpected at "3""#),
        ("a > #f", r##"["a"]; doubt Unexpected at "#""##),
        ("", ""),
    ]);
}
