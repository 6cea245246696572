//! What may be read outside of the working directories, and what may not be done there.

extern crate std;

use std::string::String;

use crate::verdict::Decision;
use crate::{Engine, Mode, Need, Policy, Request};

/// The decision on `command` where `links` are the links, each with what it leads to.
fn decide(mode: Mode, links: &[(&str, &str)], command: &str) -> (Decision, &'static str) {
    decide_in(("/repo", "/home/u"), mode, links, command)
}

/// The same in this working directory, with this home.
fn decide_in(
    (cwd, home): (&str, &str),
    mode: Mode,
    links: &[(&str, &str)],
    command: &str,
) -> (Decision, &'static str) {
    let policy = Policy { mode, ..Policy::default() };
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some(cwd), Some(home));
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
fn the_programs_and_the_temporary_files_of_windows_are_read_without_a_question() {
    for at in [
        (r"C:\Users\u\p", r"C:\Users\u"),
        ("/c/Users/u/p", "/c/Users/u"),
        ("/mnt/c/Users/u/p", "/mnt/c/Users/u"),
    ] {
        for command in [
            "ls 'C:/Program Files/Git/usr/bin'",
            r"ls 'C:\Program Files\nodejs'",
            "cat c:/windows/system32/drivers/etc/hosts",
            "grep -rn x 'C:/Users/u/AppData/Local/Temp/out'",
            "cat ~/AppData/Local/Temp/out.log",
        ] {
            let decided = decide_in(at, Mode::Default, &[], command);
            assert_eq!(decided, (Decision::Allow, "READ_ONLY"), "{at:?} {command}");
        }
        for command in [
            "cat C:/Users/v/notes",
            "ls C:/Windows",
            "ls 'D:/Program Files/x'",
            "cat 'C:/Program Files/../Users/v/notes'",
            "cat 'C:/Program Files/x/.env'",
            "touch 'C:/Program Files/x'",
            "cat ~/AppData/Local/x",
            "cat //server/share/x",
        ] {
            assert_eq!(decide_in(at, Mode::Default, &[], command).0, Decision::Ask, "{at:?} {command}");
        }
    }
    let linux = ("/repo", "/home/u");
    assert_eq!(decide_in(linux, Mode::Default, &[], "cat /c/Windows/System32/x").0, Decision::Ask);
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

/// The verdict on `command` in `/repo/app`, where `trees` are the work trees that the host reports.
fn in_work_tree(mode: Mode, trees: &[&str], links: &[(&str, &str)], command: &str) -> crate::Verdict {
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo/app"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    for place in ["/repo", "/other", "/repo/lib"] {
        request.facts.bare_repositories.insert(place.into(), false);
    }
    request.facts.real_paths =
        links.iter().map(|(link, to)| (String::from(*link), String::from(*to))).collect();
    request.facts.work_trees.insert("/repo/app".into(), trees.iter().map(|tree| (*tree).into()).collect());
    Engine::new(Policy { mode, ..Policy::default() }).check(&request)
}

#[test]
fn the_repository_of_the_working_directory_is_one_place_for_reading() {
    let trees = ["/repo", "/other"];
    for command in [
        "cat ../README.md",
        "ls ..",
        "ls /repo/lib",
        "grep -rn x ../lib --include=*.rs",
        "wc -l < ../lib/a.rs",
        "cd .. && ls",
        "cd .. && git status",
        "git -C .. log --oneline",
        "cd ../lib; head -3 a.rs",
        "cat /other/src/a.rs",
        "R=/repo/lib; grep -n x $R/a.rs",
        "find .. -name '*.toml'",
        "head -3 /repo/lib/*.rs",
    ] {
        let verdict = in_work_tree(Mode::Default, &trees, &[], command);
        assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason.message);
        let verdict = in_work_tree(Mode::Default, &[], &[], command);
        assert_eq!(verdict.decision, Decision::Ask, "without a repository: {command}");
    }
}

#[test]
fn a_repository_gives_nothing_but_reading_and_nothing_beside_it() {
    let trees = ["/repo", "/other"];
    let links = [("/repo/link", "/etc/passwd"), ("/other/link", "/home/u/.ssh/config")];
    for command in [
        "echo x > ../a",
        "touch ../a",
        "rm ../a",
        "sed -i s/a/b/ ../a",
        "cp a ..",
        "cat ../.env",
        "cat ../certs/id_rsa",
        "cat ../../etc/passwd",
        "cat /repository/a",
        "cat ../link",
        "cat /other/link",
        "cat ../*/../../etc/passwd",
        "cat /otherwise/a",
        "../build.sh",
    ] {
        let verdict = in_work_tree(Mode::AcceptEdits, &trees, &links, command);
        assert_eq!(verdict.decision, Decision::Ask, "{command}");
    }
    // A repository that holds the home directory holds everything else in it too.
    for tree in ["/", "/home", "/home/u", "/home/u/", "repo", ""] {
        let verdict = in_work_tree(Mode::Default, &[tree], &[], "cat /home/u/notes.txt");
        assert_eq!(verdict.decision, Decision::Ask, "{tree}");
    }
    let verdict = in_work_tree(Mode::Default, &["/home/u/repo"], &[], "cat /home/u/repo/notes.txt");
    assert_eq!(verdict.decision, Decision::Allow);
}

#[test]
fn the_host_is_asked_for_the_work_trees_only_where_they_matter() {
    let needs = |command: &str| {
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo/app"), Some("/home/u"));
        request.facts.no_links = true;
        Engine::new(Policy::default()).check(&request).needs
    };
    assert_eq!(needs("cat ../a"), [Need::WorkTrees("/repo/app".into())]);
    for command in ["cat a", "cat /usr/include/stdio.h", "echo x > ../a", "ls"] {
        assert_eq!(needs(command), [], "{command}");
    }
}
