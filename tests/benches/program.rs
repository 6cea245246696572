//! What a process of the program costs: a hook that answers one call and a check of one command, beside `/bin/true`; and
//! what a second processor adds to `check --jsonl`.
//!
//! `cargo bench -p host-runner --bench program` prints one line for each, `-- --json` one JSON object. `SHELLGATE_EXE`
//! names another program, such as one of a release. Figures are ratios of what was measured in turn in this run;
//! absolute times belong to the machine.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How often each process is started; the median counts.
const STARTS: usize = 200;

/// How long the machine is left alone before a start, so that nothing of the one before still runs.
const REST: Duration = Duration::from_millis(2);

/// How often the log is decided; the best counts.
const LOGS: usize = 3;

/// How many commands the log has, each another text.
const COMMANDS: usize = 40_000;

/// A process: its name, its program with the arguments, and the file that it reads.
struct Process {
    name: &'static str,
    words: Vec<OsString>,
    input: PathBuf,
}

/// Where the processes run: a home and a working directory with nothing in them.
struct Place {
    directory: PathBuf,
    shellgate: OsString,
}

impl Place {
    fn process(&self, name: &'static str, arguments: &[&str], input: PathBuf) -> Process {
        let mut words = vec![self.shellgate.clone()];
        words.extend(arguments.iter().map(OsString::from));
        Process { name, words, input }
    }

    /// Runs it to its end, and says how long that took.
    fn time(&self, process: &Process) -> Duration {
        let (program, arguments) = process.words.split_first().expect("a program");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.directory).env("HOME", &self.directory);
        // A hook whose answer nobody gets blocks the call, so that the output is a file.
        let output = File::create(self.directory.join("output")).expect("a file for the output");
        command.stdin(File::open(&process.input).expect("the input")).stdout(output);
        let start = Instant::now();
        let status = command.status().expect("it starts");
        let time = start.elapsed();
        assert!(status.success(), "{} ended with {status}", process.name);
        time
    }
}

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = Place {
        directory: directory.path().canonicalize().expect("its path"),
        shellgate: env::var_os("SHELLGATE_EXE").unwrap_or_else(|| env!("CARGO_BIN_EXE_shellgate").into()),
    };
    let starts = starts(&place);
    let jobs = second_job(&place);
    if env::args().any(|argument| argument == "--json") {
        let ratios: serde_json::Map<String, serde_json::Value> =
            starts.iter().map(|(name, ratio)| ((*name).to_owned(), (*ratio).into())).collect();
        println!("{}", serde_json::json!({ "starts": ratios, "jobs": jobs }));
        return;
    }
    for (name, ratio) in starts {
        println!("{name}: {ratio:.2} × /bin/true");
    }
    match jobs {
        Some(ratio) => println!("`check --jsonl --jobs 2`: {ratio:.2} × as fast as with one"),
        None => println!("`check --jsonl --jobs 2`: not measured, there is one processor"),
    }
}

/// Each start of the program as a multiple of that of `/bin/true`.
fn starts(place: &Place) -> Vec<(&'static str, f64)> {
    let (empty, call) = (place.directory.join("empty"), place.directory.join("call.json"));
    std::fs::write(&empty, "").expect("an empty file");
    std::fs::write(&call, claude_code(&place.directory)).expect("a call");
    let processes = [
        Process { name: "/bin/true", words: vec!["/bin/true".into()], input: empty.clone() },
        place.process("`shellgate hook`", &["hook"], call),
        place.process("`shellgate check ls`", &["check", "ls"], empty),
    ];
    let mut times = vec![Vec::with_capacity(STARTS); processes.len()];
    for _ in 0..STARTS {
        for (process, times) in processes.iter().zip(&mut times) {
            std::thread::sleep(REST);
            times.push(place.time(process));
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times).as_secs_f64()).collect();
    processes.iter().zip(&medians).skip(1).map(|(process, time)| (process.name, time / medians[0])).collect()
}

/// What Claude Code writes to a hook before it runs `git status`.
fn claude_code(directory: &Path) -> String {
    serde_json::json!({
        "session_id": "s", "transcript_path": directory.join("t.jsonl"), "cwd": directory, "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "u",
        "tool_input": { "command": "git status", "description": "Show the state of the working tree" },
    })
    .to_string()
}

/// How many times as fast a log is decided by two threads as by one; none where there is one processor.
fn second_job(place: &Place) -> Option<f64> {
    if std::thread::available_parallelism().is_ok_and(|there| there.get() < 2) {
        return None;
    }
    let log = place.directory.join("log.jsonl");
    let mut text = String::new();
    for number in 0..COMMANDS {
        let _ = match number % 4 {
            0 => writeln!(text, r#"{{"command":"git log --oneline -{number} | head -5"}}"#),
            1 => writeln!(text, r#"{{"command":"grep -rn 'x {number}' src"}}"#),
            2 => writeln!(text, r#"{{"command":"cat file-{number}.txt > out.txt"}}"#),
            _ => writeln!(text, r#"{{"command":"npm run test:{number} -- --watch=false"}}"#),
        };
    }
    std::fs::write(&log, text).expect("a log");
    let arguments = |jobs| ["check", "--jsonl", "--no-policy", "--jobs", jobs];
    let processes = ["1", "2"].map(|jobs| place.process("`check --jsonl`", &arguments(jobs), log.clone()));
    let mut best = [Duration::MAX; 2];
    for _ in 0..LOGS {
        for (process, best) in processes.iter().zip(&mut best) {
            *best = (*best).min(place.time(process));
        }
    }
    Some(best[0].as_secs_f64() / best[1].as_secs_f64())
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
