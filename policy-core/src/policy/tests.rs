//! Settings files: reading, merging, and the drawing of errors.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::request::Mode;
use crate::rules::List;

use super::{Authority, Policy, PolicyError, Source};

fn source(name: &str, text: &str) -> Source {
    Source { name: name.into(), text: text.into(), root: Some("/repo".into()), ..Source::default() }
}

fn read(text: &str) -> Result<Policy, Vec<PolicyError>> {
    Policy::from_sources(&[source("settings.json", text)])
}

fn snapshot(name: &str, drawn: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/policy"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, drawn));
}

const FULL: &str = r#"{
  // A settings file of Claude Code.
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": {
    "allow": ["Bash(npm run test:*)", "WebFetch(domain:docs.rs)",],
    "ask": ["Bash(git push:*)"],
    "deny": ["Bash(curl:*)", "Read(./.env)", "Edit(//etc/**)"],
    "additionalDirectories": ["../docs"],
    "defaultMode": "acceptEdits",
    "disableAutoMode": "disable"
  },
  /* And
     its sandbox. */
  "sandbox": {
    "enabled": false, "failIfUnavailable": true, "autoAllowBashIfSandboxed": true,
    "allowUnsandboxedCommands": false, "excludedCommands": ["docker:*"],
    "filesystem": { "allowWrite": ["a"], "denyWrite": ["b"], "denyRead": ["c"], "allowRead": ["d"] },
    "network": { "allowedDomains": ["e"], "deniedDomains": ["f"], "allowUnixSockets": ["g"],
                 "allowAllUnixSockets": true, "allowLocalBinding": true, "httpProxyPort": 8080 },
    "passEnvironment": ["MY_*", "*", "DATABASE_URL"],
    "credentials": { "files": [{ "path": "~/.netrc", "mode": "deny" }],
                     "envVars": [{ "name": "GH_TOKEN", "mode": "mask", "injectHosts": [] }] },
    "enableWeakerNestedSandbox": false
  },
  "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [] }] },
  "env": { "B": "2", "A": "1" }, "model": "opus", "statusLine": { "type": "command", "command": "x" },
  "includeCoAuthoredBy": false, "enabledPlugins": {}, "cleanupPeriodDays": 20, "apiKeyHelper": "x",
}"#;

#[test]
fn every_key_of_the_contract_is_read_and_claude_codes_others_are_accepted() {
    let policy = read(FULL).unwrap();
    assert_eq!(policy.mode, Mode::AcceptEdits);
    assert_eq!(policy.additional_directories, ["../docs"]);
    let texts = |list| policy.rules.list(list).iter().map(|rule| rule.text.as_str()).collect::<Vec<_>>();
    assert_eq!(texts(List::Allow), ["Bash(npm run test:*)", "WebFetch(domain:docs.rs)"]);
    assert_eq!(texts(List::Ask), ["Bash(git push:*)"]);
    assert_eq!(texts(List::Deny), ["Bash(curl:*)", "Read(./.env)", "Edit(//etc/**)"]);
    let sandbox = &policy.sandbox;
    assert!(!sandbox.enabled && sandbox.fail_if_unavailable && sandbox.auto_allow_bash_if_sandboxed);
    assert!(
        !sandbox.allow_unsandboxed_commands && sandbox.allow_all_unix_sockets && sandbox.allow_local_binding
    );
    assert_eq!(sandbox.excluded_commands, ["docker:*"]);
    let lists = [
        &sandbox.allow_write,
        &sandbox.deny_write,
        &sandbox.deny_read,
        &sandbox.allow_read,
        &sandbox.allowed_domains,
        &sandbox.denied_domains,
        &sandbox.allow_unix_sockets,
    ];
    let joined: String = lists.into_iter().flatten().map(String::as_str).collect();
    assert_eq!(joined, "ab/etcc~/.netrc./.envdefg");
    assert_eq!((sandbox.fetch_allowed.as_slice(), sandbox.fetch_refused.len()), (&["docs.rs".into()][..], 0));
    let environment = &sandbox.environment;
    assert_eq!(environment.set, [("A", "1"), ("B", "2")].map(|(name, value)| (name.into(), value.into())));
    assert_eq!(environment.pass, ["MY_*", "*", "DATABASE_URL"]);
    assert_eq!(environment.hide, ["GH_TOKEN"]);
    let notes = policy.warnings.iter().map(|warning| warning.message.as_str()).collect::<Vec<_>>();
    assert_eq!(
        notes,
        [
            "`injectHosts` has no effect: a hidden credential is not replaced, so a program that needs it fails"
        ]
    );
}

#[test]
fn a_rule_knows_its_file_line_column_and_bytes() {
    let policy = read(FULL).unwrap();
    let rule = policy.rules.list(List::Deny).last().unwrap();
    assert_eq!(alloc::format!("{}", rule.place), "settings.json:7:46");
    assert_eq!(rule.place.span.slice(FULL), "\"Edit(//etc/**)\"");
}

#[test]
fn nothing_said_is_the_default() {
    for text in
        ["{}", "// nothing\n{ }", "\u{feff}{}", "{\"permissions\":{}, \"sandbox\": {\"network\": {}}}"]
    {
        let policy = read(text).unwrap();
        assert_eq!(policy.mode, Mode::Default);
        assert_eq!(policy.mode_place, None);
        assert_eq!(policy.sandbox, super::SandboxSettings::default());
    }
    assert_eq!(Policy::from_sources(&[]).unwrap().mode, Mode::Default);
}

#[test]
fn later_files_win_for_scalars_and_lists_add_up() {
    let policy = Policy::from_sources(&[
        source("user", r#"{"permissions":{"defaultMode":"plan","allow":["Bash(a)"]},"sandbox":{"enabled":false,"failIfUnavailable":true}}"#),
        source("project", r#"{"permissions":{"allow":["Bash(b)"],"deny":["Bash(c)"]},"sandbox":{"enabled":true}}"#),
        source("local", r#"{"permissions":{"allow":["Bash(a)"],"additionalDirectories":["x"]}}"#),
    ])
    .unwrap();
    // The last two files say nothing about the mode, so they do not reset it.
    assert_eq!(policy.mode, Mode::Plan);
    assert_eq!(alloc::format!("{}", policy.mode_place.unwrap()), "user:1:31");
    assert!(policy.sandbox.enabled && policy.sandbox.fail_if_unavailable);
    let allow =
        policy.rules.list(List::Allow).iter().map(|rule| alloc::format!("{} {}", rule.text, rule.place));
    assert_eq!(
        allow.collect::<Vec<_>>(),
        ["Bash(a) user:1:47", "Bash(b) project:1:26", "Bash(a) local:1:26"]
    );
}

#[test]
fn hosts_that_a_rule_asks_about_are_refused_because_nobody_can_be_asked_meanwhile() {
    let policy = read(
        r#"{"permissions":{"allow":["WebFetch(domain:*)","WebFetch"],"ask":["WebFetch(domain:a.b)"],
            "deny":["WebFetch(domain:*.c)","WebFetch"]}}"#,
    )
    .unwrap();
    assert_eq!(policy.sandbox.fetch_allowed, ["*"]);
    assert_eq!(policy.sandbox.fetch_refused, ["*.c", "a.b"]);
}

#[test]
fn the_last_file_that_names_a_profile_chooses_it() {
    let policy = Policy::from_sources(&[
        source("user", r#"{"profile":"jazz"}"#),
        source("project", r#"{"profile":"claurst"}"#),
        source("local", "{}"),
    ])
    .unwrap();
    assert_eq!(policy.profile.name, "claurst");
    assert_eq!(alloc::format!("{}", policy.profile_place.unwrap()), "project:1:12");
    let silent = read("{}").unwrap();
    assert_eq!((silent.profile.name, silent.profile_place), ("standard", None));
}

#[test]
fn who_forbids_bypass_has_the_last_word_wherever_it_stands() {
    let bypass = r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#;
    let forbid = r#"{"permissions":{"disableBypassPermissionsMode":"disable"}}"#;
    assert_eq!(read(bypass).unwrap().mode, Mode::BypassPermissions);
    for order in [[bypass, forbid], [forbid, bypass]] {
        let policy = Policy::from_sources(&order.map(|text| source("s", text))).unwrap();
        assert_eq!(policy.mode, Mode::Default);
        assert_eq!(policy.warnings.len(), 1);
        assert!(policy.bypass_disabled.is_some());
    }
}

#[test]
fn modes_that_need_a_model_are_default_and_only_one_that_no_hook_can_leave_to_it_warns() {
    for (mode, is_auto, warnings) in
        [("auto", true, 0), ("delegate", false, 1), ("manual", false, 0), ("default", false, 0)]
    {
        let policy = read(&alloc::format!(r#"{{"permissions":{{"defaultMode":"{mode}"}}}}"#)).unwrap();
        let found = (policy.mode, policy.is_auto, policy.warnings.len());
        assert_eq!(found, (Mode::Default, is_auto, warnings), "{mode}");
    }
}

#[test]
fn the_mode_auto_lasts_until_another_mode_is_set_and_a_project_cannot_choose_it() {
    let auto = r#"{"permissions":{"defaultMode":"auto"}}"#;
    let plan = r#"{"permissions":{"defaultMode":"plan"}}"#;
    let broken = r#"{"permissions":{"defaultMode":"yolo"}}"#;
    for (texts, is_auto) in [
        ([auto, "{}"], true),
        ([plan, auto], true),
        ([auto, plan], false),
        ([auto, broken], false),
        (["{}", "{}"], false),
    ] {
        let policy = Policy::from_sources(&texts.map(|text| source("s", text))).unwrap();
        assert_eq!(policy.is_auto, is_auto, "{texts:?}");
    }
    let mut chosen = read(auto).unwrap();
    chosen.set_mode(Mode::Default);
    assert!(!chosen.is_auto, "a mode on the command line replaces it");
    let project = Source { authority: Authority::Project, ..source("s", auto) };
    let policy = Policy::from_sources(&[project]).unwrap();
    assert_eq!((policy.mode, policy.is_auto), (Mode::Default, false));
}

#[test]
fn every_problem_is_drawn_with_its_place() {
    let deep = alloc::format!("{{\"hooks\": {}1{}}}", "[".repeat(64), "]".repeat(64));
    let mut out = String::new();
    for text in [
        "",
        "  // nothing here\n",
        "[]",
        "{",
        "{\"permissions\": {\"allow\": [\"Bash(ls)\" \"Bash(cat)\"]}}",
        "{\"permissions\": {}",
        "{permissions: {}}",
        "{'permissions': {}}",
        "{\"a\": \"\\x\"}",
        "{\"a\": \"open}",
        "{} {}",
        "{\"permissions\": {\"allow\": [}}",
        "{\n  \"permission\": {}\n}",
        "{ \"toString\": 1, \"__proto__\": {}, \"constructor\": [] }",
        "{ \"permissions\": { \"Allow\": [], \"defaultmode\": \"plan\" } }",
        "{ \"sandbox\": { \"enable\": true, \"network\": { \"allowedDomain\": [] }, \"filesystem\": 1 } }",
        "{ \"permissions\": {},\n  \"permissions\": {} }",
        "{ \"permissions\": { \"allow\": \"Bash\", \"deny\": [\"Bash(rm)\", 1, null], \"ask\": null } }",
        "{ \"permissions\": { \"defaultMode\": \"acceptedits\" } }",
        "{ \"profile\": \"Jaz\" }",
        "{ \"profile\": \"paranoid\", \"sandbox\": {} }",
        "{ \"profile\": 1, \"Profile\": \"jazz\" }",
        "{ \"permissions\": { \"defaultMode\": \"yolo\", \"disableBypassPermissionsMode\": true } }",
        "{ \"sandbox\": { \"enabled\": \"yes\", \"excludedCommands\": [\"docker:* x\"] } }",
        "{ \"sandbox\": { \"network\": { \"allowedDomains\": [\"docs.rs:443\", \"https://docs.rs\", \"docs.rs:https\"] } } }",
        "{ \"sandbox\": { \"network\": { \"deniedDomains\": [\"10.0.0.0/8\", \"127.1\", \"::1\"] } } }",
        "{ \"env\": { \"A\": 1, \"B C\": \"x\" }, \"sandbox\": { \"passEnvironment\": [\"A*B\", \"\"] } }",
        "{ \"sandbox\": { \"credentials\": { \"files\": [{ \"mode\": \"ask\" }], \"envVars\": \"X\", \"vars\": [] } } }",
        "{ \"permissions\": { \"allow\": [\n\t\"Bash(é \\\"\\u00e9\\\" git) push\" ] } }",
        "{ \"permissions\": { \"deny\": [\"Bash(rm\"], \"allow\": [\"*\"] } }",
        &deep,
    ] {
        let (label, problems) = match read(text) {
            Ok(policy) => ("warning", policy.warnings),
            Err(errors) => ("error", errors),
        };
        assert!(!problems.is_empty(), "{text}");
        for problem in problems {
            writeln!(out, "{}\n", problem.draw(label, text)).unwrap();
        }
    }
    snapshot("errors", &out);
}

#[test]
fn warnings_are_drawn_the_same_way_and_do_not_stand_in_the_way() {
    let text = r#"{
  "permissions": { "allow": ["Bash(sudo:*)", "Bash(git * main)"], "defaultMode": "delegate" },
  "sandbox": { "enableWeakerNestedSandbox": true, "network": { "allowManagedDomainsOnly": true } }
}"#;
    let policy = read(text).unwrap();
    let mut out = String::new();
    for warning in &policy.warnings {
        writeln!(out, "{}\n", warning.draw("warning", text)).unwrap();
    }
    snapshot("warnings", &out);
}

#[test]
fn problems_of_all_files_come_in_the_order_of_files_and_text() {
    let places = |problems: &[PolicyError]| -> Vec<String> {
        let place = |it: &PolicyError| alloc::format!("{}:{}:{}", it.file, it.line, it.column);
        problems.iter().map(place).collect()
    };
    let first = source("a", "{\"x\": 1,\n\"permissions\": {\"deny\": [\"Bash(\"]}, \"y\": 2}");
    let last = source("c", "{\"permissions\": {\"allow\": [\"Bash()\"]}}");
    let policy = Policy::from_sources(&[first.clone(), last.clone()]).unwrap();
    assert_eq!(places(&policy.warnings), ["a:1:2", "a:2:31", "a:2:37", "c:1:33"]);
    let half = [source("b", "{"), first, source("d", "[]"), last];
    assert_eq!(places(&Policy::from_sources(&half).unwrap_err()), ["b:1:1", "d:1:1"]);
}

#[test]
fn nesting_is_measured_outside_of_texts_and_comments() {
    let open = "[".repeat(200);
    for text in [
        alloc::format!("{{\"hooks\": \"{open}\"}}"),
        alloc::format!("{{\"hooks\": \"\\\"{open}\"}}"),
        alloc::format!("{{}} // {open}"),
        alloc::format!("/* {open} */ {{}}"),
        alloc::format!("{{\"hooks\": {}{}}}", "[".repeat(63), "]".repeat(63)),
    ] {
        assert!(read(&text).is_ok(), "{text}");
    }
    let million = "[".repeat(1_000_000);
    let errors = read(&million).unwrap_err();
    assert_eq!(errors.first().unwrap().column, 65);
}

#[test]
fn long_lines_and_terminal_controls_are_not_drawn_as_they_are() {
    let text = alloc::format!(
        "{{ \"a\": \"{}\", \"\u{1b}[31mx\": 1, \"b\": \"{}\" }}",
        "x".repeat(500),
        "y".repeat(500)
    );
    let warnings = read(&text).unwrap().warnings;
    assert_eq!(warnings.len(), 3);
    for warning in warnings {
        let drawn = warning.draw("warning", &text);
        assert!(!drawn.contains('\u{1b}'), "{drawn}");
        // The help names every key, and holds nothing of the file.
        let mut lines = drawn.lines().filter(|line| !line.contains("= help: "));
        assert!(lines.all(|line| line.chars().count() < 200), "{drawn}");
    }
}

#[test]
fn what_deny_rules_name_the_sandbox_keeps_as_well() {
    let text = r#"{"permissions":{"deny":["Read(./.env)","Read(~/.ssh/**)","Read(*.pem)","Edit(/docs/**)","Bash(rm:*)"],
        "ask":["Read(./a)"]},"sandbox":{"filesystem":{"denyRead":["/data"]}}}"#;
    let policy = Policy::from_sources(&[source("local", text)]).unwrap();
    assert_eq!(policy.sandbox.deny_read, ["/data", "./.env", "~/.ssh"]);
    assert_eq!(policy.sandbox.deny_write, ["/repo/docs"]);
}
