//! What may be read outside of the working directories, and what may not be done there.

extern crate std;

use std::string::String;

use crate::verdict::Decision;
use crate::{Engine, Mode, Need, Policy, Request};

/// The decision on `command` where `links` are the links, each with what it leads to.
fn decide(mode: Mode, links: &[(&str, &str)], command: &str) -> (Decision, &'static str) {
    let policy = Policy { mode, ..Policy::default() };
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request.facts.real_paths =
        links.iter().map(|(link, to)| (String::from(*link), String::from(*to))).collect();
    let verdict = Engine::new(policy).check(&request);
    (verdict.decision, verdict.reason.code)
}

#[test]
fn what_a_place_holds_is_read_without_a_question() {
    for command in [
        "ls /usr/bin",
        "ls /usr/bin/*sim*",
        "head -5 /usr/lib/python3/dist-packages/six.py",
        "grep -rn define /usr/local/include",
        "cat /tmp/out.log",
        "od -c /tmp/binary_file | head",
        "wc -l < /tmp/out.log",
        "cd /tmp && ls",
        "cat ~/go/pkg/mod/golang.org/x/net/html/parse.go",
        "grep -n pub ~/.cargo/registry/src/index.crates.io-1/serde/src/lib.rs",
        "cat ~/.claude/projects/-repo/tool-results/a.txt",
        "diff a.txt /tmp/a.txt",
    ] {
        assert_eq!(decide(Mode::Default, &[], command), (Decision::Allow, "READ_ONLY"), "{command}");
    }
}

#[test]
fn what_is_beside_a_place_or_more_than_reading_asks() {
    for command in [
        // Other people's and other projects' files.
        "cat /home/v/go/pkg/mod/x",
        "ls ~/other",
        "cat ~/.claude/projects/-repo/a.jsonl",
        "cat /etc/passwd",
        "cat /usr/local/etc/app.conf",
        "cat /var/log/syslog",
        "ls /usr",
        "cat /tmp/../etc/passwd",
        "cat /tmpx/a",
        // Secrets by their name.
        "cat /tmp/.env",
        "cat /tmp/id_rsa",
        "cat ~/go/pkg/mod/x/.env",
        "cat /usr/lib/ssl/private/server.key",
        // Changes.
        "touch /tmp/a",
        "rm /tmp/a",
        "echo x > /tmp/a",
        "cp /tmp/a /usr/local/bin/a",
        "mv /tmp/a .",
        "sed -i s/a/b/ /tmp/a",
        // A repository in a place has settings of its own.
        "git -C /tmp/x log",
        "cd /tmp/x && git status",
        "git diff --no-index a.txt /tmp/x/a.txt",
    ] {
        for mode in [Mode::Default, Mode::AcceptEdits] {
            assert_eq!(decide(mode, &[], command).0, Decision::Ask, "{command}");
        }
    }
}

#[test]
fn a_link_in_a_place_leads_to_a_place_or_it_asks() {
    for (to, decision) in [
        ("/tmp/b", Decision::Allow),
        ("/repo/b", Decision::Allow),
        ("/usr/lib/b", Decision::Allow),
        ("/home/u/.bashrc", Decision::Ask),
        ("/home/v/b", Decision::Ask),
        ("/etc/shadow", Decision::Ask),
        ("/tmp/.env", Decision::Ask),
    ] {
        assert_eq!(decide(Mode::Default, &[("/tmp/a", to)], "cat /tmp/a").0, decision, "{to}");
        // A link in the project to a place is read as the place is.
        assert_eq!(decide(Mode::Default, &[("/repo/a", to)], "cat a").0, decision, "{to}");
    }
    let mut request = Request::new("cat /tmp/a");
    request.cwd = Some("/repo");
    let verdict = Engine::new(Policy::default()).check(&request);
    assert_eq!((verdict.decision, &*verdict.needs), (Decision::Ask, &[Need::RealPath("/tmp/a".into())][..]));
}
