//! What the runner writes for bash must be readable by bash 3.2, the one that macOS has as `/bin/bash`.
//!
//! Owns the list of what came later (`NEWS` and `CHANGES` of bash), each with a text in which it must be found.

use policy_core::Dialect;
use policy_core::command_line::CommandLine;
use regex::Regex;

/// A pattern for what bash 3.2 reads in another way or not at all, and a text that has it.
const LATER: [(&str, &str); 26] = [
    (r"\|&", "ls |& cat"),
    (r"&>>", "ls &>> log"),
    (r";;?&", "case x in x) a ;;& esac"),
    (r"\bcoproc\b", "coproc cat"),
    (r"\b(mapfile|readarray)\b", "mapfile -t lines"),
    (r"\bcompopt\b", "compopt -o nospace"),
    (r"\b(declare|typeset|local)\s+-[a-zA-Z]*[AgnulIc]", "declare -A map"),
    (r"\breadonly\s+-[a-zA-Z]*A", "readonly -A map"),
    (r"\bread\s+(-\S+\s+)*-[a-zA-Z]*[Ni]", "read -r -N 1 x"),
    (r"\bread\s+(-\S+\s+)*-t\s*[0-9]*\.", "read -t 0.5 x"),
    (r"\bwait\s+-[nfp]", "wait -n"),
    (r"\bexec\s+\{", "exec {fd}> file"),
    (r"\{[A-Za-z_]+\}[<>]", "ls {fd}> file"),
    (r"\$\{[^}]*(\^|,,?|@[A-Za-z]\})", "echo ${x^^}"),
    (r"\$\{[^}:]+:[^}:]*:\s*-", "echo ${x:1:-1}"),
    (r"\$\{\s", "echo ${ ls; }"),
    (r"\[[-0-9]*-[0-9]+\]\}", "echo ${a[-1]}"),
    (r"-v\s+[A-Za-z_]+\s*\]", "[[ -v x ]]"),
    (r"-R\s+[A-Za-z_]+\s*\]", "[[ -R x ]]"),
    (r"%\([^)]*\)T", "printf '%(%F)T' -1"),
    (r"\$\{?(BASHPID|EPOCHSECONDS|EPOCHREALTIME|SRANDOM|BASH_XTRACEFD|PROMPT_DIRTRIM)\b", "echo $BASHPID"),
    (
        r"\bshopt\s+-[su]+\s+[a-z ]*(autocd|checkjobs|dirspell|globstar|lastpipe|inherit_errexit|localvar_\w+|assoc_expand_once|patsub_replacement|globskipdots)",
        "shopt -s lastpipe",
    ),
    (r"\{0[0-9]*\.\.|\{[^}]*\.\.[^}]*\.\.", "echo {1..9..2}"),
    (r"\$'[^']*\\u", r"echo $'\u00e9'"),
    (r"\bdeclare\s+-f\s+-F|\bunset\s+-n", "unset -n x"),
    (r"\$\([^()]*\bcase\b[^()]*\)", "x=$(case a in a) echo;; esac)"),
];

/// What a text has of it.
fn later_than_three(text: &str) -> Vec<&'static str> {
    let has = |(pattern, _): &&(&str, &str)| Regex::new(pattern).unwrap().is_match(text);
    LATER.iter().filter(has).map(|(_, example)| *example).collect()
}

#[test]
fn each_construct_of_the_list_is_found_in_its_example() {
    for (_, example) in LATER {
        assert!(later_than_three(example).contains(&example), "{example}");
    }
}

#[test]
fn the_description_of_a_shell_is_asked_for_in_words_of_bash_3_2() {
    // A name that an old `shopt` does not know costs its own line of the answer only.
    let script = include_str!("snapshot/dump.bash");
    assert_eq!(later_than_three(script), [""; 0]);
}

#[test]
fn the_line_around_a_command_is_of_bash_3_2() {
    let line = CommandLine {
        dialect: Dialect::Bash,
        snapshot: Some("/run/s/snapshot.sh"),
        environment: Some("/home/u/env.sh"),
        unshadowed: &["ls", "cd"],
        directory_note: Some("/run/s/note"),
        prefix: Some("/usr/bin/wrapper"),
        ..CommandLine::new("ls | head -5 > out")
    };
    assert_eq!(later_than_three(&line.build()), [""; 0]);
    let plain = CommandLine { prefix: None, ..line };
    assert_eq!(later_than_three(&plain.build()), [""; 0]);
}
