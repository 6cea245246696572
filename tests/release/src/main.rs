//! The program behind `cargo xtask release`, `cargo xtask version` and `cargo xtask repository`.
//!
//! Owns the names of these jobs. Nothing is published or pushed.

mod archive;
mod dependencies;
mod documents;
mod licences;
mod npm;
mod release;
mod report;
mod repository;
mod sbom;
mod templates;
mod tree;
mod version;
mod wheel;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Command {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Builds the program for every target and makes all packages of it, with checksums, into `packages` in the target
    /// folder.
    Release(release::Asked),
    /// Sets the version everywhere, dates the section of the changelog, commits and tags.
    Version(version::Asked),
    /// Sets the address of the repository in the manifest of every package.
    Repository(repository::Asked),
}

fn main() -> ExitCode {
    xtask_base::end(match Command::parse().job {
        Job::Release(asked) => release::run(&asked).map(|made| report::print(&made, asked.json)),
        Job::Version(asked) => version::run(&asked),
        Job::Repository(asked) => repository::run(&asked),
    })
}
