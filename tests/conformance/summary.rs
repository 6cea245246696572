//! The corpus in a few lines: how much is asked in each group, what is decided, and two sums that tell whether the
//! questions or their answers changed.

use std::fmt::Write as _;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::corpus::{Corpus, Entry, Question};

#[derive(Deserialize)]
struct Decided<'a> {
    decision: Option<&'a str>,
}

/// Every group in order.
pub(crate) fn drawn(corpus: &Corpus) -> String {
    let mut text = format!("{} requests under {} settings\n", corpus.entries.len(), corpus.policies.len());
    for group in corpus.entries.chunk_by(|one, other| one.group == other.group) {
        text.push_str(&of(corpus, group));
    }
    text
}

fn of(corpus: &Corpus, group: &[Entry]) -> String {
    let (mut requests, mut answers) = (Sha256::new(), Sha256::new());
    let mut decided = [0; 4];
    for Entry { question, answer, .. } in group {
        match question {
            Question::Check { policy, utf16, request } => {
                requests.update(format!("check {utf16} {}\n", corpus.policies[*policy]));
                requests.update(request);
            }
            Question::Open(text) | Question::Call(text) => requests.update(text),
        }
        requests.update([0]);
        answers.update(answer);
        answers.update([0]);
        let found = serde_json::from_str(answer).ok().and_then(|decided: Decided<'_>| decided.decision);
        let names = ["allow", "ask", "deny"];
        decided[names.iter().position(|name| found == Some(name)).unwrap_or(names.len())] += 1;
    }
    let [allow, ask, deny, other] = decided;
    let name = group.first().map_or("", |entry| &entry.group);
    format!(
        "\n{name}: {} requests, {allow} allow, {ask} ask, {deny} deny, {other} other answers\n  requests {}\n  answers  {}\n",
        group.len(),
        hex(&requests.finalize()),
        hex(&answers.finalize())
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
