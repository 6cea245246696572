//! `policy suggest`: the rules that would spare most questions of a log, and their way into a settings file.
//!
//! Owns the drawing, the question and the JSON. The rules are the core's.

use std::fmt::Write as _;

use policy_core::history::{Cover, Suggestion, cover, mask};
use serde_json::{Value, json};

use super::super::arguments::PolicySuggest;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::request::Location;
use super::super::terminal;
use super::log;
use super::text::{counted, fitted};
use super::writing::Written;

pub(super) fn suggest(asked: &PolicySuggest) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place)?;
    let policy = here.policy(&asked.settings)?;
    let mut asked_for = log::read(&asked.log, here.home.as_deref())?.distinct();
    if asked.settings.mode.is_some() {
        // The mode that was asked for is that of the policy now.
        for one in &mut asked_for {
            one.mode = None;
        }
    }
    let cover = cover(&policy, &asked_for, asked.top);
    let report = if asked.json { String::new() } else { drawn(&cover) };
    let rules: Vec<String> = cover.suggestions.iter().flat_map(|it| it.rules.iter().cloned()).collect();
    let written = match &asked.into {
        Some(into) if !rules.is_empty() => written(asked, into, &report, rules)?,
        Some(_) | None => Written::default(),
    };
    let end = written.is_written;
    if asked.json {
        terminal::data(&format!("{}\n", json(&cover, end == Some(true), written.diff.as_deref())))?;
    } else if end.is_none() {
        // Whoever was asked, or said yes ahead, has seen it with the change.
        terminal::data(&report)?;
    }
    Ok(if end == Some(false) { Exit::NotRun } else { Exit::Done })
}

/// Adds the rules to the settings file, once a person has said yes.
fn written(
    asked: &PolicySuggest,
    into: &std::path::Path,
    report: &str,
    rules: Vec<String>,
) -> Result<Written, Failure> {
    use policy_core::rules::List;

    use super::writing::{self, Asking};
    use crate::import::{self, Entry, Imported, Outcome};

    let entry = Entry {
        file: into.to_owned(),
        line: 1,
        column: 1,
        text: String::new(),
        list: List::Allow,
        outcome: Outcome::Exact,
        rules: rules.into_iter().map(|rule| (List::Allow, rule)).collect(),
    };
    let added = Imported { entries: vec![entry], mode: None, unmatched: String::new(), notes: Vec::new() };
    let change = import::change(&std::path::absolute(into)?, &added)?;
    writing::written(&[change], Asking { report, yes: asked.yes, json: asked.json })
}

fn drawn(cover: &Cover) -> String {
    let mut out = String::new();
    for suggestion in &cover.suggestions {
        draw(&mut out, suggestion);
    }
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "{} of {} ask; with these rules {} would",
        cover.questions,
        counted(cover.calls, "call", "calls"),
        cover.left
    );
    out
}

fn draw(out: &mut String, suggestion: &Suggestion) {
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "{} of {}:",
        counted(suggestion.questions, "question", "questions"),
        counted(suggestion.commands as u64, "command", "commands")
    );
    for rule in &suggestion.rules {
        // A rule is copied, so that it is printed in full.
        let _ = writeln!(out, "  {}", policy_core::visible::line(rule));
    }
    for example in &suggestion.examples {
        let _ = writeln!(out, "    answers `{}`", fitted(14, &mask(example)));
    }
    for other in &suggestion.newly_allowed {
        let _ = writeln!(out, "    also allows `{}`", fitted(18, &mask(other)));
    }
}

fn json(cover: &Cover, written: bool, diff: Option<&str>) -> Value {
    let suggestion = |it: &Suggestion| {
        json!({
            "rules": it.rules,
            "questions": it.questions,
            "commands": it.commands,
            "examples": it.examples.iter().map(|it| mask(it)).collect::<Vec<_>>(),
            "wider": it.is_wider,
            "newlyAllowed": it.newly_allowed.iter().map(|it| mask(it)).collect::<Vec<_>>(),
        })
    };
    json!({
        "calls": cover.calls,
        "questions": cover.questions,
        "commands": cover.commands,
        "left": cover.left,
        "suggestions": cover.suggestions.iter().map(suggestion).collect::<Vec<_>>(),
        "written": written,
        "diff": diff,
    })
}
