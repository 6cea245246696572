//! The corpus as a file that any implementation can run: JSON, one object a line. `README.md` beside this says its form.
//!
//! Owns the form, both ways. Asks nobody.

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::questions::{Corpus, Entry, Question};

/// The name in the first line.
const FORMAT: &str = "shellgate-conformance";

/// The version of the form. A reader refuses another.
const VERSION: u32 = 1;

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Head { format: String, version: u32, core: String, policies: usize, requests: usize },
    Policy { policy: usize, open: String },
    Check { group: String, policy: usize, offsets: Offsets, request: String, answer: String },
    Refused { group: String, open: String, answer: String },
    Call { group: String, call: String, answer: String },
}

/// What the places in an answer count.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Offsets {
    Utf8,
    Utf16,
}

/// Writes the corpus to `place`, at once or not at all.
pub fn write(corpus: &Corpus, place: &Path) -> io::Result<()> {
    let beside = place.with_extension("part");
    let mut file = BufWriter::new(fs::File::create(&beside)?);
    let mut line = |line: &Line| {
        serde_json::to_writer(&mut file, line)?;
        file.write_all(b"\n")
    };
    line(&Line::Head {
        format: FORMAT.to_owned(),
        version: VERSION,
        core: env!("CARGO_PKG_VERSION").to_owned(),
        policies: corpus.policies.len(),
        requests: corpus.entries.len(),
    })?;
    for (policy, open) in corpus.policies.iter().enumerate() {
        line(&Line::Policy { policy, open: open.clone() })?;
    }
    for Entry { group, question, answer } in &corpus.entries {
        let (group, answer) = (group.clone(), answer.clone());
        line(&match question.clone() {
            Question::Open(open) => Line::Refused { group, open, answer },
            Question::Call(call) => Line::Call { group, call, answer },
            Question::Check { policy, utf16, request } => {
                let offsets = if utf16 { Offsets::Utf16 } else { Offsets::Utf8 };
                Line::Check { group, policy, offsets, request, answer }
            }
        })?;
    }
    file.flush()?;
    fs::rename(beside, place)
}

/// Reads the corpus at `place`.
pub fn read(place: &Path) -> io::Result<Corpus> {
    let wrong =
        |number: usize, what: &str| io::Error::other(format!("{}:{}: {what}", place.display(), number + 1));
    let text = fs::read_to_string(place)?;
    let mut corpus = Corpus { policies: Vec::new(), entries: Vec::new() };
    let mut promised = None;
    for (number, line) in text.lines().enumerate() {
        let line = serde_json::from_str(line).map_err(|error| wrong(number, &error.to_string()))?;
        let (group, question, answer) = match line {
            Line::Head { format, version, policies, requests, .. } => {
                if number != 0 || format != FORMAT || version != VERSION {
                    return Err(wrong(number, "this is no corpus of a known version"));
                }
                promised = Some((policies, requests));
                continue;
            }
            Line::Policy { policy, open } if policy == corpus.policies.len() => {
                corpus.policies.push(open);
                continue;
            }
            Line::Policy { .. } => return Err(wrong(number, "the settings are not numbered in order")),
            Line::Check { group, policy, offsets, request, answer } => {
                (group, Question::Check { policy, utf16: offsets == Offsets::Utf16, request }, answer)
            }
            Line::Refused { group, open, answer } => (group, Question::Open(open), answer),
            Line::Call { group, call, answer } => (group, Question::Call(call), answer),
        };
        corpus.entries.push(Entry { group, question, answer });
    }
    if promised != Some((corpus.policies.len(), corpus.entries.len())) {
        return Err(wrong(0, "the file does not hold what its first line promises"));
    }
    Ok(corpus)
}
