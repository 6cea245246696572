//! Lists of names: what counts as one, what does not, and where a rule ends the trust in them.

#![expect(clippy::panic, reason = "a test may stop at the first surprise")]

extern crate std;

use std::string::String;
use std::vec::Vec;

use Decision::{Allow, Ask};

use crate::{Decision, Engine, Policy, Request, Source};

#[track_caller]
fn holds(expected: Decision, policy: &str, commands: &[&str]) {
    let source = Source {
        name: "settings.json".into(),
        text: policy.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    let policy = match Policy::from_sources(&[source]) {
        Ok(policy) => policy,
        Err(errors) => panic!("{errors:?}"),
    };
    let engine = Engine::new(policy);
    let wrong: Vec<String> = commands
        .iter()
        .filter(|command| {
            let mut request = Request::new(command);
            request.cwd = Some("/repo");
            request.home = Some("/home/u");
            request.facts.no_links = true;
            request.facts.bare_repository = Some(false);
            engine.check(&request).decision != expected
        })
        .map(|command| String::from(*command))
        .collect();
    assert!(wrong.is_empty(), "expected {}: {wrong:#?}", expected.name());
}

#[test]
fn printf_lists_names_of_plain_characters_and_nothing_else() {
    holds(
        Allow,
        "{}",
        &[
            r"printf '%s\n' src/main.rs README.md | xargs wc -l",
            r"printf '%s\n' src/*.rs | xargs wc -l",
            r"printf '%s\0' src/*.rs Cargo.toml | xargs -0 head -1",
            r#"printf '%s\n' a b | while read -r f; do cat "$f"; done"#,
            r"cat $(printf '%s\n' /repo/a)",
        ],
    );
    holds(
        Ask,
        "{}",
        &[
            r"printf '%s\n' 'a /etc/shadow' | xargs cat",
            r#"printf '%s\n' '"/etc/shadow"' | xargs cat"#,
            r"printf '%s\n' '\/etc/shadow' | xargs cat",
            r"printf '%s\n' $'a\n/etc/shadow' | xargs cat",
            r#"printf '%s\n' ' /etc/shadow' | while read -r f; do cat "$f"; done"#,
            r"cat $(printf '%s\n' 'a /etc/shadow')",
            r"printf '%s\n' a/../../x | xargs cat",
            r"printf '%s\n' x/etc/shadow | tail -c12 | xargs cat",
            r"printf '%s\n' a@/etc/shadow@ | xargs -d@ cat",
            r"printf '%s\n' '*' | xargs cat",
            r"printf 'x%s\n' a | xargs cat",
        ],
    );
}

#[test]
fn no_file_can_turn_into_an_option_of_ls() {
    holds(
        Allow,
        "{}",
        &["ls *.md | xargs cat", "ls ./* | xargs cat", "for d in $(ls -d */); do ls \"$d\"; done"],
    );
    holds(
        Ask,
        "{}",
        &["ls * | xargs cat", "ls *a | xargs grep -r x", "for f in $(ls *); do ls -R \"$f\"; done"],
    );
}

#[test]
fn names_go_through_where_both_ends_agree_what_ends_one() {
    holds(
        Allow,
        "{}",
        &[
            r"ls -1A | head -5 | xargs -d '\n' ls -ld",
            "find . -print0 | xargs -0 wc",
            r"find . -print0 | xargs -d '\0' wc -l",
            "git ls-files -z | xargs --null cat",
        ],
    );
    holds(
        Ask,
        "{}",
        &[
            "find . -print0 | xargs cat",
            "find . -print0 | xargs -d '\\n' cat",
            "find . | xargs -0 -d : cat",
            "git ls-files -z | while read -r f; do cat \"$f\"; done",
        ],
    );
}

#[test]
fn names_that_can_be_cut_apart_are_not_trusted_where_a_rule_is_about_reading() {
    let cut = &[
        "git ls-files | xargs cat",
        "find . -name '*.rs' | xargs -n1 head",
        "find . -print0 | tail -n 1 | xargs -0 cat",
        "git diff --name-only -z main | xargs -0 cat",
        "git ls-tree -r -z --name-only HEAD | xargs -0 cat",
        "wc -l $(git ls-files)",
        "for f in $(git ls-files); do cat \"$f\"; done",
        "for f in *.rs; do cat $f; done",
        "git ls-files | while read -r f; do cat \"$f\"; done",
        "find . -print0 | while read -r -d '' f; do cat \"$f\"; done",
    ];
    let whole = &[
        "find . -print0 | xargs -0 cat",
        "find . -print0 | sort -z | xargs -0 wc -l",
        "git ls-files -z | xargs -0 -n1 head",
        "for f in *.rs; do cat \"$f\"; done",
        "find . -print0 | while IFS= read -r -d '' f; do cat \"$f\"; done",
        "git ls-files | xargs -n1 dirname",
    ];
    holds(Allow, "{}", cut);
    holds(Allow, "{}", whole);
    for list in ["deny", "ask"] {
        let policy = std::format!(r#"{{"permissions":{{"{list}":["Read(~/.ssh/**)"]}}}}"#);
        holds(Ask, &policy, cut);
        holds(Allow, &policy, whole);
    }
    holds(Allow, r#"{"permissions":{"deny":["Edit(~/.ssh/**)","Bash(curl:*)"]}}"#, cut);
}

#[test]
fn what_a_command_on_names_prints_is_a_list_again_where_its_output_is_names() {
    holds(
        Allow,
        "{}",
        &[
            "find . -name '*.go' | xargs grep -l a | xargs grep -l b",
            "find . -name '*.go' | xargs grep -l a | head -3 | xargs wc -l",
            "find . -name '*.go' -print0 | xargs -0 grep -lZ a | xargs -0 grep -l b",
            "find . -name '*.go' | xargs -n 5 grep -L a | sort | xargs cat",
            "find . | xargs -I{} grep -l a {} | xargs cat",
            "find . | xargs grep -h -l a | xargs cat",
            "grep -rl a . | xargs grep -l b | xargs grep -c c",
            "git ls-files | xargs grep -l -e a -- | xargs cat",
            "wc -l $(find . -name '*.go' | xargs grep -l a)",
            "find . | xargs grep -l a | while read -r f; do cat \"$f\"; done",
        ],
    );
    holds(
        Ask,
        "{}",
        &[
            "find . | xargs cat | xargs grep a",
            "find . | xargs grep -h a | xargs cat",
            "find . | xargs grep a | xargs cat",
            "find . | xargs grep -l a | xargs grep -h b | xargs cat",
            "find . | xargs grep -lZ a | xargs cat",
            "find . -print0 | xargs -0 grep -l a | xargs -0 cat",
            "find . | xargs -P 2 grep -l a | xargs cat",
            "find . | xargs -t grep -l a 2>&1 | xargs cat",
            "find . | xargs -I{} grep -l a x{} | xargs cat",
            "find . | xargs -I{} echo /{} | xargs cat",
            "find . | xargs echo /etc/shadow | xargs cat",
            "find . | xargs timeout 5 grep -l a | xargs cat",
            "find . | xargs grep -l --label=/etc/shadow a - | xargs cat",
            "find . | xargs grep -l a /etc/shadow | xargs cat",
            "cat list | xargs grep -l a | xargs cat",
            "echo /etc/shadow | xargs grep -l a | xargs cat",
            "ls -1 | xargs grep -l a | xargs cat",
            "git ls-files | xargs grep -L a | xargs cat",
            "git ls-files | xargs -I{} grep -L {} -- a | xargs cat",
            "git rev-list -3 HEAD | xargs git show --name-only | xargs cat",
            "find . | xargs grep -l a; xargs cat",
            "{ find . | xargs grep -l a; echo /etc/shadow; } | xargs cat",
            "find . | xargs grep -l a | sed 's,^,/,' | xargs cat",
            "find . | xargs grep -rl a | xargs grep -L b | xargs cat",
        ],
    );
}

#[test]
fn chosen_names_are_whole_only_where_a_nul_ended_them_all_the_way() {
    let policy = r#"{"permissions":{"deny":["Read(~/.ssh/**)"]}}"#;
    holds(Allow, policy, &["find . -print0 | xargs -0 grep -lZ a | xargs -0 cat"]);
    holds(
        Ask,
        policy,
        &[
            "find . | xargs grep -l a | xargs cat",
            "find . | xargs grep -lZ a | xargs -0 cat",
            "git ls-tree -r -z --name-only HEAD | xargs -0 grep -lZ a -- | xargs -0 cat",
        ],
    );
}
