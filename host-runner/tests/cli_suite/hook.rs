//! `hook` from the outside: what Claude Code is told, whatever it sends.

use serde_json::{Value, json};

use crate::place::Place;

const MODES: [&str; 5] = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

const SETTINGS: &str = r#"{"permissions":{"allow":["Bash(cargo build)"],"deny":["Bash(curl:*)"]}}"#;

/// A repository with these settings.
fn place(settings: &str) -> Place {
    let place = Place::new();
    place.write(".claude/settings.json", settings);
    place
}

fn call(place: &Place, command: &str, mode: &str) -> Value {
    json!({
        "session_id": "s", "transcript_path": "/t", "cwd": place.repo(), "permission_mode": mode,
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "u", "effort": {"level": "medium"},
        "tool_input": {"command": command, "description": "Do it", "timeout": 1000},
    })
}

/// The decision and the reason; the answer has nothing else in it.
fn answer(place: &Place, arguments: &[&str], input: &[u8]) -> (String, String) {
    let all: Vec<&str> = ["hook"].iter().chain(arguments).copied().collect();
    let output = place.run(&all, input);
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}{error}");
    let answer: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}{error}"));
    let said = &answer["hookSpecificOutput"];
    let (decision, reason) = (&said["permissionDecision"], &said["permissionDecisionReason"]);
    let whole = json!({"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason,
    }});
    assert_eq!(answer, whole);
    assert!(reason.as_str().is_some_and(|reason| !reason.is_empty()), "{text}");
    (decision.as_str().unwrap().to_owned(), reason.as_str().unwrap().to_owned())
}

#[test]
fn the_hook_answers_as_check_does_in_every_mode() {
    let place = place(SETTINGS);
    for mode in MODES {
        for command in ["git status", "cargo build", "mv a b", "echo x > f", "curl x", "rm -rf ~", "echo '"] {
            let output = place.run(&["check", "--json", "--mode", mode, command], b"");
            let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
            let decision = verdict["decision"].as_str().unwrap();
            let message = if decision == "deny" { "modelMessage" } else { "message" };
            let expected = (decision.to_owned(), verdict["reason"][message].as_str().unwrap().to_owned());
            let asked = call(&place, command, mode).to_string();
            assert_eq!(answer(&place, &[], asked.as_bytes()), expected, "{mode}: {command}");
        }
    }
}

#[test]
fn a_mode_that_is_not_known_leaves_that_of_the_settings_and_the_option_replaces_both() {
    let place = place(r#"{"permissions":{"defaultMode":"plan"}}"#);
    for (mode, arguments, decision) in [
        ("other", &[][..], "deny"),
        ("default", &[], "ask"),
        ("default", &["--mode", "acceptEdits"], "allow"),
        ("other", &["--no-policy"], "ask"),
        ("other", &["--no-policy", "--profile", "jazz"], "ask"),
    ] {
        let asked = call(&place, "mv a b", mode).to_string();
        assert_eq!(answer(&place, arguments, asked.as_bytes()).0, decision, "{mode} {arguments:?}");
    }
}

#[test]
fn the_mode_auto_gets_no_opinion_where_nothing_is_denied_or_ruled() {
    let place = place(
        r#"{"permissions":{"defaultMode":"plan","deny":["Bash(curl:*)"],"ask":["Bash(git push:*)"],
        "allow":["Bash(mv:*)"]}}"#,
    );
    for (command, decision) in [
        ("git status", Some("allow")),
        ("mv a b", Some("allow")),
        ("make", None),
        ("echo x > f", None),
        ("echo x > .git/config", None),
        ("curl x", Some("deny")),
        ("make && curl x", Some("deny")),
        ("git push", Some("ask")),
        ("git $x", Some("ask")),
        ("rm -rf ~", Some("ask")),
        ("make; rm -rf /", Some("ask")),
    ] {
        let asked = call(&place, command, "auto").to_string();
        let output = place.run(&["hook"], asked.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{command}");
        let answered = (!output.stdout.is_empty()).then(|| answer(&place, &[], asked.as_bytes()).0);
        assert_eq!(answered.as_deref(), decision, "{command}");
    }
    let asked = call(&place, "make", "auto").to_string();
    assert_eq!(answer(&place, &["--mode", "default"], asked.as_bytes()).0, "ask");
}

#[test]
fn the_mode_auto_of_the_users_settings_counts_where_the_call_and_the_arguments_name_no_other() {
    let settings = r#"{"permissions":{"defaultMode":"auto","deny":["Bash(curl:*)"]}}"#;
    let project = place(settings);
    let asked = call(&project, "make", "").to_string();
    assert_eq!(answer(&project, &[], asked.as_bytes()).0, "ask", "a project cannot choose it");
    let place = Place::new();
    place.write("../.claude/settings.json", settings);
    for (command, mode, arguments, decision) in [
        ("make", "", &[][..], None),
        ("make", "later", &[], None),
        ("echo x > f", "", &[], None),
        ("ls", "", &[], Some("allow")),
        ("curl x", "", &[], Some("deny")),
        ("rm -rf ~", "", &[], Some("ask")),
        ("make", "default", &[], Some("ask")),
        ("make", "plan", &[], Some("deny")),
        ("make", "", &["--mode", "default"], Some("ask")),
    ] {
        let asked = call(&place, command, mode).to_string();
        let output = place.run(&[&["hook"], arguments].concat(), asked.as_bytes());
        let answered = (!output.stdout.is_empty()).then(|| answer(&place, arguments, asked.as_bytes()).0);
        assert_eq!(answered.as_deref(), decision, "{command} {mode} {arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{command} {mode}");
    }
}

#[test]
fn a_mode_that_the_settings_switch_off_is_not_taken_from_the_call() {
    let place = place(r#"{"permissions":{"disableBypassPermissionsMode":"disable"}}"#);
    let asked = call(&place, "mv a b", "bypassPermissions").to_string();
    assert_eq!(answer(&place, &[], asked.as_bytes()).0, "ask");
}

#[test]
fn the_settings_are_those_of_the_directory_in_the_call() {
    let place = place(SETTINGS);
    place.write("other/.git/HEAD", "");
    place.write("other/.claude/settings.json", r#"{"permissions":{"allow":["Bash(mv:*)"]}}"#);
    let mut asked = call(&place, "mv a b", "default");
    assert_eq!(answer(&place, &[], asked.to_string().as_bytes()).0, "ask");
    asked["cwd"] = json!(place.repo().join("other"));
    assert_eq!(answer(&place, &[], asked.to_string().as_bytes()).0, "allow");
}

#[test]
fn a_call_of_another_tool_gets_no_opinion() {
    let place = place(SETTINGS);
    let mut asked = call(&place, "curl x", "default");
    for tool in ["Read", "PowerShell", "mcp__shell__bash", "bash", ""] {
        asked["tool_name"] = json!(tool);
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "{tool}");
    }
}

#[test]
fn what_cannot_be_judged_is_asked_about() {
    let place = place(SETTINGS);
    let with = |key: &str, value: Value| {
        let mut asked = call(&place, "git status", "default");
        asked[key] = value;
        asked.to_string().into_bytes()
    };
    let without = |key: &str| {
        let mut asked = call(&place, "git status", "default");
        asked.as_object_mut().unwrap().remove(key);
        asked.to_string().into_bytes()
    };
    let twice = |keys: &str| {
        let asked = call(&place, "COMMAND", "default").to_string();
        asked.replace(r#""command":"COMMAND""#, keys).into_bytes()
    };
    let cases = [
        Vec::new(),
        b"git status".to_vec(),
        b"{\"tool_name\":\"Bash\"".to_vec(),
        b"[]".to_vec(),
        b"\xff".to_vec(),
        without("tool_name"),
        without("tool_input"),
        without("hook_event_name"),
        without("cwd"),
        with("hook_event_name", json!("PostToolUse")),
        with("tool_input", json!({"cmd": "git status"})),
        with("tool_input", json!({"command": ["git", "status"]})),
        with("tool_input", json!({"command": "git status\0; x"})),
        with("tool_input", json!({"command": ""})),
        with("tool_input", json!("git status")),
        twice(r#""command":"git status","command":"git status""#),
        twice(r#""command":"curl x","description":"","command":"git status""#),
        twice(r#""command":"git status","comm\u0061nd":"git status""#),
        with("cwd", json!("/nowhere/at/all")),
        with("cwd", json!("repo")),
        with("permission_mode", json!(7)),
    ];
    for input in cases {
        let (decision, reason) = answer(&place, &[], &input);
        assert_eq!(decision, "ask", "{}: {reason}", String::from_utf8_lossy(&input));
    }
}

#[test]
fn what_is_denied_stays_denied_whatever_is_wrong_around_it() {
    let place = place("{");
    place.write("deny.json", SETTINGS);
    place.write("broken.json", r#"{"permissions":{"allow":["Bash("]"#);
    let both = ["--policy", "deny.json", "--policy", "broken.json"];
    let missing = ["--policy", "missing.json", "--policy", "deny.json"];
    for (arguments, command, decision) in [
        (&[][..], "git status", "ask"),
        (&both, "cargo build", "ask"),
        (&both, "git status", "ask"),
        (&both, "ls; curl x", "deny"),
        (&missing, "curl x", "deny"),
        (&missing, "cargo build", "ask"),
    ] {
        for mode in ["default", "bypassPermissions"] {
            let asked = call(&place, command, mode).to_string();
            let (said, reason) = answer(&place, arguments, asked.as_bytes());
            assert_eq!(said, decision, "{arguments:?} {mode} {command}: {reason}");
        }
    }
    let mut elsewhere = call(&place, "curl x", "default");
    elsewhere["cwd"] = json!("/nowhere/at/all");
    assert_eq!(answer(&place, &["--policy", "deny.json"], elsewhere.to_string().as_bytes()).0, "deny");
}

#[test]
fn wrong_usage_blocks_the_call() {
    let place = place(SETTINGS);
    let asked = call(&place, "git status", "default").to_string();
    for arguments in [&["hook", "--harness", "x"][..], &["hook", "--mode", "auto"], &["hoook"]] {
        let output = place.run(arguments, asked.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "the reason is what the model is told");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_blocks_the_call() {
    use std::io::Write as _;
    use std::process::Stdio;

    let place = place(SETTINGS);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = place.command().arg("hook").stdin(Stdio::piped()).stdout(full).spawn().unwrap();
    let asked = call(&place, "git status", "default").to_string();
    child.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn what_a_project_loosens_is_in_the_reason_the_first_time() {
    let place = place(SETTINGS);
    let asked = call(&place, "cargo build", "default").to_string();
    let (decision, first) = answer(&place, &[], asked.as_bytes());
    assert_eq!(decision, "allow");
    assert!(first.contains("`.claude/settings.json`") && first.contains("Bash(cargo build)"), "{first}");
    let (decision, second) = answer(&place, &[], asked.as_bytes());
    assert_eq!(decision, "allow");
    assert!(first.starts_with(&second) && !second.contains("settings.json"), "{second}");
}
