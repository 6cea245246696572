//! `--json` when there is no result: a program that asked for JSON gets it, whatever went wrong.

use serde_json::Value;

use crate::place::Place;

/// The one JSON object on standard output.
fn data(place: &Place, arguments: &[&str], code: i32) -> Value {
    let output = place.run(arguments, b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    assert!(!output.stderr.is_empty(), "{arguments:?}: a person is told too");
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {text}"))
}

#[test]
fn a_failure_is_told_as_data_too() {
    let place = Place::new();
    place.write("bad.json", "{");
    for (arguments, code) in [
        (&["check", "--json", ""][..], 2),
        (&["check", "--json", "--cwd", "/nowhere/at/all", "ls"], 2),
        (&["check", "--json", "--policy", "missing.json", "ls"], 5),
        (&["check", "--json", "--policy", "bad.json", "ls"], 5),
        (&["check", "--jsonl", "--policy", "missing.json"], 5),
        (&["run", "--json", "--policy", "bad.json", "ls"], 5),
        (&["run", "--json", " "], 2),
        (&["explain", "--json", "nothing-of-this-kind"], 2),
        (&["tasks", "--json", "--session", "none", "wait", "run-1"], 2),
    ] {
        let error = &data(&place, arguments, code)["error"];
        assert!(error["message"].is_string() && error["help"].is_string(), "{arguments:?}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn what_does_not_run_says_why_with_its_verdict() {
    let place = Place::new();
    place.write("deny.json", r#"{"permissions":{"deny":["Bash(curl:*)"]}}"#);
    for (arguments, decision) in [
        (&["run", "--json", "touch made"][..], "ask"),
        (&["run", "--json", "--background", "touch made"], "ask"),
        (&["run", "--json", "--yes", "--policy", "deny.json", "curl x"], "deny"),
    ] {
        let told = data(&place, arguments, 125);
        assert!(told["notRun"]["why"].is_string(), "{told}");
        assert_eq!(told["verdict"]["decision"], decision, "{told}");
        assert!(told["verdict"]["reason"]["modelMessage"].is_string(), "{told}");
    }
    assert!(!place.repo().join("made").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_sandbox_does_not_start_is_told_where_its_report_goes() {
    let place = Place::new();
    for (arguments, code, key) in [
        (&["sandbox", "--json", "--", "nothing-of-this-kind"][..], 127, "notStarted"),
        (&["sandbox", "--json", "--write", "missing", "--", "/bin/sh"], 2, "error"),
    ] {
        let output = place.run(arguments, b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments:?}");
        let told: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert!(told[key].is_object(), "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_stream_that_fails_is_named() {
    let place = Place::new();
    let directory = std::fs::File::open("/").unwrap();
    let output = place.command().args(["check", "-"]).stdin(directory).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard input cannot be read"));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command().args(["check", "ls"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard output cannot be written to"));
}

#[cfg(target_os = "linux")]
#[test]
fn the_doctor_tells_of_every_part_once_and_the_remedy_is_for_what_was_asked() {
    let place = Place::new();
    for backend in ["embedded", "landlock", "none"] {
        let output = place.run(&["doctor", "--json", "--backend", backend], b"");
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let parts = told["parts"].as_array().unwrap();
        let mut names: Vec<&str> = parts.iter().map(|part| part["name"].as_str().unwrap()).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{backend}: {told}");
        let switched = parts.iter().filter(|part| part["works"] == false && part["name"] != "engine");
        let leave_out = switched.filter(|part| part["remedy"] == "remove `--backend none`").count();
        assert_eq!(leave_out > 0, backend == "none", "{backend}: {told}");
    }
}
