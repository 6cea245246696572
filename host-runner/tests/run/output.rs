//! What a command writes, and where it stays.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;
use std::time::Duration;

use host_runner::outcome::EndedBy;

use super::*;

fn writes(command: &str, place: &Place) -> Plan {
    plan(command, &place.cwd(), Proof::Writes, &SandboxSettings::default())
}

/// Both ways to run it: sandboxed and not.
fn both(command: &str, place: &Place) -> [Plan; 2] {
    let bare = SandboxSettings { enabled: false, ..SandboxSettings::default() };
    [writes(command, place), plan(command, &place.cwd(), Proof::Writes, &bare)]
}

#[test]
fn what_is_too_long_is_kept_byte_for_byte_and_shown_at_both_ends() {
    let place = Place::new();
    let command = "printf '\\377first\\n'; seq 100000; echo last >&2";
    for plan in both(command, &place) {
        let outcome = try_run(&session_in(&place), plan).unwrap();
        let path = outcome.persisted_output_path.unwrap();
        let kept = std::fs::read(&path).unwrap();
        let numbers = (1..=100_000).map(|number| format!("{number}\n")).collect::<Vec<_>>().concat();
        assert_eq!(kept, [b"\xfffirst\n", numbers.as_bytes(), b"last\n"].concat());
        assert_eq!(outcome.persisted_output_size, Some(kept.len() as u64));
        assert!(outcome.stdout.starts_with("\u{fffd}first\n1\n2\n"), "{}", outcome.stdout);
        assert!(outcome.stdout.ends_with("\n100000\nlast\n"), "{}", outcome.stdout);
        let says =
            format!("of {} bytes in 100002 lines; the whole output is in `{}`]", kept.len(), path.display());
        assert!(outcome.stdout.contains(&says), "{}", outcome.stdout);
        assert!(outcome.stdout.chars().count() <= 10_300);
        assert_eq!(path.metadata().unwrap().mode() & 0o077, 0, "nobody else reads it");
    }
}

#[test]
fn a_setting_says_how_much_is_shown() {
    let place = Place::new();
    let with = |shown: &str| {
        let environment = [("TMPDIR", place.path.to_str().unwrap()), ("BASH_MAX_OUTPUT_LENGTH", shown)];
        let environment = environment.map(|(name, value)| (name.into(), value.into()));
        let request = Request { cwd: place.path.to_str(), ..Request::new("seq 9000") };
        wait_for(session().with_environment(environment).run(request, |_| ())).unwrap().stdout.len()
    };
    let whole = (1..=9000).map(|number| format!("{number}\n").len()).sum::<usize>();
    assert_eq!(with("150000"), whole);
    assert!(with("3000") < 1300);
}

#[test]
fn a_command_reaches_its_output_by_its_descriptors_alone_and_cannot_empty_it() {
    let place = Place::new();
    let base = place.join(&format!("shellgate-{}", nix::unistd::geteuid()));
    let command = format!(
        "echo kept; ls '{base}/live'; find '{base}' -name '*.out'; : > /proc/self/fd/1; echo out > /dev/stdout; \
         echo err > /dev/stderr; echo both | tee /dev/stderr; (echo piped > /dev/stdout) | tr a-z A-Z; echo end",
        base = base.display()
    );
    let outcome = try_run(&session_in(&place), writes(&command, &place)).unwrap();
    assert!(outcome.stdout.starts_with("kept\n"), "{}", outcome.stdout);
    assert!(outcome.stdout.ends_with("\nout\nerr\nboth\nboth\nPIPED\nend\n"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("run-1"), "{}", outcome.stdout);
    assert_eq!(outcome.stdout.matches("Permission denied").count(), 2, "{}", outcome.stdout);
}

#[test]
fn a_denied_directory_around_the_outputs_is_no_obstacle() {
    let place = Place::new();
    let outputs = Place::new();
    let environment = [("PATH", "/usr/bin:/bin"), ("TMPDIR", outputs.path.to_str().unwrap())];
    let environment = environment.map(|(name, value)| (name.into(), value.into()));
    let settings = SandboxSettings {
        deny_read: vec![outputs.path.to_str().unwrap().to_owned()],
        ..SandboxSettings::default()
    };
    let plan = plan("echo hello", &place.cwd(), Proof::ReadOnly, &settings);
    let outcome = try_run(&session().with_environment(environment), plan).unwrap();
    assert_eq!(outcome.stdout, "hello\n");
}

#[test]
fn a_command_that_cuts_its_output_short_loses_only_what_it_cut() {
    let place = Place::new();
    // The descriptor that it has is enough to do that.
    let command = "echo gone; perl -e 'truncate(STDOUT, 0) or die'; echo kept";
    for plan in both(command, &place) {
        let outcome = try_run(&session_in(&place), plan).unwrap();
        assert_eq!((outcome.stdout.as_str(), outcome.exit_code), ("kept\n", 0));
    }
}

#[test]
fn images_hints_and_progress_bars_are_told_apart_from_text() {
    let place = Place::new();
    let png = "printf '\\211PNG\\r\\n\\032\\n'";
    let outcome = confined(png, &place.cwd(), Proof::ReadOnly);
    assert_eq!((outcome.stdout.as_str(), outcome.is_image), ("data:image/png;base64,iVBORw0KGgo=", true));
    let command = "printf ' 10 %%\\r100 %%\\n'; printf '\\033[31mred\\033[0m\\n'; \
                   echo '<claude-code-hint v=\"1\" type=\"plugin\" value=\"a@b\" />' >&2";
    let outcome = confined(command, &place.cwd(), Proof::ReadOnly);
    assert_eq!(outcome.stdout, "100 %\nred\n");
    let hints = serde_json::to_value(&outcome.hints).unwrap();
    assert_eq!(hints, serde_json::json!([{ "v": "1", "type": "plugin", "value": "a@b" }]));
}

#[test]
fn progress_is_told_with_the_last_line_and_not_for_every_write() {
    let place = Place::new();
    let command = "for i in 1 2 3; do seq 5000; done; echo waiting; until [ -e go ]; do :; done";
    let (mut told, mut last, mut started) = (0, String::new(), None);
    let session = session_in(&place);
    let go = place.cwd().join("go");
    let outcome = wait_for(session.run(writes(command, &place), |event| match event {
        Event::Started { task, output } => started = Some((task.to_owned(), output.path().exists())),
        Event::Progress(progress) => {
            told += 1;
            if progress.last_line == "waiting" {
                last.clone_from(&progress.last_line);
                std::fs::write(&go, "").unwrap();
            }
        }
        Event::Ended(outcome) => assert_eq!(outcome.exit_code, 0),
        other => panic!("{other:?}"),
    }))
    .unwrap();
    assert_eq!((started, last.as_str()), (Some(("run-1".to_owned(), true)), "waiting"));
    assert!(told >= 1 && told <= outcome.duration_ms / 100 + 1, "{told} in {} ms", outcome.duration_ms);
}

#[test]
fn what_outgrows_its_limit_is_ended_at_once_and_says_so() {
    let place = Place::new();
    for mut plan in both("trap '' TERM; yes", &place) {
        plan.resources.output = 1 << 20;
        let outcome = try_run(&session_in(&place), plan).unwrap();
        assert_eq!(outcome.end.ended_by(), Some(EndedBy::OutputLimit));
        let means = outcome.return_code_interpretation.as_deref();
        assert_eq!(means, Some("ended because its output exceeded 1048576 bytes"));
        assert_eq!(outcome.signal.as_deref(), Some("SIGKILL"));
        assert!(outcome.stdout.starts_with("y\ny\n") && outcome.stdout.ends_with("y\ny\n"));
        // What is kept is bounded, however fast it was written.
        let kept = outcome.persisted_output_path.unwrap().metadata().unwrap().len();
        assert!(kept > 1 << 20 && kept <= (64 << 20) + 100, "{kept}");
    }
}

#[test]
fn silence_can_be_bounded() {
    let place = Place::new();
    let mark = Mark::new("21");
    let silent_for = |limit: Duration| {
        let mut plan = writes(&format!("echo started; sleep {mark}"), &place);
        plan.resources.idle = Some(limit);
        (try_run(&session_in(&place), plan).unwrap(), limit)
    };
    // A slow machine may be silent that long before anything runs.
    let limits = [300, 3_000, 30_000].map(Duration::from_millis);
    let started = |(outcome, _): &(Outcome, Duration)| {
        outcome.killed.iter().any(|process| process.command == format!("sleep {mark}"))
    };
    let (outcome, limit) =
        limits.into_iter().map(silent_for).find(started).expect("it starts in half a minute");
    assert_eq!((outcome.stdout.as_str(), outcome.end.ended_by()), ("started\n", Some(EndedBy::Idle)));
    assert_eq!(outcome.end.timed_out_after_ms().map(u128::from), Some(limit.as_millis()));
}

#[test]
fn a_file_has_a_bound_of_its_own() {
    let place = Place::new();
    for mut plan in both("head -c 100000 /dev/zero > file", &place) {
        plan.resources.file_size = Some(65536);
        let outcome = try_run(&session_in(&place), plan).unwrap();
        assert!(outcome.exit_code != 0, "{}", outcome.stdout);
        assert_eq!(place.cwd().join("file").metadata().unwrap().len(), 65536);
    }
}

#[test]
fn memory_has_a_bound() {
    let place = Place::new();
    for mut plan in both("perl -e '$x = \"x\" x (1 << 29); print \"had it\"'", &place) {
        plan.resources.memory = Some(128 << 20);
        let outcome = try_run(&session_in(&place), plan).unwrap();
        assert!(outcome.exit_code != 0 && !outcome.stdout.contains("had it"), "{}", outcome.stdout);
    }
}

#[test]
fn a_place_that_cannot_be_written_to_is_said_before_anything_runs() {
    let place = Place::new();
    let file = place.join("file");
    std::fs::write(&file, "").unwrap();
    for (base, problem) in [("file", "Not a directory"), ("absent", "No such file or directory")] {
        let base = place.join(base);
        let environment = [("PATH", "/usr/bin:/bin"), ("CLAUDE_CODE_TMPDIR", base.to_str().unwrap())];
        let environment = environment.map(|(name, value)| (name.into(), value.into()));
        let error = try_run(&session().with_environment(environment), writes("touch ran", &place));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
        assert!(error.ends_with("set `CLAUDE_CODE_TMPDIR` to a directory that you can write"), "{error}");
    }
    assert!(!place.cwd().join("ran").exists());
}

#[test]
fn a_missing_temporary_directory_is_made() {
    let place = Place::new();
    let missing = place.join("not/yet");
    let environment = [("PATH", "/usr/bin:/bin"), ("TMPDIR", missing.to_str().unwrap())];
    let environment = environment.map(|(name, value)| (name.into(), value.into()));
    let plan = writes("touch \"$(mktemp)\" && echo \"$TMPDIR\"", &place);
    let outcome = try_run(&session().with_environment(environment), plan).unwrap();
    assert_eq!(outcome.exit_code, 0, "{}", outcome.stdout);
    assert!(outcome.stdout.starts_with(missing.to_str().unwrap()), "{}", outcome.stdout);
}

#[test]
fn a_full_disk_loses_nothing_that_was_written_and_is_named() {
    let place = Place::new();
    let disk = place.join("disk");
    std::fs::create_dir(&disk).unwrap();
    // A disk of its own, in a mount namespace of its own.
    let script = "mount -t tmpfs -o size=1m tmpfs \"$DISK\" && TMPDIR=\"$DISK\" exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
    let output = command
        .args(runner_arguments())
        .env("DISK", &disk)
        .env("RUNNER_COMMAND", "echo first; head -c 4000000 /dev/zero | tr '\\0' x; echo $?")
        .env("RUNNER_CWD", place.cwd())
        .env("RUNNER_ANSWER", place.join("answer"))
        .output()
        .unwrap();
    let Ok(answer) = std::fs::read_to_string(place.join("answer")) else {
        let why = String::from_utf8_lossy(&output.stderr);
        return test_support::skip(format_args!("no mount namespace can be made here: {why}"));
    };
    let outcome: serde_json::Value = serde_json::from_str(&answer).expect(&answer);
    assert!(outcome["stdout"].as_str().unwrap().starts_with("first\n"), "{answer}");
    let notes = outcome["notes"].to_string();
    assert!(notes.contains("the disk is full") && notes.contains("CLAUDE_CODE_TMPDIR"), "{answer}");
    assert!(outcome["persistedOutputSize"].as_u64().unwrap() > 500_000, "{answer}");
}

#[test]
fn the_runners_memory_does_not_grow_with_the_output() {
    let (small, large) = (peak_with(1_000_000), peak_with(100_000_000));
    println!("the runner's memory at its highest: {small} kB with 1 MB of output, {large} kB with 100 MB");
    assert!(small > 0 && large < small + 4 * 1024, "{small} kB, {large} kB");
}

/// The runner's memory at its highest, in kB, with a command that writes so many bytes.
fn peak_with(bytes: u64) -> u64 {
    let place = Place::new();
    let runner = Command::new(env!("CARGO_BIN_EXE_shellgate"))
        .args([
            "run",
            "--no-policy",
            "--yes",
            "--json",
            "--",
            &format!("head -c {bytes} /dev/zero | tr '\\0' '\\n'"),
        ])
        .current_dir(place.cwd())
        .env("TMPDIR", &place.path)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let peak = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", runner.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned));
        line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok())
    };
    // The last look before it is gone; a peak never shrinks.
    let mut highest = 0;
    while let Some(now) = peak() {
        highest = highest.max(now);
        std::thread::yield_now();
    }
    let output = runner.wait_with_output().unwrap();
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&outcome["exitCode"], &outcome["persistedOutputSize"]), (&0.into(), &bytes.into()));
    highest
}

#[test]
fn what_lies_in_the_way_is_not_followed() {
    let place = Place::new();
    let own = place.join(&format!("shellgate-{}", nix::unistd::geteuid()));
    let elsewhere = place.join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &own).unwrap();
    let error = try_run(&session_in(&place), writes("true", &place)).unwrap_err().to_string();
    assert!(error.contains("it is not a directory"), "{error}");
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
    std::fs::remove_file(&own).unwrap();
    std::fs::create_dir(&own).unwrap();
    std::fs::set_permissions(&own, std::fs::Permissions::from_mode(0o755)).unwrap();
    try_run(&session_in(&place), writes("true", &place)).unwrap();
    assert_eq!(own.metadata().unwrap().mode() & 0o777, 0o700);
}
