//! `cargo xtask`: what the repository builds beyond its programs.
//!
//! Owns the names and options of these jobs. Takes no part in a verdict.

mod bind;
mod conformance;
mod decisions;
mod failure;
mod figures;
mod grammar;
mod imports;
mod module;
mod optimise;
mod places;
mod release;
mod report;
mod split;
mod toolchain;
mod version;

use std::ffi::OsString;
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
    /// Builds the core as WebAssembly modules with their glue, into `js/wasm`: as it is, in two parts, with PowerShell, and with
    /// the logs.
    Wasm(Wasm),
    /// Generates the C of the bash grammar, into `policy-core/grammar/generated`.
    Grammar(Grammar),
    /// Compares the answers of every build of the core, to the byte: linked, in wasmtime, in Node, in Chromium.
    Conformance(Conformance),
    /// Runs the benchmarks, and makes the page of their figures in `tests/README.md`.
    Figures(figures::Asked),
    /// Builds the program for every target and makes all packages of it, with checksums, into `packages` in the target
    /// folder.
    Release(release::Asked),
    /// Runs clippy over the program for every target of a release: another system's code is compiled by nothing else here.
    Lint(release::Lint),
    /// Sets the version everywhere, dates the section of the changelog, commits and tags.
    Version(version::Asked),
    /// Compares the decisions of this revision with those of another: `cargo decisions`, which does not build this
    /// program first.
    Decisions {
        /// Its arguments; `--help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Options of `cargo xtask wasm`.
#[derive(Args)]
struct Wasm {
    /// Installs what is missing: a target by rustup, else packages by apt-get.
    #[arg(long)]
    install: bool,
    /// Builds this module only; may be repeated. The npm package has `core` and `powershell`, the playground all.
    #[arg(long = "module", value_name = "NAME", value_parser = module::NAMES)]
    modules: Vec<String>,
    /// Prints what was built as JSON.
    #[arg(long)]
    json: bool,
}

/// Options of `cargo xtask grammar`.
#[derive(Args)]
struct Grammar {
    /// Writes nothing; fails when the committed files differ.
    #[arg(long)]
    check: bool,
}

/// Options of `cargo xtask conformance`.
#[derive(Args)]
struct Conformance {
    /// Takes what `cargo test` found of the linked core and of the module in the host, instead of asking them again.
    #[arg(long)]
    tested: bool,
    /// Prints what each build answered as JSON.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let done = match Command::parse().job {
        Job::Wasm(asked) => {
            module::build(asked.install, &asked.modules).map(|built| report::print(&built, asked.json))
        }
        Job::Grammar(asked) => grammar::run(asked.check),
        Job::Conformance(asked) => conformance::compare(asked.tested, asked.json),
        Job::Figures(asked) => figures::run(&asked),
        Job::Release(asked) => release::run(&asked).map(|made| release::print(&made, asked.json)),
        Job::Lint(asked) => release::lint(&asked),
        Job::Version(asked) => version::run(&asked),
        Job::Decisions { arguments } => return decisions::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}\n  = help: {}", failure.help());
            ExitCode::FAILURE
        }
    }
}
