//! The question to a person, on a real terminal.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};

use nix::pty::openpty;

use crate::place::Place;

/// `shellgate run` with a terminal to ask on.
pub(crate) struct Asked {
    pub(crate) terminal: File,
    pub(crate) child: Child,
    pub(crate) shown: String,
}

/// Reads what is shown until `end` is there.
pub(crate) fn read_until(terminal: &mut File, shown: &mut String, end: &str) {
    let mut buffer = [0; 1024];
    while !shown.contains(end) {
        let count = terminal.read(&mut buffer).unwrap();
        shown.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
}

impl Asked {
    fn new(place: &Place, command: &str) -> Self {
        let pair = openpty(None, None).unwrap();
        Self::on(place, command, pair.master.into(), pair.slave)
    }

    fn on(place: &Place, command: &str, terminal: File, slave: OwnedFd) -> Self {
        Self::with(place, &["run", "--no-policy", "--", command], terminal, slave)
    }

    pub(crate) fn with(place: &Place, arguments: &[&str], terminal: File, slave: OwnedFd) -> Self {
        let child = place
            .command()
            .env("TERM", "dumb")
            .args(arguments)
            .stdin(Stdio::from(slave.try_clone().unwrap()))
            .stderr(Stdio::from(slave))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self { terminal, child, shown: String::new() }
    }

    /// Answers, and gives the exit code.
    pub(crate) fn answer(mut self, answer: &str) -> Option<i32> {
        read_until(&mut self.terminal, &mut self.shown, "N/?] ");
        self.terminal.write_all(answer.as_bytes()).unwrap();
        // What is shown is read on, so that the other side never waits for room; the end of a terminal is an error.
        let mut terminal = self.terminal;
        let reader = std::thread::spawn(move || {
            let mut rest = Vec::new();
            let _ = terminal.read_to_end(&mut rest);
        });
        let status = self.child.wait().unwrap();
        reader.join().unwrap();
        status.code()
    }
}

#[test]
fn the_question_says_what_why_and_which_rule_would_allow_it() {
    let place = Place::new();
    let mut asked = Asked::new(&place, "touch made");
    read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
    for part in ["touch made", "changes files", "Bash(touch made)"] {
        assert!(asked.shown.contains(part), "{part}: {}", asked.shown);
    }
    assert_eq!(asked.answer("n\n"), Some(125));
}

#[test]
fn keys_typed_before_the_question_do_not_answer_it() {
    for typed in ["y\n", "yes\n", "y\ny\ny\n", "y"] {
        let place = Place::new();
        let pair = openpty(None, None).unwrap();
        let mut terminal = File::from(pair.master);
        // It is in the terminal's queue before the program starts.
        terminal.write_all(typed.as_bytes()).unwrap();
        let slave = pair.slave;
        let asked = Asked::on(&place, "touch made", terminal, slave);
        assert_eq!(asked.answer("\n"), Some(125), "{typed:?}");
        assert!(!place.repo().join("made").exists(), "{typed:?}");
    }
}

#[test]
fn a_terminal_gets_text_and_colours_and_a_pipe_gets_every_byte() {
    let printed = r"a\033[31mred\033[0m\033]52;c;eA==\007\033[2J\033[6n\342\200\256b\n";
    let place = Place::new();
    let command = format!("printf '{printed}'");
    let output = place.run(&["run", "--no-policy", &command], b"");
    assert_eq!(output.stdout, b"a\x1b[31mred\x1b[0m\x1b]52;c;eA==\x07\x1b[2J\x1b[6n\xe2\x80\xaeb\n");
    let pair = openpty(None, None).unwrap();
    let mut child = place
        .command()
        .env("TERM", "dumb")
        .args(["run", "--no-policy", &command])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .stdout(Stdio::from(pair.slave))
        .spawn()
        .unwrap();
    let mut shown = String::new();
    read_until(&mut File::from(pair.master), &mut shown, "\n");
    assert_eq!(shown, "a\u{1b}[31mred\u{1b}[0m<U+202E>b\r\n");
    assert!(child.wait().unwrap().success());
    let output = place.run(&["run", "--no-policy", "--json", &command], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    let outcome: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(outcome["stdout"].as_str().unwrap().contains('\u{202e}') && !text.contains('\u{202e}'), "{text}");
}

#[test]
fn an_answer_for_good_is_in_the_file_that_the_question_names_and_is_not_asked_again() {
    for (confirmed, code, made) in [("y\n", 0, true), ("n\nn\n", 125, false)] {
        let place = Place::new();
        place.write("settings.json", "{\n  // mine\n}\n");
        let arguments = ["run", "--policy", "settings.json", "--", "touch made"];
        let pair = openpty(None, None).unwrap();
        let mut asked = Asked::with(&place, &arguments, pair.master.into(), pair.slave);
        read_until(&mut asked.terminal, &mut asked.shown, "[y/a/N/?] ");
        asked.terminal.write_all(b"a\n").unwrap();
        read_until(&mut asked.terminal, &mut asked.shown, "[y/N] ");
        assert!(
            asked.shown.contains("`Bash(touch made)` to `permissions.allow` in `settings.json`"),
            "{}",
            asked.shown
        );
        assert_eq!(asked.answer(confirmed), Some(code));
        assert_eq!(place.repo().join("made").exists(), made);
        let settings = std::fs::read_to_string(place.repo().join("settings.json")).unwrap();
        assert!(settings.contains("// mine") && settings.contains("Bash(touch made)") == made, "{settings}");
        let again = place.run(&["check", "--policy", "settings.json", "touch made"], b"");
        assert_eq!(again.status.code(), Some(if made { 0 } else { 3 }));
    }
}

#[test]
fn an_answer_for_good_is_listed_and_taken_back() {
    let place = Place::new();
    let pair = openpty(None, None).unwrap();
    let mut asked = Asked::with(&place, &["run", "--", "touch made"], pair.master.into(), pair.slave);
    read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
    asked.terminal.write_all(b"a\n").unwrap();
    read_until(&mut asked.terminal, &mut asked.shown, "[y/N] ");
    assert_eq!(asked.answer("y\n"), Some(0));
    let said = |arguments: &[&str]| {
        let output = place.run(arguments, b"");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (_, listed) = said(&["approvals", "list"]);
    for part in
        ["a1", "`Bash(touch made)` in `permissions.allow`", ".claude/settings.local.json", "for `touch made`"]
    {
        assert!(listed.contains(part), "{part}: {listed}");
    }
    let (_, json) = said(&["approvals", "list", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json[0]["id"], &json[0]["standing"]), (&"a1".into(), &"inFile".into()));
    assert_eq!(said(&["approvals", "revoke", "a2"]).0, Some(2));
    assert_eq!(said(&["approvals", "revoke"]).0, Some(2));
    assert_eq!(place.run(&["check", "touch made"], b"").status.code(), Some(0));
    let (code, text) = said(&["approvals", "revoke", "a1"]);
    assert!(code == Some(0) && text.contains("was taken out of"), "{text}");
    assert_eq!(place.run(&["check", "touch made"], b"").status.code(), Some(3));
    assert_eq!(said(&["approvals", "list"]).1, "no approvals\n");
}

#[test]
fn an_answer_for_a_session_counts_in_that_session_only() {
    let place = Place::new();
    let session = place.repo().join("../session");
    let session = session.to_str().unwrap();
    let run = ["run", "--session", session, "--", "touch made"];
    let pair = openpty(None, None).unwrap();
    let mut asked = Asked::with(&place, &run, pair.master.into(), pair.slave);
    read_until(&mut asked.terminal, &mut asked.shown, "[y/s/a/N/?] ");
    assert_eq!(asked.answer("s\n"), Some(0));
    let status = |arguments: &[&str]| place.run(arguments, b"").status.code();
    assert_eq!(status(&run), Some(0));
    assert_eq!(status(&["run", "--session", session, "--", "touch other"]), Some(125));
    assert_eq!(status(&["run", "--", "touch made"]), Some(125));
    let call = serde_json::json!({
        "session_id": "s", "cwd": place.repo(), "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "touch made"},
    });
    let hook = |variables: &[(&str, &str)]| {
        let mut child = place
            .command()
            .arg("hook")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(call.to_string().as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(hook(&[("SHELLGATE_SESSION", session)]).contains(r#""permissionDecision":"allow""#));
    assert!(hook(&[]).contains(r#""permissionDecision":"ask""#));
    let listed = place.run(&["approvals", "--session", session, "list"], b"").stdout;
    assert!(String::from_utf8(listed).unwrap().starts_with("s1  "));
    assert_eq!(status(&["approvals", "--session", session, "revoke"]), Some(0));
    assert_eq!(status(&run), Some(125));
}

#[test]
fn the_setting_by_which_the_sandbox_counts_is_offered_once_and_decides_anew() {
    let place = Place::new();
    let user_settings = place.repo().join("../.claude/settings.json");
    let asked = |command: &str| {
        let pair = openpty(None, None).unwrap();
        Asked::with(&place, &["run", "--", command], pair.master.into(), pair.slave)
    };
    let offer = "what the sandbox does not hold, answer `b`";
    let mut first = asked("touch made");
    read_until(&mut first.terminal, &mut first.shown, "N/?] ");
    assert!(first.shown.contains(offer), "{}", first.shown);
    assert_eq!(first.answer("n\n"), Some(125));
    // It was shown once, and is an answer from now on as ever.
    let mut second = asked("touch made");
    read_until(&mut second.terminal, &mut second.shown, "N/?] ");
    assert!(!second.shown.contains(offer), "{}", second.shown);
    second.terminal.write_all(b"b\n").unwrap();
    read_until(&mut second.terminal, &mut second.shown, "decide anew? [y/N] ");
    assert!(
        second.shown.contains("sets `sandbox.autoAllowBashIfSandboxed` to true in `"),
        "{}",
        second.shown
    );
    assert!(!user_settings.exists());
    assert_eq!(second.answer("y\n"), Some(0));
    assert!(place.repo().join("made").exists());
    let written: serde_json::Value = serde_json::from_slice(&std::fs::read(&user_settings).unwrap()).unwrap();
    assert_eq!(written, serde_json::json!({"sandbox": {"autoAllowBashIfSandboxed": true}}));
    assert_eq!(place.run(&["run", "--", "touch other"], b"").status.code(), Some(0));
}

#[test]
fn what_asks_under_the_new_setting_too_is_asked_again() {
    let place = Place::new();
    let pair = openpty(None, None).unwrap();
    // A protected name, which no sandbox answers for.
    let mut asked = Asked::with(&place, &["run", "--", "touch .npmrc"], pair.master.into(), pair.slave);
    read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
    asked.terminal.write_all(b"b\n").unwrap();
    read_until(&mut asked.terminal, &mut asked.shown, "decide anew? [y/N] ");
    asked.shown.clear();
    asked.terminal.write_all(b"y\n").unwrap();
    assert_eq!(asked.answer("n\n"), Some(125));
    assert!(!place.repo().join(".npmrc").exists());
}

#[test]
fn the_setting_is_not_offered_where_the_settings_speak_of_it_or_there_are_none() {
    for settings in [
        r#"{"sandbox":{"autoAllowBashIfSandboxed":false}}"#,
        r#"{"sandbox":{"enabled":false}}"#,
        r#"{"profile":"jazz"}"#,
    ] {
        let place = Place::new();
        place.write("settings.json", settings);
        let pair = openpty(None, None).unwrap();
        let arguments = ["run", "--policy", "settings.json", "--", "touch made"];
        let mut asked = Asked::with(&place, &arguments, pair.master.into(), pair.slave);
        read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
        assert!(!asked.shown.contains("answer `b`"), "{}", asked.shown);
        assert_eq!(asked.answer("b\n"), Some(125));
        assert_eq!(std::fs::read_to_string(place.repo().join("settings.json")).unwrap(), settings);
    }
    let place = Place::new();
    let mut asked = Asked::new(&place, "touch made");
    read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
    assert!(!asked.shown.contains("answer `b`"), "{}", asked.shown);
    assert_eq!(asked.answer("n\n"), Some(125));
}

#[test]
fn only_a_yes_runs_it() {
    for (answer, code, made) in
        [("y\n", 0, true), ("yes\n", 0, true), ("n\n", 125, false), ("\n", 125, false), ("\x04", 125, false)]
    {
        let place = Place::new();
        let asked = Asked::new(&place, "touch made");
        assert_eq!(asked.answer(answer), Some(code), "{answer:?}");
        assert_eq!(place.repo().join("made").exists(), made, "{answer:?}");
    }
}

#[test]
fn an_edit_is_shown_before_the_question_and_a_file_that_changes_meanwhile_is_not_touched() {
    for (meanwhile, code, content) in [(None, 0, "1\n"), (Some("other\n"), 125, "other\n")] {
        let place = Place::new();
        place.write("a", "one\n");
        let mut asked = Asked::new(&place, "sed -i s/one/1/ a");
        read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
        for part in ["--- a", "-one", "+1"] {
            assert!(asked.shown.contains(part), "{part}: {}", asked.shown);
        }
        if let Some(text) = meanwhile {
            place.write("a", text);
        }
        assert_eq!(asked.answer("y\n"), Some(code));
        assert_eq!(std::fs::read_to_string(place.repo().join("a")).unwrap(), content);
    }
}

#[test]
fn who_waits_sees_after_two_seconds_how_it_goes_and_on_a_dumb_terminal_nothing() {
    for (term, shows) in [("xterm", true), ("dumb", false)] {
        let place = Place::new();
        let pair = openpty(None, None).unwrap();
        let mut child = place
            .command()
            .env("TERM", term)
            .env("NO_COLOR", "1")
            .args(["run", "--no-policy", "--yes", "--", "echo hello; until [ -e go ]; do sleep 0.05; done"])
            .stdin(Stdio::null())
            .stderr(Stdio::from(pair.slave))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut terminal, mut shown) = (File::from(pair.master), String::new());
        if shows {
            read_until(&mut terminal, &mut shown, "2 s, 6 bytes: hello");
            assert!(!shown.contains("1 s, ") && !shown.contains("\u{1b}[3"), "{shown:?}");
        }
        place.write("go", "");
        read_until(&mut terminal, &mut shown, "promises held");
        assert_eq!(shown.contains("6 bytes"), shows, "{shown:?}");
        assert!(child.wait().unwrap().success());
    }
}
