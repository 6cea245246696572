//! What the sandbox answers for, what it leaves to a person, and which commands run outside of it.

use alloc::string::String;

use crate::verdict::{By, Decision, Verdict};
use crate::{Engine, Mode, Policy, Request, Source};

fn check(settings: &str, mode: Mode, sandboxed: bool, command: &str) -> Verdict {
    let source =
        Source { name: "s".into(), text: settings.into(), root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
    policy.mode = mode;
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.sandboxed = sandboxed;
    Engine::new(policy).check(&request)
}

const AUTO: &str = r#"{"sandbox":{"autoAllowBashIfSandboxed":true,"excludedCommands":["docker:*"]},
    "permissions":{"deny":["Bash(curl:*)"],"ask":["Bash(git push:*)"]}}"#;

const BARE: &str = r#"{"sandbox":{"autoAllowBashIfSandboxed":true}}"#;

/// The decision under the settings `BARE`, where the host vouches for the sandbox.
fn held(command: &str) -> (Decision, &'static str) {
    let verdict = check(BARE, Mode::Default, true, command);
    (verdict.decision, verdict.reason.code)
}

#[test]
fn the_sandbox_is_enough_for_what_nobody_objects_to() {
    for command in ["make -j4", "npm test && cargo build", "touch a", "ls && ./run.sh", "rm -r build"] {
        let verdict = check(AUTO, Mode::Default, true, command);
        assert_eq!((verdict.decision, verdict.reason.code), (Decision::Allow, "SANDBOXED"), "{command}");
        assert!(verdict.commands.iter().any(|one| one.by == By::Sandbox) && !verdict.excluded, "{command}");
        assert_eq!(check(AUTO, Mode::Default, false, command).decision, Decision::Ask, "{command}");
        for off in ["{}", r#"{"sandbox":{"enabled":false,"autoAllowBashIfSandboxed":true}}"#] {
            assert_eq!(check(off, Mode::Default, true, command).decision, Decision::Ask, "{command}");
        }
    }
}

#[test]
fn what_is_not_known_before_the_run_the_kernel_sees() {
    for command in [
        // Redirects into the working directory, or to a file that only the run knows.
        "echo x > a.txt",
        "echo x >> src/a.txt 2>&1",
        "cat <<'EOF' > a.py\nimport os\nEOF",
        "cat <<EOF > a.py\n$(date)\nEOF",
        "{ ls; date; } &> log",
        "echo x > $f",
        "sort < $f",
        "ls | tee list > copy",
        // Programs, arguments, assignments, substitutions.
        "$x y",
        "\"$tool\" --all",
        "LD_PRELOAD=./x make",
        "PYTHONPATH=. python a.py",
        "X=$(make version); echo \"$X\"",
        "eval \"$line\"",
        "bash -c \"$line\"",
        "bash -lc 'cd src && make'",
        "make {a,b}",
        "cat *.txt | xargs -n1 ./tool",
        "rm $f",
        "touch \"$dir/a\"",
        // Reads of what is not hidden.
        "cat /etc/nginx/nginx.conf",
        "ls ~/other && grep -rn x /usr/lib/python3",
        "cd ../other && cargo build",
        "git -C ../other log",
        "find / -name '*.so'",
        // Syntax that the reader does not know.
        "f() ( ls ); f",
        "((i++)); echo $i",
        "coproc cat",
        "select x in a b; do make $x; done",
        "select x; do ls; done < f",
        // What the promises of the sandbox hold.
        "sudo make install",
        // What needs no server, although its name is that of a sub-command that does.
        "git stash push",
        "git remote add x ../y",
        "npm run install",
        "npm uninstall a",
        "pip uninstall a",
        "cargo build",
        "kill -9 4711",
        "make watch &",
        "nohup ./server &",
    ] {
        assert_eq!(held(command), (Decision::Allow, "SANDBOXED"), "{command}");
        assert_ne!(check(BARE, Mode::Default, false, command).decision, Decision::Allow, "{command}");
        assert_eq!(check(BARE, Mode::Plan, true, command).decision, Decision::Deny, "{command}");
    }
}

#[test]
fn what_the_kernel_permits_or_cannot_grant_asks() {
    for command in [
        // Protected names: a change that runs later, or that the sandbox refuses.
        "echo x > .git/config",
        "cat a >> .bashrc",
        "touch .claude/settings.json",
        "cp /etc/a .git/hooks/pre-commit",
        "mv $x .npmrc",
        "./tool .git/config",
        "sed -i --weird s/a/b/ .gitconfig",
        "$x && echo a > .envrc",
        "f() { echo x > .git/config; }; f",
        "f() { tee .git/hooks/pre-push; }; f",
        // Secrets that the sandbox does not hide.
        "cat .env",
        "cat < .env",
        "cat /etc/hosts .env",
        "./upload .env",
        "$x .env",
        "cat ~/.ssh/id_ed25519",
        "f() { cat .env; }; f",
        "printenv",
        "cat /proc/self/environ",
        "echo $GITHUB_TOKEN > a",
        "grep \"x$GITHUB_TOKEN\" /etc/x",
        // Writes outside of the working directory.
        "echo x > /etc/hosts",
        "echo x > ../a",
        "touch ../outside",
        "cp a /usr/local/bin/a",
        "cp /etc/a /usr/local/bin/a",
        "mv a ~/b",
        "rm /tmp/a",
        "cd .. && touch a",
        // Servers and daemons.
        "curl https://example.com",
        "git push",
        "git fetch --all && git log",
        "git pull --rebase",
        "git clone https://example.com/a",
        "npm install",
        "npm ci",
        "pip install -r requirements.txt",
        "pip3 download a",
        "cargo add serde",
        "uv add a",
        "pnpm add a",
        "gh pr view 1 -R h.example/o/r",
        "make && wget https://example.com/x",
        // Everything at once.
        "rm -rf ~",
        "rm -rf /",
        "rm -rf .",
        "cd / && rm -rf *",
        "f() { rm -rf ~; }; f",
        // No text that a shell would run.
        "make $(cat x",
        "echo 'a",
        "ls )",
        "if true; then ls",
        "-rf build",
    ] {
        assert_eq!(held(command).0, Decision::Ask, "{command}: {}", held(command).1);
    }
    let long = String::from("make ") + &"x ".repeat(30_000);
    assert_eq!(held(&long).0, Decision::Ask);
    let many = "make; ".repeat(60);
    assert_eq!(held(&many).0, Decision::Ask);
}

#[test]
fn every_objection_is_found_behind_one_that_the_sandbox_holds() {
    for held_first in ["cat /etc/a", "$x", "make", "echo x > a", "A=b c", "f() { ls; }", "cd $x"] {
        for asks in
            ["cat .env", "echo x > .git/config", "touch /etc/x", "curl https://example.com", "rm -rf ~"]
        {
            for joint in ["; ", " && ", " | ", " || "] {
                for command in [[held_first, joint, asks].concat(), [asks, joint, held_first].concat()] {
                    // A directory that is not known hides where a file lies, but not its name.
                    assert_eq!(held(&command).0, Decision::Ask, "{command}");
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_understood_asks_beside_a_rule_that_may_be_about_it() {
    let deny = r#"{"sandbox":{"autoAllowBashIfSandboxed":true},"permissions":{"deny":["Bash(curl:*)"]}}"#;
    let read = r#"{"sandbox":{"autoAllowBashIfSandboxed":true},"permissions":{"deny":["Read(*.priv)"]}}"#;
    // The sandbox hides this path by itself.
    let hidden =
        r#"{"sandbox":{"autoAllowBashIfSandboxed":true},"permissions":{"deny":["Read(./private/**)"]}}"#;
    for (settings, command) in [
        (deny, "$x y"),
        (deny, "$(echo curl) x"),
        (deny, "eval \"$line\""),
        (deny, "bash -c \"$line\""),
        (deny, "cat list | bash"),
        (deny, "f() { $1 \"$2\"; }; f cur\"l\" y"),
        (deny, "f() ( ls ); f"),
        (read, "cat $x"),
        (read, "cat < $x"),
        (read, "cat a.priv"),
        (read, "./tool a.priv"),
        (read, "echo x > $x"),
        (read, "find . -name 'a*' | xargs cat"),
        (hidden, "cat private/a"),
        (hidden, "./tool private/a"),
        (read, "f() ( cat \"$1\" ); f a"),
    ] {
        let verdict = check(settings, Mode::Default, true, command);
        assert_ne!(verdict.decision, Decision::Allow, "{command}");
        assert_eq!(held(command).0, Decision::Allow, "{command}");
    }
    for (settings, command) in [
        (deny, "make"),
        (deny, "echo x > a"),
        (deny, "make $x"),
        (deny, "cat <<'EOF' > curl.py\ncurl x\nEOF"),
        (read, "cat /etc/a"),
        (read, "make > log"),
        (hidden, "cat $x"),
        (hidden, "make $x"),
    ] {
        let verdict = check(settings, Mode::Default, true, command);
        assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason.message);
    }
}

#[test]
fn the_sandbox_is_never_enough_against_a_rule() {
    for (command, decision) in [
        ("curl x", Decision::Deny),
        ("make && curl x", Decision::Deny),
        ("bash -c 'curl x'", Decision::Deny),
        ("curl x > a", Decision::Deny),
        ("A=$(curl x); make", Decision::Deny),
        ("git push", Decision::Ask),
        ("make; git push", Decision::Ask),
        ("git $x", Decision::Ask),
        ("docker run x", Decision::Ask),
        ("make && docker run x", Decision::Ask),
        ("sudo docker run x", Decision::Ask),
        ("sudo env A=1 nice docker run x", Decision::Ask),
        ("docker ps > a", Decision::Ask),
        ("docker run x > a; make", Decision::Ask),
    ] {
        let verdict = check(AUTO, Mode::Default, true, command);
        assert_eq!(verdict.decision, decision, "{command}: {}", verdict.reason.message);
    }
    assert_eq!(check(AUTO, Mode::Plan, true, "make").decision, Decision::Deny);
    for profile in ["claurst", "jazz"] {
        let settings =
            ["{\"profile\":\"", profile, "\",\"sandbox\":{\"autoAllowBashIfSandboxed\":true}}"].concat();
        for command in ["make", "echo x > a", "$x y", "f() { ls; }; f"] {
            assert_ne!(check(&settings, Mode::Default, true, command).decision, Decision::Allow, "{command}");
        }
    }
}

#[test]
fn a_server_that_the_settings_grant_needs_no_question() {
    let settings = r#"{"sandbox":{"autoAllowBashIfSandboxed":true,
        "network":{"allowedDomains":["example.com","*.example.org"],"deniedDomains":["secret.example.org"]}}}"#;
    for (command, decision) in [
        ("curl https://example.com/x", Decision::Allow),
        ("git push origin main", Decision::Allow),
        ("npm install", Decision::Allow),
        ("curl -sS https://u@a.example.org:8443/x?y", Decision::Allow),
        ("gh pr view 1", Decision::Allow),
        ("curl https://example.net", Decision::Ask),
        ("curl https://example.com.example.net", Decision::Ask),
        ("curl https://example.com@example.net/", Decision::Ask),
        ("curl https://secret.example.org", Decision::Ask),
        ("curl https://example.com https://example.net", Decision::Ask),
    ] {
        let verdict = check(settings, Mode::Default, true, command);
        assert_eq!(verdict.decision, decision, "{command}: {}", verdict.reason.message);
    }
    let socket = r#"{"sandbox":{"autoAllowBashIfSandboxed":true,"network":{"allowUnixSockets":["/run/x"]}}}"#;
    assert_eq!(check(socket, Mode::Default, true, "docker ps").decision, Decision::Allow);
    assert_eq!(held("docker --context x ps").0, Decision::Ask);
    for network in [r#"{"allowAllUnixSockets":true}"#, r#"{"allowUnixSockets":["/run/x"]}"#] {
        let settings = [r#"{"sandbox":{"autoAllowBashIfSandboxed":true,"network":"#, network, "}}"].concat();
        let verdict = check(&settings, Mode::Default, true, "docker --context x ps");
        assert_eq!(verdict.decision, Decision::Allow, "{network}");
    }
}

#[test]
fn the_sandbox_vouches_for_no_command_that_it_leaves_to_a_person() {
    for command in ["touch /etc/x", "cat .env", "touch .git/hooks/x"] {
        let verdict = check(BARE, Mode::Default, true, command);
        let commands = verdict.commands.iter().map(|one| (one.decision, &one.by));
        assert!(commands.eq([(Decision::Ask, &By::Nothing)]), "{command}: {:?}", verdict.commands);
    }
    let verdict = check(BARE, Mode::Default, true, "cat /etc/x");
    let commands = verdict.commands.iter().map(|one| (one.decision, &one.by));
    assert!(commands.eq([(Decision::Allow, &By::Sandbox)]), "{:?}", verdict.commands);
}

#[test]
fn where_a_profile_asks_about_every_command_the_sandbox_holds_no_doubt() {
    for command in ["ls > a", "f() ( ls ); f", "echo x > $f"] {
        let settings = r#"{"profile":"claurst","sandbox":{"autoAllowBashIfSandboxed":true},
            "permissions":{"allow":["Bash(ls:*)","Bash(f)","Bash(echo:*)"]}}"#;
        assert_eq!(check(settings, Mode::Default, true, command).decision, Decision::Ask, "{command}");
        assert_eq!(held(command).0, Decision::Allow, "{command}");
    }
}

#[test]
fn a_name_that_a_pipeline_appends_may_be_what_a_rule_is_about() {
    let settings = r#"{"sandbox":{"autoAllowBashIfSandboxed":true},"permissions":{"deny":["Read(*.priv)"]}}"#;
    for command in [
        "git ls-files -z | xargs -0 cat",
        "git ls-files -z | xargs -0 'cat'",
        "find . -print0 | xargs -0 cat",
    ] {
        let verdict = check(settings, Mode::Default, true, command);
        assert_eq!((verdict.decision, verdict.reason.code), (Decision::Ask, "PATH_UNKNOWN"), "{command}");
        assert_eq!(held(command).0, Decision::Allow, "{command}");
    }
}

#[test]
fn what_runs_outside_of_the_sandbox_is_excluded_as_a_whole_or_not_at_all() {
    for (command, excluded) in [
        ("docker ps", true),
        ("docker ps | grep x | wc -l", true),
        ("docker ps 2>&1 >/dev/null", true),
        ("cd sub && docker build .", true),
        ("docker ps && make", false),
        ("docker ps > out", false),
        ("docker ps $(make)", false),
        ("DOCKER_HOST=x docker ps", false),
        ("sudo docker ps", false),
        ("docker ps $(", false),
        ("ls", false),
    ] {
        assert_eq!(check(AUTO, Mode::Default, true, command).excluded, excluded, "{command}");
    }
    assert!(!check("{}", Mode::Default, true, "docker ps").excluded);
}

#[test]
fn what_is_behind_more_wrappers_than_are_looked_through_may_be_excluded() {
    for (count, settings, expected) in
        [(3, AUTO, Decision::Allow), (12, AUTO, Decision::Ask), (12, BARE, Decision::Allow)]
    {
        let command = "nice ".repeat(count) + "make";
        assert_eq!(
            check(settings, Mode::Default, true, &command).decision,
            expected,
            "{count} in {settings}"
        );
    }
    assert_eq!(check(AUTO, Mode::Default, true, "nice nice docker run x").decision, Decision::Ask);
}

#[test]
fn a_rule_denies_what_could_not_be_read_in_the_sandbox_too() {
    for (command, decision) in [("if ( ; curl x", Decision::Deny), ("if ( ; make", Decision::Ask)] {
        assert_eq!(check(AUTO, Mode::Default, true, command).decision, decision, "{command}");
    }
}

#[test]
fn the_sandbox_leaves_a_secret_and_a_protected_path_to_a_person() {
    for command in ["cat .env", "cat ~/.ssh/id_ed25519", "touch .git/hooks/x", "touch ../a"] {
        assert_eq!(held(command).0, Decision::Ask, "{command}");
    }
    for command in ["cat a", "rm $f", "touch \"$d/a\""] {
        assert_eq!(held(command).0, Decision::Allow, "{command}");
    }
}
