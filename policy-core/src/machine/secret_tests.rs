//! Which commands ask because a file or a variable has the name of a secret, under which rules and facts.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::{Engine, Mode, Policy, Request, Source, Verdict};

/// The verdict in `/repo` under these settings.
fn check(settings: &str, cleaned: bool, command: &str) -> Verdict {
    let source = Source {
        name: "settings.json".into(),
        text: settings.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.bare_repository = Some(false);
    request.facts.no_links = true;
    request.facts.environment_cleaned = cleaned;
    request.facts.real_paths.insert("/repo/link".into(), "/repo/.env".into());
    Engine::new(Policy::from_sources(&[source]).unwrap()).check(&request)
}

/// Those of `commands` whose verdict is not as `expected`, with the reason.
fn wrong(settings: &str, expected: &str, commands: &[&str]) -> Vec<String> {
    let decided = commands.iter().map(|command| (command, check(settings, false, command)));
    decided
        .filter(|(_, verdict)| {
            let code = if verdict.decision.name() == "allow" { "allow" } else { verdict.reason.code };
            code != expected
        })
        .map(|(command, verdict)| format!("{command}: {} {}", verdict.reason.code, verdict.reason.message))
        .collect()
}

const NONE: [&str; 0] = [];

/// Commands that print the environment or a secret of it.
const PRINTING: &[&str] = &[
    "env",
    "printenv",
    "printenv -0",
    "printenv GITHUB_TOKEN",
    "printenv HOME AWS_SECRET_ACCESS_KEY",
    "env | grep TOKEN",
    "echo $GITHUB_TOKEN",
    "echo \"$GITHUB_TOKEN\"",
    "echo \"${GITHUB_TOKEN}\"",
    "echo ${GITHUB_TOKEN:0:4}",
    "echo ${GITHUB_TOKEN%x}",
    "echo ${NAME:-$GITHUB_TOKEN}",
    "printf '%s\\n' \"$AWS_SECRET_ACCESS_KEY\"",
    "x=$GITHUB_TOKEN; echo $x",
    "x=$GITHUB_TOKEN; x=$x; echo $x",
    "x=a; x=$GITHUB_TOKEN; echo $x",
    "for x in $GITHUB_TOKEN; do echo $x; done",
    "for x in a \"$GITHUB_TOKEN\"; do printf '%s\\n' \"$x\"; done",
    "for x in $GITHUB_TOKEN; do for y in $x; do echo $y; done; done",
    "for x in ${GITHUB_TOKEN}; do ls; done; echo $x",
    "x=$GITHUB_TOKEN; for y in a $x; do echo $y; done",
    "f() { echo \"$1\"; }; f \"$GITHUB_TOKEN\"",
    "f() { echo \"$x\"; }; x=$GITHUB_TOKEN; f",
    "f() { x=$1; echo \"$x\"; }; f a \"$GITHUB_TOKEN\"",
    "a=(b \"$GITHUB_TOKEN\"); echo \"${a[@]}\"",
    "a=($GITHUB_TOKEN); for x in \"${a[@]}\"; do echo \"$x\"; done",
    "find . -exec env \\;",
    "find . -name a -exec printenv GITHUB_TOKEN \\;",
    "find . -exec ls {} + -exec printenv \\;",
    "find . -exec awk 'BEGIN{print ENVIRON[\"GITHUB_TOKEN\"]}' {} \\;",
    "test -n \"$GITHUB_TOKEN\"; echo $_",
    "true $GITHUB_TOKEN; echo \"$_\"",
    ": \"$GITHUB_TOKEN\" && printf %s ${_}",
    "x=$GITHUB_TOKEN; : $x; echo $_",
    "cat <<< $GITHUB_TOKEN",
    "cat <<EOF\n$GITHUB_TOKEN\nEOF",
    "grep -e \"$NPM_TOKEN\" a.txt",
    "awk 'BEGIN{print ENVIRON[\"GITHUB_TOKEN\"]}'",
    "awk 'BEGIN{for(k in ENVIRON) print k}'",
];

#[test]
fn the_environment_is_printed_only_where_the_host_removes_secrets_from_it() {
    assert_eq!(wrong("{}", "READS_SECRET", PRINTING), NONE);
    for command in PRINTING.iter().filter(|command| !command.contains("ENVIRON")) {
        assert_eq!(check("{}", true, command).decision.name(), "allow", "{command}");
    }
}

#[test]
fn a_variable_that_is_no_secret_is_printed_without_a_question() {
    let commands = [
        "echo $HOME",
        "printenv PATH",
        "printenv --version",
        "env --help",
        "env --version",
        "test -n \"$GITHUB_TOKEN\" && echo set",
        "[ -z \"$GITHUB_TOKEN\" ] && echo unset",
        "[[ -n $AWS_SECRET_ACCESS_KEY ]] && echo set",
        "echo ${GITHUB_TOKEN:+set}",
        "echo ${#GITHUB_TOKEN}",
        "for KEY in a b; do echo $KEY; done",
        "while read -r key value; do echo \"$key=$value\"; done < pairs.txt",
        "KEY=abc; echo $KEY",
        "x=$GITHUB_TOKEN; test -n \"$x\"",
        "for x in $HOME; do echo $x; done",
        "find . -exec printenv HOME \\;",
        "find . -exec env --version \\;",
        "for x in $GITHUB_TOKEN; do ls; done",
        "for x in $GITHUB_TOKEN; do echo a; done; for y in b; do echo $y; done",
        "test -n \"$GITHUB_TOKEN\" && echo $HOME",
        "ls a; echo $_",
        "read -r \"KEY\" < a; echo $KEY",
        "echo $PWD",
        "awk '{print $1}' a.txt",
    ];
    assert_eq!(wrong("{}", "allow", &commands), NONE);
}

#[test]
fn one_setting_turns_the_question_off() {
    let off = r#"{"permissions":{"askForSecrets":false}}"#;
    assert_eq!(wrong(off, "allow", &["cat .env", "cat < .env", "git show HEAD:.env", "cat link"]), NONE);
    assert_eq!(wrong(off, "allow", &["env", "printenv GITHUB_TOKEN", "echo $GITHUB_TOKEN"]), NONE);
}

#[test]
fn a_rule_answers_only_when_it_names_the_file() {
    let named = r#"{"permissions":{"allow":["Read(./.env)"]}}"#;
    assert_eq!(wrong(named, "allow", &["cat .env", "cat ./.env", "cat < .env", "git show HEAD:.env"]), NONE);
    assert_eq!(wrong(named, "READS_SECRET", &["cat .env.local", "cat id_rsa", "cat sub/.env"]), NONE);
    let exact = r#"{"permissions":{"allow":["Bash(cat .env)","Bash(node --env-file=.env:*)"]}}"#;
    for command in ["cat .env", "node --env-file=.env a.js"] {
        assert_eq!(check(exact, false, command).decision.name(), "allow", "{command}");
    }
    let wild = r#"{"permissions":{"allow":["Bash(cat:*)","Bash(node:*)","Bash(docker:*)","Bash(xargs:*)"]}}"#;
    let asked = [
        "cat .env",
        "cat link",
        "cat < .env",
        "cat .e*",
        "node --env-file=.env a.js",
        "docker compose --env-file .env up",
        "find . -name .env | xargs cat",
        "echo .env | xargs cat",
    ];
    assert_eq!(wrong(wild, "READS_SECRET", &asked), NONE);
}

#[test]
fn moving_and_linking_a_secret_is_reading_it_and_writing_it_is_not() {
    let edits = |command: &str| {
        let source = Source { name: "s".into(), text: "{}".into(), root: None, ..Source::default() };
        let mut policy = Policy::from_sources(&[source]).unwrap();
        policy.mode = Mode::AcceptEdits;
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        request.facts.no_links = true;
        Engine::new(policy).check(&request).decision.name()
    };
    for command in ["mv .env x", "cp .env x", "cp id_rsa sub/", "mv -t sub .env"] {
        assert_eq!(edits(command), "ask", "{command}");
    }
    for command in ["cp .env.example .env", "mv x .env", "rm .env", "touch .env", "mkdir -p a"] {
        assert_eq!(edits(command), "allow", "{command}");
    }
}
