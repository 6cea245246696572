//! What a wrapper runs is found, exactly where its options are understood, anywhere where they are not.

use super::argv;
use crate::commands::{Inner, Proof, inner, inners, uses};

#[test]
fn the_inner_command_is_found() {
    for (text, expected, may_allow) in [
        ("timeout -k 5 -s KILL 10 rm a", 6, true),
        ("nice -5 rm a", 2, true),
        ("stdbuf -oL rm a", 2, true),
        ("nohup rm a", 1, true),
        ("\\time -p rm a", 2, true),
        ("command rm a", 1, true),
        ("xargs rm", 1, true),
        ("xargs -I {} rm {}", 3, false),
        ("xargs -n1 -P 4 rm", 4, false),
        ("sudo -u root rm a", 3, false),
        ("env -i A=b rm a", 3, false),
        ("flock -w 5 lock rm a", 4, false),
        ("find . -exec rm {} \\;", 3, false),
    ] {
        let args = argv(text);
        match inner(&args) {
            Some(Inner::Command { at, allowed, .. }) => {
                assert_eq!((at, allowed), (expected, may_allow), "{text}");
                assert_eq!(args[at].text(), Some("rm"), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn the_inner_command_line_is_found() {
    for (text, expected) in [
        ("bash -lc rm", (2, 3, 0)),
        ("bash -o pipefail -c rm", (4, 5, 0)),
        ("sh -c -e rm x", (3, 4, 0)),
        ("eval rm a", (1, 3, 0)),
        ("ssh -p 22 host rm a", (4, 6, 0)),
        ("watch -n 1 rm a", (3, 5, 0)),
        ("su root -c rm", (3, 4, 0)),
        ("su --command=rm root", (1, 2, 10)),
        ("env -Srm", (1, 2, 2)),
        ("flock lock -c rm", (3, 4, 0)),
        ("script -qc rm log", (2, 3, 0)),
    ] {
        match inner(&argv(text)) {
            Some(Inner::Shell { at, end, skip, .. }) => assert_eq!((at, end, skip), expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn an_option_that_is_not_understood_makes_every_later_argument_a_possible_command() {
    for (text, expected) in [
        ("sudo --what x rm a", 2),
        ("timeout $x rm a", 2),
        ("nice --adj=5 rm a", 2),
        ("bash --what -c rm", 2),
    ] {
        match inner(&argv(text)) {
            Some(Inner::AnyOf { from, .. }) => assert_eq!(from, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn every_command_of_a_find_is_found() {
    let found = inners(&argv("find . -exec touch {} + -o -ok rm {} \\;"));
    let places: std::vec::Vec<_> = found
        .iter()
        .map(|inner| match inner {
            Inner::Command { at, end, .. } => (*at, *end),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(places, [(3, 5), (8, 10)]);
}

#[test]
fn looking_a_name_up_runs_nothing() {
    let args = argv("command -v rm");
    assert_eq!((inner(&args), uses(&args).proof), (None, Proof::ReadOnly));
}

#[test]
fn a_shell_that_only_parses_runs_no_file_and_still_shows_its_code() {
    for (text, reads) in [
        ("bash -n a.sh", true),
        ("sh -n", true),
        ("bash -n -c 'rm x'", false),
        ("bash -nc 'rm x'", false),
        ("bash -n +n a.sh", false),
        ("bash -n -i a.sh", false),
    ] {
        let args = argv(text);
        assert_eq!(uses(&args).proof == Proof::ReadOnly, reads, "{text}");
        assert_eq!(inner(&args).is_some(), text.contains("c '"), "{text}");
    }
}

#[test]
fn a_wrapper_is_never_read_only_by_itself() {
    for program in crate::commands::programs().iter().filter(|program| program.wrapper.is_some()) {
        let alone =
            |text: &str| program.form.alone.contains(&text.split_once(' ').map_or("", |(_, rest)| rest));
        // A shell that only reads what it would run, without running it.
        let parses = |text: &str| matches!(program.name, "bash" | "sh") && text.contains(" -n");
        let examples = program.form.yes.iter().chain(program.form.no);
        for text in examples.filter(|text| !alone(text) && !parses(text)) {
            assert_ne!(uses(&argv(text)).proof, Proof::ReadOnly, "{text}");
        }
    }
}
