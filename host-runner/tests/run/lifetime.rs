//! Who ends when.

use host_runner::outcome::RunEnd;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::Duration;

use super::*;

/// Far longer than any run here takes; a failing test ends by it.
const LONG: Duration = Duration::from_mins(1);

/// Whether the command has written something by now.
fn has_written(event: &Event<'_>) -> bool {
    matches!(event, Event::Progress(progress) if progress.size > 0)
}

#[test]
fn a_background_process_neither_holds_the_run_nor_outlives_it() {
    for (name, start) in [
        ("5001", "setsid sleep MARK &"),
        ("5002", "sleep MARK & disown"),
        ("5003", "(setsid setsid sleep MARK &) ; true"),
        ("5004", "(trap '' TERM HUP; exec setsid sleep MARK) &"),
    ] {
        let place = Place::new();
        let mark = Mark::new(name);
        let start = start.replace("MARK", &mark);
        let command =
            format!("{start}\n until grep -qsa '^sleep.{mark}' /proc/[0-9]*/cmdline; do :; done; echo done");
        for outcome in [confined(&command, &place.cwd(), Proof::Writes), bare(&command, &place.cwd())] {
            assert_eq!(outcome.stdout, "done\n");
            assert_eq!(outcome.end.timed_out_after_ms(), None);
            assert!(!mark.is_alive(), "`{start}` with {}", outcome.sandbox.backend);
        }
    }
}

/// How a command ended by its time: with ten times as much of it until the command has said that it started, so that no
/// machine is too slow.
fn timed_out(command: &str, session: &Session) -> (Outcome, Duration) {
    for limit in [600, 6_000, 60_000].map(Duration::from_millis) {
        let place = Place::new();
        let plan = plan(command, &place.cwd(), Proof::Writes, &SandboxSettings::default());
        let outcome = try_run(session, within(limit, plan)).unwrap();
        if outcome.stdout.starts_with("started\n") {
            return (outcome, limit);
        }
    }
    panic!("`{command}` does not start within a minute");
}

#[test]
fn a_command_that_ignores_the_request_to_end_is_killed() {
    let mark = Mark::new("6");
    let command = format!("trap '' TERM; echo started; while :; do sleep {mark}; done");
    let (outcome, limit) = timed_out(&command, &session().with_grace(Duration::from_millis(200)));
    assert_eq!(outcome.stdout, "started\n");
    assert_eq!(outcome.signal.as_deref(), Some("SIGKILL"));
    assert_eq!(outcome.end.timed_out_after_ms().map(u128::from), Some(limit.as_millis()));
    assert!(!mark.is_alive());
}

#[test]
fn a_command_can_tidy_up_when_its_time_is_over() {
    let command = "trap 'echo tidied; exit 7' TERM; echo started; while :; do sleep 0.01; done";
    let (outcome, _) = timed_out(command, &session().with_grace(LONG));
    // The shell may say in between that what it waited for was terminated.
    assert!(outcome.stdout.ends_with("tidied\n"), "{}", outcome.stdout);
    assert_eq!((outcome.exit_code, outcome.end.timed_out_after_ms().is_some()), (7, true));
}

#[test]
fn a_flood_of_output_does_not_stop_the_clock() {
    let place = Place::new();
    let plan = within(
        Duration::from_millis(400),
        plan("yes", &place.cwd(), Proof::ReadOnly, &SandboxSettings::default()),
    );
    let outcome = try_run(&session_in(&place), plan).unwrap();
    assert!(outcome.end.timed_out_after_ms().is_some());
}

#[test]
fn an_interrupt_ends_the_command_and_says_so() {
    let place = Place::new();
    let mark = Mark::new("7");
    let command = format!("echo started; sleep {mark}");
    let plan = plan(&command, &place.cwd(), Proof::Writes, &SandboxSettings::default());
    let (tell, told) = tokio::sync::oneshot::channel();
    let mut tell = Some(tell);
    let session = session();
    let interrupt = async { told.await.unwrap() };
    let outcome = wait_for(session.run_until(plan, interrupt, move |event| {
        if has_written(&event)
            && let Some(tell) = tell.take()
        {
            tell.send(()).unwrap();
        }
    }));
    let outcome = outcome.unwrap();
    assert!(outcome.end == RunEnd::Interrupted);
    assert_eq!(outcome.signal.as_deref(), Some("SIGTERM"));
    assert!(!mark.is_alive());
}

#[test]
fn a_dropped_run_takes_its_processes_along() {
    let place = Place::new();
    let mark = Mark::new("8");
    let command = format!("echo started; sleep {mark}");
    let plan = plan(&command, &place.cwd(), Proof::Writes, &SandboxSettings::default());
    let (tell, told) = tokio::sync::oneshot::channel();
    let mut tell = Some(tell);
    wait_for(async {
        let session = session();
        let run = session.run(plan, move |event| {
            if has_written(&event)
                && let Some(tell) = tell.take()
            {
                tell.send(()).unwrap();
            }
        });
        tokio::select! {
            _ = run => unreachable!("the command sleeps"),
            _ = told => {}
        }
    });
    eventually("the tree dies", || !mark.is_alive());
}

#[test]
fn a_killed_runner_takes_the_tree_along_and_the_next_one_its_files() {
    for (bare, marks) in [("", ["91", "92"]), ("1", ["93", "94"])] {
        let place = Place::new();
        let ready = place.cwd().join("ready");
        let [first, second] = marks.map(Mark::new);
        let command = format!("setsid sleep {first} & trap '' TERM HUP; touch ready; sleep {second}");
        let mut runner = Command::new(&runner_arguments()[0])
            .args(&runner_arguments()[1..])
            .env("TMPDIR", &place.path)
            .env("RUNNER_BARE", bare)
            .env("RUNNER_COMMAND", command)
            .env("RUNNER_CWD", place.cwd())
            .env("RUNNER_ANSWER", place.join("answer"))
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        eventually("the command starts", || ready.exists() && first.is_alive() && second.is_alive());
        runner.kill().unwrap();
        runner.wait().unwrap();
        eventually("the tree dies", || !first.is_alive() && !second.is_alive());

        let own = place.join(&format!("shellgate-{}", nix::unistd::geteuid()));
        let left = |folder: &str| std::fs::read_dir(own.join(folder)).unwrap().count();
        assert_eq!((left("live"), left("temp")), (1, 1), "a killed runner can remove nothing");
        let environment = [("TMPDIR", place.path.clone()), ("PATH", "/usr/bin:/bin".into())];
        let environment = environment.map(|(name, value)| (name.into(), value.into_os_string()));
        let plan = plan("true", &place.cwd(), Proof::Writes, &SandboxSettings::default());
        try_run(&session().with_environment(environment), plan).unwrap();
        assert_eq!((left("live"), left("temp")), (0, 0));
    }
}

#[test]
fn an_ordinary_user_is_confined_as_root_is() {
    if !nix::unistd::geteuid().is_root() {
        return test_support::skip(
            "only root can become an ordinary user; without root every other test is this one",
        );
    }
    let Some(directory) = test_support::place::open_to_all() else { return };
    let place = Place::of(directory);
    // The place of the build may be root's alone.
    let copied = |program: &Path| {
        let copy = place.join(&program.file_name().unwrap().to_string_lossy());
        // By a program of its own: what another test starts while this process held the copy open for writing would
        // keep it from being executed.
        let done = Command::new("cp").arg(program).arg(&copy).status().unwrap();
        assert!(done.success());
        std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(0o755)).unwrap();
        copy
    };
    let work = place.cwd();
    std::fs::set_permissions(&work, std::fs::Permissions::from_mode(0o777)).unwrap();
    let [runner, arguments @ ..] = runner_arguments();
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(copied(runner.as_ref()))
        .args(arguments)
        .current_dir(&place.path)
        .env("TMPDIR", &place.path)
        .env("RUNNER_LAUNCHER", copied(env!("CARGO_BIN_EXE_shellgate").as_ref()))
        .env("RUNNER_COMMAND", "id -u; echo x > inside; echo x > ../outside; grep CapEff /proc/self/status")
        .env("RUNNER_CWD", &work)
        .env("RUNNER_ANSWER", place.join("answer"))
        .env("RUNNER_STRICT", "1")
        .output()
        .unwrap();
    let answer = std::fs::read_to_string(place.join("answer"));
    let answer = answer.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stdout)));
    let outcome: serde_json::Value = serde_json::from_str(&answer).expect(&answer);
    let stdout = outcome["stdout"].as_str().unwrap();
    assert!(stdout.starts_with("65534\n") && stdout.ends_with("\t0000000000000000\n"), "{stdout}");
    assert_eq!(outcome["sandbox"]["confinement"], "full");
    assert!(work.join("inside").exists() && !place.join("outside").exists());
}
