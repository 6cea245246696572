//! `cargo xtask`: what the repository builds beyond its programs.
//!
//! Owns the names and options of these jobs. Takes no part in a verdict.

mod bind;
mod conformance;
mod figures;
mod imports;
mod lint;
mod module;
mod optimise;
mod report;
mod split;
mod toolchain;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use xtask_base::places::MANIFEST;
use xtask_base::programs;

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
    /// Compares the answers of every build of the core, to the byte: linked, in wasmtime, in Node, in Chromium.
    Conformance(Conformance),
    /// Runs the benchmarks, and makes the page of their figures in `tests/README.md`.
    Figures(figures::Asked),
    /// Runs clippy over the program for every target of a release: another system's code is compiled by nothing else here.
    Lint(lint::Asked),
    /// Builds the program for every target and makes all packages of it, with checksums, into `packages` in the target
    /// folder.
    #[command(disable_help_flag = true)]
    Release(Rest),
    /// Sets the version everywhere, dates the section of the changelog, commits and tags.
    #[command(disable_help_flag = true)]
    Version(Rest),
    /// Sets the address of the repository in the manifest of every package.
    #[command(disable_help_flag = true)]
    Repository(Rest),
    /// Generates the C of the grammars, into `policy-core/grammar`.
    #[command(disable_help_flag = true)]
    Grammar(Rest),
    /// Compares the decisions of this revision with those of another: `cargo decisions`, which does not build this
    /// program first.
    #[command(disable_help_flag = true)]
    Decisions(Rest),
}

/// Arguments for another program, which is built when its job is asked for.
#[derive(Args)]
struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Rest {
    /// Hands the arguments to cargo, after those that lead to the program, and ends as that does.
    fn to(self, front: &[&str]) -> ExitCode {
        let mut cargo = programs::cargo();
        cargo.args(front).args(self.arguments).current_dir(Path::new(MANIFEST).with_file_name(""));
        match cargo.status() {
            Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)),
            Err(error) => {
                eprintln!("error: `cargo` could not be started: {error}");
                ExitCode::from(2)
            }
        }
    }
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
    const RELEASE: [&str; 5] = ["run", "--quiet", "--package", "shellgate-release", "--"];
    const GENERATOR: [&str; 5] = ["run", "--quiet", "--package", "shellgate-generator", "--"];
    xtask_base::end(match Command::parse().job {
        Job::Wasm(asked) => {
            module::build(asked.install, &asked.modules).map(|built| report::print(&built, asked.json))
        }
        Job::Conformance(asked) => conformance::compare(asked.tested, asked.json),
        Job::Figures(asked) => figures::run(&asked),
        Job::Lint(asked) => lint::run(&asked),
        Job::Release(rest) => return rest.to(&[&RELEASE[..], &["release"]].concat()),
        Job::Version(rest) => return rest.to(&[&RELEASE[..], &["version"]].concat()),
        Job::Repository(rest) => return rest.to(&[&RELEASE[..], &["repository"]].concat()),
        Job::Grammar(rest) => return rest.to(&GENERATOR),
        Job::Decisions(rest) => return rest.to(&["decisions"]),
    })
}
