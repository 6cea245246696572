//! `cargo xtask`: what the repository builds beyond its programs.
//!
//! Owns the names and options of these jobs. Takes no part in a verdict.

mod bind;
mod failure;
mod imports;
mod module;
mod optimise;
mod places;
mod report;
mod toolchain;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// The jobs of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Command {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Builds the core as a WebAssembly module with its glue, into `js/wasm`.
    Wasm(Wasm),
}

/// Options of `cargo xtask wasm`.
#[derive(Args)]
struct Wasm {
    /// Installs what is missing: a target by rustup, else packages by apt-get.
    #[arg(long)]
    install: bool,
    /// Prints what was built as JSON.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let Job::Wasm(asked) = Command::parse().job;
    match module::build(asked.install) {
        Ok(built) => {
            report::print(&built, asked.json);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("error: {failure}\n  = help: {}", failure.help());
            ExitCode::FAILURE
        }
    }
}
