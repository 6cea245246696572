//! `hook` from the outside: what Claude Code and the other agents are told, whatever they send.

use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

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
fn a_call_of_a_tool_without_a_command_gets_no_opinion_and_one_with_a_command_is_judged() {
    let place = place(SETTINGS);
    let mut asked = call(&place, "curl x", "default");
    for tool in ["PowerShell", "mcp__shell__bash", "bash", "", "Bash", "Monitor"] {
        asked["tool_name"] = json!(tool);
        assert_eq!(answer(&place, &[], asked.to_string().as_bytes()).0, "deny", "{tool}");
    }
    asked["tool_input"] = json!({"command": "git status"});
    for (tool, allows) in
        [("Bash", true), ("Monitor", true), ("mcp__shell__bash", false), ("PowerShell", true)]
    {
        asked["tool_name"] = json!(tool);
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(0), !allows), "{tool}");
    }
    asked["tool_input"] = json!({"file_path": "/etc/passwd", "content": "curl x"});
    for tool in ["Read", "Write", "mcp__files__write"] {
        asked["tool_name"] = json!(tool);
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!(
            (output.status.code(), output.stdout.len(), output.stderr.len()),
            (Some(0), 0, 0),
            "{tool}"
        );
    }
}

/// Settings with rules about both shells of Claude Code.
const BOTH_SHELLS: &str = r#"{"permissions":{"allow":["PowerShell(Invoke-Pester:*)","Bash(npm run:*)"],
    "deny":["PowerShell(Remove-Item:*)","Bash(curl:*)"]}}"#;

#[test]
fn a_call_of_powershell_is_judged_as_powershell_with_its_rules_and_with_denials_of_bash() {
    let place = place(BOTH_SHELLS);
    let mut asked = call(&place, "", "default");
    asked["tool_name"] = json!("PowerShell");
    for (command, decision) in [
        ("Get-ChildItem -Recurse -Filter *.cs | Select-Object FullName", "allow"),
        ("Invoke-Pester a", "allow"),
        ("Set-Content a b", "ask"),
        // A rule that allows a command of Bash allows none of PowerShell.
        ("npm run a", "ask"),
        ("ri a", "deny"),
        ("Invoke-Pester a; RI b", "deny"),
        ("curl x", "deny"),
        ("gci | % { curl x }", "deny"),
    ] {
        asked["tool_input"] = json!({"command": command});
        assert_eq!(answer(&place, &[], asked.to_string().as_bytes()).0, decision, "{command}");
        // It is not put into the sandbox, so nothing is allowed there without a person.
        let confined = if decision == "allow" { "ask" } else { decision };
        let said = answer(&place, &["--confine"], asked.to_string().as_bytes());
        assert_eq!(said.0, confined, "{command}");
    }
    asked["tool_name"] = json!("Bash");
    for (command, decision) in [("npm run a", "allow"), ("curl x", "deny"), ("Get-ChildItem", "ask")] {
        asked["tool_input"] = json!({"command": command});
        assert_eq!(answer(&place, &[], asked.to_string().as_bytes()).0, decision, "{command}");
    }
}

/// What is on standard error of a hook that blocks with its exit code.
fn blocked(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
    assert!(error.starts_with("shellgate: ") && error.trim_end().lines().count() == 1, "{error}");
    error
}

#[test]
fn what_cannot_be_judged_is_blocked_with_a_sentence() {
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
        (Vec::new(), "is empty"),
        (b"git status".to_vec(), "cannot be read"),
        (b"{\"tool_name\":\"Bash\"".to_vec(), "cannot be read"),
        (b"[]".to_vec(), "cannot be read"),
        (b"{}".to_vec(), "no agent is known"),
        (b"\xff".to_vec(), "not valid UTF-8"),
        (vec![b' '; 8 * 1024 * 1024 + 1], "longer than 8 MiB"),
        (without("tool_name"), "does not name its tool"),
        (without("tool_input"), "no `command`"),
        (without("hook_event_name"), "no agent is known"),
        (without("cwd"), "working directory"),
        (with("hook_event_name", json!("PostToolUse")), "not `PostToolUse`"),
        (with("tool_input", json!({"cmd": "git status"})), "no `command`"),
        (with("tool_input", json!({"command": ["git", "status"]})), "not a string"),
        (with("tool_input", json!({"command": "git status\0; x"})), "NUL"),
        (with("tool_input", json!("git status")), "cannot be read"),
        (twice(r#""command":"git status","command":"git status""#), "appears twice"),
        (twice(r#""command":"curl x","description":"","command":"git status""#), "appears twice"),
        (twice(r#""command":"git status","comm\u0061nd":"git status""#), "appears twice"),
        (with("cwd", json!("/nowhere/at/all")), "/nowhere/at/all"),
        (with("cwd", json!("repo")), "working directory"),
        (with("permission_mode", json!(7)), "not a string"),
    ];
    for (input, expected) in cases {
        let error = blocked(&place.run(&["hook"], &input));
        let shown = String::from_utf8_lossy(&input[..input.len().min(200)]).into_owned();
        assert!(error.contains(expected) && error.ends_with("so the call is blocked\n"), "{shown}: {error}");
    }
    let empty = with("tool_input", json!({"command": ""}));
    assert_eq!(answer(&place, &[], &empty).0, "ask");
}

#[test]
fn what_is_denied_stays_denied_whatever_is_wrong_around_it() {
    let place = place("{");
    place.write("deny.json", SETTINGS);
    place.write("broken.json", r#"{"permissions":{"allow":["Bash("]"#);
    let both = ["--policy", "deny.json", "--policy", "broken.json"];
    let missing = ["--policy", "missing.json", "--policy", "deny.json"];
    for (arguments, command, denied) in [
        (&[][..], "git status", false),
        (&both, "cargo build", false),
        (&both, "git status", false),
        (&both, "ls; curl x", true),
        (&missing, "curl x", true),
        (&missing, "cargo build", false),
    ] {
        for mode in ["default", "bypassPermissions"] {
            let asked = call(&place, command, mode).to_string();
            if denied {
                let (said, reason) = answer(&place, arguments, asked.as_bytes());
                assert_eq!(said, "deny", "{arguments:?} {mode} {command}: {reason}");
            } else {
                blocked(&place.run(&[&["hook"], arguments].concat(), asked.as_bytes()));
            }
        }
    }
    let mut elsewhere = call(&place, "curl x", "default");
    elsewhere["cwd"] = json!("/nowhere/at/all");
    assert_eq!(answer(&place, &["--policy", "deny.json"], elsewhere.to_string().as_bytes()).0, "deny");
}

#[test]
fn a_settings_file_that_cannot_be_used_blocks_with_the_place_that_is_wrong() {
    let broken = place("{\n  \"permissions\": {\n    \"allow\": [\n");
    let asked = call(&broken, "git status", "default").to_string();
    let error = blocked(&broken.run(&["hook"], asked.as_bytes()));
    assert!(error.contains("settings.json:"), "{error}");
    #[cfg(unix)]
    {
        let place = Place::new();
        place.write(".claude/settings.json/file", "");
        let asked = call(&place, "git status", "default").to_string();
        let error = blocked(&place.run(&["hook"], asked.as_bytes()));
        assert!(error.contains("settings.json"), "{error}");
    }
}

#[test]
fn a_call_that_does_not_end_is_blocked_at_the_deadline() {
    let place = place(SETTINGS);
    for (agent, code) in [("claude", 2), ("codex", 2), ("gemini", 2), ("cline", 0)] {
        let mut child = place
            .command()
            .args(["hook", "--deadline", "100", "--agent", agent])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A whole call, and no end of the input.
        let mut input = child.stdin.take().unwrap();
        input.write_all(call(&place, "git status", "default").to_string().as_bytes()).unwrap();
        input.flush().unwrap();
        let output = child.wait_with_output().unwrap();
        drop(input);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{agent}: {error}");
        assert!(error.contains("no decision was found within 100 ms, so the call is blocked"), "{error}");
        let cancels = String::from_utf8(output.stdout).unwrap().starts_with(r#"{"cancel":true"#);
        assert_eq!(cancels, agent == "cline");
    }
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_blocked() {
    let place = place(SETTINGS);
    let directory = std::fs::File::open("/").unwrap();
    let output = place.command().arg("hook").stdin(directory).output().unwrap();
    assert!(blocked(&output).contains("cannot be read"));
}

#[cfg(unix)]
#[test]
fn a_closed_output_blocks_the_call() {
    let place = place(SETTINGS);
    let asked = call(&place, "curl x", "default").to_string();
    for closed in ["exec \"$0\" hook >&-", "exec \"$0\" hook >/dev/null"] {
        let shellgate = place.command().get_program().to_owned();
        let mut command = std::process::Command::new("/bin/sh");
        command.env_clear().env("HOME", place.repo().parent().unwrap()).current_dir(place.repo());
        command.args(["-c", closed]).arg(shellgate).stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(blocked(&output).contains("the answer cannot be written"), "{closed}");
    }
}

/// A recorded call of `agent` with another command, in the repository of `place`.
fn recorded(place: &Place, name: &str, old: &str, command: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../policy-core/payloads");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(text.contains(old), "{name}");
    let quoted = serde_json::to_string(command).unwrap();
    text.replace(old, quoted.trim_matches('"'))
        .replace("/work/repo", place.repo().to_str().unwrap())
        .into_bytes()
}

/// What an agent makes of an answer: `runs`, `asks` (it asks a person), `refuses`, or `own` where it goes on as it would
/// without the hook.
fn effect(agent: &str, output: &Output) -> &'static str {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    if output.status.code() == Some(2) {
        assert!(!output.stderr.is_empty() && text.is_empty());
        return "refuses";
    }
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    if text.is_empty() {
        return "own";
    }
    let answer: Value = serde_json::from_str(&text).unwrap();
    let specific = &answer["hookSpecificOutput"];
    let said = match agent {
        "gemini" | "opencode" => &answer["decision"],
        "cursor" => &answer["permission"],
        "cline" if answer["cancel"] == json!(true) || !answer["overrideInput"].is_null() => return "refuses",
        "cline" => return "runs",
        "copilot" if answer["behavior"].is_string() => &answer["behavior"],
        "copilot" if answer["permissionDecision"].is_string() => &answer["permissionDecision"],
        _ if specific["hookEventName"] == "PermissionRequest" => &specific["decision"]["behavior"],
        _ => &specific["permissionDecision"],
    };
    match said.as_str().unwrap_or_else(|| panic!("{agent}: {text}")) {
        "allow" => "runs",
        "ask" => "asks",
        "deny" => "refuses",
        "none" => "own",
        other => panic!("{other}"),
    }
}

#[test]
fn every_agent_runs_what_is_allowed_and_neither_what_asks_nor_what_is_denied() {
    let place = place(SETTINGS);
    place.write("web/x", "");
    let rows = [
        ("claude-code-PreToolUse-Bash.json", "ls -la", ["runs", "asks", "refuses"]),
        ("claude-code-PermissionRequest-Bash.json", "touch pr1", ["runs", "own", "refuses"]),
        ("claude-code-PreToolUse-Monitor.json", "touch via-monitor; echo done", ["runs", "runs", "refuses"]),
        ("codex-PreToolUse-exec.json", "ls -la", ["own", "refuses", "refuses"]),
        // Nothing shows that a person is asked.
        ("codex-PreToolUse-interactive.json", "touch p-allow", ["own", "refuses", "refuses"]),
        ("codex-PermissionRequest.json", "touch p-allow", ["runs", "own", "refuses"]),
        ("copilot-cli-preToolUse.json", "ls -la", ["runs", "asks", "refuses"]),
        ("copilot-cli-PreToolUse-claude-names.json", "ls -la", ["runs", "asks", "refuses"]),
        ("copilot-cli-permissionRequest.json", "ls -la", ["runs", "own", "refuses"]),
        ("documented/copilot-cli-preToolUse-string.json", "rm -rf dist", ["runs", "asks", "refuses"]),
        ("gemini-cli-BeforeTool.json", "ls -la", ["runs", "asks", "refuses"]),
        ("documented/gemini-cli-BeforeTool-dir_path.json", "ls", ["runs", "asks", "refuses"]),
        // Its mode is `yolo`, in which a person chose not to be asked.
        ("qwen-code-PreToolUse.json", "ls -la", ["runs", "runs", "refuses"]),
        ("documented/qwen-code-PreToolUse-directory.json", "\"ls\"", ["runs", "asks", "refuses"]),
        ("cline-PreToolUse.json", "ls -la", ["runs", "refuses", "refuses"]),
        ("documented/cline-PreToolUse-execute_command.json", "npm test", ["runs", "refuses", "refuses"]),
        ("documented/cursor-beforeShellExecution.json", "git status", ["runs", "asks", "refuses"]),
        ("documented/cursor-preToolUse.json", "npm test", ["runs", "refuses", "refuses"]),
        ("documented/windsurf-pre_run_command.json", "npm install", ["own", "refuses", "refuses"]),
        ("documented/vscode-PreToolUse.json", "npm test", ["runs", "asks", "refuses"]),
        ("documented/opencode-plugin.json", "\"ls\"", ["runs", "asks", "refuses"]),
    ];
    for (name, old, expected) in rows {
        let file = name.trim_start_matches("documented/");
        let agent = file.split('-').next().unwrap();
        for (command, expected) in ["git status", "make x", "curl x"].into_iter().zip(expected) {
            let whole = if old.starts_with('"') { format!("\"{command}\"") } else { command.to_owned() };
            let input = recorded(&place, name, old, command);
            let input = String::from_utf8(input)
                .unwrap()
                .replace(&format!("\"command\": {command}"), &format!("\"command\": {whole}"));
            for arguments in [&["hook"][..], &["hook", "--agent", agent]] {
                let output = place.run(arguments, input.as_bytes());
                assert_eq!(effect(agent, &output), expected, "{name} {command}: {output:?}");
            }
        }
    }
}

#[test]
fn several_commands_in_one_call_are_as_bad_as_the_worst() {
    let place = place(SETTINGS);
    for (commands, expected) in [
        (json!(["git status", "ls"]), "runs"),
        (json!(["git status", "make"]), "refuses"),
        (json!(["curl x", "ls"]), "refuses"),
        (json!([{"command": "git", "args": ["status"]}]), "runs"),
        (json!([{"command": "curl", "args": ["x"]}, "ls"]), "refuses"),
    ] {
        let asked = json!({"hookName": "tool_call", "workspaceRoots": [place.repo()],
            "tool_call": {"name": "run_commands", "input": {"commands": commands}}});
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!(effect("cline", &output), expected, "{asked}");
    }
    // The two halves of a call have to be about the same commands.
    let asked = json!({"hookName": "tool_call", "workspaceRoots": [place.repo()],
        "tool_call": {"name": "run_commands", "input": {"commands": ["ls"]}},
        "preToolUse": {"toolName": "run_commands", "parameters": {"commands": "[\"curl x\"]"}}});
    assert_eq!(effect("cline", &place.run(&["hook"], asked.to_string().as_bytes())), "refuses");
}

#[test]
fn a_denial_of_cline_is_a_command_that_prints_the_reason_and_fails() {
    let place = place(r#"{"permissions":{"deny":["Bash(curl:*)"]}}"#);
    let asked = recorded(&place, "cline-PreToolUse.json", "ls -la", "curl it's");
    let output = place.run(&["hook"], &asked);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["cancel"], json!(false), "the run goes on");
    let commands = answer["overrideInput"]["commands"].as_array().unwrap();
    assert_eq!(commands.len(), 1);
    let ran = std::process::Command::new("sh").arg("-c").arg(commands[0].as_str().unwrap()).output().unwrap();
    assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8(ran.stderr).unwrap().starts_with("shellgate: denied: "));
}

#[test]
fn codex_is_left_to_ask_only_where_its_record_shows_that_it_does() {
    let place = place(SETTINGS);
    let record = place.repo().join("rollout.jsonl");
    let mut asked: Value = serde_json::from_slice(&recorded(
        &place,
        "codex-PreToolUse-interactive.json",
        "touch p-allow",
        "make",
    ))
    .unwrap();
    asked["transcript_path"] = json!(record);
    for (policy, mode, expected) in [
        ("untrusted", "default", "own"),
        ("on-request", "default", "refuses"),
        ("never", "default", "refuses"),
        ("untrusted", "bypassPermissions", "refuses"),
    ] {
        let turn = json!({"type": "turn_context", "payload": {"approval_policy": policy}});
        std::fs::write(&record, format!("{turn}\n")).unwrap();
        asked["permission_mode"] = json!(mode);
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!(effect("codex", &output), expected, "{policy} {mode}");
    }
}

#[test]
fn codex_works_where_its_record_says_and_a_call_only_names_where_its_command_runs() {
    let place = place(r#"{"permissions":{"defaultMode":"acceptEdits"}}"#);
    place.write("sub/x", "");
    place.write("../other/x", "");
    let record = place.repo().join("../rollout.jsonl");
    let turn = json!({"type": "turn_context", "payload": {"cwd": place.repo(), "approval_policy": "never"}});
    std::fs::write(&record, format!("{turn}\n")).unwrap();
    let input = recorded(&place, "codex-PreToolUse-exec.json", "ls -la", "touch y");
    let mut asked: Value = serde_json::from_slice(&input).unwrap();
    asked["transcript_path"] = json!(record);
    for (directory, expected) in [("", "own"), ("sub", "own"), ("../other", "refuses")] {
        asked["cwd"] = json!(place.repo().join(directory).canonicalize().unwrap());
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!(effect("codex", &output), expected, "{directory} {output:?}");
    }
}

#[test]
fn a_command_in_another_directory_is_judged_as_if_the_agent_went_there_first() {
    let place = place(r#"{"permissions":{"defaultMode":"acceptEdits"}}"#);
    place.write("web/x", "");
    for (directory, command, expected) in [
        ("web", "cat x", "runs"),
        ("web", "touch y", "runs"),
        ("web", "cat ../x", "runs"),
        ("..", "touch y", "asks"),
        ("/", "touch y", "asks"),
        ("web/../..", "cat .ssh/id_rsa", "asks"),
        ("it's; ls", "touch y", "runs"),
    ] {
        let asked = json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "cwd": place.repo(),
            "tool_input": {"command": command, "dir_path": directory}});
        let output = place.run(&["hook"], asked.to_string().as_bytes());
        assert_eq!(effect("gemini", &output), expected, "{directory} {command}: {output:?}");
    }
}

#[test]
fn the_mode_auto_of_the_settings_leaves_nothing_to_an_agent_without_a_model_for_it() {
    let place = Place::new();
    place.write("../.claude/settings.json", r#"{"permissions":{"defaultMode":"auto"}}"#);
    for (name, old, agent, expected) in [
        ("claude-code-PreToolUse-Bash.json", "ls -la", "claude", "own"),
        ("gemini-cli-BeforeTool.json", "ls -la", "gemini", "asks"),
        ("codex-PreToolUse-exec.json", "ls -la", "codex", "refuses"),
        ("copilot-cli-preToolUse.json", "ls -la", "copilot", "asks"),
    ] {
        let input = String::from_utf8(recorded(&place, name, old, "make")).unwrap();
        let input = input.replace(r#""permission_mode": "default""#, r#""permission_mode": "later""#);
        let output = place.run(&["hook"], input.as_bytes());
        assert_eq!(effect(agent, &output), expected, "{name}");
    }
}

#[test]
fn wrong_usage_blocks_the_call() {
    let place = place(SETTINGS);
    let asked = call(&place, "git status", "default").to_string();
    for arguments in
        [&["hook", "--harness", "x"][..], &["hook", "--agent", "x"], &["hook", "--mode", "auto"], &["hoook"]]
    {
        let output = place.run(arguments, asked.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "the reason is what the model is told");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_blocks_the_call() {
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

/// The command that runs in place of `command` in Claude Code, with the decision.
#[cfg(target_os = "linux")]
fn confined(place: &Place, arguments: &[&str], command: &str, mode: &str) -> (String, Option<String>) {
    let asked = call(place, command, mode).to_string();
    let output = place.run(&[&["hook", "--confine"], arguments].concat(), asked.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why} {error}"));
    let said = &answer["hookSpecificOutput"];
    let updated = &said["updatedInput"];
    if !updated.is_null() {
        assert_eq!((&updated["description"], &updated["timeout"]), (&json!("Do it"), &json!(1000)));
    }
    let command = updated["command"].as_str().map(str::to_owned);
    (said["permissionDecision"].as_str().unwrap().to_owned(), command)
}

/// What the shell of an agent makes of `command`.
#[cfg(target_os = "linux")]
fn in_bash(place: &Place, command: &str) -> Output {
    std::process::Command::new("bash")
        .args(["-c", command])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", place.repo().parent().unwrap())
        .current_dir(place.repo())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
const SANDBOXED: &str = r#"{"permissions":{"deny":["Bash(curl:*)"]},
    "sandbox":{"enabled":true,"autoAllowBashIfSandboxed":true}}"#;

#[cfg(target_os = "linux")]
#[test]
fn a_confined_command_runs_in_the_sandbox_with_its_own_output_and_exit_code() {
    let place = Place::new();
    place.write("../.claude/settings.json", SANDBOXED);
    place.write("a b", "text\n");
    for (command, code, output) in [
        ("echo one; echo two >&2; exit 3", 3, "one\ntwo\n"),
        ("printf '%s|' 'it'\"'\"'s' \"$HOME\" $((1+2)) | tr -d '\\n' | wc -l", 0, "0\n"),
        ("cat <<'E'\n$x `y` 'z'\nE", 0, "$x `y` 'z'\n"),
        ("echo a # 'b\n\n  echo \"c\nd\"", 0, "a\nc\nd\n"),
        ("cat 'a b'; ! true", 1, "text\n"),
        ("echo \\\nx", 0, "x\n"),
        ("kill -9 $$", 137, ""),
    ] {
        let (decision, runs) = confined(&place, &[], command, "default");
        assert_eq!(decision, "allow", "{command}");
        let ran = in_bash(&place, &runs.unwrap());
        let text = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap();
        assert_eq!((ran.status.code(), text.as_str()), (Some(code), output), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_sandbox_holds_need_not_be_asked_about_and_cannot_leave_it() {
    let place = Place::new();
    place.write("../.claude/settings.json", SANDBOXED);
    place.write("make.sh", "touch inside ../outside");
    let (decision, runs) = confined(&place, &[], "sh make.sh", "default");
    assert_eq!(decision, "allow");
    in_bash(&place, &runs.unwrap());
    assert!(place.repo().join("inside").exists() && !place.repo().join("../outside").exists());
    // The same command in the agent's own shell is asked about.
    let asked = call(&place, "sh make.sh", "default").to_string();
    assert_eq!(answer(&place, &[], asked.as_bytes()).0, "ask");
    let (decision, runs) = confined(&place, &[], "curl x", "default");
    assert_eq!((decision.as_str(), runs), ("deny", None));
}

#[cfg(target_os = "linux")]
#[test]
fn a_confined_command_that_asks_is_shown_as_it_would_run_and_runs_once_it_is_approved() {
    let place = place(SETTINGS);
    let (decision, runs) = confined(&place, &[], "touch x", "default");
    let runs = runs.unwrap();
    assert_eq!(decision, "ask");
    assert!(
        runs.ends_with(" run --quiet --no-timeout --mode default --no-hooks --yes -- 'touch x'"),
        "{runs}"
    );
    assert_eq!(in_bash(&place, &runs).status.code(), Some(0));
    assert!(place.repo().join("x").exists());
    // Without the approval nothing runs that is not allowed.
    let (_, allowed) = confined(&place, &[], "git status", "default");
    assert!(!allowed.as_deref().unwrap().contains("--yes"));
    let other = allowed.unwrap().replace("'git status'", "'touch y'");
    assert_eq!(in_bash(&place, &other).status.code(), Some(125));
    // What is denied when it runs stays denied, although a person approved it before.
    place.write(".claude/settings.local.json", r#"{"permissions":{"deny":["Bash(touch:*)"]}}"#);
    assert_eq!(in_bash(&place, &runs).status.code(), Some(125));
}

#[cfg(target_os = "linux")]
#[test]
fn the_shell_of_the_agent_follows_a_confined_command_to_another_directory() {
    let place = Place::new();
    place.write("../.claude/settings.json", SANDBOXED);
    place.write("sub/it's a/x", "");
    let after = |command: &str| {
        let (_, runs) = confined(&place, &[], command, "default");
        let runs = runs.unwrap_or_else(|| command.to_owned());
        let ran = in_bash(&place, &format!("{runs}\necho \"$?\"; pwd"));
        String::from_utf8(ran.stdout).unwrap().replace(place.repo().to_str().unwrap(), "REPO")
    };
    assert_eq!(after("cd sub && echo in"), "in\n0\nREPO/sub\n");
    assert_eq!(after("cd \"sub/it's a\"; ls"), "x\n0\nREPO/sub/it's a\n");
    assert_eq!(after("cd sub"), "0\nREPO/sub\n");
    assert_eq!(after("(cd sub && echo in)"), "in\n0\nREPO\n");
    // Claude Code itself takes no directory from a command that fails.
    assert_eq!(after("cd sub && false"), "1\nREPO\n");
    assert_eq!(after("echo cd"), "cd\n0\nREPO\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_shell_that_goes_on_follows_a_command_that_fails_too() {
    let place = Place::new();
    place.write("../.claude/settings.json", SANDBOXED);
    place.write("sub/x", "");
    let asked = json!({"sessionId": "s", "cwd": place.repo(), "toolName": "bash",
        "toolArgs": {"command": "cd sub && (exit 7)"}});
    let output = place.run(&["hook", "--confine"], asked.to_string().as_bytes());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let runs = answer["modifiedArgs"]["command"].as_str().unwrap();
    let ran = in_bash(&place, &format!("{runs}\necho \"$?\"; pwd"));
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), format!("7\n{}/sub\n", place.repo().display()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_rewritten_command_is_recognised_and_judged_as_what_it_runs() {
    let place = Place::new();
    place.write("../.claude/settings.json", SANDBOXED);
    place.write("sub/y", "");
    let (_, runs) = confined(&place, &[], "cd sub && touch x", "default");
    let runs = runs.unwrap();
    let (decision, again) = confined(&place, &[], &runs, "default");
    assert_eq!((decision.as_str(), again), ("allow", None));
    // With any other option it is a command like others.
    for other in [
        runs.replace("--quiet", "--yes --quiet"),
        runs.replace("--mode default", "--mode bypassPermissions"),
        runs.replace("--mode default", "--policy /tmp/x"),
        format!("{runs}; touch y"),
        runs.replace("/shellgate'", "/other'"),
    ] {
        assert!(confined(&place, &[], &other, "default").1.is_some(), "{other}");
    }
    // What it runs decides.
    let asked = call(&place, &runs.replace("touch x", "curl x"), "default").to_string();
    assert_eq!(answer(&place, &["--confine"], asked.as_bytes()).0, "deny");
}

#[cfg(target_os = "linux")]
#[test]
fn an_agent_that_takes_no_other_command_cannot_be_confined() {
    let place = Place::new();
    place.write("../.claude/settings.json", SANDBOXED);
    for (name, old) in [
        ("qwen-code-PreToolUse.json", "ls -la"),
        ("documented/windsurf-pre_run_command.json", "npm install"),
        ("documented/cursor-beforeShellExecution.json", "git status"),
    ] {
        let output = place.run(&["hook", "--confine"], &recorded(&place, name, old, "git status"));
        assert!(blocked(&output).contains("`--confine` cannot hold"), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn codex_is_denied_a_program_that_runs_what_is_typed_into_it() {
    let place = Place::new();
    place
        .write("../.claude/settings.json", r#"{"permissions":{"allow":["Bash(python3:*)","Bash(bash:*)"]}}"#);
    for (command, expected) in [
        ("python3", "refuses"),
        ("bash -i", "refuses"),
        ("env X=1 python3 -q", "refuses"),
        ("python3 a.py", "own"),
        ("echo 'print(1)' | python3", "own"),
    ] {
        for name in ["codex-PreToolUse-exec.json", "codex-PreToolUse-interactive.json"] {
            let old = if name.contains("exec") { "ls -la" } else { "touch p-allow" };
            let output = place.run(&["hook"], &recorded(&place, name, old, command));
            let said = effect("codex", &output);
            assert!(
                said == expected || command.contains('|') && said == "refuses",
                "{name} {command}: {said}"
            );
        }
    }
    let output =
        place.run(&["hook"], &recorded(&place, "claude-code-PreToolUse-Bash.json", "ls -la", "python3"));
    assert_eq!(effect("claude", &output), "runs", "nobody can type into it");
}
