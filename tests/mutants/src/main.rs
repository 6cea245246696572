//! Mutation testing of the core: `cargo mutation [PART]`.
//!
//! cargo-mutants says what the mutants are. It builds the core once for each, which takes a minute where a test takes
//! none; this program builds all of them into one, and a variable of the environment says which is active.

mod list;
mod program;
mod switch;
mod trial;

use std::error::Error;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::process::ExitCode;

use clap::Parser;
use serde::Serialize;

use trial::Outcome;

/// Prints the mutants of the judge, the rules, the proof and the exposure that no test catches, and the score.
///
/// `.cargo/mutants.toml` says which files are mutated. `cargo mutants --re NAME` builds and tests one of them alone.
#[derive(Debug, Parser)]
#[command(name = "cargo mutation")]
struct Arguments {
    /// Only mutants whose name contains this, such as `rules/path_rule.rs`
    #[arg(default_value = "")]
    part: String,
    /// How many run side by side [default: the number of processors]
    #[arg(long)]
    jobs: Option<usize>,
    /// Print the outcome of every mutant as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result<'r> {
    mutants: Vec<Named<'r>>,
    tried: usize,
    caught: usize,
    /// In percent of those that were tried.
    score: f64,
}

#[derive(Serialize)]
struct Named<'n> {
    name: &'n str,
    outcome: Outcome,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> std::result::Result<(), Box<dyn Error>> {
    let mutants = list::mutants(&arguments.part)?;
    let program = program::built(&mutants, progress)?;
    let jobs =
        arguments.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let outcomes = trial::outcomes(&program, &mutants, jobs.max(1), progress)?;
    progress("");
    let named = mutants.iter().zip(&outcomes);
    let named =
        named.map(|(mutant, outcome)| Named { name: &mutant.name, outcome: *outcome }).collect::<Vec<_>>();
    let count = |wanted: &[Outcome]| outcomes.iter().filter(|outcome| wanted.contains(outcome)).count();
    let caught = count(&[Outcome::Caught, Outcome::TimedOut]);
    let tried = outcomes.len() - count(&[Outcome::NotBuilt]);
    #[expect(clippy::cast_precision_loss, reason = "there are some thousands")]
    let score = 100.0 * caught as f64 / tried.max(1) as f64;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&Result { mutants: named, tried, caught, score })?);
    } else {
        draw(&named);
        let all = outcomes.len();
        let endless = count(&[Outcome::TimedOut]);
        println!("{caught} of {tried} mutants caught, {score:.1} %; {endless} of them do not end");
        println!("{} of {all} mutants are not in the program", all - tried);
    }
    Ok(())
}

fn draw(mutants: &[Named<'_>]) {
    for one in mutants {
        let word = match one.outcome {
            Outcome::Missed => "missed",
            Outcome::Unreached => "unreached",
            Outcome::Caught | Outcome::TimedOut | Outcome::NotBuilt => continue,
        };
        println!("{word}: {}", one.name);
    }
}

/// Shows what is done, on a terminal only, and in one line.
fn progress(text: &str) {
    let mut out = stderr();
    if out.is_terminal() {
        drop(write!(out, "\r\x1b[K{text}"));
        drop(out.flush());
    }
}
