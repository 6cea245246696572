//! Long, wide and deep: at every limit one less, as much and one more, and far beyond, where a build with a small stack
//! or a small memory must still answer.

use std::iter::repeat_n;

use policy_core::{Dialect, limits};
use serde_json::json;

use crate::questions::Maker;
use crate::request::{Asked, Facts};
use crate::settings::{Settings, with_policy};

/// What opens and what closes again.
const NESTED: &[(&str, &str)] = &[
    ("(", ")"),
    ("{ ", "; }"),
    ("$(", ")"),
    ("\"$(", ")\""),
    ("`", "`"),
    ("<(", ")"),
    ("${x:-", "}"),
    ("$((", "))"),
    ("((", "))"),
    ("[[ ( ", " ) ]]"),
    ("[[ ! ", " ]]"),
    ("if ", "; then ls; fi"),
    ("while ", "; do ls; done"),
    ("for x in a; do ", "; done"),
    ("case a in a) ", ";; esac"),
    ("f() { ", "; }"),
    ("{a,", "}"),
    ("! ", ""),
    ("a[", "]=1"),
    ("cat <<E\n$(", ")\nE\n"),
    ("[", "]"),
    ("'", "'"),
    ("\\", ""),
    ("time ", ""),
    ("sudo ", ""),
    ("env ", ""),
    ("timeout 5 ", ""),
    ("xargs ", ""),
    ("bash -c '", "'"),
    ("eval ", ""),
    ("find . -exec ", " \\;"),
    ("coproc ", ""),
    ("ls && ", ""),
    ("ls | ", ""),
    ("ls; ", ""),
    ("ls & ", ""),
    ("x=1 ", ""),
    ("2>&1 ", ""),
    ("<<E ", "\nE\n"),
    ("<<< ", ""),
    ("> /dev/null ", ""),
    ("-", ""),
    ("a ", ""),
    ("$x", ""),
    ("\"", "\""),
    ("\n", ""),
    ("# ", "\n"),
    ("@(", ")"),
    ("*", ""),
    ("~", ""),
    ("../", ""),
    ("=", ""),
];

/// Programs with a language of their own, which has brackets too: what is before, inside and after.
const LANGUAGES: &[(&str, &str, &str, &str)] = &[
    ("jq '", "[", "]", "'"),
    ("jq '", "(", ")", " ' f"),
    ("jq '", "if . then ", " end", "'"),
    ("jq '\"", "\\(", ")", "\"'"),
    ("jq '", "def f: ", ";.", "'"),
    ("awk '", "{", "}", "'"),
    ("awk 'BEGIN{x=", "(", ")", "}'"),
    ("awk 'BEGIN", "{if(1)", "", "}'"),
    ("sed '", "{", "}", "' f"),
    ("sed -i 's/", "\\(", "\\)", "/x/' f"),
    ("sed -E -i 's/", "(", ")", "/x/' f"),
    ("sed -i 's/a", "*", "", "/x/' f"),
    ("find . ", "\\( ", " \\)", ""),
    ("test ", "\\( ", " \\)", ""),
    ("[ ", "! ", "", "]"),
    ("grep '", "[", "]", "' f"),
    ("printf '", "%s", "", "'"),
    ("date '+", "%", "", "'"),
    ("git log --format='", "%(", ")", "'"),
    ("expr ", "\\( ", " \\)", ""),
    ("python3 -c '", "(", ")", "'"),
    ("perl -e '", "{", "}", "'"),
    ("echo ", "{a,b}", "", ""),
    ("echo ", "{1..9}", "", ""),
];

const MIB: usize = 1024 * 1024;

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let both = |maker: &mut Maker, command: String| {
        maker.check(settings.none, Asked::at_home(&command).text());
        maker.check(settings.rules, Asked::bare(command).shell(Dialect::Zsh).text());
    };
    let deepest = limits::NESTING_MAX;
    for (open, close) in NESTED {
        for times in [1, 2, 7, 8, 9, 50, deepest - 1, deepest, deepest + 1, 1_000] {
            both(maker, nested("", open, "curl x", close, "", times));
        }
        // Not closed.
        both(maker, nested("", open, "curl x", "", "", deepest + 1));
        maker.check(settings.rules, Asked::at_home(nested("", open, "curl x", close, "", 4_000)).text());
    }
    for (before, open, close, after) in LANGUAGES {
        for times in [1, 9, 60, deepest, 1_000, 3_000] {
            both(maker, nested(before, open, "1", close, after, times));
        }
    }
    counted(maker, settings);
    huge(maker, settings);
    beside(maker, settings);
}

fn nested(before: &str, open: &str, inside: &str, close: &str, after: &str, times: usize) -> String {
    [before, &open.repeat(times), inside, &close.repeat(times), after].concat()
}

/// As many of a thing as are allowed, one less and one more.
fn counted(maker: &mut Maker, settings: &Settings) {
    let around = |most: usize| [most - 1, most, most + 1];
    let mut commands = Vec::new();
    for count in around(limits::COMMAND_CHARACTERS_MAX) {
        for letter in ["a", "é", "漢", "😀"] {
            commands.push(format!("echo {}", letter.repeat(count - 5)));
        }
    }
    for count in around(limits::PARTS_MAX) {
        commands.extend([" && ", "; ", " | ", " || ", "\n"].map(|between| vec!["ls"; count].join(between)));
    }
    for count in around(limits::WORDS_MAX) {
        commands.push(vec!["ls"; count].join(" "));
    }
    for count in around(limits::HERE_DOCUMENTS_MAX) {
        let openings: String = repeat_n(" <<'E'", count).collect();
        commands.push(format!("cat{openings}\n{}", "a\nE\n".repeat(count)));
    }
    for count in around(limits::BRACE_ARGUMENTS_MAX) {
        commands.push(format!("ls {{1..{count}}}"));
        commands.push(format!("ls {{{}}}", vec!["a"; count].join(",")));
    }
    for number in [
        "255",
        "256",
        "32768",
        "65536",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "18446744073709551616",
        "99999999999999999999999",
    ] {
        for place in [
            "ls {1..N}",
            "ls {N..1..N}",
            "head -n N f",
            "echo N>f",
            "ls N>&1",
            "sleep N",
            "git log -N",
            "sed -n Np f",
            "sed -i s/a/b/N f",
            "awk '{print $N}' f",
            "[[ N -lt N ]]",
            "echo $((N + N))",
            "kill -N 1",
            "chmod N f",
            "printf '%Nd' 1",
            "printf '\\N'",
            "jq '.[N]' f",
            "timeout N ls",
            "echo ${x:N:N}",
            "((x = N))",
            "cut -f N- f",
            "find . -size N",
            "ulimit -n N",
        ] {
            commands.push(place.replace('N', number));
        }
    }
    for command in commands {
        maker.check(settings.none, Asked::at_home(&command).text());
        maker.check(settings.jazz, Asked::in_project(command).text());
    }
}

/// Commands of a mebibyte, and others that are far too long, with something to deny at the end.
fn huge(maker: &mut Maker, settings: &Settings) {
    let parts = ["$(", "\"", "\\", "x=", "{a,", "`", "\n", "# ", "cat <<E\n", "[[ ", "${x:-", "a ", "é"];
    let long = ["a", "😀", "true; ", "(", "'"].map(|part| (part, MIB));
    for (part, bytes) in long.into_iter().chain(parts.map(|part| (part, MIB / 16))) {
        let command = format!("echo {}; curl x", part.repeat(bytes / part.len()));
        maker.check(settings.rules, Asked::at_home(command).text());
    }
}

/// Everything beside the command that can be long or deep.
fn beside(maker: &mut Maker, settings: &Settings) {
    let long = "x".repeat(MIB / 8);
    for depth in [1, 127, 128, 129, 1_000, 100_000] {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        maker.check(settings.none, format!(r#"{{"id":{open}{close},"command":"ls"}}"#));
        maker.check(settings.none, format!(r#"{{"command":"ls","facts":{open}{close}}}"#));
        maker.check(settings.none, format!(r#"{{"command":"ls","policy":{{"permissions":{open}{close}}}}}"#));
        let (open, close) = (r#"{"a":"#.repeat(depth), "}".repeat(depth));
        maker.check(settings.none, format!(r#"{{"id":{open}1{close},"command":"ls"}}"#));
        maker.check(settings.none, format!(r#"{{"command":"ls","policy":{open}1{close}}}"#));
        maker.open(&with_policy(&json!({}), &format!("{open}1{close}")));
    }
    for rule in [
        format!("Bash({long})"),
        format!("Bash({}a)", "* ".repeat(2_000)),
        format!("Read({})", "../".repeat(5_000)),
        format!("Read({}a)", "**/".repeat(2_000)),
        format!("Bash{}", "(".repeat(5_000)),
    ] {
        let policy = json!({ "permissions": { "deny": [rule] } });
        if let Some(number) = maker.open(&with_policy(&json!({ "root": "/repo" }), &policy.to_string())) {
            for command in ["cat a/b/../c", "ls a a a a", &"a ".repeat(900), &"x".repeat(9_000)] {
                maker.check(number, Asked::at_home(command).text());
            }
        }
    }
    let mut asked = Asked::at_home("cat f0 f1 && sed -i s/a/b/ f");
    let facts = Facts {
        real_paths: (0..3_000).map(|at| (format!("/repo/f{at}"), format!("/repo/g{at}"))).collect(),
        contents: [("/repo/f".to_owned(), Some("a\n".repeat(60_000)))].into(),
        ..Facts::default()
    };
    asked.facts = Some(facts);
    maker.check(settings.none, asked.text());
    let mut asked = Asked::in_project("sed -i 's/\\(a*\\)*b/x/' f");
    asked.facts.get_or_insert_default().contents = [("/repo/f".to_owned(), Some("a".repeat(5_000)))].into();
    maker.check(settings.none, asked.text());
    for (tool, cwd) in [
        (long.clone(), "/repo".to_owned()),
        ("Bash".to_owned(), format!("/{long}")),
        ("Bash".to_owned(), "/a".repeat(20_000)),
        ("Bash".to_owned(), format!("/{}", "../".repeat(20_000))),
    ] {
        let asked = Asked { tool: Some(tool), cwd: Some(cwd), ..Asked::at_home("cat x/../../y") };
        maker.check(settings.rules, asked.text());
    }
}
