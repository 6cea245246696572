//! The last lines of `cargo test`: what it left out, and the command that runs it.
//!
//! Not a test. Cargo runs the programs of tests in the order of their packages' names, and this package is the last.

#![expect(clippy::print_stdout, reason = "it is what this program is for")]

use std::fmt::Write as _;

use serde::Deserialize;

#[derive(Deserialize)]
struct Tiers {
    suite: Vec<Suite>,
}

#[derive(Deserialize)]
struct Suite {
    name: String,
    tiers: Vec<String>,
}

/// The tiers after `cargo test`, with the command of each.
const LATER: [(&str, &str); 4] =
    [("run", ".ci/run"), ("full", ".ci/full"), ("nightly", ".ci/nightly"), ("audit", ".ci/audit")];

fn main() {
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    let left_out = test_support::left_out::take();
    if !left_out.is_empty() {
        println!("\nleft out of these tests:");
        for line in left_out {
            println!("  {line}");
        }
        println!(
            "  (`SHELLGATE_EFFORT=full cargo test` runs what is quick here; `.ci/full` installs what is missing on Debian)"
        );
    }
    match toml::from_str::<Tiers>(include_str!("../tiers.toml")) {
        Ok(tiers) => print!("{}", later(&tiers.suite)),
        Err(error) => {
            eprintln!("error: tests/tiers.toml: {error}");
            std::process::exit(1);
        }
    }
}

/// The suites that are no part of `cargo test`, under the first command that runs them.
fn later(suites: &[Suite]) -> String {
    let mut text = "\nnot a part of `cargo test` (tests/README.md says why):\n".to_owned();
    let mut rest: Vec<&Suite> =
        suites.iter().filter(|suite| !suite.tiers.iter().any(|tier| tier == "test")).collect();
    for (tier, command) in LATER {
        let (here, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|suite| suite.tiers.iter().any(|it| it == tier));
        rest = others;
        if !here.is_empty() {
            let names: Vec<&str> = here.iter().map(|suite| suite.name.as_str()).collect();
            let _ = writeln!(text, "  {command:<12} {}", names.join(", "));
        }
    }
    text + "\n"
}
