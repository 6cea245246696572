//! An allow rule without a wildcard approves exactly its own text, whatever is in it, and no other.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::{Decision, Engine, Policy, Request, Source, Verdict};

fn engine(allow: &[&str], deny: &[&str]) -> Engine {
    let list = |rules: &[&str]| {
        let rules: Vec<String> =
            rules.iter().map(|rule| serde_json::to_string(&format!("Bash({rule})")).unwrap()).collect();
        rules.join(",")
    };
    let text = format!(r#"{{"permissions":{{"allow":[{}],"deny":[{}]}}}}"#, list(allow), list(deny));
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    Engine::new(Policy::from_sources(&[source]).unwrap())
}

fn check(engine: &Engine, command: &str) -> Verdict {
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    engine.check(&request)
}

/// Simple commands and fragments of which texts are built.
const PIECES: &[&str] = &[
    "npm test",
    "CI=1 npm test",
    "LD_PRELOAD=./x.so node a.js",
    "\"$P\" run it",
    "$PYTHON -c \"print('x')\"",
    "python3 -c \"import sys\nprint(sys.path)\"",
    "kill $(lsof -ti:3000)",
    "rm -f build/*.o",
    "node ~/x/a.js",
    "bash -c 'npm test && ls'",
    "find . -name '*.pyc' -delete",
    "for f in a b; do echo \"$f\"; done",
    "do echo x",
    "then",
    "done",
    "[[ -f x",
    "if exist \"a\" rmdir \"b\"",
    "echo {a,b}",
    "cat <<'EOF'\nx; y\nEOF",
    "git commit -m \"$(cat <<'EOF'\nfix: a (b)\nEOF\n)\"",
    "x=1",
    "export PATH=\"/opt/x:$PATH\"",
    "python src/*.py",
    "echo 'never closed",
    "curl -f http://localhost:3000/health",
    "ls /outside",
];

const JOINTS: &[&str] = &[" && ", " || ", "; ", " | ", " |& ", "\n", " & "];

const ENDS: &[&str] = &["", " 2>&1", " > out.txt", " > /outside/out.txt", " >> log 2>&1 &", " < in.txt"];

/// The reasons for which no allow rule approves a command.
const EXCEPTIONS: &[&str] = &["CRITICAL_REMOVAL", "PATH_PROTECTED", "READS_SECRET", "LIMIT_LENGTH"];

/// Every text of one and two pieces with every joint, in each of the ends in turn.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    let mut ends = ENDS.iter().cycle();
    for first in PIECES {
        texts.extend(ENDS.iter().map(|end| format!("{first}{end}")));
        for (second, joint) in PIECES.iter().zip(JOINTS.iter().cycle()) {
            texts.push(format!("{first}{joint}{second}{}", ends.next().unwrap()));
        }
    }
    texts
}

#[test]
fn a_rule_without_a_wildcard_allows_its_own_text_whatever_is_in_it() {
    let texts = texts();
    assert!(texts.len() > 700);
    for text in &texts {
        for written in [text.clone(), format!("  {text}\t")] {
            let verdict = check(&engine(&[&written], &[]), text);
            assert_eq!(verdict.decision, Decision::Allow, "{}: {text}", verdict.reason.code);
        }
    }
}

#[test]
fn one_character_more_or_less_is_another_command_and_asks() {
    for text in texts() {
        let engine = engine(&[&text], &[]);
        for neighbour in [
            format!("{text}; unknown-program"),
            format!("{text}\nunknown-program"),
            format!("unknown-program; {text}"),
            format!("unknown-program && {text}"),
            format!("{text} | unknown-program"),
        ] {
            let verdict = check(&engine, &neighbour);
            assert_eq!(verdict.decision, Decision::Ask, "{}: {neighbour}", verdict.reason.code);
        }
    }
    for (rule, neighbour) in [
        ("CI=1 npm test", "CI=2 npm test"),
        ("CI=1 npm test", "CI=1 LD_PRELOAD=x npm test"),
        ("CI=1 npm test 2>&1", "CI=1 npm testx 2>&1"),
        ("a | b", "a | b c"),
        ("a > f", "a > g"),
        ("a && b", "a && b\nc"),
        ("a && b", "b && a"),
        ("kill $PID", "kill $PIDS"),
        ("rm -f build/*.o", "rm -f build/*"),
    ] {
        let verdict = check(&engine(&[rule], &[]), neighbour);
        assert_eq!(verdict.decision, Decision::Ask, "{rule} does not allow {neighbour}");
    }
}

#[test]
fn what_no_allow_rule_approves_asks_under_the_rule_of_its_own_text_too() {
    for text in [
        "rm -rf /",
        "rm -rf ~ && true",
        "cd x; rm -rf /*",
        "echo x > .git/hooks/pre-commit",
        "echo x | tee ~/.bashrc",
        "printenv | sort",
    ] {
        let verdict = check(&engine(&[text], &[]), text);
        assert_eq!(verdict.decision, Decision::Ask, "{text}");
        let found = || verdict.findings.iter().map(|finding| finding.code);
        assert!(found().any(|code| EXCEPTIONS.contains(&code)), "{text}: {:?}", verdict.reason.code);
    }
    let long = format!("echo {}", "x".repeat(10_000));
    assert_eq!(check(&engine(&[&long], &[]), &format!("{long}; y")).decision, Decision::Ask);
}

#[test]
fn deny_rules_see_the_text_that_an_allow_rule_approves() {
    for text in texts() {
        let whole = format!("{text}\nforbidden now");
        let verdict = check(&engine(&[&whole], &["forbidden:*"]), &whole);
        assert_ne!(verdict.decision, Decision::Allow, "{whole}");
    }
}

#[test]
fn the_text_is_that_of_the_whole_request_and_not_of_a_part() {
    let engine = engine(&["npm ci > log && npm test"], &[]);
    for text in
        ["npm ci > log && npm test && ls", "ls; npm ci > log && npm test", "(npm ci > log && npm test)"]
    {
        assert_eq!(check(&engine, text).decision, Decision::Ask, "{text}");
    }
}

#[test]
fn what_a_prefix_rule_allows_the_exact_rule_of_the_same_text_allows_too() {
    for (prefix, text) in [
        ("npm test:*", "CI=1 npm test"),
        ("npm run:*", "npm run build --silent"),
        ("timeout:*", "timeout 5 npm test"),
        ("kill:*", "kill $(lsof -ti:3000)"),
        ("mkdir:*", "mkdir -p ~/dev/a"),
        ("rm:*", "rm -f build/*.o"),
        ("docker:*", "docker ps"),
    ] {
        if check(&engine(&[prefix], &[]), text).decision == Decision::Allow {
            assert_eq!(check(&engine(&[text], &[]), text).decision, Decision::Allow, "{text}");
        }
    }
}
