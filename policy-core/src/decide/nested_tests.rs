//! Texts that another shell reads.

use alloc::format;

use crate::{Dialect, Engine, Policy, Request};

fn code(command: &str) -> &'static str {
    code_in(Dialect::Bash, command)
}

fn code_in(shell: Dialect, command: &str) -> &'static str {
    let engine = Engine::new(Policy::default());
    let mut request = Request::new(command);
    request.shell = shell;
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    engine.check(&request).reason.code
}

#[test]
fn a_secret_in_the_text_asks_as_it_does_outside() {
    for command in ["echo $GITHUB_TOKEN", "echo \"$GITHUB_TOKEN\"", "echo a; echo $GITHUB_TOKEN | cat", "env"]
    {
        assert_eq!(code(command), "READS_SECRET", "{command}");
        assert_ne!(code(&format!("bash -c '{command}'")), "READ_ONLY", "{command}");
    }
}

#[test]
fn a_text_only_reads_where_the_same_text_outside_does() {
    let texts = [
        "ls",
        "cd src && ls",
        "sort a.txt | uniq -c",
        "for f in a b; do wc -l \"$f\"; done",
        "cat a.txt",
        "rm a",
        "ls > out",
        "cat ../other/x",
        "npm test",
        "git push",
        "cat .env",
        "sed -i s/a/b/ f",
        "curl x",
        "echo $TOKEN",
    ];
    let mut proven = 0;
    for shell in Dialect::POSIX {
        for options in ["-c", "-lc", "-e -c", "-o pipefail -c", "-euo pipefail -c", "-c -e"] {
            for text in texts {
                let outside = code_in(shell, text) == "READ_ONLY";
                let command = format!("{} {options} '{text}'", shell.shell().name);
                assert_eq!(code(&command) == "READ_ONLY", outside, "{command}");
                proven += usize::from(outside);
            }
        }
    }
    assert!(proven > 40, "{proven}");
}

#[test]
fn what_the_text_does_not_say_asks() {
    for option in [
        "-i",
        "-x",
        "-v",
        "-k",
        "-s",
        "-r",
        "-n",
        "-p",
        "-t",
        "-a",
        "-O extglob",
        "-o posix",
        "-o vi",
        "+e",
        "--posix",
    ] {
        for command in [format!("bash {option} -c ls"), format!("bash -c {option} ls")] {
            assert_ne!(code(&command), "READ_ONLY", "{command}");
        }
    }
    for shell in [
        "sh",
        "dash",
        "ksh",
        "fish",
        "./bash",
        "/tmp/bash",
        "rbash",
        "sudo bash",
        "su -c bash",
        "ssh host bash",
    ] {
        assert_ne!(code(&format!("{shell} -c ls")), "READ_ONLY", "{shell}");
    }
    for before in [
        "x=1",
        "x=$TOKEN",
        "export x=1",
        "declare -x x=1",
        "read x",
        "for x in a; do export x; done",
        "set -a",
    ] {
        let command = format!("{before}; bash -c 'echo $x'");
        assert_ne!(code(&command), "READ_ONLY", "{command}");
    }
}
