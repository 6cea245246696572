//! Commands that run: their results, progress, time limits, the background, and the end of all of them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use test_support::processes::Mark;

use crate::client::{BOTH, Client, form, text, yes};
use crate::place::Place;

/// Settings under which everything runs without a question.
const ALL: &[&str] = &["--no-policy", "--mode", "bypassPermissions"];

/// Waits until `is` holds.
fn until(is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_mins(1), "it comes to pass");
        std::thread::yield_now();
    }
}

#[test]
fn the_result_says_how_it_ended_before_what_it_wrote() {
    let place = Place::new();
    place.write("file", "one\ntwo\n");
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    for (command, begins, ends) in [
        ("cat file", "exit 0, after ", "output:\none\ntwo\n"),
        ("grep three file", "exit 1 (", "no output"),
        ("echo out; echo err >&2; exit 3", "failed with exit 3, after ", "output:\nout\nerr\n"),
        ("kill -KILL $$", "ended by SIGKILL", "no output"),
        ("no-such-program", "failed with exit 127", "not found\n"),
    ] {
        let (text, is_error) = client.shell(command);
        assert!(text.starts_with(begins) && text.ends_with(ends) && !is_error, "{command}: {text}");
    }
    let (text, is_error) = client.shell("seq 100000");
    assert!(!is_error && text.len() < 40_000 && text.contains("the whole output is in `"), "{}", text.len());
}

#[test]
fn what_the_sandbox_refuses_is_said() {
    let place = Place::new();
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    let (text, _) = client.shell("touch /opt/made-by-a-test");
    assert!(text.contains("note: the sandbox refused to change `/opt/made-by-a-test`"), "{text}");
}

#[test]
fn a_time_limit_ends_the_command() {
    let place = Place::new();
    let mark = Mark::new("61");
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    let call = json!({"command": format!("echo begun; sleep {mark}"), "timeout": 500});
    let (text, is_error) = client.text("Bash", &call);
    assert!(!is_error && text.starts_with("timed out after 500 ms") && text.ends_with("begun\n"), "{text}");
    assert!(!mark.is_alive());
}

#[test]
fn a_client_that_asks_for_progress_sees_the_last_line() {
    for era in BOTH {
        let place = Place::new();
        let mut client = Client::new(&place, ALL, era, json!({}));
        let params = json!({
            "name": "Bash", "_meta": {"progressToken": "token"},
            "arguments": {"command": "echo first; until [ -e go ]; do sleep 0.01; done; echo last"},
        });
        let id = client.start("tools/call", params);
        let told = client.receive();
        assert_eq!(
            (&told["method"], &told["params"]["progressToken"]),
            (&json!("notifications/progress"), &json!("token"))
        );
        assert_eq!(told["params"]["message"], "first", "{told}");
        place.write("go", "");
        let (text, _) = text(&client.answer(&json!(id)));
        assert!(text.ends_with("first\nlast\n"), "{text}");
        let steps = std::iter::once(&told)
            .chain(&client.notifications)
            .map(|it| it["params"]["progress"].as_f64().unwrap());
        assert!(steps.collect::<Vec<_>>().is_sorted_by(|a, b| a < b), "{era:?}: it only rises");
    }
    let place = Place::new();
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    client.shell("sleep 0.8");
    assert!(client.notifications.is_empty(), "without a token nothing is notified");
}

#[test]
fn a_cancelled_command_ends_with_all_its_processes() {
    for (era, name) in BOTH.into_iter().zip(["62", "63"]) {
        let place = Place::new();
        let mark = Mark::new(name);
        let mut client = Client::new(&place, ALL, era, json!({}));
        let call =
            json!({"name": "Bash", "arguments": {"command": format!("(sleep {mark} &) ; sleep {mark}")}});
        let id = client.start("tools/call", call);
        until(|| mark.is_alive());
        for _ in 0..2 {
            let params = json!({"requestId": id, "reason": "the person pressed a key"});
            client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
        }
        until(|| !mark.is_alive());
        let (text, is_error) = client.shell("echo next");
        assert!(!is_error && text.ends_with("output:\nnext\n"), "{era:?}: {text}");
    }
}

#[test]
fn a_cancellation_after_the_answer_or_of_nothing_is_harmless() {
    let place = Place::new();
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    for request in [json!(1), json!(999), json!("x"), json!(null), json!({})] {
        client.shell("true");
        let params = json!({"requestId": request, "reason": "AbortError: The operation was aborted."});
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    }
    assert!(client.shell("echo on").0.ends_with("on\n"));
}

#[test]
fn a_background_task_is_listed_read_and_stopped() {
    for (era, name) in BOTH.into_iter().zip(["64", "65"]) {
        let place = Place::new();
        let mark = Mark::new(name);
        let mut client = Client::new(&place, ALL, era, json!({}));
        let call = json!({"command": format!("echo begun; sleep {mark}"), "run_in_background": true});
        let (text, is_error) = client.text("Bash", &call);
        assert!(!is_error && text.starts_with("the command goes on in the background as `run-1`"), "{text}");
        let (list, _) = client.text("TaskList", &json!({}));
        assert!(
            list.starts_with("`run-1`: runs in the background; ") && list.contains(&mark.to_string()),
            "{list}"
        );
        let output = (0..1000).map(|_| client.text("TaskOutput", &json!({"task_id": "run-1", "wait": 10})).0);
        let output = output.into_iter().find(|text| text.ends_with("output:\nbegun\n"));
        assert!(output.is_some_and(|text| text.starts_with("`run-1` still runs\n")));
        let (again, _) = client.text("TaskOutput", &json!({"task_id": "run-1"}));
        assert_eq!(again, "`run-1` still runs\nno new output");
        let (stopped, is_error) = client.text("TaskStop", &json!({"task_id": "run-1"}));
        assert!(!is_error && stopped.starts_with("`run-1`: ") && !mark.is_alive(), "{stopped}");
        let (list, _) = client.text("TaskList", &json!({}));
        assert!(list.starts_with("`run-1`: ") && !list.contains("runs in"), "{list}");
    }
}

#[test]
fn the_end_of_a_task_is_reported_with_the_next_result() {
    let place = Place::new();
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    let call = json!({"command": "until [ -e go ]; do sleep 0.01; done; exit 3", "run_in_background": true});
    assert!(!client.text("Bash", &call).1);
    place.write("go", "");
    let told = (0..1000).map(|_| client.shell("true").0).find(|text| text.contains("has ended"));
    let told = told.expect("it is told");
    assert!(
        told.contains("note: the background task `run-1` has ended: failed with exit 3; `TaskOutput`"),
        "{told}"
    );
    assert!(!client.shell("true").0.contains("has ended"), "once");
    let (ended, _) = client.text("TaskOutput", &json!({"task_id": "run-1", "wait": 60_000}));
    assert!(ended.starts_with("`run-1`: failed with exit 3"), "{ended}");
}

#[test]
fn when_the_client_goes_every_command_ends() {
    let place = Place::new();
    let marks = ["66", "67"].map(Mark::new);
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    let call = json!({"command": format!("trap '' TERM; sleep {}", marks[0]), "run_in_background": true});
    assert!(!client.text("Bash", &call).1);
    let call = json!({"name": "Bash", "arguments": {"command": format!("trap '' TERM; sleep {}", marks[1])}});
    client.start("tools/call", call);
    until(|| marks.iter().all(Mark::is_alive));
    assert_eq!(client.end().code(), Some(0));
    assert!(!marks.iter().any(Mark::is_alive));
}

#[test]
fn when_a_signal_or_a_kill_ends_the_server_every_command_ends() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for (signal, code, name) in [(Signal::SIGTERM, Some(143), "68"), (Signal::SIGKILL, None, "69")] {
        let place = Place::new();
        let mark = Mark::new(name);
        let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
        let call = json!({"name": "Bash", "arguments": {"command": format!("sleep {mark}")}});
        client.start("tools/call", call);
        until(|| mark.is_alive());
        kill(Pid::from_raw(client.pid().cast_signed()), signal).unwrap();
        assert_eq!(client.wait().code(), code, "{signal}");
        until(|| !mark.is_alive());
    }
}

#[test]
fn what_was_asked_before_the_input_ended_is_answered() {
    let place = Place::new();
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    let id = client.start("tools/call", json!({"name": "Bash", "arguments": {"command": "echo last"}}));
    client.close();
    let (text, _) = text(&client.answer(&json!(id)));
    assert!(text.ends_with("output:\nlast\n"), "{text}");
    assert_eq!(client.wait().code(), Some(0));
}

#[test]
fn the_arguments_are_those_of_run() {
    let place = Place::new();
    place.write("deny.json", r#"{"permissions":{"deny":["Bash(ls:*)"]}}"#);
    for (arguments, command, runs) in [
        (&["--policy", "deny.json"][..], "ls", false),
        (&["--no-policy"], "ls", true),
        (&["--mode", "plan"], "touch made", false),
        (&["--mode", "acceptEdits"], "touch made", true),
        (&["--backend", "none"], "echo x", true),
        (&["--policy", "missing.json"], "ls", false),
    ] {
        let mut client = Client::new(&place, arguments, BOTH[0], json!({}));
        let (text, is_error) = client.shell(command);
        assert_eq!(is_error, !runs, "{arguments:?}: {text}");
        assert_eq!(text.contains("ran outside of the sandbox"), arguments[0] == "--backend", "{text}");
    }
    let output = place.run(&["mcp", "--yes"], b"");
    assert_eq!(output.status.code(), Some(2), "nobody approves for all");
}

#[test]
fn settings_that_cannot_be_used_run_nothing_until_they_are_mended() {
    let place = Place::new();
    place.write(".claude/settings.json", "{");
    let mut client = Client::new(&place, &[], BOTH[0], form());
    client.person = Some(yes());
    for command in ["ls", "touch made"] {
        let (text, is_error) = client.shell(command);
        assert!(is_error && text.starts_with("not run: ") && text.contains("settings.json"), "{text}");
    }
    place.write(".claude/settings.json", "{}");
    assert!(!client.shell("ls").1 && client.questions.is_empty());
}

#[test]
fn a_dry_run_shows_the_verdict_and_runs_nothing() {
    let place = Place::new();
    place.write(".claude/settings.json", r#"{"permissions":{"deny":["Bash(curl:*)"]}}"#);
    let mut client = Client::new(&place, &[], BOTH[0], form());
    for (command, begins) in [("ls", "allow: "), ("touch made", "ask: "), ("curl x", "deny: ")] {
        let (text, is_error) = client.text("Check", &json!({"command": command}));
        assert!(!is_error && text.starts_with(begins) && text.contains("\nreason: "), "{command}: {text}");
    }
    assert!(client.questions.is_empty() && !place.repo().join("made").exists());
}

#[test]
fn an_output_that_is_an_image_follows_as_one() {
    let place = Place::new();
    place.write("image.gif", b"GIF89a\x01\0\x01\0\0\0\0");
    let mut client = Client::new(&place, ALL, BOTH[0], json!({}));
    let content = client.call("Bash", &json!({"command": "cat image.gif"}))["result"]["content"].clone();
    assert_eq!((&content[0]["type"], &content[1]["type"]), (&json!("text"), &json!("image")), "{content}");
    assert_eq!(content[1]["mimeType"], Value::from("image/gif"));
}
