//! What holds for every command: nothing panics, nothing depends on chance, the whole is as strict as its parts.

use policy_core::script::Dialect;
use policy_core::syntax::read;
use policy_core::{Decision, Engine, door};
use proptest::prelude::*;
use test_support::effort::{Cases, count, property, seed};
use test_support::generator::{Generator, Profile};

use crate::claims::{Engines, POLICY, endure, engine, request};

/// Commands per property and run.
const CASES: Cases = Cases { quick: 400, full: 4_000 };

fn decision(engine: &Engine, command: &str) -> Decision {
    engine.check(&request(command, Dialect::Bash)).decision
}

/// The claims, in every shell.
fn endure_everywhere(engines: &Engines, command: &str) {
    for shell in [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell] {
        endure(engines, command, shell);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: property(300, 1_500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics_and_every_span_lies_on_a_boundary(command in "\\PC{0,60}") {
        endure_everywhere(&Engines::new(), &command);
    }

    #[test]
    fn no_text_of_shell_signs_panics(command in "[a-c $`'\"\\\\|&;<>(){}\\[\\]#~*?!=\\n\\t\\-0-9é\u{202e}\u{0}]{0,60}") {
        endure_everywhere(&Engines::new(), &command);
    }

    #[test]
    fn no_request_panics_at_the_door(json in "\\PC{0,80}") {
        let answer = door::answer(&engine("{}"), &json);
        prop_assert!(answer.starts_with('{'), "{answer}");
    }
}

#[test]
fn no_generated_command_panics() {
    let seed = seed();
    println!("seed {seed}");
    let engines = Engines::new();
    let mut generator = Generator::new(seed, Profile::Anything);
    for turn in 0..count("SHELLGATE_PROPERTY_CASES", CASES) {
        let command = if turn % 2 == 0 { generator.command() } else { generator.mutated() };
        endure_everywhere(&engines, &command);
    }
}

/// Whether a command can be in front of an operator and still be the same command.
fn is_closed(command: &str) -> bool {
    let script = read(command, Dialect::Bash);
    let changes_place = script
        .commands
        .iter()
        .any(|it| script.words_of(it).first().is_some_and(|w| script.slice(w.span) == "cd"));
    script.doubts.is_empty()
        && script.comments.is_empty()
        && script.here_documents.is_empty()
        && !changes_place
        && !command.trim_end().ends_with([';', '&', '\\'])
        && !script.commands.is_empty()
}

#[test]
fn the_whole_is_never_more_permissive_than_its_parts() {
    const SIMPLE: &[&str] = &[
        "ls -la",
        "cat README.md",
        "cat /etc/shadow",
        "rm -rf x",
        "curl x",
        "git status",
        "git push",
        "npm run x",
        "echo a",
        "echo $HOME",
        "echo $(curl x)",
        "cat .env",
        "FOO=1 ls",
        "ls > f",
        "find . -delete",
        "sudo ls",
        "bash -c 'curl x'",
        "git log --output=x",
        "echo \"a",
        "cat ../x",
        "wc -l f",
        "x=1",
        "xargs curl",
    ];
    let seed = seed();
    println!("seed {seed}");
    let engine = engine(POLICY);
    let mut generator = Generator::new(seed, Profile::Anything);
    let mut pool: Vec<String> = SIMPLE.iter().map(|it| (*it).to_owned()).collect();
    pool.extend((0..400).map(|_| generator.command()));
    pool.retain(|command| is_closed(command));
    let total = count("SHELLGATE_PROPERTY_CASES", CASES);
    for _ in 0..total {
        let (one, two) = (generator.random.pick(&pool).clone(), generator.random.pick(&pool).clone());
        let parts = decision(&engine, &one).max(decision(&engine, &two));
        for operator in [";", " && ", " || ", " | ", " & ", "\n"] {
            let whole = format!("{one}{operator}{two}");
            assert!(
                decision(&engine, &whole) >= parts,
                "seed {seed}: {whole:?} is more permissive than its parts"
            );
        }
        let alone = decision(&engine, &one);
        for whole in [
            format!("({one})"),
            format!("{{ {one}\n}}"),
            format!("! {one}"),
            format!("if {one}\nthen {one}\nfi"),
            format!("for i in a; do {one}\ndone"),
            format!("while {one}\ndo {one}\ndone"),
            format!("echo $({one})"),
            format!("cat <({one})"),
        ] {
            assert!(
                decision(&engine, &whole) >= alone,
                "seed {seed}: {whole:?} is more permissive than {one:?}"
            );
        }
    }
    for command in SIMPLE.iter().filter(|command| !command.contains('=') && is_closed(command)) {
        for wrapper in [
            "timeout 5",
            "nice -n 5",
            "nohup",
            "command",
            "env",
            "sudo",
            "setsid",
            "time",
            "stdbuf -oL",
            "xargs",
        ] {
            let whole = format!("{wrapper} {command}");
            let alone = decision(&engine, command);
            assert!(decision(&engine, &whole) >= alone, "{whole:?} is more permissive than {command:?}");
        }
    }
}

#[test]
fn a_deny_rule_never_loosens() {
    const RULES: &[&str] = &[
        "Bash(ls:*)",
        "Bash(echo *)",
        "Bash",
        "Read(./README.md)",
        "Bash(* -x*)",
        "Edit(/src/**)",
        "Bash(r0:*)",
    ];
    let seed = seed();
    println!("seed {seed}");
    let before = engine(POLICY);
    let mut generator = Generator::new(seed, Profile::Anything);
    for rule in RULES {
        let with = POLICY.replace(r#""deny":["#, &format!(r#""deny":["{rule}","#));
        let after = engine(&with);
        for _ in 0..count("SHELLGATE_PROPERTY_CASES", CASES) / 10 {
            let command = generator.command();
            assert!(
                decision(&after, &command) >= decision(&before, &command),
                "seed {seed}: {rule} loosens {command:?}"
            );
        }
    }
}
