//! `sandbox`: any program, started through a copy of the process that was asked.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Output, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::place::Place;

/// The two backends that supervise the program themselves, with and without namespaces.
const BACKENDS: [&str; 2] = ["embedded", "landlock"];

/// More than enough for a process that was killed, so that a failure is one and not a test without end.
const ENDS_WITHIN: Duration = Duration::from_mins(1);

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `script` by `sh` to its end, in the sandbox.
fn run(place: &Place, backend: &str, script: &str) -> Output {
    let arguments =
        ["sandbox", "--allow-partial", "--backend", backend, "--write", ".", "--", "/bin/sh", "-c", script];
    place.run_with(&arguments, &[("PATH", "/usr/bin:/bin"), ("SECRET", "kept")])
}

/// `script`, started the same way, and what it prints once it printed `ready`.
fn started(place: &Place, backend: &str, script: &str) -> (Child, BufReader<ChildStdout>) {
    let mut child = place
        .command()
        .args(["sandbox", "--allow-partial", "--backend", backend, "--", "/bin/sh", "-c", script])
        .env("PATH", "/usr/bin:/bin")
        // One that is killed leaves its own directory there.
        .env("TMPDIR", place.repo())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n", "{backend}");
    (child, output)
}

/// What comes until the last process ends that has this output. A process that stays would keep it open for ever.
fn until_the_last_process_ends(mut output: BufReader<ChildStdout>) -> String {
    let (done, rest) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut rest = String::new();
        let read = output.read_to_string(&mut rest).map(|_| rest);
        done.send(read)
    });
    rest.recv_timeout(ENDS_WITHIN).expect("a process of the program is left").unwrap()
}

#[test]
fn the_program_has_the_standard_streams_and_no_other_file_of_its_caller() {
    let place = Place::new();
    place.write("secret", "");
    for backend in BACKENDS {
        // The caller has one more open file, which a program that it starts would have too.
        let own = place.command();
        let script = format!(
            "exec 9<secret; exec \"$0\" sandbox --allow-partial --backend {backend} -- /bin/sh -c 'for at in /proc/$$/fd/*; do readlink $at; done'"
        );
        let ended = std::process::Command::new("/bin/sh")
            .args(["-c", &script])
            .arg(own.get_program())
            .current_dir(place.repo())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = text(&ended.stdout);
        assert_eq!(told.lines().count(), 3, "{backend}: {told} {}", text(&ended.stderr));
        assert!(told.starts_with("/dev/null\n") && !told.contains("secret"), "{backend}: {told}");
    }
}

#[test]
fn nothing_of_the_program_is_left_when_its_caller_is_killed() {
    let place = Place::new();
    for backend in BACKENDS {
        let script = "(trap '' TERM HUP; echo ready; exec sleep 1000) & wait";
        let (mut child, output) = started(&place, backend, script);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(until_the_last_process_ends(output), "", "{backend}");
    }
}

#[test]
fn a_signal_to_the_caller_reaches_the_program_and_its_status_is_the_callers() {
    let place = Place::new();
    for backend in BACKENDS {
        let script = "trap 'echo heard; exit 7' TERM; echo ready; sleep 1000 & wait";
        let (mut child, output) = started(&place, backend, script);
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).unwrap();
        assert_eq!(until_the_last_process_ends(output), "heard\n", "{backend}");
        assert_eq!(child.wait().unwrap().code(), Some(7), "{backend}");
    }
}

#[test]
fn the_program_has_a_directory_for_temporary_files_until_it_ends() {
    let place = Place::new();
    for backend in BACKENDS {
        let script = "echo x > \"$TMPDIR/file\" && cat \"$TMPDIR/file\" && stat -c '%a %n' \"$TMPDIR\"";
        let ended = run(&place, backend, script);
        let told = text(&ended.stdout);
        // Only its user can look into it.
        let directory = told.strip_prefix("x\n700 ").unwrap_or_default().trim();
        assert!(directory.starts_with('/'), "{backend}: {told} {}", text(&ended.stderr));
        assert!(!std::path::Path::new(directory).exists(), "{backend}: {directory}");
    }
}

#[test]
fn the_program_cannot_read_the_memory_of_the_copy_that_supervises_it() {
    let place = Place::new();
    // What the supervisor had at its start, and what it has now. By Landlock alone this depends on the kernel.
    let ended = run(&place, "embedded", "cat /proc/$PPID/environ; cat /proc/$PPID/maps; echo \"$SECRET\"");
    assert_eq!(text(&ended.stdout), "kept\n");
    assert_eq!(text(&ended.stderr).matches("Permission denied").count(), 2, "{}", text(&ended.stderr));
}
