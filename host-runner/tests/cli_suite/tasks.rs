//! `run --background` and `tasks`, from the outside: each call is a process of its own.

use std::process::Output;

use test_support::processes::Mark;

use crate::place::Place;

fn shellgate(place: &Place, arguments: &[&str]) -> Output {
    place.run(arguments, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Starts a command in the background of the session `session` and answers the task's name.
fn start(place: &Place, command: &str) -> String {
    let arguments = ["run", "--no-policy", "--yes", "--background", "--session", "session", "--", command];
    let started = shellgate(place, &arguments);
    assert_eq!(started.status.code(), Some(0), "{}", text(&started.stderr));
    text(&started.stdout).trim().to_owned()
}

fn tasks(place: &Place, arguments: &[&str]) -> Output {
    let all = [&["tasks", "--session", "session"], arguments].concat();
    shellgate(place, &all)
}

#[test]
fn a_task_outlives_the_call_that_started_it_and_its_end_can_be_waited_for() {
    let place = Place::new();
    let id = start(&place, "echo started; until [ -e go ]; do sleep 0.01; done; echo done; exit 3");
    assert_eq!(id, "run-1");

    let list = text(&tasks(&place, &["list"]).stdout);
    assert!(list.starts_with("run-1   runs ") && list.contains("until [ -e go ]"), "{list}");
    let still = tasks(&place, &["wait", "run-1", "--timeout", "1"]);
    assert_eq!((still.status.code(), text(&still.stderr).as_str()), (Some(124), "shellgate: run-1: runs\n"));

    place.write("go", "");
    let ended = tasks(&place, &["wait", "run-1"]);
    assert_eq!((ended.status.code(), text(&ended.stderr).as_str()), (Some(3), "shellgate: run-1: exit 3\n"));
    assert_eq!(text(&tasks(&place, &["output", "run-1"]).stdout), "started\ndone\n");
    assert_eq!(text(&tasks(&place, &["output", "run-1"]).stdout), "");
    let json = tasks(&place, &["output", "run-1", "--all", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json, serde_json::json!({ "text": "started\ndone\n", "from": 0, "to": 13, "ended": true }));
    let json: serde_json::Value = serde_json::from_slice(&tasks(&place, &["list", "--json"]).stdout).unwrap();
    assert_eq!((&json[0]["running"], &json[0]["outcome"]["exitCode"]), (&false.into(), &3.into()));
}

#[test]
fn tasks_can_be_stopped_and_nothing_of_them_stays() {
    let place = Place::new();
    let marks = ["51", "52"].map(Mark::new);
    let [first, second] = &marks;
    let ids = [
        start(&place, &format!("echo $$; sleep {first}")),
        start(&place, &format!("trap '' TERM; sleep {second}")),
    ];
    assert_eq!(ids, ["run-1", "run-2"]);
    let stopped = tasks(&place, &["stop", "--all"]);
    assert_eq!(stopped.status.code(), Some(0), "{}", text(&stopped.stderr));
    assert_eq!(text(&stopped.stderr), "shellgate: run-1: interrupted\nshellgate: run-2: interrupted\n");
    assert!(!first.is_alive() && !second.is_alive());
}

#[test]
fn the_json_of_a_start_names_the_task_and_has_the_verdict() {
    let place = Place::new();
    let arguments =
        ["run", "--no-policy", "--json", "--background", "--session", "session", "--", "echo hello"];
    let started = shellgate(&place, &arguments);
    assert_eq!(started.status.code(), Some(0), "{}", text(&started.stderr));
    let json: serde_json::Value = serde_json::from_slice(&started.stdout).unwrap();
    assert_eq!(json["backgroundTaskId"], "run-1");
    assert_eq!(json["verdict"]["decision"], "allow");
    let ended = tasks(&place, &["wait", "run-1", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(json["outcome"]["stdout"], "hello\n");
}

#[test]
fn what_is_no_task_is_said_with_what_to_do() {
    let place = Place::new();
    for arguments in [["output", "run-9"], ["wait", "../x"], ["stop", "run-9"]] {
        let ended = tasks(&place, &arguments);
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert!(text(&ended.stderr).contains("shellgate tasks list"), "{}", text(&ended.stderr));
    }
    let none = tasks(&place, &["list"]);
    assert_eq!((none.status.code(), text(&none.stdout).as_str()), (Some(0), "no tasks\n"));
}

#[test]
fn the_background_can_be_forbidden_and_what_is_asked_is_asked_first() {
    let place = Place::new();
    let arguments = ["run", "--no-policy", "--background", "--session", "session", "--"];
    let asked = shellgate(&place, &[&arguments[..], &["touch made"]].concat());
    assert_eq!(asked.status.code(), Some(125), "{}", text(&asked.stderr));
    let command = [&arguments[..], &["echo x"]].concat();
    let disabled = place.run_with(&command, &[("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "1")]);
    assert_eq!(disabled.status.code(), Some(2));
    assert!(text(&disabled.stderr).contains("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS"));
    assert!(!place.repo().join("session").exists());
}

#[test]
fn the_tool_is_told_without_the_background_where_that_is_forbidden() {
    let place = Place::new();
    let schema = |arguments: &[&str], variables: &[(&str, &str)]| {
        let all = [&["schema", "tool", "--no-policy"], arguments].concat();
        let output = place.run_with(&all, variables);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let public = schema(&[], &[]);
    assert_eq!(public["name"], "Bash");
    assert!(public.pointer("/input_schema/properties/run_in_background").is_some());
    assert!(public.pointer("/input_schema/properties/simulated_edit").is_none());
    assert!(schema(&["--full"], &[]).pointer("/input_schema/properties/simulated_edit").is_some());
    let disabled = schema(&[], &[("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "1")]);
    assert!(disabled.pointer("/input_schema/properties/run_in_background").is_none());
    let jazz = schema(&["--profile", "jazz"], &[]);
    assert_eq!(jazz.pointer("/input_schema/properties/timeout/maximum"), Some(&900_000.into()));
}

#[test]
fn settings_requests_and_verdicts_have_a_schema() {
    let place = Place::new();
    for (of, key) in [("settings", "permissions"), ("request", "command"), ("verdict", "decision")] {
        let output = place.run_with(&["schema", of], &[]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(schema["properties"].get(key).is_some(), "{of}");
        assert!(schema["$schema"].is_string());
    }
}

#[test]
fn an_edit_is_applied_and_leaves_no_task() {
    let place = Place::new();
    place.write("a", "old\n");
    let arguments = ["run", "--no-policy", "--yes", "--background", "--session", "session", "--"];
    let edited = shellgate(&place, &[&arguments[..], &["sed -i s/old/new/ a"]].concat());
    assert_eq!((edited.status.code(), text(&edited.stdout).as_str()), (Some(0), ""));
    assert!(text(&edited.stderr).contains("applied as an edit"), "{}", text(&edited.stderr));
    assert_eq!(std::fs::read_to_string(place.repo().join("a")).unwrap(), "new\n");
}

#[test]
fn on_a_full_disk_a_background_command_is_an_error_and_nothing_runs() {
    let place = Place::new();
    // A disk of its own, in a mount namespace of its own.
    let script = "mount -t tmpfs -o size=64k tmpfs disk && { head -c 1M /dev/zero > disk/full; TMPDIR=$PWD/disk; \
                  export TMPDIR; \"$0\" run --no-policy --yes --background 'touch made'; echo \"code $?\"; \
                  \"$0\" tasks list; }";
    std::fs::create_dir(place.repo().join("disk")).unwrap();
    let own = place.command();
    let ended = std::process::Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
        .arg(own.get_program())
        .env("HOME", place.repo())
        .env_remove("CLAUDE_CODE_TMPDIR")
        .env_remove("SHELLGATE_SESSION")
        .current_dir(place.repo())
        .output()
        .unwrap();
    let (told, error) = (text(&ended.stdout), text(&ended.stderr));
    if !told.contains("code ") {
        return test_support::skip(format_args!("no mount namespace can be made here: {error}"));
    }
    assert_eq!(told, "code 125\nno tasks\n", "{error}");
    assert!(error.contains("No space left on device") && error.contains("CLAUDE_CODE_TMPDIR"), "{error}");
    assert!(!place.repo().join("made").exists());
}

#[test]
fn a_record_that_is_no_record_is_listed_and_what_is_no_file_keeps_nobody_waiting() {
    let place = Place::new();
    place.write("session/run-1.json", "{");
    for name in ["run-2.json", "run-2.out", "run-3.out"] {
        let at = place.repo().join("session").join(name);
        nix::unistd::mkfifo(&at, nix::sys::stat::Mode::S_IRWXU).unwrap();
    }
    std::os::unix::fs::symlink("/dev/zero", place.repo().join("session/run-3.json")).unwrap();
    let listed = tasks(&place, &["list"]);
    let shown = text(&listed.stdout);
    assert_eq!((listed.status.code(), shown.lines().count()), (Some(0), 3), "{shown}");
    for (line, why) in shown.lines().zip(["EOF", "it is no regular file", "it is a link"]) {
        assert!(line.contains("unreadable: ") && line.contains(why), "{line}");
    }
    for id in ["run-2", "run-3"] {
        assert_eq!(tasks(&place, &["output", id]).status.code(), Some(1));
        assert_eq!(tasks(&place, &["wait", id]).status.code(), Some(125));
    }
}
