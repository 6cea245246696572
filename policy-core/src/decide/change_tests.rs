//! What the mode `acceptEdits` accepts of redirects: what it accepts of a program that writes the same file.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use std::format;

use crate::verdict::{By, Decision, Verdict};
use crate::{Engine, Mode, Policy, Request, Source};

fn check(settings: &str, mode: Mode, command: &str) -> Verdict {
    let source =
        Source { name: "s".into(), text: settings.into(), root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap();
    policy.mode = mode;
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.system = Some(crate::System::Gnu);
    request.facts.bare_repository = Some(false);
    Engine::new(policy).check(&request)
}

fn edits(command: &str) -> Verdict {
    check("{}", Mode::AcceptEdits, command)
}

/// Files of every kind, and whether a change of them is accepted.
const FILES: &[(&str, bool)] = &[
    ("a.txt", true),
    ("src/new/a.py", true),
    ("'a b.txt'", true),
    ("./a", true),
    ("/repo/a", true),
    ("../a", false),
    ("/etc/hosts", false),
    ("~/a", false),
    (".git/config", false),
    (".git/hooks/pre-commit", false),
    (".bashrc", false),
    (".claude/settings.json", false),
    ("/dev/tcp/host/80", false),
    ("$f", false),
    ("*.txt", false),
    ("\"$d/a\"", false),
];

#[test]
fn a_redirect_is_accepted_where_tee_is() {
    for (file, accepted) in FILES {
        let decision = if *accepted { Decision::Allow } else { Decision::Ask };
        let tee = edits(&format!("echo x | tee {file}"));
        assert_eq!(tee.decision, decision, "tee {file}: {}", tee.reason.message);
        for operator in [">", ">>", ">|", "2>", "2>>", "&>", "&>>", ">&"] {
            for command in [
                format!("echo x {operator} {file}"),
                format!("{{ ls; pwd; }} {operator} {file}"),
                format!("for i in 1 2; do echo $i; done {operator} {file}"),
                format!("(ls) {operator} {file}; ls"),
                format!("cat <<'EOF' {operator} {file}\nimport os\nEOF"),
            ] {
                let verdict = edits(&command);
                assert_eq!(verdict.decision, decision, "{command}: {}", verdict.reason.message);
                assert!(!verdict.read_only, "{command}");
                assert_ne!(check("{}", Mode::Default, &command).decision, Decision::Allow, "{command}");
                assert_eq!(check("{}", Mode::Plan, &command).decision, Decision::Deny, "{command}");
            }
        }
    }
}

#[test]
fn an_accepted_redirect_says_what_accepted_it() {
    let verdict = edits("echo x > a.txt");
    assert_eq!(verdict.reason.code, "ACCEPT_EDITS");
    assert_eq!(verdict.commands.iter().map(|one| &one.by).collect::<std::vec::Vec<_>>(), [&By::AcceptEdits]);
    assert!(verdict.findings.is_empty());
    assert_eq!(verdict.effects.writes, ["a.txt"]);
}

#[test]
fn a_redirect_excuses_nothing_else() {
    for command in [
        "python a.py > out",
        "echo x > a; ./a",
        "echo x > a > ../b",
        "echo x > a > .git/config",
        "cd sub && echo x > ../../a",
        "cd $x && echo x > a",
        "echo $(./tool) > a",
        "cat <<EOF > a\n$(./tool)\nEOF",
        "cat .env > a",
        "echo x > >(sh)",
        "f() ( echo x > a ); f",
        "rm -rf ~ > a",
    ] {
        assert_eq!(edits(command).decision, Decision::Ask, "{command}");
    }
    let ruled = r#"{"permissions":{"deny":["Edit(./private/**)"],"allow":["Bash(python:*)"]}}"#;
    for (command, decision) in [
        ("echo x > private/a", Decision::Deny),
        ("echo x > a", Decision::Allow),
        ("python a.py > out", Decision::Allow),
        ("python a.py > ../out", Decision::Ask),
        ("echo x > $f", Decision::Ask),
    ] {
        assert_eq!(check(ruled, Mode::AcceptEdits, command).decision, decision, "{command}");
    }
    for profile in ["claurst", "jazz"] {
        let settings = format!(r#"{{"profile":"{profile}","permissions":{{"allow":["Bash(echo:*)"]}}}}"#);
        assert_eq!(check(&settings, Mode::AcceptEdits, "echo x").decision, Decision::Allow);
        assert_eq!(check(&settings, Mode::AcceptEdits, "echo x > a").decision, Decision::Ask);
    }
}

#[test]
fn an_edit_is_accepted_with_what_it_reads_and_whom_it_lets_in() {
    for (command, accepted) in [
        ("sed -i '3r part.txt' a.txt", true),
        ("sed -i -e '/x/r part.txt' -e '/x/d' a.txt", true),
        ("sed -i '3r /etc/shadow' a.txt", false),
        ("sed -i '3r ../part.txt' a.txt", false),
        ("sed -i '3r .env' a.txt", false),
        ("sed -i '3r part.txt' ../a.txt", false),
        ("sed -i '3w part.txt' a.txt", false),
        ("chmod +x run.sh", true),
        ("chmod 644 src/a.txt src/b.txt", true),
        ("chmod +x ../run.sh", false),
        ("chmod +x .git/hooks/pre-commit", false),
        ("chmod -R +x .", false),
        ("chmod u+s run", false),
        ("chmod 777 run", false),
        ("gofmt -w a.go", true),
        ("gofmt -l -w src", true),
        ("gofmt -w .", true),
        ("gofmt -s -w ./ cmd", true),
        ("gofmt -w /repo", true),
        ("cd src && gofmt -w .", true),
        ("gofmt -w -r 'a -> b' a.go", true),
        // It changes more than the format of what lies in `.git` and `.claude`.
        ("gofmt -w -r 'a -> b' .", false),
        ("gofmt -w .git", false),
        ("gofmt -w ./.claude/hooks", false),
        ("gofmt -w .git/hooks/a.go", false),
        ("gofmt -w ..", false),
        ("gofmt -w /", false),
        ("gofmt -w ~", false),
        ("gofmt -w \"$d\"", false),
        ("cd .. && gofmt -w .", false),
        ("chmod +x .", false),
        ("gofmt -w ../a.go", false),
        ("gofmt -cpuprofile x -w a.go", false),
    ] {
        let decision = if accepted { Decision::Allow } else { Decision::Ask };
        let verdict = edits(command);
        assert_eq!(verdict.decision, decision, "{command}: {}", verdict.reason.message);
        assert_ne!(check("{}", Mode::Default, command).decision, Decision::Allow, "{command}");
    }
    let ruled = r#"{"permissions":{"deny":["Read(./private/**)"]}}"#;
    for command in ["sed 'r private/a' b", "sed -n -e p -e 'r private/a' b", "sed -i 'R private/a' b"] {
        assert_eq!(check(ruled, Mode::AcceptEdits, command).decision, Decision::Deny, "{command}");
    }
    assert_eq!(edits("sed -n '$r a.txt' b.txt").effects.reads, ["b.txt", "a.txt"]);
}

#[test]
fn what_is_put_into_a_directory_is_judged_by_the_name_that_it_gets() {
    for (command, decision) in [
        ("cp a .", Decision::Allow),
        ("cp src/a .", Decision::Allow),
        ("cp -r src/a src/b .", Decision::Allow),
        ("cp src/a ./", Decision::Allow),
        ("cp src/a /repo", Decision::Allow),
        ("mv src/a .", Decision::Allow),
        ("mv src/a src/b .", Decision::Allow),
        ("cp -t . src/a", Decision::Allow),
        ("cd sub && cp x/a .", Decision::Allow),
        // The name that results is protected, or is not known.
        ("cp src/.bashrc .", Decision::Ask),
        ("cp -r x/.git .", Decision::Ask),
        ("mv x/.claude .", Decision::Ask),
        ("cp -t . src/.npmrc", Decision::Ask),
        ("cp -r src/. .", Decision::Ask),
        ("cp -r src/ .", Decision::Ask),
        ("cp -rT src .", Decision::Ask),
        ("cp -r --no-target-directory src .", Decision::Ask),
        ("cp -r src/.* .", Decision::Ask),
        ("mv src/.* .", Decision::Ask),
        ("cp a ..", Decision::Ask),
        ("cp a ~", Decision::Ask),
        ("cp /etc/passwd .", Decision::Ask),
        ("mv . a", Decision::Ask),
        ("rm -rf .", Decision::Ask),
    ] {
        let verdict = edits(command);
        assert_eq!(verdict.decision, decision, "{command}: {}", verdict.reason.message);
    }
    let ruled = r#"{"permissions":{"allow":["Bash(cp:*)","Bash(mv:*)"]}}"#;
    for command in ["cp a .", "cp src/a .", "mv src/a ."] {
        assert_eq!(check(ruled, Mode::Default, command).decision, Decision::Allow, "{command}");
    }
    for command in ["cp src/.bashrc .", "cp -r src/. .", "mv x/.git ."] {
        assert_eq!(check(ruled, Mode::Default, command).decision, Decision::Ask, "{command}");
    }
}
