//! Counts: no text says how many checks there are, so that a new one changes no sentence.

use std::fs;
use std::path::{Path, PathBuf};

use policy_core::checks::CHECKS;

use super::root;

/// What the texts of the repository are in.
const PLACES: &[&str] = &[
    "README.md",
    "policy-core",
    "host-runner",
    "js/README.md",
    "js/adapters",
    "js/playground/README.md",
    "js/playground/src",
    "js/src",
    "js/test",
    "tests",
];

/// Kinds of files that hold sentences.
const KINDS: &[&str] = &["json", "js", "md", "rs", "toml", "ts", "tsx"];

/// Whether a line counts the checks: their number in front of their name, or as a name.
fn counts(line: &str, number: &str) -> bool {
    let places = line.match_indices(number);
    let mut whole =
        places.map(|(at, _)| (&line[..at], &line[at + number.len()..])).filter(|(before, behind)| {
            let joins = |sign: char| sign.is_ascii_alphanumeric() || "._-".contains(sign);
            !before.ends_with(joins) && !behind.starts_with(|sign: char| sign.is_ascii_alphanumeric())
        });
    whole.any(|(before, behind)| {
        let is_name = before.ends_with("the ")
            && behind.trim_start().chars().next().is_none_or(|sign| ".,:;)".contains(sign));
        behind.starts_with(" check") || is_name || before.ends_with("1 to ")
    })
}

fn files(place: PathBuf, found: &mut Vec<PathBuf>) {
    if place.is_dir() {
        let is_made = ["node_modules", "dist", "target"].iter().any(|name| place.ends_with(name));
        if !is_made {
            for entry in fs::read_dir(&place).expect("a folder") {
                files(entry.expect("an entry").path(), found);
            }
        }
    } else if place.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
        found.push(place);
    }
}

#[test]
fn no_text_counts_the_checks() {
    let number = CHECKS.len().to_string();
    let mut found = Vec::new();
    for place in PLACES {
        files(root().join(place), &mut found);
    }
    assert!(found.iter().any(|file| file.ends_with("policy-core/ARCHITECTURE.md")));
    let here = Path::new(file!()).file_name();
    for file in found.iter().filter(|file| file.file_name() != here) {
        let text = fs::read_to_string(file).expect("a text");
        for (at, line) in text.lines().enumerate() {
            assert!(!counts(line, &number), "{}:{}: {line}", file.display(), at + 1);
        }
    }
}

#[test]
fn a_count_is_seen_in_several_wordings() {
    for line in [
        "The 23 checks: witnesses against a command",
        "What the 23 checks find.",
        "The check's number, for the 23.",
        "(a finding beyond the 23): one static",
        "/// Its number, 1 to 23.",
    ] {
        assert!(counts(line, "23"), "{line}");
    }
    for line in ["pub static QUOTED_NEWLINE = 23 {", "the 23rd of May", "20, 21, 22, 23, 24"] {
        assert!(!counts(line, "23"), "{line}");
    }
}
