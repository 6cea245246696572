//! One build of the core over the whole corpus: what it answers, and where that is another text than is written.
//!
//! Owns the comparison and its report. A build is what answers one call of the text door.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;
use shellgate_corpus::{Corpus, Question};

/// Differing answers that a report shows.
const SHOWN: usize = 5;

/// How a build answered.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    /// The build.
    pub engine: String,
    /// Questions that it was asked.
    pub requests: usize,
    /// Answers that are not the written ones, to the byte.
    pub differing: usize,
    /// Questions that this way in cannot take.
    pub not_asked: usize,
    /// The first differing answers.
    pub first: Vec<Difference>,
}

/// Two answers to one question.
#[derive(Serialize)]
pub(crate) struct Difference {
    /// The question as its line in the file tells it.
    pub question: String,
    /// The answer in the file.
    pub expected: String,
    /// The answer of the build.
    pub answer: String,
}

impl Report {
    /// In a few lines, for a person.
    pub(crate) fn drawn(&self) -> String {
        let Self { engine, requests, differing, not_asked, first } = self;
        let mut text = format!("{engine}: {requests} requests, {differing} differ, {not_asked} not asked\n");
        for Difference { question, expected, answer } in first {
            let (question, expected, answer) = (cut(question), cut(expected), cut(answer));
            // Writing to a text cannot fail.
            let _ = writeln!(text, "  {question}\n    expected {expected}\n    answered {answer}");
        }
        text
    }

    /// Writes it as JSON.
    pub(crate) fn write(&self, place: &Path) -> std::io::Result<()> {
        std::fs::write(place, serde_json::to_string(self)?)
    }
}

/// The beginning of a long text.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(600) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

/// Asks `engine`, a build that has nothing open, every question of `corpus` by `call`, the last one first: that an
/// answer depends on no earlier question is found this way too. What it fails with is an answer, and a differing one.
pub(crate) fn run(corpus: &Corpus, engine: &str, mut call: impl FnMut(&str) -> String) -> Report {
    let mut report = Report { engine: engine.to_owned(), ..Report::default() };
    let mut gates = Vec::with_capacity(corpus.policies.len());
    for options in &corpus.policies {
        let opened = call(&format!(r#"{{"operation":"open","options":{options}}}"#));
        let opened: serde_json::Value = serde_json::from_str(&opened).unwrap_or_default();
        gates.push(opened["gate"].to_string());
    }
    for entry in corpus.entries.iter().rev() {
        let Some(asked) = as_call(&entry.question, &gates) else {
            report.not_asked += 1;
            continue;
        };
        report.requests += 1;
        let answer = call(&asked);
        if answer != entry.answer {
            report.differing += 1;
            if report.first.len() < SHOWN {
                let expected = entry.answer.clone();
                report.first.push(Difference { question: asked, expected, answer });
            }
        }
    }
    report
}

/// The question as one call; none when its text is no JSON value, which cannot be in a call.
fn as_call(question: &Question, gates: &[String]) -> Option<String> {
    match question {
        Question::Call(call) => Some(call.clone()),
        Question::Open(options) => {
            is_value(options).then(|| format!(r#"{{"operation":"open","options":{options}}}"#))
        }
        Question::Check { policy, utf16, request } => is_value(request).then(|| {
            let offsets = if *utf16 { "utf16" } else { "utf8" };
            let gate = gates.get(*policy).map_or("null", String::as_str);
            format!(r#"{{"operation":"check","gate":{gate},"offsets":"{offsets}","request":{request}}}"#)
        }),
    }
}

/// Whether `text` is one JSON value without a blank around it; `null` is what an argument is that is not given.
fn is_value(text: &str) -> bool {
    text != "null" && serde_json::from_str::<&RawValue>(text).is_ok_and(|value| value.get() == text)
}
