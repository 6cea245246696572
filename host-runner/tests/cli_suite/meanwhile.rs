//! The questions on a real terminal after the start: about a host while the command waits for its connection, and about a
//! second run of a command that lacked something.
//!
//! No name here can be resolved, so that nothing leaves the machine: the label is longer than one can be.

use std::io::Write as _;
use std::process::Stdio;

use nix::pty::openpty;

use crate::place::Place;
use crate::terminal::{Asked, read_until};

/// What the proxy says to the one connection of the command ends up in `said`.
const SCRIPT: &str =
    "exec 3<>/dev/tcp/127.0.0.1/3128\nprintf 'CONNECT HOST:443 HTTP/1.1\\r\\n\\r\\n' >&3\ncat <&3 > said\n";

/// A host that can be asked about, and leads nowhere.
fn host() -> String {
    format!("{}.test", "a".repeat(64))
}

/// A place with a command that connects, and settings that allow to run it and name no host.
fn place() -> Place {
    place_with("")
}

fn place_with(more: &str) -> Place {
    let place = Place::new();
    place.write("connect.sh", SCRIPT.replace("HOST", &host()));
    place.write(
        "settings.json",
        format!("{{\"permissions\": {{\"allow\": [\"Bash(bash connect.sh)\"]{more}}}}}\n"),
    );
    place
}

const RUN: [&str; 5] = ["run", "--policy", "settings.json", "--", "bash connect.sh"];

fn asked(place: &Place, arguments: &[&str]) -> Asked {
    let pair = openpty(None, None).unwrap();
    Asked::with(place, arguments, pair.master.into(), pair.slave)
}

fn said(place: &Place) -> String {
    std::fs::read_to_string(place.repo().join("said")).unwrap()
}

fn settings(place: &Place) -> String {
    std::fs::read_to_string(place.repo().join("settings.json")).unwrap()
}

#[test]
fn a_connection_is_asked_about_while_the_command_waits() {
    for (answers, reaches) in [
        (&["y\n"][..], true),
        (&["yes\n"], true),
        (&["?\n", "y\n"], true),
        (&["n\n"], false),
        (&["\n"], false),
        (&["\x04"], false),
        (&["nonsense\n"], false),
    ] {
        let place = place();
        let mut asked = asked(&place, &RUN);
        read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
        assert!(asked.shown.contains(&format!("connect to `{}:443`", host())), "{}", asked.shown);
        let (last, first) = answers.split_last().unwrap();
        for answer in first {
            asked.terminal.write_all(answer.as_bytes()).unwrap();
            read_until(&mut asked.terminal, &mut asked.shown, "n  no");
        }
        assert_eq!(asked.answer(last), Some(0), "{answers:?}");
        // The name leads nowhere, which only who may connect is told.
        let expected = if reaches { "502 Bad Gateway" } else { "403 Refused by Shellgate" };
        assert!(said(&place).contains(expected), "{answers:?}: {}", said(&place));
        assert!(!settings(&place).contains("allowedDomains"));
    }
}

#[test]
fn an_answer_for_good_writes_the_narrowest_entry_which_is_shown_first() {
    for (confirmed, reaches) in [("y\n", true), ("n\nn\n", false)] {
        let place = place();
        let mut asked = asked(&place, &RUN);
        read_until(&mut asked.terminal, &mut asked.shown, "[y/a/N/?] ");
        asked.terminal.write_all(b"a\n").unwrap();
        read_until(&mut asked.terminal, &mut asked.shown, "[y/N] ");
        let entry = format!("`{}:443` to `sandbox.network.allowedDomains` in `settings.json`", host());
        assert!(asked.shown.contains(&entry), "{}", asked.shown);
        assert_eq!(asked.answer(confirmed), Some(0));
        assert_eq!(said(&place).contains("502 Bad Gateway"), reaches, "{}", said(&place));
        assert_eq!(settings(&place).contains(&format!("\"{}:443\"", host())), reaches);
        let listed = place.run(&["approvals", "list"], b"").stdout;
        assert_eq!(String::from_utf8(listed).unwrap().contains("allowedDomains"), reaches);
    }
}

#[test]
fn keys_typed_before_the_question_about_a_host_do_not_answer_it() {
    let place = place();
    place.write(
        "connect.sh",
        format!(
            "echo ready > ready\nuntil [ -e go ]; do sleep 0.05; done\n{}",
            SCRIPT.replace("HOST", &host())
        ),
    );
    let mut asked = asked(&place, &RUN);
    // The command runs, and nothing is asked yet.
    while !place.repo().join("ready").exists() {
        std::thread::yield_now();
    }
    asked.terminal.write_all(b"y\ny\n").unwrap();
    // It is echoed when it is in the queue.
    read_until(&mut asked.terminal, &mut asked.shown, "y\r\ny\r\n");
    place.write("go", "");
    assert_eq!(asked.answer("n\n"), Some(0));
    assert!(said(&place).contains("403 Refused by Shellgate"), "{}", said(&place));
}

#[test]
fn a_command_that_ends_while_the_question_is_open_ends_the_run() {
    let place = place();
    place.write(
        "connect.sh",
        format!("({}) &\nuntil [ -e go ]; do sleep 0.05; done\n", SCRIPT.replace("HOST", &host())),
    );
    let mut asked = asked(&place, &RUN);
    read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
    place.write("go", "");
    read_until(&mut asked.terminal, &mut asked.shown, "nobody answered");
    assert!(asked.child.wait().unwrap().success());
}

#[test]
fn where_nobody_answers_the_connection_is_refused_as_ever() {
    let sentence = format!(
        "`{0}:443` was refused: nothing in `sandbox.network.allowedDomains` names it; add `{0}` to",
        host()
    );
    // Another host is allowed, so that there is a proxy.
    let lists = "}, \"sandbox\": {\"network\": {\"allowedDomains\": [\"allowed.test\"]}";
    let run = |options: &[&'static str]| [&["run", "--policy", "settings.json"], options, &RUN[3..]].concat();
    for arguments in [run(&["--yes"]), run(&["--mode", "dontAsk"])] {
        let place = place_with(lists);
        let mut asked = asked(&place, &arguments);
        read_until(&mut asked.terminal, &mut asked.shown, "promises held");
        assert!(asked.shown.contains(&sentence) && !asked.shown.contains("N/?]"), "{}", asked.shown);
        assert!(asked.child.wait().unwrap().success());
    }
    let place = place_with(lists);
    let output = place.run(&RUN, b"y\n");
    let shown = String::from_utf8(output.stderr).unwrap();
    assert!(shown.contains(&sentence) && !shown.contains("N/?]"), "{shown}");
}

#[test]
fn with_json_the_answer_is_data() {
    let place = place();
    let pair = openpty(None, None).unwrap();
    let mut child = place
        .command()
        .env("TERM", "dumb")
        .args(["run", "--json"])
        .args(&RUN[1..])
        .stdin(Stdio::from(pair.slave.try_clone().unwrap()))
        .stderr(Stdio::from(pair.slave))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut terminal, mut shown) = (std::fs::File::from(pair.master), String::new());
    read_until(&mut terminal, &mut shown, "N/?] ");
    terminal.write_all(b"n\n").unwrap();
    let mut printed = child.stdout.take().unwrap();
    let outcome: serde_json::Value = serde_json::from_reader(&mut printed).unwrap();
    assert_eq!(
        outcome["sandbox"]["asked"],
        serde_json::json!([{"host": host(), "port": 443, "answer": "no"}])
    );
    assert!(child.wait().unwrap().success());
}

/// A place with a command that writes outside, and settings that allow to run it.
fn outside() -> Place {
    let place = Place::new();
    place.write("../other/file", "");
    place.write("write.sh", "echo ran >> runs\ntouch ../other/made\n");
    place.write("settings.json", "{\"permissions\": {\"allow\": [\"Bash(bash write.sh)\"]}}\n");
    place
}

const WRITE: [&str; 5] = ["run", "--policy", "settings.json", "--", "bash write.sh"];

#[test]
fn a_command_that_failed_for_the_sandbox_runs_again_with_exactly_that_if_the_person_says_yes() {
    for (answer, code, runs) in [("y\n", 0, 2), ("n\n", 1, 1), ("\n", 1, 1), ("\x04", 1, 1)] {
        let place = outside();
        let mut asked = asked(&place, &WRITE);
        read_until(&mut asked.terminal, &mut asked.shown, "[y/a/N] ");
        let directory = place.repo().parent().unwrap().join("other");
        let grant = format!("write in `{}`", directory.display());
        for part in [grant.as_str(), "bash write.sh", "a part of it ran already"] {
            assert!(asked.shown.contains(part), "{part}: {}", asked.shown);
        }
        asked.shown.push_str("N/?] ");
        assert_eq!(asked.answer(answer), Some(code), "{answer:?}");
        assert_eq!(directory.join("made").exists(), runs == 2, "{answer:?}");
        let ran = std::fs::read_to_string(place.repo().join("runs")).unwrap();
        assert_eq!(ran.lines().count(), runs, "{answer:?}");
        assert!(!settings(&place).contains("allowWrite"));
    }
}

#[test]
fn a_grant_for_good_is_written_where_the_question_says() {
    let place = outside();
    let mut asked = asked(&place, &WRITE);
    read_until(&mut asked.terminal, &mut asked.shown, "[y/a/N] ");
    asked.terminal.write_all(b"a\n").unwrap();
    read_until(&mut asked.terminal, &mut asked.shown, "run it again? [y/N] ");
    assert!(asked.shown.contains("to `sandbox.filesystem.allowWrite` in `settings.json`"), "{}", asked.shown);
    asked.shown.push_str("N/?] ");
    assert_eq!(asked.answer("y\n"), Some(0));
    let again = place.run(&WRITE, b"");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
}

#[test]
fn a_second_run_is_offered_once_and_only_to_a_person() {
    let place = outside();
    // Each run lacks something else.
    place.write("write.sh", "touch ../other/made && touch ../third/made\n");
    place.write("../third/file", "");
    let mut asked = asked(&place, &WRITE);
    read_until(&mut asked.terminal, &mut asked.shown, "[y/a/N] ");
    asked.shown.push_str("N/?] ");
    assert_eq!(asked.answer("y\n"), Some(1));
    let place = outside();
    for options in [&["--yes"][..], &["--json"], &[]] {
        let arguments = [&["run"], options, &WRITE[1..]].concat();
        let output = place.run(&arguments, b"y\ny\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(!String::from_utf8_lossy(&output.stderr).contains("again"));
    }
    let output = place.run(&[&["run", "--json"], &WRITE[1..]].concat(), b"");
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let directory = place.repo().parent().unwrap().join("other");
    assert_eq!(outcome["sandbox"]["grants"], serde_json::json!([{"kind": "write", "path": directory}]));
}
