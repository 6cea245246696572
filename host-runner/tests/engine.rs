//! `--engine` from the outside: who decides, and what a person is told when nobody does.
//!
//! A program without wasmtime is tried from further outside: `tests/platforms/without_engine.test.mjs`.

#[path = "cli_suite/place.rs"]
#[cfg_attr(target_os = "linux", expect(dead_code, reason = "what the other suite needs of it"))]
mod place;

use place::{Place, snapshot};

#[test]
#[cfg(feature = "engine")]
fn a_module_that_is_missing_asks_and_says_what_to_do() {
    let place = Place::new();
    let drawn = place.run(&["check", "--engine", "wasm:/nonexistent", "ls | head -3"], b"");
    snapshot("engine_missing", &place.shown(&drawn));
    let json = place.run(&["check", "--json", "--engine", "wasm:/nonexistent", "ls"], b"");
    let text = String::from_utf8(json.stdout).unwrap();
    assert_eq!(json.status.code(), Some(3));
    assert!(
        text.starts_with(r#"{"decision":"ask","readOnly":false,"reason":{"code":"ENGINE_FAILED""#),
        "{text}"
    );
    assert!(text.contains("the module `/nonexistent` cannot be read: No such file or directory"), "{text}");
    assert!(text.contains("or the linked core with `--engine linked`"), "{text}");
}

#[test]
fn what_is_denied_stays_denied_without_a_module() {
    let place = Place::new();
    place.write(
        "s.json",
        r#"{"engine":"wasm:/nonexistent","permissions":{"deny":["Bash(curl:*)"],"allow":["Bash(make)"]}}"#,
    );
    let policy = ["--policy", "s.json"];
    for (mode, command, code) in [
        ("default", "curl x", 4),
        ("default", "ls", 3),
        ("default", "make", 3),
        ("bypassPermissions", "make", 3),
        ("bypassPermissions", "ls; curl x", 4),
        ("dontAsk", "ls", 4),
    ] {
        let all = [&["check"], &policy[..], &["--mode", mode, command]].concat();
        let output = place.run(&all, b"");
        assert_eq!(output.status.code(), Some(code), "{all:?}: {}", place.shown(&output));
        // Nothing runs that nobody approved.
        let all = [&["run"], &policy[..], &["--mode", mode, command]].concat();
        let output = place.run(&all, b"");
        assert_eq!(output.status.code(), Some(125), "{all:?}: {}", place.shown(&output));
    }
    let line = br#"{"id":7,"command":"ls"}"#;
    let answer = place.run(&["check", "--jsonl", "--policy", "s.json"], line);
    let text = String::from_utf8(answer.stdout).unwrap();
    assert!(text.starts_with(r#"{"id":7,"decision":"ask","#) && text.contains("ENGINE_FAILED"), "{text}");
    // The command line has the last word.
    let output = place.run(&["check", "--policy", "s.json", "--engine", "linked", "ls"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", place.shown(&output));
}

#[test]
fn a_project_cannot_bring_the_module_that_judges_it() {
    let place = Place::new();
    place.write(".claude/settings.json", r#"{ "engine": "wasm:/x/core.wasm" }"#);
    let output = place.run(&["check", "ls"], b"");
    snapshot("engine_of_project", &place.shown(&output));
    let output = place.run(&["check", "--engine", "linked", "ls"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", place.shown(&output));
}

#[test]
fn another_word_is_no_engine() {
    let place = Place::new();
    for word in ["wasm:", "native", ""] {
        let output = place.run(&["check", "--engine", word, "ls"], b"");
        assert_eq!(output.status.code(), Some(2), "{word:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("write `linked`, `wasm` or `wasm:FILE`"), "{told}");
    }
}

#[test]
#[cfg(all(target_os = "linux", feature = "engine"))]
fn no_sandboxed_command_changes_what_was_compiled() {
    use std::os::unix::fs::MetadataExt as _;

    for backend in ["embedded", "landlock"] {
        let place = Place::new();
        let home = place.repo().parent().unwrap().to_owned();
        let attempts =
            "cd; echo > written; echo x > .cache/shellgate/modules/x; mkdir .cache/shellgate/modules/y
            mv .cache/shellgate/modules moved; mv .cache/shellgate moved; mv .cache moved
            rm -rf .cache/shellgate; mkdir -p .cache/shellgate/modules && echo x > .cache/shellgate/modules/x
            chmod 777 .cache/shellgate/modules; true";
        let writable = home.to_str().unwrap();
        let arguments =
            ["sandbox", "--backend", backend, "--write", writable, "--", "/bin/sh", "-c", attempts];
        let shown = place.shown(&place.run_with(&arguments, &[("PATH", "/usr/bin:/bin")]));
        assert!(home.join("written").is_file(), "{backend} lets it write elsewhere: {shown}");
        let modules = home.join(".cache/shellgate/modules");
        assert_eq!(modules.read_dir().map(Iterator::count).ok(), Some(0), "{backend}: {shown}");
        assert!(!home.join("moved").exists(), "{backend}: {shown}");
        if backend == "embedded" {
            assert_eq!(modules.metadata().unwrap().mode() & 0o777, 0o700, "{backend}: {shown}");
        }
    }
}

#[test]
#[cfg(all(target_os = "linux", feature = "engine"))]
fn the_doctor_says_who_decides() {
    let place = Place::new();
    let engine = |arguments: &[&str]| {
        let all = [&["doctor", "--json"], arguments].concat();
        let text = String::from_utf8(place.run(&all, b"").stdout).unwrap();
        let part = text.split(r#"{"name":"engine","#).nth(1).unwrap_or_else(|| panic!("{text}"));
        part.split('}').next().unwrap_or_default().to_owned()
    };
    let linked = engine(&[]);
    let missing = engine(&["--engine", "wasm:/nonexistent"]);
    assert!(linked.starts_with(r#""works":true,"found":"the linked core decides; "#), "{linked}");
    assert!(linked.contains("this program has ") && linked.contains(r#""remedy":"""#), "{linked}");
    assert!(
        missing.starts_with(
            r#""works":false,"found":"the module `/nonexistent` decides, and returns no verdict"#
        )
    );
    assert!(missing.contains(r#""remedy":"check the path"#), "{missing}");
}
