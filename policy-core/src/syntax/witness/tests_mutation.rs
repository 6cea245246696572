//! The witness objects to every single change of a script on which it agreed.

use alloc::boxed::Box;
use alloc::string::String;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::tree::TreeWitness;
use super::*;
use crate::script::{Descriptor, Joint, RedirectOp, Value};
use crate::syntax::TokenKind;

/// Commands that have every kind of token, word, redirect and scope.
const SCRIPTS: &[&str] = &[
    "ls -la /tmp",
    "git log --oneline -10 | head -5 && echo 'a b' \"c d\" e\\ f || g",
    "A=b C='d e' cmd x=y <<<'x y' 2>&1 >f",
    "for f in a 'b c' *.rs; do wc \"$f\" | sort; done > out; next",
    "if [ -f x ]; then a; elif ! b; then c $(d \"e f\"); else g `h i`; fi",
    "case $x in a|b) c 'd';; (*) e; esac",
    "while read x; do echo $'a\\tb' ${x:-y} $((1 + 2)); done < f",
    "(a; b) | { c; d & } # comment",
    "cat <<'E' > f\nbody $x\nE\nb <<F\nbody $x and $(c 'd')\nF\n",
    "time -p a b; export A=b C; time c",
    "a\nb # x\n\nc &&\n  d",
    "x=$(a 'b' | c); y=\"$x z\"; diff <(a b) <(c)",
    "a {1..3} HEAD@{1} $\"x\" '' >&- b 2>&- c",
    "python - <<'E'\nprint()\nE",
    "f() { a \"$1\"; }\nf b; f 'c d'",
    "l=(a 'b c' $(d) *.x); e \"${l[@]}\"",
];

const KINDS: &[TokenKind] = &[
    TokenKind::CommandName,
    TokenKind::Argument,
    TokenKind::Assignment,
    TokenKind::Redirect,
    TokenKind::Target,
    TokenKind::Body,
    TokenKind::Operator,
    TokenKind::Newline,
    TokenKind::Parenthesis,
    TokenKind::Keyword,
    TokenKind::LoopName,
    TokenKind::FunctionName,
    TokenKind::LoopWord,
    TokenKind::CasePattern,
    TokenKind::CaseMark,
];

/// What is done to a token.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    Remove,
    Repeat,
    StartEarlier,
    StartLater,
    EndEarlier,
    EndLater,
    Kind(TokenKind),
}

fn changes() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        Just(Mutation::Remove),
        Just(Mutation::Repeat),
        Just(Mutation::StartEarlier),
        Just(Mutation::StartLater),
        Just(Mutation::EndEarlier),
        Just(Mutation::EndLater),
        select(KINDS).prop_map(Mutation::Kind),
    ]
}

/// The script with one token changed; none when the change changes nothing.
fn changed(source: &str, which: Index, change: Mutation) -> Option<Script<'_>> {
    let mut script = read(source, Dialect::Bash);
    // The tree has no newlines; what they separate is compared with the commands.
    let told: Vec<usize> =
        (0..script.tokens.len()).filter(|at| script.tokens[*at].kind != TokenKind::Newline).collect();
    let at = told[which.index(told.len())];
    let token = &mut script.tokens[at];
    match change {
        Mutation::Remove => {
            script.tokens.remove(at);
        }
        Mutation::Repeat => {
            let token = *token;
            script.tokens.insert(at, token);
        }
        Mutation::StartEarlier => token.span.start = token.span.start.checked_sub(1)?,
        Mutation::StartLater => token.span.start += 1,
        Mutation::EndEarlier => token.span.end = token.span.end.checked_sub(1)?,
        Mutation::EndLater => token.span.end += 1,
        Mutation::Kind(kind) if kind == token.kind => return None,
        Mutation::Kind(kind) => token.kind = kind,
    }
    Some(script)
}

#[test]
fn the_scripts_pass_unchanged() {
    holds(SCRIPTS.iter().map(|source| (*source, "")));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: test_support::effort::property(500, 2_000), ..ProptestConfig::default() })]

    #[test]
    fn a_changed_token_never_passes(source in select(SCRIPTS), which: Index, change in changes()) {
        if let Some(script) = changed(source, which, change) {
            prop_assert!(Witness::new().agrees(&script).is_err());
        }
    }
}

/// Every entry of an arena, changed in turn: the witness objects to each.
fn notices<T>(
    what: &str,
    entries: impl for<'s, 'a> Fn(&'s mut Script<'a>) -> &'s mut Vec<T>,
    change: impl Fn(&mut T) -> bool,
) {
    let mut witness = Witness::new();
    let mut seen = 0;
    for source in SCRIPTS {
        for at in 0..entries(&mut read(source, Dialect::Bash)).len() {
            let mut script = read(source, Dialect::Bash);
            if change(&mut entries(&mut script)[at]) {
                seen += 1;
                assert!(witness.agrees(&script).is_err(), "{what} {at} of {source:?}");
            }
        }
    }
    assert!(seen > 0, "{what}: nothing was changed");
}

#[test]
fn a_changed_word_never_passes() {
    notices(
        "text of word",
        |script| &mut script.words,
        |word| {
            let text: Box<str> = match &word.value {
                Value::Literal(text) => [text, "x"].concat().into(),
                Value::Plain if word.traits.0 == 0 => "another".into(),
                _ => return false,
            };
            word.value = Value::Literal(text);
            true
        },
    );
    notices(
        "plain text of word",
        |script| &mut script.words,
        |word| {
            let literal = matches!(word.value, Value::Literal(_));
            word.value = Value::Plain;
            literal
        },
    );
    notices(
        "place of word",
        |script| &mut script.words,
        |word| {
            word.span.end += 1;
            true
        },
    );
}

#[test]
fn a_changed_redirect_never_passes() {
    notices(
        "operator of redirect",
        |script| &mut script.redirects,
        |redirect| {
            redirect.op = if redirect.op == RedirectOp::Read { RedirectOp::Write } else { RedirectOp::Read };
            true
        },
    );
    notices(
        "descriptor of redirect",
        |script| &mut script.redirects,
        |redirect| {
            redirect.fd = if redirect.fd.is_none() { Some(Descriptor::Number(7)) } else { None };
            true
        },
    );
    notices(
        "target of redirect",
        |script| &mut script.redirects,
        |redirect| {
            redirect.target = redirect.target.wrapping_sub(1);
            true
        },
    );
    notices(
        "command of redirect",
        |script| &mut script.redirects,
        |redirect| {
            redirect.command = Some(redirect.command.map_or(0, |command| command + 1));
            true
        },
    );
}

#[test]
fn a_changed_command_never_passes() {
    notices(
        "first word of command",
        |script| &mut script.commands,
        |command| {
            command.words.start += 1;
            !command.words.is_empty()
        },
    );
    notices(
        "last word of command",
        |script| &mut script.commands,
        |command| {
            command.words.end += 1;
            true
        },
    );
    notices(
        "assignments of command",
        |script| &mut script.commands,
        |command| {
            command.assignments.end += 1;
            true
        },
    );
    notices(
        "operator in front of command",
        |script| &mut script.commands,
        |command| {
            command.before = if command.before == Joint::Pipe { Joint::And } else { Joint::Pipe };
            true
        },
    );
    notices(
        "operator after command",
        |script| &mut script.commands,
        |command| {
            command.after = if command.after == Joint::Pipe { Joint::And } else { Joint::Pipe };
            true
        },
    );
}

#[test]
fn a_changed_assignment_never_passes() {
    notices(
        "operator of assignment",
        |script| &mut script.assignments,
        |assignment| {
            assignment.append = !assignment.append;
            true
        },
    );
    notices(
        "name of assignment",
        |script| &mut script.assignments,
        |assignment| {
            assignment.name.end += 1;
            true
        },
    );
    notices(
        "value of assignment",
        |script| &mut script.assignments,
        |assignment| {
            assignment.value += 1;
            true
        },
    );
}

#[test]
fn a_changed_here_document_never_passes() {
    notices(
        "kind of here-document",
        |script| &mut script.here_documents,
        |here| {
            here.literal = !here.literal;
            true
        },
    );
    notices(
        "body of here-document",
        |script| &mut script.here_documents,
        |here| {
            here.body.end += 1;
            true
        },
    );
}

#[test]
fn what_is_missing_or_too_much_in_an_arena_never_passes() {
    let mut witness = Witness::new();
    for source in SCRIPTS {
        let changes: &[fn(&mut Script<'_>) -> bool] = &[
            |script| script.commands.pop().is_some(),
            |script| script.words.pop().is_some(),
            |script| script.redirects.pop().is_some(),
            |script| script.assignments.pop().is_some(),
            |script| script.here_documents.pop().is_some(),
            |script| script.comments.pop().is_some(),
            |script| {
                script.comments.push(Span::new(0, 1));
                true
            },
            |script| {
                let last = script.commands.last().cloned();
                script.commands.extend(last);
                true
            },
            |script| {
                let last = script.redirects.last().cloned();
                script.redirects.extend(last.clone());
                last.is_some()
            },
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut script = read(source, Dialect::Bash);
            if change(&mut script) {
                assert!(witness.agrees(&script).is_err(), "change {at} of {source:?}");
            }
        }
    }
}

/// Texts that mostly are plain: commands in each other's words, groups, conditions and loops, two levels deep.
fn plain_texts() -> impl Strategy<Value = String> {
    let simple = "[a-z]{1,3}( [a-z0-9./-]{1,4}){0,2}".boxed();
    plain_lists(plain_lists(simple))
}

/// Words of a plain text, some of which hold the commands `inner`.
fn plain_words(inner: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let bare = "[a-zA-Z0-9_./,:@%+=*?^~#}é漢\u{a0}\u{2003}\u{feff}-]{1,8}";
    let quoted =
        "'[ -&(-~\né]{0,8}'|\"([ !#%-\\[\\]-_a-~\né]|\\$[a-z]|\\$\\{[A-Z]\\}|\\$[?#@*0-9]|\\\\[ -~]){0,8}\"";
    let special = "~(/[a-z]{0,3})?|([a-z=/.-]{0,3}(\\$[a-z_]{1,3}|\\$\\{[a-z]{1,3}\\}|\\$[?#@*0-9]|\\{[a-z0-9]{0,3}\\}|\\\\[ -/:-@\\[-`{-~]|!)){1,3}[a-z=/]{0,3}";
    let output = ("[a-z=/.-]{0,2}", inner, "[a-z/]{0,2}");
    prop_oneof![
        24 => "[a-z0-9./-]{1,6}",
        2 => reserved_words(),
        8 => bare,
        4 => special,
        2 => quoted,
        2 => (bare, quoted).prop_map(|(bare, quoted)| [bare, quoted].concat()),
        2 => (quoted, bare, quoted).prop_map(|(one, bare, two)| [one, bare, two].concat()),
        1 => output.clone().prop_map(|(front, inner, back)| std::format!("{front}$({inner}){back}")),
        1 => output.prop_map(|(front, inner, back)| std::format!("\"{front} $({inner}){back}\"")),
    ]
    .boxed()
}

/// Words that are keywords or built-ins with a syntax of their own where a command begins.
fn reserved_words() -> impl Strategy<Value = String> {
    select(&[
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "for",
        "in",
        "while",
        "until",
        "do",
        "done",
        "case",
        "esac",
        "select",
        "function",
        "coproc",
        "time",
        "declare",
        "typeset",
        "export",
        "readonly",
        "local",
        "unset",
        "unsetenv",
        "test",
        "let",
        "eval",
        "foreach",
        "end",
        "repeat",
        "nocorrect",
        "noglob",
        "always",
    ])
    .prop_map(String::from)
}

/// Tests as a grammar of expressions reads them, and some that it does not.
fn plain_tests(word: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let operator = select(&["=", "!=", "-eq", "-lt", "-ge", "-nt", "==", "-a", "<"]);
    let unary = select(&["-f", "-d", "-n", "-z", "-a", "-v", "-S", "!"]);
    let not = prop_oneof![3 => Just(""), 1 => Just("! ")];
    let operand = prop_oneof![4 => word, 1 => "\"?\\$[a-z#?]\"?".boxed(), 1 => "[a-z0-9%+,:@.-]{1,3}".boxed(), 1 => reserved_words()];
    prop_oneof![
        (not.clone(), unary, operand.clone())
            .prop_map(|(not, test, word)| std::format!("[ {not}{test} {word} ]")),
        (not, operand.clone(), operator, operand)
            .prop_map(|(not, one, test, two)| std::format!("[ {not}{one} {test} {two} ]")),
    ]
    .boxed()
}

/// Lists of commands: words, quotes, operators, redirects, lines and comments in any order. The commands `inner` are in
/// some of them.
fn plain_lists(inner: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let word = plain_words(inner.clone());
    let name = prop_oneof![
        16 => "[a-z][a-z0-9_./-]{0,6}",
        1 => select(&["declare", "export", "unset", "test", "let", "local", "eval", "set", "readonly"])
            .prop_map(String::from),
    ];
    let assignments = proptest::collection::vec(
        ("[A-Z_a-z]{1,2}", prop_oneof![1 => Just(String::new()), 5 => word.clone()]),
        0..3,
    )
    .prop_map(|all| all.into_iter().map(|(name, value)| name + "=" + &value + " ").collect::<String>());
    let redirect = select(&[
        "2>&1",
        ">&2",
        "2>/dev/null",
        "> /dev/null",
        "&>/dev/null",
        ">> f",
        "<f",
        "1>&2",
        "3>&1",
        "0<f",
        "&>> f",
        "<<< x",
        "<<<'x y'",
    ]);
    let part = prop_oneof![6 => word.clone(), 1 => redirect.prop_map(String::from)];
    let command = (name, proptest::collection::vec((part, 1..3_usize), 0..4)).prop_map(|(name, parts)| {
        parts.into_iter().fold(name, |text, (part, blanks)| text + &" ".repeat(blanks) + &part)
    });
    let end = select(&["; ", "\n", ";\n  ", " # x\n", " "]);
    let body = (inner, end).prop_map(|(inner, end)| inner + end);
    let two = (body.clone(), body.clone());
    let compound = prop_oneof![
        body.clone().prop_map(|inner| std::format!("({inner})")),
        body.clone().prop_map(|inner| std::format!("{{ {inner}}}")),
        two.clone().prop_map(|(one, two)| std::format!("if {one}then {two}fi")),
        (two.clone(), body.clone())
            .prop_map(|((one, two), three)| std::format!("if {one}then\n{two}else {three}fi")),
        (two.clone(), two.clone()).prop_map(|((one, two), (three, four))| std::format!(
            "if {one}then {two}elif {three}then {four}fi"
        )),
        (select(&["while", "until"]), two)
            .prop_map(|(word, (one, two))| std::format!("{word} {one}do {two}done")),
        (proptest::collection::vec(word.clone(), 0..3), select(&["; ", "\n", " ;\n"]), body)
            .prop_map(|(words, end, body)| std::format!("for x in {}{end}do {body}done", words.join(" "))),
    ];
    let command = prop_oneof![
        8 => command.clone(),
        2 => (assignments.clone(), command).prop_map(|(assignments, command)| assignments + &command),
        1 => assignments,
        2 => plain_tests(word),
        3 => compound,
    ];
    let command =
        (prop_oneof![16 => Just(""), 2 => Just("! "), 1 => Just("time "), 1 => Just("time -p ")], command)
            .prop_map(|(not, rest)| String::from(not) + &rest);
    let operator = select(&[
        "|",
        " | ",
        "&&",
        " && ",
        "||",
        " || ",
        ";",
        "; ",
        " ; ",
        "\n",
        " &\n",
        " & ",
        "\n\n",
        " |\n",
        "&&\n  ",
        " # x; 'y\n",
        ";# \"\n",
        " && # (\n",
        " \\\n",
        " \\\n  | ",
    ]);
    let end = select(&["", "", "", "\n", ";", " &", " ; ", " # x", "\n# y\n"]);
    let list = (command.clone(), proptest::collection::vec((operator, command.clone()), 0..3), end).prop_map(
        |(first, more, end)| {
            more.into_iter().fold(first, |text, (operator, command)| text + operator + &command) + end
        },
    );
    let delimiter = select(&["<<E", "<< E", "<<'E'", "<<\"E\"", "<< 'E'"]);
    let behind =
        select(&["", "", " | b", " >f", " && c", "; d", " 2>&1", " x", " # y", " | e 'f' && g $(h)"]);
    let body = "[ -~é\n]{0,12}|[a-z \n]{1,12}";
    let after = select(&["", "\n", "\nls", "\n\n  ls; x"]);
    let document =
        (command, delimiter, behind, body, after).prop_map(|(command, delimiter, behind, body, after)| {
            std::format!("{command} {delimiter}{behind}\n{body}\nE{after}")
        });
    prop_oneof![5 => list, 1 => document].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(2_000, 10_000), failure_persistence: None, ..ProptestConfig::default() })]

    /// Why the tree need not be asked about plain texts: its answer is always the same. One exception is known: it
    /// reads a lone `-` and the descriptor of a redirect after it as one word, which no shell does.
    #[test]
    fn the_tree_agrees_on_every_plain_text(source in plain_texts()) {
        for dialect in [Dialect::Bash, Dialect::Zsh] {
            let script = read(&source, dialect);
            if plain::agrees(&script) && !source.contains("- ")  {
                prop_assert_eq!(TreeWitness::default().agrees(&script, 1_000), Ok(()));
            }
        }
    }
}

#[test]
fn most_plain_texts_are_split_without_the_tree() {
    let sources = [
        "ls -la",
        "grep -rn 'a b' src | head -5",
        "git log --format=\"%h %s\" -3 2>/dev/null && echo done; wc -l < f",
        "cargo test 2>&1 | tail -20 || echo \"x\"'y'z",
        "cd ~/x && ! git diff --quiet \"$base\" ${head}; find . -exec wc {} \\;",
        "ls a\\ b # all\n\ngit show stash@{0} &\ngit commit -m \"one\n\ntwo $x\" \\\n  --amend;",
        "wc -l src/**/*.rs a?b 'x'*",
        "LANG=C A= ls -l; b=\"x y\"",
        "[ -f x ] && [ ! -d \"$dir\" ] || [ \"$#\" -gt 0 ]",
        "echo \"$(date +%s) of $(wc -l < f | tr -d ' ')\" $(pwd)/x \"a\\\"b\" $? $1 \"$@\" é",
        "(cd sub && ls) | { sort; uniq; }",
        "if ! grep -q x f; then echo no; elif [ -n \"$y\" ]; then ls; else\n  pwd\nfi",
        "for f in a *.rs $(git ls-files); do wc -l \"$f\"; done; while true; do ls; done",
        "git commit -m \"$(cat <<'E'\nfix: `x` $y\n\nbody\nE\n)\"; cat << E | wc -l\nhello\nE\ntime ls",
        "cat <<< x; ls 3>&1 &>> f; until [ -s f ]\ndo\n  sleep 1\ndone",
    ];
    for source in sources {
        assert!(plain::agrees(&read(source, Dialect::Bash)), "{source:?}");
        assert!(plain::agrees(&read(source, Dialect::Zsh)), "{source:?}");
    }
    // To zsh these can be patterns.
    let sources = ["git show HEAD^ HEAD~2", "git log --grep=fix#12"];
    for source in sources {
        assert!(plain::agrees(&read(source, Dialect::Bash)), "{source:?}");
        assert!(!plain::agrees(&read(source, Dialect::Zsh)), "{source:?}");
    }
}

#[test]
fn words_with_any_sign_are_read_alike_by_the_tree_wherever_they_are_split_without_it() {
    let names = ["a_b", "a_", "_a", "a__b", "/a_b", "a-_b", "a1_"];
    let places = [
        "N",
        "N x",
        "x | N -y",
        "A=1 N x",
        "x; N",
        "$(N)",
        "x N | y",
        "( N )",
        "[ N ]",
        "[ -f N ]",
        "for x in N; do a; done",
        "a > N",
        "v=N; x",
        "v=N x",
        "cat <<E\nN\nE",
        "if N; then a; fi",
        "! N",
        "time N",
    ];
    let signs = (b'!'..=b'~').map(char::from);
    let names = signs.flat_map(|sign| names.map(|name| name.replace('_', &String::from(sign))));
    for source in names.flat_map(|name| places.map(|place| place.replace('N', &name))) {
        for dialect in [Dialect::Bash, Dialect::Zsh] {
            let script = read(&source, dialect);
            if plain::agrees(&script) {
                assert_eq!(TreeWitness::default().agrees(&script, 1_000), Ok(()), "{source:?}");
            }
        }
    }
}
