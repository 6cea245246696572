//! What it costs to start a command that does nothing: by itself, by `bwrap`, in each of our sandboxes, by a whole run.
//!
//! `cargo bench -p host-runner --bench start` prints one line for each, `-- --json` one JSON object. Figures are ratios
//! of what was measured in turn in this run; absolute times belong to the machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each way is measured; the median counts.
const ROUNDS: usize = 80;

const SHELLGATE: &str = env!("CARGO_BIN_EXE_shellgate");
const TRUE: [&str; 5] = ["bash", "--noprofile", "--norc", "-c", "true"];

/// One way to start it: its name, and the command.
type Way = (&'static str, fn(&Path) -> Command);

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = directory.path().canonicalize().expect("its path");
    std::fs::write(place.join("settings.json"), r#"{"permissions":{"allow":["Bash(bash -c true)"]}}"#)
        .expect("settings");
    let ways: [Way; 6] = [
        ("by itself", |_| program(&TRUE)),
        ("bwrap alone", bwrap),
        ("embedded", |place| sandbox(place, "embedded")),
        ("Landlock alone", |place| sandbox(place, "landlock")),
        ("bubblewrap, with all that is asked of it", |place| sandbox(place, "bubblewrap")),
        ("a whole `shellgate run`", run),
    ];
    let ways: Vec<&Way> = ways.iter().filter(|(_, way)| starts(way(&place), &place)).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, way), times) in ways.iter().zip(&mut times) {
            let mut command = way(&place);
            let start = Instant::now();
            prepared(&mut command, &place).status().expect("a start");
            times.push(start.elapsed());
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times).as_secs_f64()).collect();
    let of = |name: &str| ways.iter().position(|(own, _)| *own == name).map(|at| medians[at]);
    let (raw, bubblewrap) = (of("by itself").expect("bash"), of("bwrap alone"));
    let json = std::env::args().any(|argument| argument == "--json");
    let mut figures = Vec::new();
    for ((name, _), time) in ways.iter().zip(&medians) {
        let against = bubblewrap.map(|bubblewrap| time / bubblewrap);
        if json {
            figures.push(serde_json::json!({ "way": name, "raw": time / raw, "bwrap": against }));
        } else {
            let against =
                against.map_or("there is no bwrap here".to_owned(), |it| format!("{it:.2} × bwrap"));
            println!("{name}: {:.2} × by itself, {against}", time / raw);
        }
    }
    if json {
        println!("{}", serde_json::json!({ "rounds": ROUNDS, "ratios": figures }));
    }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn program(words: &[&str]) -> Command {
    let (name, arguments) = words.split_first().expect("a program");
    let mut command = Command::new(name);
    command.args(arguments);
    command
}

fn prepared<'c>(command: &'c mut Command, place: &Path) -> &'c mut Command {
    command.current_dir(place).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// Whether it can be had here. What cannot be is told, and not measured.
fn starts(mut command: Command, place: &Path) -> bool {
    let ended = prepared(&mut command, place).status();
    let does = ended.as_ref().is_ok_and(std::process::ExitStatus::success);
    if !does {
        eprintln!("left out: {} {ended:?}", PathBuf::from(command.get_program()).display());
    }
    does
}

/// What a host would write that calls `bwrap` itself: everything read-only, the place writable, no network.
fn bwrap(place: &Path) -> Command {
    let mut command = program(&["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]);
    command.args([
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/dev/shm",
        "--bind",
    ]);
    command.arg(place).arg(place).args(TRUE);
    command
}

fn sandbox(place: &Path, backend: &str) -> Command {
    let mut command = program(&[SHELLGATE, "sandbox", "--allow-partial", "--backend", backend, "--write"]);
    command.arg(place).arg("--").args(TRUE);
    command
}

fn run(place: &Path) -> Command {
    let mut command = program(&[SHELLGATE, "run", "--json", "--policy"]);
    command.arg(place.join("settings.json")).args(["--", "bash -c true"]);
    command
}
