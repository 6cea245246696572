//! What comes back.

use super::*;

#[test]
fn the_status_and_the_signal_are_those_of_the_command() {
    let place = Place::new();
    for (command, code, signal) in [
        ("true", 0, None),
        ("exit 42", 42, None),
        ("kill -TERM $$", 143, Some("SIGTERM")),
        ("kill -KILL $$", 137, Some("SIGKILL")),
        ("kill -PIPE $$", 141, Some("SIGPIPE")),
        ("kill -40 $$", 168, Some("SIG40")),
        ("no-such-program-here", 127, None),
        ("/etc/passwd", 126, None),
        ("-x", 127, None),
    ] {
        for outcome in [confined(command, &place.cwd(), Proof::ReadOnly), bare(command, &place.cwd())] {
            let found = (outcome.exit_code, outcome.signal.as_deref());
            assert_eq!(found, (code, signal), "`{command}`: {}", outcome.stdout);
        }
    }
}

#[test]
fn both_streams_arrive_in_the_order_in_which_they_were_written() {
    let place = Place::new();
    let command = "for i in 1 2 3; do echo out$i; echo err$i >&2; done; printf '\\xff'";
    let outcome = confined(command, &place.cwd(), Proof::ReadOnly);
    assert_eq!(outcome.stdout, "out1\nerr1\nout2\nerr2\nout3\nerr3\n\u{fffd}");
    assert_eq!(outcome.stderr, "");
}

#[test]
fn a_place_that_is_no_directory_is_a_clear_error() {
    let place = Place::new();
    std::fs::write(place.join("file"), "").unwrap();
    for (name, problem) in [("absent", "does not exist"), ("file", "is not a directory")] {
        let plan = plan("true", &place.join(name), Proof::ReadOnly, &SandboxSettings::default());
        let error = try_run(&session(), plan).unwrap_err().to_string();
        let path = place.join(name);
        let expected = format!(
            "the working directory `{}` {problem}; give a directory that exists and can be entered",
            path.display()
        );
        assert_eq!(error, expected);
    }
}

#[test]
fn a_program_that_is_no_launcher_is_an_error_not_a_run() {
    let place = Place::new();
    for launcher in ["/bin/true", "/bin/cat", "/nonexistent"] {
        let plan = plan("touch started", &place.cwd(), Proof::Writes, &SandboxSettings::default());
        let error = try_run(&session().with_launcher(launcher), plan).unwrap_err();
        assert!(matches!(error, RunError::NoLauncher(_)), "{error}");
    }
    assert!(!place.join("work/started").exists());
}

#[test]
fn the_result_has_the_names_that_other_programs_read() {
    let place = Place::new();
    let outcome = serde_json::to_value(confined("true", &place.cwd(), Proof::ReadOnly)).unwrap();
    let names = outcome.as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>();
    let mut expected = vec![
        "stdout",
        "stderr",
        "exitCode",
        "failed",
        "signal",
        "interrupted",
        "timedOut",
        "endedBy",
        "killed",
        "isImage",
        "backgroundTaskId",
        "backgroundedByUser",
        "assistantAutoBackgrounded",
        "returnCodeInterpretation",
        "noOutputExpected",
        "persistedOutputPath",
        "persistedOutputSize",
        "edited",
        "cwd",
        "durationMs",
        "sandbox",
        "notes",
        "hints",
    ];
    expected.sort_unstable();
    assert_eq!(names, expected);
}

#[test]
fn a_switched_off_sandbox_promises_nothing_but_closed_files() {
    let place = Place::new();
    let outcome = bare("true", &place.cwd());
    assert_eq!((outcome.sandbox.backend, outcome.sandbox.confinement.name()), ("none", "none"));
    assert_eq!(outcome.sandbox.promises, ["descriptors-closed"]);
}
