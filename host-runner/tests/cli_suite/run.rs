//! `run` from the outside: what decides, what runs, what it leaves behind, and how it ends.

use std::process::Output;

use crate::place::Place;

/// Runs `shellgate run` with these arguments in front of the command.
fn run(place: &Place, arguments: &[&str], command: &str) -> Output {
    let all: Vec<&str> = ["run"].iter().chain(arguments).copied().chain(["--", command]).collect();
    place.run(&all, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn what_is_allowed_runs_and_ends_with_its_own_status() {
    let place = Place::new();
    place.write("a.txt", "one\ntwo\n");
    for (command, status, output) in [
        ("cat a.txt", 0, "one\ntwo\n"),
        ("grep three a.txt", 1, ""),
        ("echo out; echo err >&2", 0, "out\nerr\n"),
        ("cat a.txt | head -1", 0, "one\n"),
    ] {
        let ended = run(&place, &["--no-policy"], command);
        assert_eq!(ended.status.code(), Some(status), "{command}: {}", text(&ended.stderr));
        assert_eq!(text(&ended.stdout), output, "{command}");
        assert!(text(&ended.stderr).contains("it only reads; exit"), "{command}: {}", text(&ended.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_that_may_have_ended_it_is_named() {
    let place = Place::new();
    let ended = run(&place, &["--no-policy", "--memory", "10"], "ls");
    let said = text(&ended.stderr);
    assert!(said.contains("ended by SIG") && said.contains("memory was limited to 10 bytes"), "{said}");
    let ended = run(&place, &["--no-policy", "--memory", "4G"], "ls");
    assert!(!text(&ended.stderr).contains("memory was limited"), "{}", text(&ended.stderr));
}

#[test]
fn what_is_asked_does_not_run_without_a_person() {
    let place = Place::new();
    let ended = run(&place, &["--no-policy"], "touch made");
    assert_eq!(ended.status.code(), Some(125));
    assert!(
        text(&ended.stdout).is_empty()
            && text(&ended.stderr).contains("there is no terminal for the question")
    );
    assert!(!place.repo().join("made").exists());
}

#[test]
fn an_approval_runs_it_where_it_may_write_and_nowhere_else() {
    let place = Place::new();
    let outside = place.repo().parent().unwrap().join("outside");
    let ended =
        run(&place, &["--no-policy", "--yes"], "bash -c 'touch made; touch ../outside'; touch made2; exit 3");
    assert_eq!(ended.status.code(), Some(3), "{}", text(&ended.stderr));
    assert!(place.repo().join("made").exists() && place.repo().join("made2").exists());
    assert!(!outside.exists(), "the parent of the working directory is read-only");

    // What all changes are known of may make these, wherever they are.
    let ended = run(&place, &["--no-policy", "--yes"], "touch ../outside");
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    assert!(outside.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_approved_as_a_whole_changes_no_protected_name() {
    let place = Place::new();
    let names = [
        ".vimrc",
        ".cargo/config.toml",
        ".pre-commit-config.yaml",
        ".zed/tasks.json",
        ".cursor/mcp.json",
        ".ssh/config",
        ".npmrc",
        ".shellgate/file",
    ];
    place.write(".npmrc", "before\n");
    // The core cannot see into the script, so the person approves it without having seen a name.
    let lines = names.map(|name| format!("mkdir -p \"$(dirname {name})\"; echo x > {name}\n"));
    place.write("make.sh", lines.concat() + "echo x > other\n");
    let ended = run(&place, &["--no-policy", "--yes"], "sh make.sh");
    assert!(place.repo().join("other").exists(), "{}", text(&ended.stderr));
    let written = names.into_iter().filter(|name| place.repo().join(name).exists()).collect::<Vec<_>>();
    assert_eq!(written, [".npmrc"], "{}", text(&ended.stderr));
    assert_eq!(std::fs::read_to_string(place.repo().join(".npmrc")).unwrap(), "before\n");

    // A name that is approved may be made.
    let ended = run(
        &place,
        &["--no-policy", "--yes"],
        "echo x > .npmrc; mkdir -p .cursor; echo x > .cursor/mcp.json",
    );
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    assert_eq!(std::fs::read_to_string(place.repo().join(".npmrc")).unwrap(), "x\n");
    assert!(place.repo().join(".cursor/mcp.json").exists());
}

#[test]
fn a_complete_sandbox_is_enough_where_the_settings_say_so() {
    let place = Place::new();
    place.write(
        "auto.json",
        r#"{"sandbox":{"autoAllowBashIfSandboxed":true},"permissions":{"deny":["Bash(rm:*)"]}}"#,
    );
    let outside = place.repo().parent().unwrap().join("outside");
    let policy = ["--policy", "auto.json"];
    let ended = run(&place, &policy, "touch made && bash -c 'touch ../outside'");
    assert!(text(&ended.stderr).contains("the sandbox confines it"), "{}", text(&ended.stderr));
    assert!(place.repo().join("made").exists() && !outside.exists());
    for (arguments, command) in [
        (&["--backend", "none"][..], "touch other"),
        (&["--backend", "landlock"], "touch other"),
        (&[], "rm made"),
        (&[], "touch ../outside"),
    ] {
        let ended = run(&place, &[&policy, arguments].concat(), command);
        assert_eq!(ended.status.code(), Some(125), "{arguments:?} {command}: {}", text(&ended.stderr));
    }
    assert!(place.repo().join("made").exists() && !place.repo().join("other").exists() && !outside.exists());
}

#[test]
fn what_the_settings_exclude_runs_outside_of_the_sandbox_once_it_may_run() {
    let place = Place::new();
    let outside = place.repo().parent().unwrap().join("outside");
    place.write("not.json", r#"{"sandbox":{"excludedCommands":["env touch:*"]}}"#);
    place.write("out.json", r#"{"sandbox":{"excludedCommands":["bash:*"]}}"#);
    let command = "bash -c 'touch ../outside'";
    for (policy, yes, status, made) in
        [("not.json", true, 1, false), ("out.json", false, 125, false), ("out.json", true, 0, true)]
    {
        let mut arguments = vec!["--policy", policy, "--json"];
        arguments.extend(yes.then_some("--yes"));
        let ended = run(&place, &arguments, command);
        assert_eq!(ended.status.code(), Some(status), "{policy} {yes}: {}", text(&ended.stderr));
        assert_eq!(outside.exists(), made, "{policy} {yes}");
        if made {
            let result: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
            assert_eq!(result["sandbox"]["backend"], "none");
            assert_eq!(result["verdict"]["excludedFromSandbox"], true);
            assert!(result["notes"][0].as_str().unwrap().contains("excludedCommands"), "{result}");
        }
    }
}

#[test]
fn what_is_denied_runs_for_nobody() {
    let place = Place::new();
    place.write("deny.json", r#"{"permissions":{"deny":["Bash(touch:*)"]}}"#);
    for arguments in [&["--policy", "deny.json"][..], &["--policy", "deny.json", "--yes"]] {
        let ended = run(&place, arguments, "env touch made");
        assert_eq!(ended.status.code(), Some(125), "{arguments:?}");
        assert!(text(&ended.stderr).contains("Bash(touch:*)"), "{}", text(&ended.stderr));
        assert!(text(&ended.stderr).contains("deny.json:1:25"), "{}", text(&ended.stderr));
        assert!(!place.repo().join("made").exists());
    }
}

#[test]
fn a_time_limit_ends_it_with_124() {
    let place = Place::new();
    let ended = run(&place, &["--no-policy", "--timeout", "50"], "sleep 60");
    assert_eq!(ended.status.code(), Some(124), "{}", text(&ended.stderr));
    assert!(text(&ended.stderr).contains("timed out after 50 ms"));
}

#[test]
fn json_carries_the_result_and_the_verdict() {
    let place = Place::new();
    let ended = run(&place, &["--no-policy", "--json"], "echo hello");
    let result: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    for (field, expected) in [
        ("/stdout", serde_json::json!("hello\n")),
        ("/stderr", serde_json::json!("")),
        ("/exitCode", serde_json::json!(0)),
        ("/timedOut", serde_json::json!(null)),
        ("/interrupted", serde_json::json!(false)),
        ("/isImage", serde_json::json!(false)),
        ("/verdict/decision", serde_json::json!("allow")),
        ("/verdict/readOnly", serde_json::json!(true)),
    ] {
        assert_eq!(result.pointer(field), Some(&expected), "{field}");
    }
    assert!(result.pointer("/sandbox/promises").is_some_and(serde_json::Value::is_array));
    assert!(result.pointer("/durationMs").is_some_and(serde_json::Value::is_u64));
}

#[test]
fn a_status_comes_with_its_meaning_and_silence_is_expected_where_it_is_success() {
    let place = Place::new();
    place.write("a.txt", "one\n");
    for (command, status, failed, means, silent) in [
        ("grep three a.txt", 1, false, Some("no line matched"), false),
        ("grep -q one a.txt", 0, false, None, true),
        ("ls nowhere", 2, true, Some("an argument could not be looked at"), false),
        ("test -f nowhere", 1, false, Some("the condition is false"), true),
        ("cat a.txt > /dev/null", 0, false, None, true),
    ] {
        let ended = run(&place, &["--no-policy", "--json"], command);
        let result: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!(result["exitCode"], status, "{command}");
        assert_eq!(result["failed"], failed, "{command}");
        assert_eq!(result["returnCodeInterpretation"], serde_json::json!(means), "{command}");
        assert_eq!(result["noOutputExpected"], silent, "{command}");
    }
    let ended = run(&place, &["--no-policy"], "grep three a.txt");
    assert!(text(&ended.stderr).contains("; exit 1 (no line matched) in"), "{}", text(&ended.stderr));
}

#[test]
fn what_cannot_be_run_says_why() {
    let place = Place::new();
    for (arguments, command, status, says) in [
        (&["--no-policy", "--cwd", "nowhere"][..], "ls", 2, "nowhere"),
        (&["--no-policy", "--memory", "much"], "ls", 2, "a whole number of bytes"),
        (&["--policy", "missing.json"], "ls", 5, "missing.json"),
        (&["--no-policy"], "", 2, "empty"),
    ] {
        let ended = run(&place, arguments, command);
        assert_eq!(ended.status.code(), Some(status), "{arguments:?} {command:?}: {}", text(&ended.stderr));
        assert!(text(&ended.stderr).contains(says), "{arguments:?}: {}", text(&ended.stderr));
    }
}

#[test]
fn an_invalid_policy_is_drawn_with_its_place() {
    let place = Place::new();
    for (text, status, at) in [
        ("{\"permissions\":{\n  \"deny\":[\"Bash(curl:*)\"]", 5, "bad.json:1:"),
        // A rule that can be read in one way only is taken so.
        ("{\"permissions\":{\n  \"deny\":[\"Bash(curl\"]}}", 0, "bad.json:2:"),
    ] {
        place.write("bad.json", text);
        let ended = run(&place, &["--policy", "bad.json"], "ls");
        assert_eq!(ended.status.code(), Some(status), "{text}: {}", self::text(&ended.stderr));
        assert!(self::text(&ended.stderr).contains(at), "{text}: {}", self::text(&ended.stderr));
    }
}

#[test]
fn what_was_left_over_is_told() {
    let place = Place::new();
    let mark = test_support::processes::Mark::new("53");
    let command = format!(
        "setsid sleep {mark} & until grep -qsa '^sleep.{mark}' /proc/[0-9]*/cmdline; do :; done; echo done"
    );
    let ended = run(&place, &["--no-policy", "--yes"], &command);
    assert_eq!((ended.status.code(), text(&ended.stdout).as_str()), (Some(0), "done\n"));
    assert!(
        text(&ended.stderr).contains("shellgate: left behind and killed: `sleep` ("),
        "{}",
        text(&ended.stderr)
    );
}

#[test]
fn a_program_that_does_not_exist_is_told_by_its_status() {
    let place = Place::new();
    let ended = run(&place, &["--no-policy", "--yes"], "no-such-program");
    assert_eq!(ended.status.code(), Some(127));
    assert!(text(&ended.stdout).contains("no-such-program: command not found"), "{}", text(&ended.stdout));
}

/// Starts a command that waits, sends `signal` when it has begun, and `SIGTERM` after a signal that the command line was
/// started to ignore; gives the exit code and the JSON.
#[cfg(target_os = "linux")]
fn signalled(signal: nix::sys::signal::Signal, is_ignored: bool) -> (Option<i32>, String) {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    let place = Place::new();
    let pipe = place.repo().join("begun");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let own = place.command();
    // Whatever the test was started under.
    let signals = if is_ignored { "--ignore-signal=HUP" } else { "--default-signal=HUP,INT,QUIT,TERM" };
    let mut child = Command::new("env")
        .arg(signals)
        .arg(own.get_program())
        .args(["run", "--no-policy", "--yes", "--json", "--", "echo begun > begun; sleep 300.77"])
        .env_clear()
        .envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .env("PATH", std::env::var_os("PATH").unwrap())
        .current_dir(place.repo())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Opening it waits for the command.
    assert_eq!(std::fs::read_to_string(&pipe).unwrap(), "begun\n");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(child.id().cast_signed()), signal).unwrap();
    if is_ignored {
        nix::sys::signal::kill(
            nix::unistd::Pid::from_raw(child.id().cast_signed()),
            nix::sys::signal::SIGTERM,
        )
        .unwrap();
    }
    let mut told = String::new();
    child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    (child.wait().unwrap().code(), told)
}

#[cfg(target_os = "linux")]
#[test]
fn every_signal_that_ends_it_ends_the_command_and_leaves_a_result() {
    use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    for (signal, code) in [(SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131), (SIGTERM, 143)] {
        let (ended, told) = signalled(signal, false);
        assert_eq!(ended, Some(code), "{signal}: {told}");
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["interrupted"], true, "{signal}");
        assert_eq!((&told["signal"], &told["verdict"]["decision"]), (&"SIGTERM".into(), &"ask".into()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_the_caller_ignores_stays_ignored() {
    use nix::sys::signal::Signal::SIGHUP;
    // The hangup is sent first: if it counted, the status would be its own.
    let (ended, told) = signalled(SIGHUP, true);
    assert_eq!(ended, Some(143), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_to_a_first_process_that_minds_only_its_own_children() {
    // The first process of a pid namespace. It waits for each run by its number, and for nothing else, three times over.
    let first = "for (1 .. 3) { my $run = fork; if (!$run) { open STDOUT, '>', '/dev/null'; open STDERR, '>&STDOUT'; \
                 exec @ARGV } waitpid $run, 0; } \
                 for (glob '/proc/[0-9]*/stat') { open my $in, '<', $_ or next; my $stat = <$in>; \
                 print 'left: ', $stat if $stat =~ /\\) [A-Z] 1 /; } print qq(looked\\n);";
    for arguments in [
        &["--backend", "embedded", "--yes"][..],
        &["--backend", "landlock", "--yes"],
        &["--backend", "none", "--yes"],
        &["--json"],
    ] {
        let place = Place::new();
        let own = place.command();
        let ended = std::process::Command::new("unshare")
            .args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "perl", "-e", first])
            .arg(own.get_program())
            .args(["run", "--no-policy"])
            .args(arguments)
            .args(["--", "touch made"])
            .env("HOME", place.repo())
            .current_dir(place.repo())
            .output()
            .unwrap();
        let told = text(&ended.stdout);
        if !told.contains("looked") {
            return test_support::skip(format_args!(
                "no pid namespace can be made here: {}",
                text(&ended.stderr)
            ));
        }
        assert_eq!(told, "looked\n", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_user_namespaces_it_runs_with_less_and_says_so_or_not_at_all() {
    // The bound holds for the namespaces that are made in this one.
    let script =
        "echo 0 > /proc/sys/user/max_user_namespaces && { \"$0\" run --yes 'touch made'; echo \"code $?\"; }";
    for (settings, code) in [("{}", 0), (r#"{"sandbox":{"failIfUnavailable":true}}"#, 125)] {
        let place = Place::new();
        place.write(".claude/settings.json", settings);
        std::fs::create_dir(place.repo().join("temp")).unwrap();
        let own = place.command();
        let ended = std::process::Command::new("unshare")
            .args(["--user", "--map-current-user", "sh", "-c", script])
            .arg(own.get_program())
            .env("HOME", place.repo().parent().unwrap())
            .env("TMPDIR", place.repo().join("temp"))
            .env_remove("CLAUDE_CODE_TMPDIR")
            .current_dir(place.repo())
            .output()
            .unwrap();
        let (told, error) = (text(&ended.stdout), text(&ended.stderr));
        if !told.contains("code ") {
            return test_support::skip(format_args!("no user namespace can be bounded here: {error}"));
        }
        assert_eq!(told, format!("code {code}\n"), "{error}");
        assert_eq!(place.repo().join("made").exists(), code == 0, "{error}");
        let named =
            if code == 0 { "the command was not fully confined" } else { "the sandbox is not complete" };
        assert!(error.contains(named), "{error}");
    }
}
