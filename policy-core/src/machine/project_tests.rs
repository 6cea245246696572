//! Which commands ask because a file of the project chooses what they run, or because what they read never ends.

extern crate std;

use std::string::String;
use std::vec::Vec;

use crate::{Engine, Policy, Request, Verdict};

/// The verdict in `/repo` where these shims are in front of programs, and these files are in `/repo`.
fn check(shims: &[&str], files: &[&str], command: &str) -> Verdict {
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.shims = shims.iter().map(|name| String::from(*name)).collect();
    let engine = Engine::new(Policy::default());
    for _ in 0..4 {
        for need in engine.check(&request).needs {
            if let crate::Need::Exists(path) = need {
                let there = files.iter().any(|file| path == std::format!("/repo/{file}"));
                request.facts.existing.insert(path, there);
            }
        }
    }
    engine.check(&request)
}

fn decided(shims: &[&str], files: &[&str], command: &str) -> (&'static str, &'static str) {
    let verdict = check(shims, files, command);
    (verdict.decision.name(), verdict.findings.first().map_or("", |finding| finding.code))
}

const VERSIONS: &[&str] = &[
    "node --version",
    "python3 --version",
    "ruby -v",
    "java -version",
    "terraform -help",
    "julia --version",
    "npm --version",
    "perl -v",
    "php --version",
];

#[test]
fn a_shim_asks_only_beside_a_file_that_chooses_what_it_runs() {
    for command in VERSIONS {
        let name = command.split(' ').next().unwrap_or_default();
        for file in [".tool-versions", "mise.toml", "package.json", ".python-version", ".terraform-version"] {
            assert_eq!(decided(&[], &[file], command), ("allow", ""), "{command} beside {file}");
            assert_eq!(decided(&[name], &[file], command), ("ask", "PROJECT_SETTINGS"), "{command} {file}");
        }
        assert_eq!(decided(&[name], &["README.md"], command), ("allow", ""), "{command}");
        assert_eq!(decided(&["other"], &[".tool-versions"], command), ("allow", ""), "{command}");
    }
}

#[test]
fn go_and_npm_ask_beside_the_files_that_they_obey() {
    for (command, file) in [
        ("go version", "go.mod"),
        ("go env GOPATH", "go.work"),
        ("go help build", "go.mod"),
        ("npm ls", ".npmrc"),
        ("npm root", ".npmrc"),
        ("npm version", ".npmrc"),
        ("npm query '*'", ".npmrc"),
    ] {
        assert_eq!(decided(&[], &[file], command), ("ask", "PROJECT_SETTINGS"), "{command}");
        assert_eq!(decided(&[], &[], command), ("allow", ""), "{command}");
    }
    assert_eq!(decided(&[], &[".npmrc"], "npm --version"), ("allow", ""));
}

#[test]
fn a_device_without_an_end_is_read_only_in_part() {
    let endless = |command: &str| decided(&[], &[], command) == ("ask", "ENDLESS_INPUT");
    let mut wrong: Vec<&str> = Vec::new();
    for device in ["/dev/zero", "/dev/urandom", "/dev/random"] {
        for program in
            ["tail", "sort", "wc", "tac", "shuf", "uniq", "md5sum", "cat", "grep x", "jq .", "cut -c1"]
        {
            let operand = std::format!("{program} {device}");
            let fed = std::format!("{program} < {device}");
            if !endless(&operand) || !endless(&fed) {
                wrong.push(program);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    for command in [
        "head -c 16 /dev/urandom",
        "head -c 16 /dev/urandom | base64",
        "head -c 32 < /dev/urandom | xxd -p",
        "tr -dc 'a-zA-Z0-9' < /dev/urandom | head -c 32",
        "cat /dev/urandom | tr -dc a-z | fold -w 32 | head -n 1",
        "od -An -N4 -tu4 /dev/urandom",
        "xxd -l 16 -p /dev/urandom",
        "base64 /dev/urandom | head -c 20",
        "strings /dev/urandom | head -n 3",
        "ls -l /dev/zero",
        "stat /dev/urandom",
        "sort a.txt",
        "cat /dev/null",
    ] {
        assert_eq!(decided(&[], &[], command).0, "allow", "{command}");
    }
}
