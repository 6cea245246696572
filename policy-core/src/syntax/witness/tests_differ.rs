//! Texts on which the readings differ, and texts with nothing to compare.

use super::*;

#[test]
fn a_script_of_another_text_never_passes() {
    let mut witness = Witness::new();
    let mut missed = Vec::new();
    for (read_as, really, what) in OTHER_TEXTS {
        for (one, other) in [(read_as, really), (really, read_as)] {
            let script = transplanted(one, other);
            if script.doubts.is_empty() && witness.agrees(&script).is_ok() {
                missed.push(format!("{one:?} taken for {other:?}: {what}"));
            }
        }
        for text in [read_as, really] {
            let said = says(&mut witness, &read(text, Dialect::Bash));
            assert_eq!(said, "", "the row needs texts that pass by themselves: {text:?}");
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// What the strict reader found in `one`, said about `other`.
fn transplanted<'a>(one: &'a str, other: &'a str) -> Script<'a> {
    Script { source: other, ..read(one, Dialect::Bash) }
}

#[test]
fn valid_commands_that_the_grammar_cannot_read_are_asked() {
    holds(UNREADABLE.iter().map(|(source, said, _)| (*source, *said)));
}

#[test]
fn the_known_faults_of_the_grammar_are_noticed() {
    holds(FAULTS.iter().map(|(source, said, _)| (*source, *said)));
}

#[test]
fn doubts_are_not_compared() {
    holds([("a 'b", "Doubt at \"'\""), ("f() ( a )", "Doubt at \"f\"")]);
}

#[test]
fn slow_families_are_refused_unread() {
    let mut witness = Witness::new();
    let nested = |open: &str, close: &str, count: usize| {
        format!("echo {}a{}", open.repeat(count), close.repeat(count))
    };
    let long = "a".repeat(crate::limits::COMMAND_CHARACTERS_MAX + 1);
    for source in [
        nested("$(a ", ")", 60),
        nested("${a%%", "}", 60),
        nested("\"$(a ", ")\"", 60),
        format!("{}a{}", "( ".repeat(60), " )".repeat(60)),
        format!("{}a{}", "{ ".repeat(60), "; }".repeat(60)),
        format!("a '{}'", ")".repeat(40)),
        format!("a '{}'", "|".repeat(40)),
        format!("a \"{}\"", "<".repeat(40)),
        format!("a \"{}\"", ">".repeat(40)),
        format!("cat{}\n{}", " <<E".repeat(9), "E\n".repeat(9)),
        "a | ".repeat(300) + "a",
        "a\n".repeat(300),
        format!("echo {long}"),
    ] {
        let script = read(&source, Dialect::Bash);
        assert!(script.doubts.is_empty(), "only a text without doubts reaches the guard: {source:.60}");
        assert!(!tame::tame(&script), "{source:.60}");
        assert!(witness.agrees(&script).is_err_and(|it| it.kind == DisagreementKind::Cost), "{source:.60}");
    }
}

#[test]
fn the_budget_is_in_operations_and_stops_a_parse() {
    let source = "a b c; ".repeat(20);
    let script = read(&source, Dialect::Bash);
    let mut witness = TreeWitness::default();
    let stopped = witness.agrees(&script, 1).unwrap_err();
    assert_eq!(stopped.kind, DisagreementKind::Cost);
    // The parser is usable again, and does not go on with the old text.
    assert_eq!(witness.agrees(&read("a | b", Dialect::Bash), 1_000), Ok(()));
    assert_eq!(witness.agrees(&script, 1_000), Ok(()));
}

/// Two texts whose readings differ, with the class of the difference. Each passes by itself.
const OTHER_TEXTS: &[(&str, &str, &str)] = &[
    ("ls -la", "ls -lab", "a longer word"),
    ("ls -la", "ls -la b", "one more word"),
    ("ab c", "a bc", "a shifted boundary"),
    ("a b", "a=b", "an argument and an assignment"),
    ("A=b c", "Axb c", "an assignment and a command"),
    ("A=b c", "A= bc", "another assigned value"),
    ("A=b", "A=b C=d", "one more assignment"),
    ("A=b c", "A=b;c", "an assignment for one command and for all"),
    ("A='b'", "A=\"b\"", "other quotes in a value"),
    ("A='b'", "A='c'", "another quoted value"),
    ("A=b cd", "A+=b d", "another assignment operator"),
    ("a; b", "a| b", "a sequence and a pipe"),
    ("a && b", "a || b", "and, or"),
    ("a | b", "a & b", "a pipe and the background"),
    ("a;b", "a&b", "a sequence and the background"),
    ("a |& b", "a || b", "a pipe of both and an or"),
    ("a;", "a&", "a last operator"),
    ("a\nb", "a b", "two commands and one"),
    ("a\nb", "a;b", "a newline and an operator"),
    ("a;b", "a b", "two commands and one"),
    ("a; b", "a; b; c", "one more command"),
    ("a > f", "a < f", "another redirect"),
    ("a >> f", "a >| f", "append and clobber"),
    ("a &> f", "a >> f", "both and one"),
    ("a 2>f", "a 3>f", "another descriptor"),
    ("a 2>f", "a 2 >f", "a descriptor and an argument"),
    ("a >f", "a xf", "a redirect and an argument"),
    ("a >&2", "a >&f", "a descriptor and a file"),
    ("a >f b", "a >fb", "an argument and a target"),
    ("a >f; b", "a; b >f", "another command's redirect"),
    ("a <<<b", "a < cb", "a here-string and a file"),
    ("a <b", "<b a", "a redirect elsewhere"),
    ("a 'b'", "a \"b\"", "other quotes"),
    ("a 'b'", "a 'c'", "another quoted text"),
    ("a \"b\"", "a \"c\"", "another double-quoted text"),
    ("a \\b", "a \\c", "another escaped text"),
    ("a $'b'", "a $'c'", "another ANSI-C text"),
    ("a $'\\x41'", "a $'\\x42'", "another escape"),
    ("a 'b'c", "a 'bc'", "a quote that ends elsewhere"),
    ("a 'b c'", "a 'b' c", "one word and two"),
    ("a $x", "a xy", "an expansion and a word"),
    ("a \"$x\"", "a '$x'", "a live and a dead expansion"),
    ("a \"$x\"", "a \"xy\"", "an expansion and text in quotes"),
    ("a ${x:-y}", "a ${x}bcd", "an operation and a parameter"),
    ("a $(b)", "a '(b)'", "a substitution and a text"),
    ("a `bc`", "a $(b)", "old and new substitution"),
    ("a $(b)", "a <(bc)", "a substitution of text and of a file"),
    ("a $((1))", "a $( b )", "arithmetic and a command"),
    ("a $(b; c)", "a $(b | c)", "other commands inside"),
    ("a $(b; c)", "a $(b c d)", "one command inside and two"),
    ("a $(b); c", "a $(b; c)", "a command inside and outside"),
    ("a #b", "a xb", "a comment and a word"),
    ("a b#c", "a b #c", "a word and a comment"),
    ("# a", "b a", "a comment and a command"),
    ("cat <<E\na\nE\nb", "cat <<E\na\nb\nE", "a body that ends elsewhere"),
    ("cat <<'E'\n$x\nE", "cat << E \n$x\nE", "a dead and a live body"),
    ("cat <<E\n$x\nE", "cat <<E\nxy\nE", "an expansion in a body"),
    ("cat <<E\na\nE", "cat <<-E\na\nE", "another here-document"),
    ("(a)", "{ a; }", "a subshell and a group"),
    ("(a; b)", "(a); b", "inside and outside"),
    ("if a; then b; fi", "while a; do b; done", "another compound command"),
    ("for x in a; do b; done", "for x in a b; do b; done", "one more word of a loop"),
    ("for x in ab; do c; done", "for x in a b; do c; done", "words of a loop"),
    ("case a in b) c;; esac", "case a in b|d) c;; esac", "one more pattern"),
    ("case a in b) c;; d) e;; esac", "case a in b) c; d; e;; esac", "an arm and a command"),
    ("! a", "b a", "a keyword and a command"),
    ("time a b", "tine a b", "a keyword and a command"),
    ("export A=b", "export A b", "one word and two"),
];

/// Valid bash, what the witness says, and why.
const UNREADABLE: &[(&str, &str, &str)] = &[
    ("cat <<A <<B\na\nA\nb\nB", "Unreadable at \"<\"", "two here-documents on one line"),
    ("cat <<E >f | b\nbody\nE", "Unreadable at \"|\"", "a redirect and a pipe after a here-document"),
    ("cat <<E; b\nbody\nE", "Unreadable at \"<<E; b\\nbody\\nE\"", "a list after a here-document"),
    ("cat <<E\nE2\nE", "HereDocument at \"\"", "a line that begins like the terminator"),
    (
        "[ a ] || [ \"$c\" \\> \"$d\" ]",
        "Unreadable at \"|| [ \\\"$c\\\" \\\\> \\\"$d\\\" ]\"",
        "an escaped operator inside `[`",
    ),
    ("[ a = a -o \\( b = c \\) ]", "Unreadable at \"b\"", "escaped parentheses inside `[`"),
    ("a >&- b c{d}", "Unreadable at \"b\"", "words after a closed descriptor"),
    ("a >f <<<x", "Unreadable at \"<<\"", "a here-string after a redirect"),
    ("a 2>&1 <<<x", "Unreadable at \"<<\"", "the same after a duplicated descriptor"),
    ("echo \"$ $ a\"", "Expansion at \"$ $\"", "takes two lone `$` for one parameter"),
    ("a <>f", "Unreadable at \"<\"", "no such operator"),
    ("x=1 >f", "Unreadable at \"\"", "an assignment and a redirect without a command"),
    ("a | x=1 >f", "Unreadable at \"\"", "the same as the last part of a pipeline"),
    ("a {fd}>f", "Token at \"{fd}\"", "no variable for a descriptor"),
    ("a $'x\\\\' 'y'", "Token at \"$'x\\\\\\\\' 'y\"", "an escaped backslash at the end of `$'…'`"),
    ("[ a < b ]", "Token at \"<\"", "a redirect inside `[`"),
    ("time A=b c", "Token at \"A=b\"", "an assignment after `time`"),
    ("time { a; }", "Token at \"{\"", "a group after `time`"),
    ("! if a; then b; fi", "Token at \"if\"", "a compound command after `!`"),
    ("! ! a", "Token at \"!\"", "two inversions"),
    ("echo \\\n", "Unreadable at \" \\\\\\n\"", "a continued last line"),
    ("a ``", "Unreadable at \"``\"", "an empty substitution"),
    ("a $()", "Unreadable at \"\"", "an empty substitution"),
];

/// Faults of tree-sitter-bash that are known, and that they are seen here.
const FAULTS: &[(&str, &str, &str)] = &[
    ("! { c; }", "Token at \"{\"", "takes the group's keywords for commands"),
    ("ls\u{b}touch x", "Token at \"ls\\u{b}touch\"", "takes VT for a blank"),
    ("ls\u{c}touch x", "Token at \"ls\\u{c}touch\"", "takes FF for a blank"),
    ("\u{feff}ls x", "Token at \"ls\"", "takes BOM for a blank"),
    ("ls\rx", "Token at \"ls\\rx\"", "takes CR for a blank"),
    ("ls \\\tx", "Token at \"x\"", "takes an escaped TAB for a blank"),
    (
        "tou\\\nch x",
        "Doubt at \"tou\\\\\\nch\"",
        "splits a continued command name; the strict reader doubts it already",
    ),
    ("echo ${x:+`c`}", "Expansion at \"`c`\"", "misses a substitution in an expansion"),
    ("cat <<E\n`c`\nE", "Expansion at \"`c`\"", "misses a substitution in a body"),
    ("cat <<E\nx `c` $y\nE", "Expansion at \"$y\"", "misses a substitution in a body with expansions"),
    ("cat <<EO\\F\n$(c)\nEOF", "Doubt at \"EO\\\\F\"", "takes the delimiter for unquoted"),
    ("coproc c", "Doubt at \"coproc\"", "takes the keyword for a command"),
    ("cat <<-E\n E\n\tE", "HereDocument at \"\"", "strips blanks in front of a terminator"),
    ("cat <<E\n E\nE", "HereDocument at \"\"", "strips blanks in front of a terminator"),
];
