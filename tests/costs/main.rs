//! What ten everyday verdicts cost: how often each allocates, and how many instructions it executes.
//!
//! Owns the counts in `costs.json`. An engine that has answered the command before is measured: the tables are unpacked and
//! the rules are read. Times differ from machine to machine; these counts hardly do, so that a test can hold them. They
//! are those of the profile of the tests, which optimises less than a release.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use policy_core::{Engine, Policy, Request, Source};
use test_support::{installed, many_rules};

/// The commands, from the shortest to a script.
const EVERYDAY: [&str; 10] = [
    "ls",
    "git status",
    "cat src/main.rs | head -50",
    "grep -rn \"TODO\" --include='*.rs' src | sort | uniq -c",
    "find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l",
    "cd packages/app && npm run build 2>&1 | tail -20",
    "for file in src/*.c; do echo \"$file\"; head -3 \"$file\"; done",
    "sed -n '10,80p' README.md && git log --oneline -5 -- README.md",
    "curl -s https://example.org/api | jq '.items[] | .name'",
    "cat > notes.txt <<'EOF'\none\ntwo\nEOF\nrm -rf build && mkdir -p build",
];

/// By how many hundredths a count may grow before the test fails.
const TOLERANCE: u64 = 5;

/// The variable that says, in a measured process, which commands are decided: a list in JSON.
const MEASURED: &str = "SHELLGATE_MEASURED";

/// The variable that says, in a measured process, how many rules the policy has.
const RULES: &str = "SHELLGATE_MEASURED_RULES";

/// By how many hundredths a verdict under ten thousand rules may cost more than one under a hundred.
const MORE_RULES: u64 = 20;

/// A policy with so many rules, of the kinds that people write.
fn ruled(count: usize) -> Policy {
    let source = Source { name: "rules.json".into(), text: many_rules::settings(count), ..Source::default() };
    Policy::from_sources(&[source]).expect("a policy")
}

/// An engine that has answered `request`.
fn warm(policy: Policy, request: &Request<'_>) -> Engine {
    let engine = Engine::new(policy);
    black_box(engine.check(request));
    engine
}

fn request(command: &str) -> Request<'_> {
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request
}

/// What callgrind counts.
#[inline(never)]
fn measured_verdict(engine: &Engine, request: &Request<'_>) {
    black_box(engine.check(black_box(request)));
}

fn allocations(command: &str) -> u64 {
    let request = request(command);
    let engine = warm(Policy::default(), &request);
    allocation_counter::measure(|| measured_verdict(&engine, &request)).count_total
}

/// The instructions of a verdict on each of `commands`, in their order, under a policy of `rules` rules. One process decides
/// them all, because under valgrind it takes seconds to read ten thousand rules.
fn instructions(valgrind: &Path, commands: &[&str], rules: usize) -> Vec<u64> {
    let directory = tempfile::tempdir().expect("a directory");
    let counts = directory.path().join("counts");
    let done = Command::new(valgrind)
        .args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=costs::measured_verdict"])
        // A file for each verdict: `counts.1` and so on.
        .arg("--dump-after=costs::measured_verdict")
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(std::env::current_exe().expect("a program"))
        .args(["--exact", "a_measured_process_decides_its_commands"])
        .env(MEASURED, serde_json::to_string(commands).expect("JSON"))
        .env(RULES, rules.to_string())
        .output()
        .expect("valgrind starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    let count = |number: usize| {
        let text = fs::read_to_string(counts.with_extension(number.to_string())).expect("counts");
        let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).map(str::trim);
        total
            .and_then(|it| it.parse().ok())
            .filter(|it| *it > 0)
            .unwrap_or_else(|| panic!("nothing was counted: {said}"))
    };
    (1..=commands.len()).map(count).collect()
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("costs.json")
}

type Counts = BTreeMap<String, BTreeMap<String, u64>>;

fn known() -> Counts {
    serde_json::from_str(&fs::read_to_string(file()).unwrap_or_else(|_| "{}".into())).expect("counts")
}

/// The counts of `kind` that grew by more than the tolerance, each with its command.
fn grown(kind: &str, counts: &[(&str, u64)], known: &Counts) -> Vec<String> {
    let of = |command: &str| known.get(command).and_then(|it| it.get(kind)).copied().unwrap_or(0);
    let grown = counts.iter().filter(|(command, count)| count * 100 > of(command) * (100 + TOLERANCE));
    grown.map(|(command, count)| format!("{count} {kind}, {} until now: {command}", of(command))).collect()
}

/// Holds the counts of `kind` against the file, or writes them into it if `SHELLGATE_GENERATE` is set. They are in the order
/// of the commands.
fn hold(kind: &str, counts: &[u64]) {
    let counts: Vec<(&str, u64)> = EVERYDAY.into_iter().zip(counts.iter().copied()).collect();
    if std::env::var_os("SHELLGATE_GENERATE").is_some() {
        let mut all = known();
        for (command, count) in counts {
            all.entry(command.into()).or_default().insert(kind.into(), count);
        }
        fs::write(file(), serde_json::to_string_pretty(&all).expect("JSON") + "\n")
            .expect("the file is written");
        return;
    }
    let grown = grown(kind, &counts, &known());
    assert!(grown.is_empty(), "{}\nSHELLGATE_GENERATE=1 accepts them", grown.join("\n"));
}

#[test]
fn an_everyday_verdict_allocates_as_often_as_before() {
    hold("allocations", &EVERYDAY.map(allocations));
}

#[test]
fn an_everyday_verdict_executes_as_many_instructions_as_before() {
    let Some(valgrind) = installed::find("valgrind") else { return };
    hold("instructions", &instructions(&valgrind, &EVERYDAY, 0));
}

#[test]
fn ten_thousand_rules_cost_about_as_much_as_a_hundred() {
    let Some(valgrind) = installed::find("valgrind") else { return };
    let [few, many] = [100, 10_000].map(|rules| instructions(&valgrind, &many_rules::COMMANDS, rules));
    let mut dear = Vec::new();
    for ((command, few), many) in many_rules::COMMANDS.iter().zip(few).zip(many) {
        println!("{many:>9} of {few:>8}, {} %: {command}", many * 100 / few);
        if many * 100 > few * (100 + MORE_RULES) {
            dear.push(format!("{many} instructions with 10,000 rules, {few} with 100: {command}"));
        }
    }
    assert!(dear.is_empty(), "{}", dear.join("\n"));
}

#[test]
fn a_count_that_grew_by_more_than_the_tolerance_is_named() {
    let known = Counts::from([("ls".into(), BTreeMap::from([("allocations".into(), 100)]))]);
    assert_eq!(grown("allocations", &[("ls", 105)], &known), Vec::<String>::new());
    assert_eq!(grown("allocations", &[("ls", 106)], &known), ["106 allocations, 100 until now: ls"]);
    assert_eq!(grown("allocations", &[("pwd", 1)], &known), ["1 allocations, 0 until now: pwd"]);
}

/// The process that callgrind watches; otherwise it decides the first command.
#[test]
fn a_measured_process_decides_its_commands() {
    let asked = std::env::var(MEASURED).unwrap_or_else(|_| format!("[{:?}]", EVERYDAY[0]));
    let commands: Vec<String> = serde_json::from_str(&asked).expect("a list of commands");
    let rules = std::env::var(RULES).ok().and_then(|count| count.parse().ok()).unwrap_or(0);
    let policy = ruled(rules);
    for command in &commands {
        let request = request(command);
        // Its own, so that no command finds what another one left.
        let engine = warm(policy.clone(), &request);
        measured_verdict(&engine, &request);
    }
}
