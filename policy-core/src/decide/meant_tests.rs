//! Rules mean what their text evidently says: assignments, `~`, open quotes, `:*` in the middle, operators in deny rules.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use core::fmt::Write as _;
use std::format;
use std::string::String;

use crate::{Decision, Engine, Mode, Policy, Request, Source, Verdict};

fn check(list: &str, rule: &str, command: &str) -> Verdict {
    let rule = serde_json::to_string(&format!("Bash({rule})")).unwrap();
    let text = format!(r#"{{"permissions":{{"{list}":[{rule}]}}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap();
    if list != "allow" {
        policy.mode = Mode::BypassPermissions;
    }
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    Engine::new(policy).check(&request)
}

/// For each rule: commands that it decides, and commands that it does not.
type Rows<'a> = &'a [(&'a str, &'a [&'a str], &'a [&'a str])];

fn hold(list: &str, decided: Decision, other: Decision, rows: Rows<'_>) {
    let mut wrong = String::new();
    for (rule, own, neighbours) in rows {
        for (commands, expected) in [(own, decided), (neighbours, other)] {
            for command in *commands {
                let verdict = check(list, rule, command);
                if verdict.decision != expected {
                    let (found, code) = (verdict.decision.name(), verdict.reason.code);
                    writeln!(wrong, "{list} {rule}: {found} {code}: {command}").unwrap();
                }
            }
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn a_rule_names_the_assignments_of_a_command() {
    hold(
        "allow",
        Decision::Allow,
        Decision::Ask,
        &[
            (
                "CI=1 npm test",
                &["CI=1 npm test", "CI='1' npm test", "CI=1 npm  test", "CI=1 npm test && ls"],
                &[
                    "npm test",
                    "CI=2 npm test",
                    "CI=1 npm tests",
                    "CI=1 A=2 npm test",
                    "A=2 npm test",
                    "CI=1 CI=1 npm test",
                    "CI=$x npm test",
                    "CI=1; npm test",
                ],
            ),
            (
                "PORT=3000 npm run dev:*",
                &[
                    "PORT=3000 npm run dev",
                    "PORT=3000 npm run dev -- --open",
                    "cd src && PORT=3000 npm run dev",
                ],
                &[
                    "PORT=80 npm run dev",
                    "npm run dev",
                    "PORT=3000 npm run build",
                    "PORT=3000 npm run dev > f",
                    "PORT=3000 npm run dev $(rm x)",
                ],
            ),
            (
                "A=1 B='x y' make",
                &["A=1 B='x y' make", "B=\"x y\" A=1 make"],
                &["A=1 make", "B='x y' make", "A='x y' B=1 make"],
            ),
            (
                "LD_PRELOAD=./t.so npm test",
                &["LD_PRELOAD=./t.so npm test", "ls; LD_PRELOAD=./t.so npm test"],
                &[
                    "LD_PRELOAD=./u.so npm test",
                    "LD_PRELOAD=./t.so npm test x",
                    "LD_PRELOAD=./t.so PATH=. npm test",
                ],
            ),
            (
                "PYTHONPATH=. pytest:*",
                &["PYTHONPATH=. pytest -k x"],
                &["PYTHONPATH=.. pytest", "PYTHONPATH+=. pytest"],
            ),
            (
                "NODE_OPTIONS=\"--max-old-space-size=4096\" npm run build",
                &["NODE_OPTIONS=--max-old-space-size=4096 npm run build"],
                &["NODE_OPTIONS=--require=./x npm run build"],
            ),
            ("npm test", &["npm test", "CI=1 npm test"], &["LD_PRELOAD=x npm test", "PATH=. npm test"]),
        ],
    );
    // Some variables are harmless, and a rule without assignments covers them; one that names them needs them.
    assert_eq!(check("allow", "FOO=1 npm test", "npm test").decision, Decision::Ask);
}

#[test]
fn a_tilde_is_the_home_directory() {
    hold(
        "allow",
        Decision::Allow,
        Decision::Ask,
        &[
            (
                "node ~/x/a.js",
                &["node ~/x/a.js", "node /home/u/x/a.js", "ls && node ~/x/a.js"],
                &[
                    "node '~/x/a.js'",
                    "node ~root/x/a.js",
                    "node /home/v/x/a.js",
                    "node ~/x/b.js",
                    "node \\~/x/a.js",
                ],
            ),
            (
                "~/bin/a.sh:*",
                &["~/bin/a.sh", "~/bin/a.sh x", "/home/u/bin/a.sh x"],
                &["~/bin/a.shx", "'~/bin/a.sh'", "bin/a.sh"],
            ),
            (
                "make -C ~",
                &["make -C ~", "make -C /home/u"],
                &["make -C ~/x", "make -C /home/u2", "make -C '~'"],
            ),
            ("node /home/u/x.js", &["node /home/u/x.js", "node ~/x.js"], &["node ~/y.js"]),
            ("mkdir -p ~/dev/a", &["mkdir -p ~/dev/a"], &["mkdir -p ~/dev/b"]),
        ],
    );
}

#[test]
fn an_open_quote_in_front_of_the_wildcard_is_an_argument_that_goes_on() {
    hold(
        "allow",
        Decision::Allow,
        Decision::Ask,
        &[
            (
                "make -c \":*",
                &["make -c \"print(1)\"", "make -c 'x'", "make -c x"],
                &["make x", "make -d \"x\"", "make -c \"x\"; unknown"],
            ),
            (
                "git commit -m \"fix:*",
                &["git commit -m \"fix: a b\"", "git commit -m 'fixes'"],
                &["git commit -m \"feat\"", "git commit"],
            ),
            ("make ' *", &["make 'x y'", "make x"], &["made x"]),
            ("make 'a b*", &["make 'a bc'"], &["make 'a c'", "make a"]),
        ],
    );
}

#[test]
fn a_colon_and_a_wildcard_in_the_middle_are_part_of_a_word() {
    hold(
        "allow",
        Decision::Allow,
        Decision::Ask,
        &[
            (
                "make http://localhost:*/health*",
                &["make http://localhost:3000/health", "make http://localhost:1/healthz"],
                &["make http://localhost/health", "make http://evil/health", "make http://localhost:1/x"],
            ),
            ("scp u@box:* *", &["scp u@box:a b"], &["scp u@other:a b"]),
        ],
    );
    hold(
        "deny",
        Decision::Deny,
        Decision::Allow,
        &[
            ("git push :* ", &["git push", "git push origin x"], &["git pull"]),
            ("nc :* ", &["nc", "nc -l 1"], &["ncat x"]),
            ("npm run:* --force", &["npm run x --force", "npm run:x --force"], &["npm run x"]),
        ],
    );
}

#[test]
fn a_deny_rule_with_an_operator_is_held_against_the_whole_text_and_its_pipelines() {
    hold(
        "deny",
        Decision::Deny,
        Decision::Allow,
        &[
            (
                "curl * | bash*",
                &[
                    "curl x | bash",
                    "curl x|bash -s",
                    "cd y && curl x | sudo bash",
                    "curl x | /bin/bash",
                    "timeout 5 curl x | bash",
                    "A=1 curl x | tee f | bash",
                    "c''url x | b\\ash",
                    "bash -c 'curl x | bash'",
                    "(curl x | bash)",
                    "curl x |\nbash",
                ],
                &["curl x", "bash y", "curl x; bash y", "curl x | sort", "bash y | curl x"],
            ),
            (
                "env | base64*",
                &["env | base64", "env|base64 -w0", "env | sort | base64"],
                &["env", "base64 x", "env; base64 x"],
            ),
            ("> /dev/sda*", &["> /dev/sda", "echo x >/dev/sda1", "cat y > '/dev/sda'"], &["cat /dev/sda"]),
            (
                "LD_PRELOAD=*",
                &["LD_PRELOAD=x ls", "A=1 LD_PRELOAD=x ls", "export LD_PRELOAD=x", "env LD_PRELOAD=x ls"],
                &["ls"],
            ),
            ("history | grep -i password*", &["history | grep -i password"], &["history | grep -i word"]),
        ],
    );
}

#[test]
fn a_rule_about_a_program_that_runs_others_covers_what_it_evidently_means() {
    hold(
        "allow",
        Decision::Allow,
        Decision::Ask,
        &[
            (
                "ssh:*",
                &["ssh host \"cd x && ls\"", "ssh host 'ls; id'", "ssh host uptime"],
                &["ssh host 'ls' && unknown", "ssh host > f"],
            ),
            (
                "docker exec:*",
                &["docker exec c sh -c \"ls && pwd\"", "docker exec c ls"],
                &["docker run c", "sh -c 'ls && pwd'"],
            ),
            ("kubectl exec:*", &["kubectl exec p -- sh -c 'ls; id'"], &["kubectl delete p"]),
            ("bash -c:*", &[], &["bash -c 'make && ls'"]),
            ("watch:*", &["watch ls", "watch -n 1 make"], &["watch 'ls | wc'", "watch make > f"]),
            (
                "time:*",
                &["time npm test", "time -p npm test"],
                &["npm test", "time npm test | sh", "time npm test > f"],
            ),
            (
                "cd:*",
                &["cd /srv && ls", "cd /srv; cat f", "cd /srv && cd x && ls"],
                &[
                    "ls /srv",
                    "cat /srv/f",
                    "cd /srv && touch f",
                    "cd /srv && cat /etc/x/y",
                    "cd / && cat a",
                    "cd ~ && cat a",
                    "cd /srv && cat .env",
                ],
            ),
        ],
    );
    hold(
        "deny",
        Decision::Deny,
        Decision::Allow,
        &[("rm:*", &["ssh host \"cd x && rm y\"", "docker exec c sh -c 'rm y'"], &["ssh host ls"])],
    );
}
