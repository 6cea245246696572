//! What the way of an output costs: a file against a pipe, a file that is read while it grows, a whole run; and the
//! runner's memory at its highest with a gigabyte.
//!
//! `cargo bench -p host-runner --bench output` prints one line for each, `-- --json` one JSON object. Figures are ratios of what was
//! measured in turn in this run; absolute times belong to the machine.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use host_runner::plan::{Consent, Plan};
use host_runner::session::Session;
use policy_core::policy::SandboxSettings;
use policy_core::{Decision, Request, Verdict};

/// How often each way is measured; the median counts.
const ROUNDS: usize = 15;

/// How much the command writes.
const MEBIBYTES: usize = 64;

/// One way of an output: its name, and how it goes in a directory.
type Way = (&'static str, fn(&Path));

fn main() {
    host_runner::launch_if_asked();
    let directory = tempfile::tempdir().expect("a temporary directory");
    let ways: [Way; 4] = [
        ("through a pipe, 64 KiB a read", pipe),
        ("to a file", file),
        ("to a file that is read while it grows", watched),
        ("a whole run without a sandbox", run),
    ];
    let mut times = vec![Vec::with_capacity(ROUNDS); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, way), times) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            way(directory.path());
            times.push(start.elapsed());
        }
    }
    let medians = times.iter_mut().map(|times| median(times)).collect::<Vec<_>>();
    let ratios = medians.iter().map(|time| time.as_secs_f64() / medians[0].as_secs_f64());
    let figures = ways.iter().map(|(name, _)| *name).zip(ratios).collect::<Vec<_>>();
    let peak = peak(directory.path());
    if std::env::args().any(|argument| argument == "--json") {
        println!(
            "{}",
            serde_json::json!({ "mebibytes": MEBIBYTES, "ratios": figures, "peakKilobytes": peak })
        );
    } else {
        println!("the runner's memory at its highest with 1 GB of output: {peak} kB");
        for (name, ratio) in figures {
            println!("{MEBIBYTES} MiB {name}: {ratio:.2}");
        }
    }
}

/// The memory of a whole `shellgate run` at its highest, in kB, while its command writes 1 GB.
fn peak(directory: &Path) -> u64 {
    let mut runner = Command::new(env!("CARGO_BIN_EXE_shellgate"))
        .args(["run", "--no-policy", "--yes", "--json", "--", "head -c 1000000000 /dev/zero"])
        .current_dir(directory)
        .env("TMPDIR", directory)
        .stdout(Stdio::null())
        .spawn()
        .expect("a run");
    let mut highest = 0;
    while runner.try_wait().expect("the state").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", runner.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        highest = highest.max(now.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    highest
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn command() -> String {
    format!("dd if=/dev/zero bs=64K count={} status=none", MEBIBYTES * 16)
}

fn shell() -> Command {
    let mut shell = Command::new("bash");
    shell.args(["--noprofile", "--norc", "-c", &command()]).stdin(Stdio::null());
    shell
}

fn pipe(_: &Path) {
    let mut child = shell().stdout(Stdio::piped()).spawn().expect("bash");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut buffer = vec![0; 1 << 16];
    while stdout.read(&mut buffer).expect("output") > 0 {}
    child.wait().expect("the end");
}

fn into_file(directory: &Path) -> (File, std::process::Child) {
    let path = directory.join("output");
    let file = File::options().create(true).append(true).open(&path).expect("a file");
    let read = File::open(&path).expect("a file");
    std::fs::remove_file(path).expect("the file");
    let child = shell().stdout(file).spawn().expect("bash");
    (read, child)
}

fn file(directory: &Path) {
    let (_, mut child) = into_file(directory);
    child.wait().expect("the end");
}

fn watched(directory: &Path) {
    let (mut read, mut child) = into_file(directory);
    let mut buffer = vec![0; 1 << 16];
    // Read as it comes, as one does who passes everything on.
    while child.try_wait().expect("the state").is_none() {
        while read.read(&mut buffer).expect("output") > 0 {}
        std::thread::sleep(Duration::from_millis(1));
    }
    while read.read(&mut buffer).expect("output") > 0 {}
}

fn run(directory: &Path) {
    let command = command();
    let request = Request { cwd: directory.to_str(), ..Request::new(&command) };
    let verdict = Verdict { decision: Decision::Allow, ..Verdict::unknown(&request) };
    let settings = SandboxSettings { enabled: false, ..SandboxSettings::default() };
    let consent = Consent::from_verdict(&verdict).expect("a consent");
    let plan = Plan::new(&request, &verdict, consent, &settings).expect("a plan");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let session = Session::new().without_kept_output();
    let outcome = runtime.block_on(session.run(plan, |_| ())).expect("a run");
    assert_eq!(outcome.exit_code, 0);
}
