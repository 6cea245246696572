//! The hooks of the settings around `run`.

use std::fs;

use serde_json::{Value, json};

use crate::place::Place;

/// A place whose user has these hooks before and after every command.
fn place(before: &[&str], after: &[&str]) -> Place {
    let place = Place::new();
    let hooks = |lines: &[&str]| {
        let hooks = lines.iter().map(|line| json!({"type": "command", "command": line})).collect::<Vec<_>>();
        json!([{"matcher": "Bash", "hooks": hooks}])
    };
    let settings = json!({"hooks": {"PreToolUse": hooks(before), "PostToolUse": hooks(after)}});
    place.write("../.claude/settings.json", settings.to_string());
    place
}

fn run(place: &Place, arguments: &[&str]) -> (Option<i32>, String, String) {
    let all = [&["run"], arguments].concat();
    let output = place.run(&all, b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_hook_that_denies_stops_the_command_and_says_which_it_was() {
    let place = place(&["echo 'not on mondays' >&2; exit 2"], &["touch after"]);
    let (code, stdout, stderr) = run(&place, &["--yes", "echo ran"]);
    assert_eq!((code, stdout.as_str()), (Some(125), ""), "{stderr}");
    for part in ["HOOK", "not on mondays", "~/.claude/settings.json:1:", "no approval can change that"] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    assert!(!place.repo().join("after").exists(), "nothing ran");
    let (_, stdout, _) = run(&place, &["--json", "echo ran"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["hooks"][0]["decision"], "deny");
    assert_eq!(report["hooks"][0]["reason"], "not on mondays");
    assert_eq!(report["verdict"]["reason"]["code"], "HOOK");
    assert_eq!(report["verdict"]["findings"][0]["code"], "HOOK");
}

#[test]
fn a_hook_that_fails_stops_the_command() {
    for hook in ["exit 1", "echo garbage", "/missing/program", "kill -9 $$", "yes"] {
        let place = place(&[hook], &[]);
        let (code, stdout, stderr) = run(&place, &["echo ran"]);
        assert_eq!((code, stdout.as_str()), (Some(125), ""), "{hook}: {stderr}");
        assert!(stderr.contains("HOOK_FAILED") && stderr.contains("settings.json:1:"), "{hook}: {stderr}");
    }
    let slow = r#"{"hooks":{"PreToolUse":[{"hooks":[{"command":"sleep 600","timeout":0.2}]}]}}"#;
    let place = Place::new();
    place.write("../.claude/settings.json", slow);
    let (code, _, stderr) = run(&place, &["echo ran"]);
    assert!(code == Some(125) && stderr.contains("it gave no answer within 200 ms"), "{stderr}");
}

#[test]
fn a_hook_that_asks_is_answered_by_a_person_only() {
    let ask =
        r#"echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"sure?"}}'"#;
    let place = place(&[ask], &[]);
    let (code, _, stderr) = run(&place, &["echo ran"]);
    assert!(code == Some(125) && stderr.contains("sure?"), "{stderr}");
    let (code, stdout, _) = run(&place, &["--yes", "echo ran"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "ran\n"));
}

#[test]
fn a_changed_command_runs_in_the_place_of_the_other_and_is_shown() {
    let change = r#"echo '{"hookSpecificOutput":{"updatedInput":{"command":"echo changed"}}}'"#;
    let place = place(&[change], &["cat > after"]);
    let (code, stdout, stderr) = run(&place, &["echo ran"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "changed\n"), "{stderr}");
    assert!(stderr.contains("changed the command to `echo changed`"), "{stderr}");
    let told: Value = serde_json::from_slice(&fs::read(place.repo().join("after")).unwrap()).unwrap();
    assert_eq!(told["tool_input"]["command"], "echo changed");
    assert_eq!(told["tool_response"]["stdout"], "changed\n");
    assert_eq!(told["tool_response"]["interrupted"], false);
    assert_eq!(told["hook_event_name"], "PostToolUse");
}

#[test]
fn what_is_said_after_a_run_is_reported_and_changes_nothing() {
    let block = r#"echo '{"decision":"block","reason":"lint first"}'"#;
    let place = place(&[], &[block, "exit 1"]);
    let (code, stdout, stderr) = run(&place, &["echo ran"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "ran\n"));
    assert!(stderr.contains("objects: lint first") && stderr.contains("it ended with status 1"), "{stderr}");
    let (_, stdout, _) = run(&place, &["--json", "echo ran"]);
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(outcome["hooks"][0]["event"], "PostToolUse");
    assert_eq!(outcome["hooks"][1]["failure"], "it ended with status 1");
    let (_, stdout, _) = run(&place, &["--json", "--no-hooks", "echo ran"]);
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(outcome.get("hooks"), None);
}

#[test]
fn a_background_task_is_asked_about_before_it_starts_and_told_about_when_it_has() {
    let place = place(&["cat > before"], &["cat > after"]);
    let session = place.repo().join("../session");
    let (code, task, stderr) =
        run(&place, &["--background", "--session", session.to_str().unwrap(), "sleep 600"]);
    assert_eq!(code, Some(0), "{stderr}");
    let told = |file: &str| -> Value {
        serde_json::from_slice(&fs::read(place.repo().join(file)).unwrap()).unwrap()
    };
    assert_eq!(told("before")["tool_input"]["run_in_background"], true);
    assert_eq!(told("after")["tool_response"]["backgroundTaskId"], task.trim());
    assert_eq!(told("after")["session_id"], session.to_str().unwrap());
    let stop = ["tasks", "--session", session.to_str().unwrap(), "stop", task.trim()];
    assert!(place.run(&stop, b"").status.success());
    let refused = self::place(&["exit 2"], &[]);
    let (code, stdout, _) =
        run(&refused, &["--background", "--session", session.to_str().unwrap(), "sleep 600"]);
    assert_eq!((code, stdout.as_str()), (Some(125), ""));
}

#[test]
fn the_hooks_of_a_project_do_not_run_and_that_is_said_once() {
    let place = Place::new();
    place.write(
        ".claude/settings.json",
        r#"{"hooks":{"PreToolUse":[{"hooks":[{"command":"touch planted"}]}]}}"#,
    );
    let (code, stdout, stderr) = run(&place, &["echo ran"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "ran\n"));
    for part in [".claude/settings.json", "touch planted", "trustedHooks"] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    let (_, _, again) = run(&place, &["echo ran"]);
    assert!(!again.contains("touch planted"), "{again}");
    assert!(!place.repo().join("planted").exists());
    let trusts = json!({"trustedHooks": [place.repo()]}).to_string();
    place.write("../.claude/settings.json", trusts);
    let (code, ..) = run(&place, &["echo ran"]);
    assert!(code == Some(0) && place.repo().join("planted").exists());
}

#[test]
fn check_and_the_hook_of_an_agent_start_no_hooks() {
    let place = place(&["touch asked"], &["touch told"]);
    assert_eq!(place.run(&["check", "echo ran"], b"").status.code(), Some(0));
    let call = json!({
        "session_id": "s", "cwd": place.repo(), "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "echo ran"},
    });
    assert_eq!(place.run(&["hook"], call.to_string().as_bytes()).status.code(), Some(0));
    assert!(!place.repo().join("asked").exists() && !place.repo().join("told").exists());
}

#[test]
fn a_signal_ends_the_wait_for_a_hook() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::Read as _;
    use std::process::Stdio;

    let place = place(&["echo $$ > pid; exec sleep 600"], &[]);
    nix::unistd::mkfifo(&place.repo().join("pid"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let mut child =
        place.command().args(["run", "echo ran"]).stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut hook = String::new();
    fs::File::open(place.repo().join("pid")).unwrap().read_to_string(&mut hook).unwrap();
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    // It was killed before the program ended, and the signal arrives. What is left of it waits for whoever adopts it.
    let stat = || fs::read_to_string(format!("/proc/{}/stat", hook.trim())).unwrap_or_default();
    while !stat().is_empty() && !stat().contains(") Z ") {
        std::thread::yield_now();
    }
}

/// A place whose user has this classifier for changes of files.
fn classified(line: &str) -> Place {
    let place = Place::new();
    let classifier = json!({"command": ["/bin/sh", "-c", line], "timeout": 60, "asks": ["EDITS_FILES"]});
    place.write("../.claude/settings.json", json!({"classifier": classifier}).to_string());
    place
}

fn hook(place: &Place, arguments: &[&str], command: &str) -> (Option<i32>, String) {
    let call = json!({
        "session_id": "s", "cwd": place.repo(), "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": command},
    });
    let output = place.run(&[&["hook"], arguments].concat(), call.to_string().as_bytes());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_classifier_answers_for_run_and_for_the_hook_of_an_agent() {
    let place = classified(r#"echo '{"decision":"allow","reason":"only a file"}'"#);
    let (code, stdout, stderr) = run(&place, &["--json", "touch made"]);
    assert!(code == Some(0) && place.repo().join("made").exists(), "{stderr}");
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(outcome["verdict"]["reason"]["code"], "CLASSIFIER");
    let (_, said) = hook(&place, &[], "touch made");
    assert!(said.contains(r#""permissionDecision":"allow""#) && said.contains("only a file"), "{said}");
    // What it is not for asks as ever, and so does everything without an answer.
    assert_eq!(run(&place, &["npm test"]).0, Some(125));
    assert_eq!(place.run(&["check", "touch made"], b"").status.code(), Some(3));
    let silent = classified("echo nonsense");
    let (code, _, stderr) = run(&silent, &["touch made"]);
    assert!(code == Some(125) && stderr.contains("the classifier gave no answer"), "{stderr}");
}

#[test]
fn a_slow_classifier_is_a_question_within_the_time_of_the_hook() {
    let place = classified("sleep 600");
    let (code, said) = hook(&place, &["--deadline", "1500"], "touch made");
    assert!(code == Some(0) && said.contains(r#""permissionDecision":"ask""#), "{said}");
}
