//! `cargo decisions`: what another revision of the core decides otherwise over the conformance corpus.
//!
//! Owns the command line. Ends with 0 when no decision, reason code or finding changed, with 1 when one did, and with 2
//! when the comparison could not be made.

mod compare;
mod draw;
mod failure;
mod other;
mod request;

use std::process::ExitCode;

use clap::Parser;

use compare::Comparison;
use failure::Failure;
use other::Other;

/// Compares the decisions of this revision with those of another one, over the same requests.
#[derive(Parser)]
#[command(name = "cargo decisions", bin_name = "cargo decisions")]
struct Arguments {
    /// A commit, which is built and asked the corpus of this revision; or a corpus file with the answers of another
    /// revision, as `corpus make` writes it. Default: the last release (a tag `v…`), else the commit that
    /// `.ci/baseline` names.
    #[arg(long, value_name = "REV|FILE")]
    against: Option<String>,
    /// Asks only every Nth request: a quick look.
    #[arg(long, value_name = "N", default_value = "1")]
    every: std::num::NonZeroUsize,
    /// Commands that are shown of each kind of change; the counts are always complete.
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
    /// Prints every change as JSON.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    match compared(&Arguments::parse()) {
        Ok(is_same) => ExitCode::from(u8::from(!is_same)),
        Err(failure) => {
            eprintln!("error: {failure}\n  = help: {}", failure.help());
            ExitCode::from(2)
        }
    }
}

/// Compares, prints, and returns whether nothing changed.
fn compared(arguments: &Arguments) -> Result<bool, Failure> {
    let other = Other::find(arguments.against.as_deref())?;
    let (before, now) = other.answers(arguments.every)?;
    let comparison = Comparison::of(&before, &now)?;
    if arguments.json {
        println!("{}", comparison.to_json(&other.name()));
    } else {
        print!("{}", draw::drawn(&comparison, &other.name(), arguments.show));
    }
    Ok(comparison.changes.is_empty())
}
