//! The benchmarks: which there are, the command of each, and what has to be there before.
//!
//! Owns how a benchmark is started and that it prints one JSON object. Knows nothing of what a figure means.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;
use xtask_base::Failure;
use xtask_base::places::Places;
use xtask_base::programs;

/// The program as people install it.
macro_rules! released {
    () => {
        "target/x86_64-unknown-linux-musl/dist/shellgate"
    };
}

/// A benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bench {
    /// The sizes of the modules
    Modules,
    /// A verdict in Node beside a parse in Node, and beside a verdict without a border
    Node,
    /// The first verdict in Node
    NodeStart,
    /// A Node process with one verdict
    NodeProcess,
    /// A verdict beside a bare parse, and many rules beside few
    Verdict,
    /// How the time of a verdict grows with its text
    Growth,
    /// A process of the program
    Program,
    /// The start of a confined command
    Start,
    /// The way of an output
    Output,
    /// The page in a browser
    Playground,
}

impl Bench {
    /// All of them, in the order of the page.
    pub(super) fn all() -> Vec<Self> {
        Self::value_variants().to_vec()
    }

    /// The command that prints its figures alone.
    pub(super) fn command(self) -> &'static str {
        match self {
            Self::Modules => "cargo xtask wasm",
            Self::Node => "node js/bench/verdict.mjs --native target/release/examples/answers",
            Self::NodeStart => "node js/bench/start.mjs",
            Self::NodeProcess => "node js/bench/process.mjs",
            Self::Verdict => "cargo bench --bench verdict",
            Self::Growth => "cargo bench --bench growth",
            Self::Program => {
                concat!("SHELLGATE_EXE=$PWD/", released!(), " cargo bench -p host-runner --bench program")
            }
            Self::Start => {
                concat!("SHELLGATE_EXE=$PWD/", released!(), " cargo bench -p host-runner --bench start")
            }
            Self::Output => "cargo bench -p host-runner --bench output",
            Self::Playground => "npm run bench --prefix js/playground",
        }
    }

    /// The files that have to be there, from the root of the repository, and what makes them.
    fn needs(self) -> &'static [(&'static str, &'static str)] {
        const MODULE: (&str, &str) = ("js/wasm/core.wasm", "run `cargo xtask wasm`");
        const PEER: (&str, &str) =
            ("js/bench/node_modules/web-tree-sitter", "run `npm ci --prefix js/bench --ignore-scripts`");
        const RELEASED: (&str, &str) =
            (released!(), "run `cargo xtask release --target x86_64-unknown-linux-musl`");
        match self {
            Self::Program | Self::Start => &[RELEASED],
            Self::Node | Self::NodeStart => &[MODULE, PEER],
            Self::NodeProcess => {
                &[MODULE, PEER, ("js/dist/index.js", "run `npm ci && npm run build` in `js`")]
            }
            Self::Playground => &[
                MODULE,
                ("js/dist/index.js", "run `npm ci && npm run build` in `js`"),
                ("js/playground/node_modules/playwright-core", "run `npm ci` in `js/playground`"),
            ],
            Self::Modules | Self::Verdict | Self::Growth | Self::Output => &[],
        }
    }

    /// Whether what it measures and what it compares with are there.
    ///
    /// # Errors
    /// The first that is missing, with what makes it.
    pub(super) fn ready(self, places: &Places) -> Result<(), Failure> {
        let missing = self.needs().iter().find(|(file, _)| !in_repository(places, file).exists());
        missing.map_or(Ok(()), |(file, remedy)| {
            Err(Failure::Missing { what: format!("`{file}`"), remedy: (*remedy).to_owned() })
        })
    }

    /// Runs it and returns what it printed.
    pub(super) fn run(self, places: &Places) -> Result<Value, Failure> {
        if self == Self::Node {
            let answers =
                ["build", "--quiet", "--release", "--package", "policy-core", "--example", "answers"];
            let mut build = programs::cargo();
            self.output(places, build.args(answers))?;
        }
        let mut words = self.command().split(' ').peekable();
        let variable = words.next_if(|word| word.contains('=')).and_then(|word| word.split_once("=$PWD/"));
        let mut command = match words.next().unwrap_or_default() {
            "cargo" => programs::cargo(),
            program => Command::new(program),
        };
        command.envs(variable.map(|(name, file)| (name, in_repository(places, file))));
        for word in words {
            if word.starts_with("target/") {
                command.arg(in_repository(places, word));
            } else {
                command.arg(word);
            }
        }
        // Cargo and npm hand on what is after two dashes.
        if matches!(
            self,
            Self::Verdict | Self::Growth | Self::Program | Self::Start | Self::Output | Self::Playground
        ) {
            command.arg("--");
        }
        let text = self.output(places, command.arg("--json"))?;
        // A build may print before it.
        let last = text.lines().rev().find(|line| line.starts_with('{')).unwrap_or_default();
        serde_json::from_str(last).map_err(|error| self.unreadable(&error))
    }

    /// What a command prints on standard output; what it says on standard error is seen.
    fn output(self, places: &Places, command: &mut Command) -> Result<String, Failure> {
        let program = command.get_program().to_string_lossy().into_owned();
        let done = command.current_dir(&places.workspace).stderr(Stdio::inherit()).output();
        let done = done.map_err(|source| Failure::Start { program: program.clone(), source })?;
        // A benchmark that is past a limit of its own ends with 1, and has printed its figures.
        if done.status.success() || done.status.code() == Some(1) && !done.stdout.is_empty() {
            return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
        }
        Err(Failure::Program { program: self.command().to_owned(), status: done.status.to_string() })
    }

    fn unreadable(self, error: &serde_json::Error) -> Failure {
        Failure::Figures { command: self.command(), why: format!("no JSON object: {error}") }
    }
}

/// A file by its path from the root of the repository. The folder of all builds, which is the one above that of the module,
/// may be elsewhere.
fn in_repository(places: &Places, file: &str) -> PathBuf {
    match file.strip_prefix("target/") {
        Some(built) => places.target.with_file_name(built),
        None => places.workspace.join(file),
    }
}
