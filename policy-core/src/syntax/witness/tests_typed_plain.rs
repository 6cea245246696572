//! Texts of PowerShell that are split without the tree: which they are, that the tree agrees on each, and that no single change of the
//! script escapes the split.

use alloc::string::String;

use proptest::prelude::*;
use proptest::sample::select;

use super::typed::TypedWitness;
use super::*;
use crate::script::{Joint, RedirectOp, Value};

fn is_split(source: &str) -> bool {
    let script = read(source, Dialect::PowerShell);
    script.doubts.is_empty() && typed_plain::agrees(&script)
}

/// The disagreement of the tree with a text that is split without it.
fn objection(source: &str) -> Option<String> {
    let script = read(source, Dialect::PowerShell);
    let is_split = script.doubts.is_empty() && typed_plain::agrees(&script);
    let other = is_split.then(|| TypedWitness::default().agrees(&script, 1_000).err())??;
    Some(format!("{source:?}: {:?} at {:?}", other.kind, script.slice(other.span)))
}

const PLAIN: &[&str] = &[
    "Get-ChildItem -Recurse -Filter '*.cs' | Select-Object FullName",
    "gci -r -Path:src\\app -Include *.cs, *.ts,a.rs -Depth 2 'a b'",
    "git log --oneline -5 HEAD~3..HEAD^ --format=%H src/a.rs; git status",
    "gc README.md -Tail 10 | ? Length -gt 5kb | % FullName | sort -Descending",
    "Write-Host \"done: é\" 'x $y `z' '' && ls || echo 1.5 -1",
    "cargo test 2>&1 | Select-Object -Last 20; rg x 2>$null\r\n\r\nTest-Path ./a/b.txt 3> $NULL >$null",
    "a -b:'c d' e -f; b C:\\x HEAD:y /z ~/w .\\v;\n",
];

#[test]
fn plain_texts_are_split_without_the_tree() {
    for source in PLAIN {
        assert!(is_split(source), "{source:?}");
        assert_eq!(objection(source), None);
    }
}

#[test]
fn texts_with_any_other_sign_are_left_to_the_tree() {
    for source in [
        "gc $x",
        "gc (ls)",
        "% { $_ }",
        "a > b",
        "a 2> b",
        "a 2>&3",
        "a >&1",
        "a @b",
        "a `b",
        "a \"b$c\"",
        "a \"b`n\"",
        "a 'b'c",
        "a b'c'",
        "a 'b''c'",
        "a # b",
        "a; # b",
        "a &",
        "& a",
        ". a",
        "1 + 2",
        "'a'",
        "a [b]",
        "a {b}",
        "a b#c",
        "a --",
        "a -- b",
        "a --% b",
        "a - b",
        "a -b.c",
        "a -b,c",
        "a -b: c",
        "a -b:-c",
        "a\n| b",
        "a |\nb",
        "if",
        "a; return",
        "throw 'x'",
        "exit 5",
        "a\tb",
        "a b!",
        "a é",
        "7z l x",
        "a,b",
        "a b,",
        "*> a",
        "a *> $null",
        "./a",
        "C:\\a",
        "a ?",
        "a %b",
        "a 1>$null2",
        "a $null",
        "a > $null b,",
        "a :b",
        "a =b",
        "a +b",
    ] {
        assert!(!is_split(source), "{source:?}");
    }
}

#[test]
fn words_with_any_sign_are_read_alike_by_the_tree_wherever_they_are_split_without_it() {
    let words = [
        "a_b", "a_", "_a", "a__b", "_", "__", "1_", "_1", "-_a", "-a_", "-a_b", "--_a", "--a_b", "'_'",
        "'_'a", "-1_",
    ];
    let places = [
        "N", "N x", "x N", "x N y", "x | N -y", "x; N", "x -y N", "x -y:N", "x N, N", "x a,N b", "x N; y",
        "x N|y", "x N 2>&1",
    ];
    let signs = (b'!'..=b'~').map(char::from).chain(['é', '\t', '\n', '\u{a0}', '’']);
    let words = signs.flat_map(|sign| words.map(|word| word.replace('_', &String::from(sign))));
    let sources = words.flat_map(|word| places.map(|place| place.replace('N', &word)));
    let objections: Vec<String> = sources.filter_map(|source| objection(&source)).collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

fn plain_texts() -> impl Strategy<Value = String> {
    let bare = "[a-z0-9./\\\\*~_][a-zA-Z0-9_./\\\\*~:=?^%+-]{0,6}";
    let element = prop_oneof![
        6 => bare.prop_map(String::from),
        1 => "'[ -~é]{0,6}'",
        1 => "\"[ -~é]{0,6}\"",
        1 => "-[0-9]{1,3}",
        1 => "--[a-z-]{1,5}(=[a-z%/.]{1,4})?",
    ];
    let list = (proptest::collection::vec(element.clone(), 1..3), select(&[",", ", ", " ,", " , "]))
        .prop_map(|(elements, comma)| elements.join(comma));
    let argument = prop_oneof![
        4 => element,
        1 => list.clone(),
        2 => "-[a-zA-Z][a-zA-Z0-9=/_-]{0,6}",
        1 => ("-[a-zA-Z]{1,4}:", list).prop_map(|(name, value)| name + &value),
        1 => select(&["2>&1", "2>$null", "> $null", ">$null", "6>&1", "*>&1", "3> $null"][..]).prop_map(String::from),
    ];
    let name = prop_oneof![4 => "[a-z][a-zA-Z0-9._/\\\\-]{0,8}", 1 => select(&["%", "?", "Get-Item", "gci", "git", "type"][..]).prop_map(String::from)];
    let command = (name, proptest::collection::vec((argument, select(&[" ", "  "][..])), 0..4)).prop_map(
        |(name, arguments)| {
            arguments.into_iter().fold(name, |text, (argument, blank)| text + blank + &argument)
        },
    );
    let operator = select(&["|", " | ", ";", "; ", " && ", "||", "\n", "\r\n", ";;", "\n\n ", " ; \n"][..]);
    let end = select(&["", "", ";", "\n", " ", "\r\n ;"][..]);
    (command.clone(), proptest::collection::vec((operator, command), 0..3), end).prop_map(
        |(first, more, end)| {
            more.into_iter().fold(first, |text, (operator, command)| text + operator + &command) + end
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(2_000, 10_000), failure_persistence: None, ..ProptestConfig::default() })]

    /// Why the tree need not be asked about them: its answer is always the same.
    #[test]
    fn the_tree_agrees_on_every_plain_text_of_powershell(source in plain_texts()) {
        prop_assert_eq!(objection(&source), None);
    }
}

/// A change of one entry of a script.
type Change = fn(&mut Script<'_>, usize) -> bool;

/// Every kind of change; gives whether there is such an entry.
const CHANGES: &[(&str, Change)] = &[
    ("a word ends later", |script, at| script.words.get_mut(at).map(|word| word.span.end += 1).is_some()),
    ("a word begins later", |script, at| script.words.get_mut(at).map(|word| word.span.start += 1).is_some()),
    ("a word is unknown", |script, at| {
        script.words.get_mut(at).map(|word| word.value = Value::Unknown).is_some()
    }),
    ("a word is several", |script, at| {
        script.words.get_mut(at).map(|word| word.value = Value::Several(["z".into()].into())).is_some()
    }),
    ("a word is another text", |script, at| {
        // The tables decide what a name means.
        let is_name = script.commands.iter().any(|command| command.words.start as usize == at);
        let word = script.words.get_mut(at).filter(|_| !is_name);
        word.map(|word| word.value = Value::Literal("z".into())).is_some()
    }),
    ("a word is gone", |script, at| {
        at < script.words.len() && {
            script.words.remove(at);
            true
        }
    }),
    ("a command ends later", |script, at| script.commands.get_mut(at).map(|it| it.span.end += 1).is_some()),
    ("a command is in another scope", |script, at| {
        script.commands.get_mut(at).map(|it| it.scope = 1).is_some()
    }),
    ("a command is negated", |script, at| script.commands.get_mut(at).map(|it| it.negated = true).is_some()),
    ("a command lost a word", |script, at| script.commands.get_mut(at).map(|it| it.words.end -= 1).is_some()),
    ("a command is joined otherwise", |script, at| {
        script.commands.get_mut(at).map(|it| it.before = Joint::Background).is_some()
    }),
    ("a command joins otherwise", |script, at| {
        script.commands.get_mut(at).map(|it| it.after = Joint::PipeBoth).is_some()
    }),
    ("a command is gone", |script, at| {
        at < script.commands.len() && {
            script.commands.remove(at);
            true
        }
    }),
    ("an operator is gone", |script, at| {
        at < script.operators.len() && {
            script.operators.remove(at);
            true
        }
    }),
    ("an operator joins otherwise", |script, at| {
        script.operators.get_mut(at).map(|it| it.joint = Joint::Background).is_some()
    }),
    ("a stage is not simple", |script, at| {
        script.stages.get_mut(at).map(|it| it.is_simple = false).is_some()
    }),
    ("a stage is of another pipeline", |script, at| {
        script.stages.get_mut(at).map(|it| it.pipeline += 1).is_some()
    }),
    ("a stage has two commands", |script, at| {
        script.stages.get_mut(at).map(|it| it.commands.end += 1).is_some()
    }),
    ("a stage is joined otherwise", |script, at| {
        script.stages.get_mut(at).map(|it| it.before = Joint::PipeBoth).is_some()
    }),
    ("a stage is gone", |script, at| {
        at < script.stages.len() && {
            script.stages.remove(at);
            true
        }
    }),
    ("a pipeline begins later", |script, at| {
        script.pipelines.get_mut(at).map(|it| it.stages.start += 1).is_some()
    }),
    ("a pipeline ends earlier", |script, at| {
        script.pipelines.get_mut(at).map(|it| it.stages.end -= 1).is_some()
    }),
    ("a pipeline is in another scope", |script, at| {
        script.pipelines.get_mut(at).map(|it| it.scope = 1).is_some()
    }),
    ("a pipeline is timed", |script, at| script.pipelines.get_mut(at).map(|it| it.timed = true).is_some()),
    ("a redirect is gone", |script, at| {
        at < script.redirects.len() && {
            script.redirects.remove(at);
            true
        }
    }),
    ("a redirect ends later", |script, at| script.redirects.get_mut(at).map(|it| it.span.end += 1).is_some()),
    ("a redirect appends", |script, at| {
        script.redirects.get_mut(at).map(|it| it.op = RedirectOp::Append).is_some()
    }),
    ("a redirect has another sign", |script, at| {
        script.redirects.get_mut(at).map(|it| it.op_span.end += 1).is_some()
    }),
    ("a redirect is of no command", |script, at| {
        script.redirects.get_mut(at).map(|it| it.command = None).is_some()
    }),
    ("a redirect has no stream", |script, at| {
        script.redirects.get_mut(at).is_some_and(|it| it.fd.take().is_some())
    }),
    ("there is another scope", |script, at| {
        at == 0 && {
            script.scopes.extend_from_within(..1);
            true
        }
    }),
    ("there is a comment", |script, at| {
        at == 0 && {
            script.comments.push(Span::new(0, 1));
            true
        }
    }),
];

#[test]
fn no_single_change_of_a_script_escapes_the_split() {
    for source in PLAIN {
        for (what, change) in CHANGES {
            for at in 0.. {
                let mut script = read(source, Dialect::PowerShell);
                if !change(&mut script, at) {
                    break;
                }
                assert!(!typed_plain::agrees(&script), "{source:?}: {what}, number {at}");
                assert!(at < 100, "{what} never ends");
            }
        }
    }
    for (what, change) in CHANGES {
        let is_tried = PLAIN.iter().any(|source| change(&mut read(source, Dialect::PowerShell), 0));
        assert!(is_tried, "{what}");
    }
}
