//! `cargo xtask figures`: runs the benchmarks and makes the page of their figures in `tests/README.md`.
//!
//! Owns the order. Measures nothing itself: each benchmark prints its figures as JSON, and measures what it compares in
//! one run.

mod bench;
mod page;
mod rows;

use std::collections::BTreeMap;

use bench::Bench;
use clap::Args;
use rows::{ROWS, Row, Wanted};
use serde::Serialize;
use xtask_base::Failure;
use xtask_base::places::Places;
use xtask_base::programs::today;

/// Options of `cargo xtask figures`.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// Only these benchmarks; without it, all of them
    #[arg(value_enum)]
    benches: Vec<Bench>,
    /// Writes the page in `tests/README.md`: the rows of these benchmarks, the others stay as they are
    #[arg(long)]
    write: bool,
    /// Prints the figures as JSON
    #[arg(long)]
    json: bool,
}

/// A figure as it was measured.
#[derive(Debug, Serialize)]
struct Figure {
    name: &'static str,
    measured: f64,
    unit: rows::Unit,
    #[serde(flatten)]
    wanted: Option<Wanted>,
    #[serde(rename = "isMet")]
    is_met: Option<bool>,
    /// The day of the measurement.
    on: String,
    bench: Bench,
    command: &'static str,
}

impl Figure {
    fn new(row: &Row, measured: f64, on: &str) -> Self {
        Self {
            name: row.name,
            measured,
            unit: row.unit,
            wanted: row.wanted,
            is_met: row.wanted.map(|wanted| wanted.is_met(measured)),
            on: on.to_owned(),
            bench: row.bench,
            command: row.bench.command(),
        }
    }
}

/// Runs the benchmarks, prints their figures, and writes the page if that is asked.
pub(crate) fn run(asked: &Asked) -> Result<(), Failure> {
    let places = Places::find()?;
    let benches: Vec<Bench> = if asked.benches.is_empty() { Bench::all() } else { asked.benches.clone() };
    for bench in &benches {
        bench.ready(&places)?;
    }
    let mut printed = BTreeMap::new();
    for (at, bench) in benches.iter().enumerate() {
        eprintln!("{} of {}: {}", at + 1, benches.len(), bench.command());
        printed.insert(*bench, bench.run(&places)?);
    }
    let today = today()?;
    let mut figures = Vec::new();
    for row in ROWS {
        if let Some(printed) = printed.get(&row.bench) {
            figures.push(Figure::new(row, row.measured(printed)?, &today));
        }
    }
    if asked.write {
        page::write(&places, &figures)?;
    }
    if asked.json {
        println!("{}", serde_json::to_string(&figures).unwrap_or_default());
    } else {
        println!("{}", page::table(&figures.iter().map(page::line).collect::<Vec<_>>()));
    }
    Ok(())
}
