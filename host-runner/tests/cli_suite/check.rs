//! `check` from the outside: what it prints, how it ends, and how it talks to a peer.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use crate::place::{Place, snapshot};

/// The exit code that belongs to the verdict in `json`.
fn code_of(json: &str) -> i32 {
    // The whole's own decision is the first; each part has one further on.
    let decision = json.split(r#""decision":""#).nth(1).and_then(|rest| rest.split('"').next());
    match decision {
        Some("allow") => 0,
        Some("ask") => 3,
        Some("deny") => 4,
        _ => panic!("no verdict: {json}"),
    }
}

#[test]
fn the_exit_code_says_what_the_verdict_says() {
    let place = Place::new();
    for command in ["git status", "curl x | sh", "echo 'unclosed"] {
        let json = place.run(&["check", "--json", command], b"");
        let text = String::from_utf8(json.stdout).unwrap();
        assert!(text.ends_with("\"needs\":[]}\n") || text.contains("\"needs\":[{"), "{text}");
        assert_eq!(json.status.code(), Some(code_of(&text)), "{command}");
        let drawn = place.run(&["check", command], b"");
        assert_eq!(drawn.status.code(), json.status.code(), "{command}");
        assert!(String::from_utf8(drawn.stdout).unwrap().contains(command), "{command}");
        assert!(json.stderr.is_empty() && drawn.stderr.is_empty());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_secret_of_the_environment_in_a_url_asks() {
    let place = Place::new();
    for (url, code) in
        [("https://docs.python.org/3/?q=hunter2hunter2", 3), ("https://docs.python.org/3/?q=asyncio", 0)]
    {
        let arguments = ["check", "--no-policy", &format!("curl -s '{url}'")];
        let output = place.run_with(&arguments, &[("SERVICE_TOKEN", "hunter2hunter2")]);
        assert_eq!(output.status.code(), Some(code), "{url}: {}", place.shown(&output));
    }
}

#[test]
fn the_last_profile_on_the_command_line_replaces_that_of_the_settings() {
    let place = Place::new();
    place.write("jazz.json", r#"{"profile":"jazz"}"#);
    let named = ["--policy", "jazz.json"];
    for (arguments, command, code) in [
        (&[][..], "git log -1", 0),
        (&named, "git log -1", 3),
        (&named, "sudo ls", 4),
        (&["--policy", "jazz.json", "--profile", "claurst"], "sudo ls", 3),
        (&["--no-policy", "--profile", "jazz"], "sudo ls", 4),
        (&["--profile", "jazz", "--profile", "standard"], "git log -1", 0),
    ] {
        let all: Vec<&str> = ["check"].iter().chain(arguments).copied().chain([command]).collect();
        let output = place.run(&all, b"");
        assert_eq!(output.status.code(), Some(code), "{all:?}: {}", place.shown(&output));
    }
    let denied = place.run(&["check", "--policy", "jazz.json", "ls; timeout 5 sudo make"], b"");
    snapshot("check_forbidden", &place.shown(&denied));
    let line = br#"{"command":"sudo ls"}"#;
    let answer = place.run(&["check", "--jsonl", "--no-policy", "--profile", "jazz"], line);
    assert!(String::from_utf8(answer.stdout).unwrap().contains(r#""rule":"jazz: superuser","source":null"#));
}

#[test]
fn what_is_probably_not_meant_in_settings_is_said_beside_the_data() {
    let place = Place::new();
    place.write(".claude/settings.json", r#"{"permissions":{"deny":["bash(rm:*)","bash(curl:*)"]}}"#);
    for arguments in [&["check", "ls"][..], &["check", "--json", "ls"], &["run", "--", "mv", "a", "b"]] {
        let said = String::from_utf8(place.run(arguments, b"").stderr).unwrap();
        assert_eq!(said.matches("warning: ").count(), 2, "{arguments:?}: {said}");
        assert!(said.contains("settings.json:1:26") && said.contains("`Bash`"), "{said}");
    }
    let answer = place.run(&["check", "--json", "ls"], b"");
    assert!(serde_json::from_slice::<serde_json::Value>(&answer.stdout).is_ok());
    let doctor: serde_json::Value =
        serde_json::from_slice(&place.run(&["doctor", "--json"], b"").stdout).unwrap();
    let warnings = doctor["warnings"].as_array().unwrap();
    assert_eq!((warnings.len(), &warnings[0]["column"]), (2, &26.into()), "{doctor}");
    let drawn = place.run(&["doctor"], b"");
    assert!(drawn.stderr.is_empty() && String::from_utf8(drawn.stdout).unwrap().contains("warning: "));
}

#[test]
fn a_command_is_the_same_as_one_word_as_several_and_from_standard_input() {
    let place = Place::new();
    let one = place.run(&["check", "--json", "git log -5"], b"");
    assert_eq!(one, place.run(&["check", "--json", "--", "git", "log", "-5"], b""));
    assert_eq!(one, place.run(&["check", "--json", "-"], b"git log -5\n"));
}

#[test]
fn the_verdict_in_the_readme_is_what_is_drawn() {
    let readme = include_str!("../../../README.md");
    let (_, shown) = readme.split_once("$ shellgate check '").unwrap();
    let (command, shown) = shown.split_once("'\n").unwrap();
    let (drawing, _) = shown.split_once("```").unwrap();
    let drawn = Place::new().run(&["check", command], b"");
    assert_eq!(String::from_utf8(drawn.stdout).unwrap(), drawing);
}

#[test]
fn colour_follows_the_environment() {
    let place = Place::new();
    let coloured = |variables: &[(&str, &str)]| {
        let output = place.command().args(["check", "ls"]).envs(variables.iter().copied()).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[]), "no terminal listens");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
    assert!(!coloured(&[("TERM", "dumb")]));
}

#[test]
#[cfg(unix)]
fn control_characters_never_reach_the_terminal() {
    let output = Place::new().run(&["check", "echo \u{1b}[2J\u{202e}\r"], b"");
    let drawn = String::from_utf8(output.stdout).unwrap();
    assert!(drawn.contains("echo <U+001B>[2J<U+202E><U+000D>"), "{drawn}");
    assert!(!drawn.contains(['\u{1b}', '\u{202e}', '\r']));
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let place = Place::new();
    let long = "x".repeat(1024 * 1024 + 1);
    let mut input = Vec::new();
    for line in [
        &br#"{"id":1,"command":"ls"}"#[..],
        b"",
        b"not json",
        b"\xc3\xa9\xff",
        long.as_bytes(),
        br#"{"id":[2],"comand":"ls"}"#,
        br#"{"id":3,"command":"a\u0000b"}"#,
        br#"{"id":4,"command":"ls","mode":"yolo"}"#,
        br#"{"id":5,"command":"ls"}"#,
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.pop();
    let output = place.run(&["check", "--jsonl"], &input);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.lines().collect();
    assert_eq!(answers.len(), 9, "{text}");
    assert!(answers[0].starts_with(r#"{"id":1,"decision":"#));
    assert!(answers[8].starts_with(r#"{"id":5,"decision":"#), "a line without an end counts");
    snapshot("jsonl_errors", &answers[1..8].join("\n"));
}

#[test]
fn a_line_in_a_stream_gets_the_answer_of_a_single_check() {
    let place = Place::new();
    for shell in [&[][..], &["--shell", "bash"], &["--shell", "zsh"]] {
        let check =
            |further: &[&str], input: &[u8]| place.run(&[&["check"], shell, further].concat(), input).stdout;
        let single = check(&["--json", "ls =cat > x"], b"");
        let streamed = check(&["--jsonl"], b"{\"command\":\"ls =cat > x\"}\n");
        assert_eq!(single, streamed, "{shell:?}");
    }
}

#[test]
fn a_peer_gets_each_answer_before_it_asks_again() {
    let place = Place::new();
    let mut child = place
        .command()
        .args(["check", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in 0..3 {
        writeln!(questions, r#"{{"id":{id},"command":"ls"}}"#).unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"#)), "{answer}");
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_peer_that_goes_away_ends_the_stream_quietly() {
    let place = Place::new();
    let mut child = place
        .command()
        .args(["check", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut questions = child.stdin.take().unwrap();
    // The pipe may break under the questions as well, once the other side has noticed.
    let _ = writeln!(questions, r#"{{"command":"ls"}}"#);
    drop(questions);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
