//! Mutation testing of the core: `cargo mutation [PART]`.
//!
//! cargo-mutants says what the mutants are. It builds the core once for each, which takes a minute where a test takes
//! none; this program builds all of them into one, and a variable of the environment says which is active.

mod broken;
mod copy;
mod equivalent;
mod list;
mod program;
mod progress;
mod record;
mod score;
mod suite;
mod switch;
mod trial;

use std::collections::BTreeSet;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use serde::Serialize;

use list::{Key, Mutant};
use progress::Progress;
use record::{Entry, Outcome, Record};
use score::Score;
use trial::Trial;

/// Prints the mutants of the judge, the rules, the proof and the exposure that no test catches, and the score.
///
/// `.cargo/mutants.toml` says which files are mutated. `cargo mutants --re NAME` builds and tests one of them alone. The
/// outcomes are kept in `target/mutants/outcomes.jsonl`: a run over the same sources continues the last one.
#[derive(Debug, Parser)]
#[command(name = "cargo mutation")]
struct Arguments {
    /// Only mutants whose name contains this, such as `rules/path_rule.rs`
    #[arg(default_value = "")]
    part: String,
    /// How many run side by side [default: the number of processors]
    #[arg(long)]
    jobs: Option<usize>,
    /// Leave out tests that take longer, in seconds; a mutant that only they catch is missed
    #[arg(long, value_name = "SECONDS")]
    longest: Option<f64>,
    /// Only mutants that the last run missed, whatever its sources were
    #[arg(long)]
    missed: bool,
    /// Forget what was tried
    #[arg(long)]
    again: bool,
    /// Try the mutants of `equivalent.toml` too, and fail if a test catches one
    #[arg(long)]
    equivalent: bool,
    /// Print the outcome of every mutant as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Result<'r> {
    mutants: &'r [Entry],
    score: &'r Score,
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
    let mutants = list::mutants()?;
    let equivalent = equivalent::keys(&mutants)?;
    let progress = Progress::new();
    let record = Record::open(&copy::place()?)?;
    let sources = copy::digest()?;
    let program = program::built(&mutants, Progress::show)?;
    let jobs = arguments.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let jobs = jobs.unwrap_or(1).max(1);
    let mut trial = Trial::new(&program, jobs)?;
    if let Some(longest) = arguments.longest {
        trial.leave_out_longer(Duration::try_from_secs_f64(longest)?);
    }

    let wanted = wanted(arguments, &mutants, &record);
    progress.expect(wanted.len());
    let entries = trial::in_parallel(jobs, wanted.len(), |at| {
        let number = wanted[at];
        let mutant = &mutants[number];
        let last = record.last(&mutant.key);
        let entry =
            |outcome, test| Entry { key: mutant.key.clone(), outcome, test, sources: sources.clone() };
        let same = last.filter(|last| last.sources == sources && !arguments.again);
        let entry = if equivalent.contains(&mutant.key) && !arguments.equivalent {
            entry(Outcome::Equivalent, None)
        } else if let Some(same) = same {
            same.clone()
        } else {
            let (outcome, test) =
                trial.outcome(number, mutant, last.and_then(|last| last.test.as_deref()))?;
            let entry = entry(outcome, test);
            record.keep(&entry)?;
            entry
        };
        progress.done(entry.outcome, &mutant.name);
        Ok::<_, std::io::Error>(entry)
    });
    Progress::show("");
    let entries = entries.into_iter().collect::<std::io::Result<Vec<_>>>()?;
    print(arguments, &entries, wanted.iter().map(|number| &mutants[*number]))?;
    refuse_caught(&equivalent, &entries)
}

/// The numbers of the mutants to try.
fn wanted(arguments: &Arguments, mutants: &[Mutant], record: &Record) -> Vec<usize> {
    let was_missed = |key: &Key| record.last(key).is_none_or(|last| last.outcome.is_missed());
    let numbered = mutants.iter().enumerate().filter(|(_, mutant)| mutant.name.contains(&arguments.part));
    let numbered = numbered.filter(|(_, mutant)| !arguments.missed || was_missed(&mutant.key));
    numbered.map(|(number, _)| number).collect()
}

fn print<'m>(
    arguments: &Arguments,
    entries: &'m [Entry],
    mutants: impl Iterator<Item = &'m Mutant>,
) -> serde_json::Result<()> {
    let score = Score::of(entries.iter());
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&Result { mutants: entries, score: &score })?);
    } else {
        draw(&score, entries.iter().zip(mutants));
    }
    Ok(())
}

fn draw<'m>(score: &Score, entries: impl Iterator<Item = (&'m Entry, &'m Mutant)>) {
    for (entry, mutant) in entries {
        let nth = if mutant.key.nth > 1 { format!(" (nth = {})", mutant.key.nth) } else { String::new() };
        match entry.outcome {
            Outcome::Missed => println!("missed: {}{nth}", mutant.name),
            Outcome::Unreached => println!("unreached: {}{nth}", mutant.name),
            _ => {}
        }
    }
    print!("{}", score.drawn());
    println!("{} of {} mutants caught, {:.1} %", score.all.caught, score.all.tried, score.all.score());
}

/// A mutant that a test catches is not equivalent.
fn refuse_caught(equivalent: &BTreeSet<Key>, entries: &[Entry]) -> std::result::Result<(), Box<dyn Error>> {
    let caught = entries.iter().filter(|entry| entry.outcome.is_caught() && equivalent.contains(&entry.key));
    let lines = caught.map(|entry| {
        let test = entry.test.as_deref().unwrap_or("a test");
        format!("equivalent.toml: `{test}` catches `{}`", entry.key)
    });
    let lines = lines.collect::<Vec<_>>();
    if lines.is_empty() { Ok(()) } else { Err(lines.join("\n").into()) }
}
