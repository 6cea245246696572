//! What it costs to start a command that does nothing: by itself, by `bwrap`, in each of our sandboxes, by a whole run.
//!
//! The sandboxes are measured twice: through the library in a session of many commands, as a host uses it, and through
//! `shellgate sandbox`, which starts the whole program for one command.
//!
//! The program is the one that cargo builds, or `$SHELLGATE_EXE`.
//!
//! `cargo bench -p host-runner --bench start` prints one line for each, `-- --json` one JSON object, `-- NAME…` only those
//! whose names have one of the words. Figures are ratios of what was measured in turn in this run; absolute times belong
//! to the machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use host_runner::plan::{Consent, Plan};
use host_runner::sandbox::Backend;
use host_runner::session::Session;
use policy_core::policy::SandboxSettings;
use policy_core::{Decision, Request, Verdict};
use tokio::runtime::Runtime;

/// How often each way is measured; the median counts.
const ROUNDS: usize = 80;

/// How long the machine is left alone before a measurement, so that nothing of the one before still runs.
const REST: Duration = Duration::from_millis(4);

const TRUE: [&str; 5] = ["bash", "--noprofile", "--norc", "-c", "true"];

/// Where it happens and by what.
struct Place {
    directory: PathBuf,
    runtime: Runtime,
    session: Session,
    shellgate: String,
}

/// One way to start it.
enum Way {
    /// By this program.
    Program(Command),
    /// By the library.
    Library(Box<Plan>),
}

/// A way by its name, made anew for each measurement.
type Named = (&'static str, fn(&Place) -> Way);

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let shellgate =
        std::env::var("SHELLGATE_EXE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_shellgate").to_owned());
    let place = Place {
        directory: directory.path().canonicalize().expect("its path"),
        runtime: tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime"),
        // The launcher is the program that a host installs beside itself.
        session: Session::new().with_launcher(&shellgate).with_standby().without_kept_output(),
        shellgate,
    };
    std::fs::write(place.directory.join("settings.json"), "{}").expect("settings");
    let ways: [Named; 10] = [
        ("by itself", |_| Way::Program(program(&TRUE))),
        ("bwrap alone", bwrap),
        ("embedded", |place| library(place, Backend::Embedded)),
        ("bubblewrap, with the same request", |place| library(place, Backend::Bubblewrap)),
        ("Landlock alone", |place| library(place, Backend::Landlock)),
        ("no sandbox", |place| library(place, Backend::None)),
        ("`shellgate sandbox`, embedded", |place| sandbox(place, "embedded")),
        ("`shellgate sandbox`, bubblewrap", |place| sandbox(place, "bubblewrap")),
        ("`shellgate sandbox`, Landlock alone", |place| sandbox(place, "landlock")),
        ("a whole `shellgate run`", run),
    ];
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    // What the others are compared with is always measured.
    let is_asked = |name: &str| {
        only.is_empty() || name == "by itself" || only.iter().any(|word| name.contains(word.as_str()))
    };
    let asked = ways.iter().filter(|(name, _)| is_asked(name));
    let ways: Vec<&Named> = asked.filter(|(name, way)| starts(name, way(&place), &place)).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, way), times) in ways.iter().zip(&mut times) {
            let way = way(&place);
            std::thread::sleep(REST);
            let start = Instant::now();
            assert!(is_started(way, &place), "it started before");
            times.push(start.elapsed());
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times).as_secs_f64()).collect();
    let of = |name: &str| ways.iter().position(|(own, _)| *own == name).map(|at| medians[at]);
    let (raw, bubblewrap) = (of("by itself").expect("bash"), of("bwrap alone"));
    let json = std::env::args().any(|argument| argument == "--json");
    let mut figures = serde_json::Map::new();
    for ((name, _), time) in ways.iter().zip(&medians) {
        let against = bubblewrap.map(|bubblewrap| time / bubblewrap);
        if json {
            let figure = serde_json::json!({ "raw": time / raw, "bwrap": against });
            figures.insert((*name).to_owned(), figure);
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

/// Starts it and waits for its end; whether it did what it should.
fn is_started(way: Way, place: &Place) -> bool {
    match way {
        Way::Program(mut command) => {
            let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            quiet.current_dir(&place.directory).status().is_ok_and(|status| status.success())
        }
        Way::Library(plan) => {
            let outcome = place.runtime.block_on(place.session.run(*plan, |_| ()));
            outcome.is_ok_and(|outcome| outcome.exit_code == 0)
        }
    }
}

/// Whether it can be had here. What cannot be is reported, and not measured.
fn starts(name: &str, way: Way, place: &Place) -> bool {
    let does = is_started(way, place);
    if !does {
        eprintln!("left out, because it does not start here: {name}");
    }
    does
}

fn program(words: &[&str]) -> Command {
    let (name, arguments) = words.split_first().expect("a program");
    let mut command = Command::new(name);
    command.args(arguments);
    command
}

/// What a host would write that calls `bwrap` itself: everything read-only, the place writable, no network.
fn bwrap(place: &Place) -> Way {
    let mut command = program(&["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]);
    command.args(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/dev/shm"]);
    command.arg("--bind").arg(&place.directory).arg(&place.directory).args(TRUE);
    Way::Program(command)
}

/// The bash that a session starts with `true` in it, in a sandbox in which the place is writable.
fn library(place: &Place, backend: Backend) -> Way {
    let request = Request { cwd: place.directory.to_str(), ..Request::new("true") };
    let verdict = Verdict { decision: Decision::Allow, ..Verdict::unknown(&request) };
    let consent = Consent::from_verdict(&verdict).expect("a consent");
    let settings = SandboxSettings { enabled: backend != Backend::None, ..SandboxSettings::default() };
    let plan = Plan::new(&request, &verdict, consent, &settings).expect("a plan");
    Way::Library(Box::new(plan.with_backend(backend)))
}

fn sandbox(place: &Place, backend: &str) -> Way {
    let mut command =
        program(&[&place.shellgate, "sandbox", "--allow-partial", "--backend", backend, "--write"]);
    command.arg(&place.directory).arg("--").args(TRUE);
    Way::Program(command)
}

/// Settings, verdict, sandbox, bash, result.
fn run(place: &Place) -> Way {
    let mut command = program(&[&place.shellgate, "run", "--json", "--policy"]);
    command.arg(place.directory.join("settings.json")).args(["--", "true"]);
    Way::Program(command)
}
