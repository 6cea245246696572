//! When an installed program without a table may be asked for its version or its help.

#![expect(clippy::panic, reason = "a test may stop at the first surprise")]

extern crate std;

use std::string::{String, ToString as _};
use std::vec::Vec;

use crate::policy::Authority;
use crate::request::Need;
use crate::verdict::By;
use crate::{Decision, Engine, Mode, Policy, Request, Source, Verdict};

/// A program of the system, a script of Node.js, and one that the user keeps.
const FILES: &[(&str, &[&str])] = &[
    ("native", &["/usr/bin/native", "/usr/bin/native"]),
    ("versioned", &["/usr/bin/versioned", "/usr/lib/versioned-18/bin/versioned"]),
    ("kept", &["/opt/homebrew/bin/kept", "/opt/homebrew/Cellar/kept/2.1/bin/kept"]),
    (
        "packaged",
        &[
            "/usr/local/bin/packaged",
            "/usr/local/lib/node_modules/@a/packaged-cli/index.js",
            "/usr/bin/env",
            "/usr/bin/env",
            "/usr/local/bin/node",
            "/usr/local/bin/node",
        ],
    ),
    (
        "brewed",
        &[
            "/opt/homebrew/bin/brewed",
            "/opt/homebrew/Cellar/brewed/1.0/libexec/lib/node_modules/brewed/index.js",
            "/opt/homebrew/opt/node/bin/node",
            "/opt/homebrew/Cellar/node/24.1/bin/node",
        ],
    ),
    (
        "own-node",
        &[
            "/usr/local/bin/own-node",
            "/usr/local/lib/node_modules/own-node/index.js",
            "/usr/bin/env",
            "/usr/bin/env",
            "/home/u/.nvm/versions/node/v24/bin/node",
            "/home/u/.nvm/versions/node/v24/bin/node",
        ],
    ),
    ("shell-script", &["/usr/bin/shell-script", "/usr/bin/shell-script", "/bin/sh", "/usr/bin/sh"]),
    ("own", &["/home/u/.local/bin/own", "/home/u/.local/bin/own"]),
    ("linked", &["/usr/local/bin/linked", "/home/u/src/linked/linked"]),
    ("own-link", &["/home/u/bin/own-link", "/usr/bin/own-link"]),
    ("proxy", &["/usr/bin/proxy", "/usr/bin/proxyall"]),
    ("other", &["/usr/bin/other", "/etc/alternatives/other"]),
    ("shim", &["/usr/local/share/shims/shim", "/usr/local/share/shims/shim"]),
    ("managed", &["/opt/homebrew/bin/managed", "/opt/homebrew/Cellar/xenv/3.0/bin/managed"]),
    ("local", &["/repo/node_modules/.bin/local", "/repo/node_modules/.bin/local"]),
    ("absent", &[]),
    ("odd", &["/usr/bin/odd"]),
    ("renamed", &["/usr/bin/another", "/usr/bin/renamed"]),
    ("dotted", &["/usr/bin/../bin/dotted", "/usr/bin/dotted"]),
    ("claimed", &["/usr/bin/claimed", "/usr/bin/claimed"]),
    ("-dashed", &["/usr/bin/-dashed", "/usr/bin/-dashed"]),
    ("_lined", &["/usr/bin/_lined", "/usr/bin/_lined"]),
    ("uneven", &["/usr/bin/uneven", "/usr/bin/uneven", "/bin/sh"]),
    ("named", &["/usr/bin/another", "/usr/bin/another"]),
];

fn engine(settings: &str, mode: Option<Mode>) -> Engine {
    let source = Source {
        name: "settings.json".into(),
        text: settings.into(),
        root: Some("/repo".into()),
        authority: Authority::User,
    };
    let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
    policy.set_mode(mode.unwrap_or_default());
    Engine::new(policy)
}

fn check_with(engine: &Engine, command: &str, existing: &[&str]) -> Verdict {
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.shims = Vec::from(["claimed".to_string()]);
    for _ in 0..3 {
        for need in engine.check(&request).needs {
            match need {
                Need::Program(name) => {
                    let files = FILES.iter().find(|(known, _)| *known == name).map_or(&[][..], |it| it.1);
                    let files: Vec<String> = files.iter().map(|file| String::from(*file)).collect();
                    request.facts.programs.insert(name, files);
                }
                Need::Exists(path) => {
                    let is_there = existing.contains(&path.as_str());
                    request.facts.existing.insert(path, is_there);
                }
                other => panic!("{command}: {other:?}"),
            }
        }
    }
    engine.check(&request)
}

fn check(command: &str) -> Verdict {
    check_with(&engine("{}", None), command, &[])
}

#[test]
fn an_installed_program_may_be_asked_about_itself_and_the_verdict_says_why() {
    for command in [
        "native --version",
        "native --help",
        "versioned --version",
        "kept --help",
        "packaged --version",
        "brewed --version",
        "native --help 2>&1 | head -5",
        "native --version 2>/dev/null",
        "native --version </dev/null",
        "native --version && ls; kept --version",
        "(native --version)",
        "if native --version; then echo yes; fi",
        "echo \"$(native --version)\"",
        "cd sub && native --version",
    ] {
        let verdict = check(command);
        assert_eq!(
            (verdict.decision, verdict.reason.code),
            (Decision::Allow, "SELF_DESCRIPTION"),
            "{command}"
        );
        assert!(verdict.read_only && !verdict.effects.opaque, "{command}");
        assert!(verdict.commands.iter().any(|it| it.by == By::SelfDescription), "{command}");
    }
}

#[test]
fn what_is_more_than_that_or_no_installed_program_asks() {
    for command in [
        "own --version",
        "own-node --version",
        "shell-script --version",
        "linked --version",
        "own-link --version",
        "proxy --version",
        "other --version",
        "shim --version",
        "managed --version",
        "local --version",
        "absent --version",
        "odd --version",
        "renamed --version",
        "dotted --version",
        "claimed --version",
        "native",
        "native -v",
        "native -V",
        "native -h",
        "native version",
        "native help",
        "native --version y",
        "native y --version",
        "native --version=x",
        "native --help --version",
        "native --version; native",
        "./native --version",
        "../bin/native --version",
        "/usr/bin/native --version",
        "~/bin/native --version",
        "PATH=. native --version",
        "LD_PRELOAD=./a.so native --version",
        "LC_ALL=C native --version",
        "export PATH=.; native --version",
        "PATH=.; native --version",
        "hash -p ./native native; native --version",
        "alias native=./native; native --version",
        "native() { ./evil; }; native --version",
        "eval 'PATH=.'; native --version",
        ". ./env; native --version",
        "env native --version",
        "env PATH=. native --version",
        "command -p native --version",
        "sudo native --version",
        "xargs native --version",
        "find . -exec native --version \\;",
        "cat a | native --version",
        "cat a | (native --version)",
        "cat a | { ls; native --version; }",
        "cat a | while true; do native --version; done",
        "cat a | echo $(native --version)",
        "native --version < a",
        "native --version <<< 'rm -rf .'",
        "native --version <<E\nrm -rf .\nE",
        "{ native --version; } < a",
        "while read -r x; do native --version; done < a",
        "ls > >(native --version)",
        "f() { native --version; }; cat a | f",
        "cat a | bash -c 'native --version'",
        "bash -c 'native --version' < a",
        "$x --version",
        "native $x",
        "native --ver*",
        "-dashed --version",
        "_lined --version",
        "uneven --version",
        "named --version",
        "touch a; native --version",
        "native --version > out",
    ] {
        let verdict = check(&command.replace("\\n", "\n"));
        assert_ne!(verdict.decision, Decision::Allow, "{command}");
    }
}

#[test]
fn without_the_fact_it_asks_and_says_what_is_needed() {
    let verdict = engine("{}", None).check(&Request::new("native --version"));
    assert_eq!((verdict.decision, verdict.reason.code), (Decision::Ask, "NO_RULE"));
    assert_eq!(verdict.needs, [Need::Program("native".into())]);
    for command in ["native -v", "./native --version", "cat a | native --version", "ls --version"] {
        let needs = engine("{}", None).check(&Request::new(command)).needs;
        assert!(!needs.iter().any(|need| matches!(need, Need::Program(_))), "{command}");
    }
}

#[test]
fn a_command_that_may_give_the_name_another_meaning_asks_although_a_rule_allows_it() {
    let settings = r#"{"permissions":{"allow":["Bash(alias:*)","Bash(eval:*)"]}}"#;
    for command in [
        "alias native=./native; native --version",
        "eval 'x=1'; native --version",
        "native --version; native() { ls; }",
        "native() { ls; }; native --version; alias x=ls",
    ] {
        assert_eq!(check_with(&engine(settings, None), command, &[]).decision, Decision::Ask, "{command}");
    }
    for command in ["f() { ls; }; native --version", "native --version; f() { ls; }", "x=1; native --version"]
    {
        assert_eq!(check_with(&engine(settings, None), command, &[]).decision, Decision::Allow, "{command}");
    }
}

#[test]
fn a_script_is_asked_only_where_the_project_has_no_packages_of_its_own() {
    let engine = engine("{}", None);
    for existing in [&["/repo/node_modules"][..], &["/node_modules"], &["/repo/.pnp.cjs"]] {
        assert_eq!(
            check_with(&engine, "packaged --version", existing).decision,
            Decision::Ask,
            "{existing:?}"
        );
        assert_eq!(check_with(&engine, "native --version", existing).decision, Decision::Allow);
    }
    assert_eq!(
        check_with(&engine, "cd sub && packaged --help", &["/repo/sub/node_modules"]).decision,
        Decision::Ask
    );
}

#[test]
fn a_file_that_another_command_may_have_put_in_front_asks() {
    let accepts = engine("{}", Some(Mode::AcceptEdits));
    let copied = check_with(&accepts, "cp a bin/native && native --version", &[]);
    assert_eq!((copied.decision, copied.reason.code), (Decision::Ask, "NO_RULE"));
    let rule = engine(r#"{"permissions":{"allow":["Bash(make install)"]}}"#, None);
    assert_eq!(check_with(&rule, "make install; native --version", &[]).decision, Decision::Ask);
}

#[test]
fn rules_and_modes_hold_as_for_every_command_that_only_reads() {
    for (settings, decision) in [
        (r#"{"permissions":{"deny":["Bash(native:*)"]}}"#, Decision::Deny),
        (r#"{"permissions":{"ask":["Bash(native --version)"]}}"#, Decision::Ask),
    ] {
        let verdict = check_with(&engine(settings, None), "native --version", &[]);
        assert_eq!(verdict.decision, decision, "{settings}");
    }
    for mode in [Mode::Plan, Mode::DontAsk, Mode::AcceptEdits, Mode::BypassPermissions] {
        let verdict = check_with(&engine("{}", Some(mode)), "native --version", &[]);
        assert_eq!(
            (verdict.decision, verdict.reason.code),
            (Decision::Allow, "SELF_DESCRIPTION"),
            "{mode:?}"
        );
    }
}
