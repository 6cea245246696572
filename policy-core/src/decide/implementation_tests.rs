//! What is allowed where the implementation of a program is known, and where it is not.

use std::vec::Vec;

use crate::commands::programs;
use crate::request::Need;
use crate::{Decision, Engine, Mode, Policy, Request, System, Verdict};

const SYSTEMS: [Option<System>; 5] =
    [None, Some(System::Gnu), Some(System::Bsd), Some(System::Macos), Some(System::Busybox)];

fn engine(mode: Mode) -> Engine {
    Engine::new(Policy { mode, ..Policy::default() })
}

fn check(engine: &Engine, command: &str, system: Option<System>) -> Verdict {
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request.facts.environment_cleaned = true;
    request.facts.system = system;
    engine.check(&request)
}

/// For which of [`SYSTEMS`] the command is allowed, as letters: unknown, GNU, BSD, macOS, `BusyBox`.
fn allowed(engine: &Engine, command: &str) -> Vec<char> {
    let is_allowed =
        |(system, _): &(&Option<System>, char)| check(engine, command, **system).decision == Decision::Allow;
    SYSTEMS.iter().zip("ugbmx".chars()).filter(is_allowed).map(|(_, letter)| letter).collect()
}

fn hold(mode: Mode, cases: &[(&str, &str)]) {
    let engine = engine(mode);
    for (command, expected) in cases {
        let reason = check(&engine, command, Some(System::Gnu)).reason.message;
        assert_eq!(allowed(&engine, command), expected.chars().collect::<Vec<_>>(), "{command}: {reason}");
    }
}

#[test]
fn a_spelling_is_allowed_where_it_means_that() {
    hold(
        Mode::Default,
        &[
            ("date -d yesterday", "ugbmx"),
            ("date -d 20240101", "gx"),
            ("ls -I x", "gx"),
            ("ls -T 4 -w 80", "ugbmx"),
            ("ls -w /etc", "gx"),
            ("grep -C 3 x a", "gmx"),
            ("grep -C3 x a", "gmx"),
            ("grep --context=3 x a", "ugbmx"),
            ("grep -A 3 -B 3 x a", "ugbmx"),
            ("ps -ef", "gmx"),
            ("ps -A", "ugbmx"),
            ("ps aux", "ugbmx"),
            ("ps -u root -E", ""),
            ("ps -u -E", "gx"),
            ("make --version", "gm"),
            ("whereis ls", "g"),
            ("w", "gx"),
            ("sort -R a", "gmx"),
            ("sort -S 1M -u a", "gmx"),
            ("sort -u a", "ugbmx"),
            ("tar -t -H x -f a", "gx"),
            ("tar tf a", "ugbmx"),
            ("sed -n 5p a", "ugbmx"),
            ("sed -l 5 p a", "ugbmx"),
            ("gdate -d 20240101", ""),
            ("gsort -R --version", "ugbmx"),
            ("netstat -n -A inet", "gx"),
            ("ifconfig -s eth0", "gbm"),
            ("sysctl kern.x:1", ""),
        ],
    );
}

#[test]
fn options_may_follow_operands_where_they_are_harmless_as_operands() {
    hold(
        Mode::Default,
        &[
            ("uniq a -c", "g"),
            ("uniq -c a", "ugbmx"),
            ("head a -n 5", "ugbmx"),
            ("cat a -- b", "ugbmx"),
            ("cut a -d /etc/shadow -f 1", "g"),
            ("cut -d /etc/shadow -f 1 a", "ugbmx"),
            ("grep x a --include /etc/passwd", "g"),
            ("sed -n p -s", "ugbmx"),
            ("sed -n 'w out' -e p", "g"),
            ("date +%s -u", "g"),
            ("find . -name x -print0 | xargs -0 ls -I y", "gx"),
            ("timeout 5 uniq a -c", "g"),
            ("find . -exec uniq a -c ';'", "g"),
        ],
    );
}

#[test]
fn edits_are_accepted_where_the_words_mean_the_same() {
    hold(
        Mode::AcceptEdits,
        &[
            // The second operand of sed is checked as the script that it is elsewhere.
            ("sed -i s/a/b/ a", "ugbmx"),
            ("sed -i p 'w src/x' a", ""),
            ("cp a b -v", "ugbmx"),
            ("mkdir a -m 755", "ugbmx"),
            ("mkdir a -m /etc/x", "g"),
        ],
    );
}

#[test]
fn the_host_is_asked_for_the_program_only_where_its_answer_matters() {
    let needs = |mode, command: &str, system| check(&engine(mode), command, system).needs;
    let of = |name: &str| Vec::from([Need::Implementation(name.into())]);
    assert_eq!(needs(Mode::Default, "ls -I x", None), of("ls"));
    assert_eq!(needs(Mode::Default, "/bin/ls -I x", None), of("/bin/ls"));
    assert_eq!(needs(Mode::Default, "timeout 5 uniq a -c | cat", None), of("uniq"));
    assert_eq!(needs(Mode::Default, "ls -I x", Some(System::Macos)), []);
    assert_eq!(needs(Mode::Default, "ls -l x", None), []);
    let elsewhere = needs(Mode::Default, "ls -I x /etc/y", None);
    assert!(!elsewhere.contains(&Need::Implementation("ls".into())), "it asks for another reason");
    // A person is asked about an edit anyway.
    let edit = "mkdir a -m /etc/x";
    assert!(!needs(Mode::Default, edit, None).contains(&Need::Implementation("mkdir".into())));
    assert!(needs(Mode::AcceptEdits, edit, None).contains(&Need::Implementation("mkdir".into())));
}

#[test]
fn an_answer_about_one_program_counts_before_that_about_all() {
    let engine = engine(Mode::Default);
    let mut request = Request::new("ls -I x; sort -R a");
    request.cwd = Some("/repo");
    request.facts.no_links = true;
    request.facts.system = Some(System::Gnu);
    assert_eq!(engine.check(&request).decision, Decision::Allow);
    request.facts.implementations.insert("ls".into(), System::Macos);
    let verdict = engine.check(&request);
    assert_eq!((verdict.decision, verdict.reason.code), (Decision::Ask, "IMPLEMENTATION"));
    assert!(verdict.reason.message.contains("in the one on this system it "), "{}", verdict.reason.message);
    request.facts.system = Some(System::Macos);
    request.facts.implementations.insert("ls".into(), System::Gnu);
    assert_eq!(engine.check(&request).decision, Decision::Allow);
    // It is looked up elsewhere.
    request.command = "command -p ls -I x";
    assert_eq!(engine.check(&request).decision, Decision::Ask);
}

/// Without the fact, only what holds for all of them is allowed; and what GNU's tables vouch for, they vouch for.
#[test]
fn what_is_allowed_anywhere_unknown_is_allowed_on_every_system() {
    let engines = [engine(Mode::Default), engine(Mode::AcceptEdits)];
    let mut held = 0;
    for program in programs().into_iter().filter(|program| program.several) {
        for command in program.form.yes {
            for engine in &engines {
                let decided = SYSTEMS.map(|system| check(engine, command, system).decision);
                let [unknown, gnu, others @ ..] = decided;
                let least = others.into_iter().chain([gnu]).max();
                assert!(Some(unknown) >= least, "{command}: {decided:?}");
                held += 1;
            }
        }
    }
    assert!(held > 1000, "{held} examples");
}
