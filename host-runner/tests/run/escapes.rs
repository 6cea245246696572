//! Programs that try to stay when their run ends. None does, with a sandbox or without.
//!
//! Each is first shown to survive what an ordinary runner does: a signal to the process group.

use host_runner::outcome::RunEnd;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::*;

/// A name, and a program that starts `sleep MARK` so that it stays.
const PROGRAMS: [(&str, &str); 7] = [
    ("a session of its own", "setsid sleep MARK & wait_for_it; sleep 300"),
    (
        "a double fork",
        "perl -e 'fork and exit; use POSIX; setsid; fork and exit; exec qw(sleep MARK)'; wait_for_it; sleep 300",
    ),
    (
        "a group of its own that ignores the request",
        "perl -e 'unless (fork) { setpgrp; $SIG{TERM} = $SIG{HUP} = \"IGNORE\"; exec qw(sleep MARK) }'; wait_for_it; sleep 300",
    ),
    (
        "a foreground that ignores the request, with three sessions",
        "trap '' TERM HUP; setsid sleep MARK & setsid sleep MARK & setsid sleep MARK & wait_for_it; while :; do sleep 1; done",
    ),
    (
        "a stopped process",
        "perl -e 'unless (fork) { setpgrp; if (my $p = fork) { sleep 1 until `ps -o args= -p $p` =~ /^sleep/; \
         kill STOP => $p; kill STOP => $$ } else { exec qw(sleep MARK) } }'; wait_for_it; sleep 300",
    ),
    (
        "a pid namespace of its own",
        "{ unshare --user --map-root-user --pid --fork setsid sleep MARK || setsid sleep MARK; } & wait_for_it; sleep 300",
    ),
    (
        "a subreaper that starts again what dies",
        // 36: PR_SET_CHILD_SUBREAPER; the number of prctl on x86-64 and on 64-bit Arm.
        "perl -e 'use POSIX; unless (fork) { setsid; syscall(`uname -m` =~ /x86_64/ ? 157 : 167, 36, 1, 0, 0, 0); \
         $SIG{TERM} = \"IGNORE\"; while (1) { exec qw(sleep MARK) unless fork; wait } }'; wait_for_it; sleep 300",
    ),
];

/// The program with its mark, and with the function that waits until the mark can be seen.
fn program(text: &str, mark: &str) -> String {
    let wait = format!(
        "wait_for_it() {{ until grep -qsa '^sleep.{mark}' /proc/[0-9]*/cmdline; do :; done; echo ready; }}"
    );
    format!("{wait}\n{}", text.replace("MARK", mark))
}

/// The mark by which the processes of one case are known.
fn mark(number: usize, case: usize) -> Mark {
    Mark::new(&format!("6{number}{case}"))
}

#[test]
fn each_survives_a_signal_to_its_group() {
    let place = Place::new();
    for (number, (name, text)) in PROGRAMS.iter().enumerate() {
        let mark = mark(number, 1);
        let mut child = Command::new("bash")
            .args(["-c", &program(text, &mark)])
            .current_dir(place.cwd())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut ready = [0; 6];
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut ready).unwrap();
        let group = Pid::from_raw(child.id().cast_signed());
        killpg(group, Signal::SIGTERM).unwrap();
        let _ = killpg(group, Signal::SIGKILL);
        child.wait().unwrap();
        assert!(mark.is_alive(), "{name}");
    }
}

#[test]
fn none_survives_the_end_of_its_run() {
    for (number, (name, text)) in PROGRAMS.iter().enumerate() {
        let place = Place::new();
        let session = session().with_grace(Duration::from_millis(300));
        for enabled in [true, false] {
            let mark = mark(number, if enabled { 2 } else { 3 });
            let settings = SandboxSettings { enabled, ..SandboxSettings::default() };
            let plan = plan(&program(text, &mark), &place.cwd(), Proof::Writes, &settings);
            // It is ended when it is ready: what ends it is the caller's wish, and then the kill.
            let (tell, told) = tokio::sync::oneshot::channel();
            let mut tell = Some(tell);
            let interrupt = async { told.await.unwrap() };
            let outcome = wait_for(session.run_until(plan, interrupt, |event| {
                if let Event::Progress(progress) = event
                    && progress.last_line == "ready"
                    && let Some(tell) = tell.take()
                {
                    tell.send(()).unwrap();
                }
            }))
            .unwrap();
            assert!(outcome.end == RunEnd::Interrupted, "{name}: {}", outcome.stdout);
            assert!(!mark.is_alive(), "{name} with {}", outcome.sandbox.backend);
            let told = outcome.killed.iter().any(|process| process.command == format!("sleep {mark}"));
            assert!(told, "{name}: {:?}", outcome.killed);
        }
    }
}

#[test]
fn what_a_command_leaves_over_is_ended_and_told() {
    let place = Place::new();
    for (case, enabled) in [(1, true), (2, false)] {
        let mark = &mark(8, case);
        let settings = SandboxSettings { enabled, ..SandboxSettings::default() };
        let command = program("setsid sleep MARK & wait_for_it", mark);
        let outcome = try_run(&session(), plan(&command, &place.cwd(), Proof::Writes, &settings)).unwrap();
        assert_eq!((outcome.exit_code, outcome.end.ended_by()), (0, None));
        let killed =
            outcome.killed.iter().map(|it| (it.name.as_str(), it.command.clone())).collect::<Vec<_>>();
        assert_eq!(killed, [("sleep", format!("sleep {mark}"))]);
        assert!(!mark.is_alive());
    }
    let outcome = confined("true", &place.cwd(), Proof::ReadOnly);
    assert_eq!(outcome.killed, []);
}

#[test]
fn a_command_that_kills_its_supervisor_leaves_nothing_in_its_group() {
    let place = Place::new();
    let mark = &mark(9, 1);
    let settings = SandboxSettings { enabled: false, ..SandboxSettings::default() };
    let command = program("setsid sleep MARK & wait_for_it; kill -KILL $PPID; sleep 300", mark);
    let outcome = try_run(&session(), plan(&command, &place.cwd(), Proof::Writes, &settings)).unwrap();
    assert_eq!(outcome.signal.as_deref(), Some("SIGKILL"));
    // Without a control group that can be killed nobody is left who knows what there was.
    let start = Instant::now();
    while mark.is_alive() && start.elapsed() < Duration::from_secs(2) {
        std::thread::yield_now();
    }
    if mark.is_alive() {
        test_support::skip("no control group can be made here");
    }
}
