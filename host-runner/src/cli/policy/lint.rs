//! `policy lint`: what is wrong with the settings themselves, and the mends.
//!
//! Owns the drawing, the question and the JSON. The findings are the core's.

use policy_core::lint::{Finding, Level, Mend, lint as findings, mended};
use policy_core::{Policy, Source};
use serde_json::{Value, json};

use super::super::arguments::PolicyLint;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::request::Location;
use super::super::{draw, progress, terminal};
use super::text::counted;
use super::writing::Written;

pub(super) fn lint(asked: &PolicyLint) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place)?;
    let policy = here.quiet_policy(&asked.settings)?;
    let found = found(&policy, &here);
    let mended = if asked.fix { mended(&policy.sources, &found) } else { Vec::new() };
    let colour =
        if asked.fix && !asked.yes { terminal::colour_of_messages() } else { terminal::colour_of_data() };
    let report = if asked.json { String::new() } else { drawn(&found, &policy.sources, colour) };
    let written =
        if mended.is_empty() { Written::default() } else { written(asked, &here, &policy, &report, mended)? };
    let is_written = written.is_written == Some(true);
    if asked.json {
        terminal::data(&format!("{}\n", json(&found, is_written, written.diff.as_deref())))?;
    } else if written.is_written.is_none() {
        // Whoever was asked, or said yes ahead, has seen it with the change.
        terminal::data(&report)?;
    }
    let is_left =
        |finding: &Finding| finding.kind.level() == Level::Warning && !(is_written && finding.mend.is_some());
    Ok(match written.is_written {
        Some(false) => Exit::NotRun,
        _ if found.iter().any(is_left) => Exit::Ask,
        _ => Exit::Done,
    })
}

fn found(policy: &Policy, here: &Location) -> Vec<Finding> {
    let bar = progress::bar(0);
    let found = findings(policy, Some(&here.cwd), here.home.as_deref(), &mut |at, all| {
        bar.set_length(all as u64);
        bar.set_position(at as u64);
    });
    bar.finish_and_clear();
    found
}

/// Writes the new texts of the sources, once a person has said yes.
fn written(
    asked: &PolicyLint,
    here: &Location,
    policy: &Policy,
    report: &str,
    mended: Vec<(usize, String)>,
) -> Result<Written, Failure> {
    use std::path::Path;

    use policy_core::visible::line;

    use super::writing::{self, Asking};
    use crate::installation::change::Change;
    use crate::settings::full_name;

    let mut changes = Vec::new();
    for (at, text) in mended {
        let Some(source) = policy.sources.get(at) else { continue };
        let file = full_name(&source.name, Path::new(&here.cwd), here.home.as_deref().map(Path::new));
        let mut is_same = true;
        let change = Change::to_edit(&file, |old| {
            is_same = old == Some(&source.text);
            Ok(text)
        })?;
        if !is_same {
            let message = format!("`{}` changed meanwhile", line(&source.name));
            return Err(Failure::usage(message, "call it again"));
        }
        changes.push(change);
    }
    writing::written(&changes, Asking { report, yes: asked.yes, json: asked.json })
}

fn drawn(found: &[Finding], sources: &[Source], colour: draw::Colour) -> String {
    let mut out = String::new();
    for finding in found {
        out.push_str(&draw::policy_finding(finding, sources, colour));
        out.push('\n');
    }
    let of = |level: Level| found.iter().filter(|it| it.kind.level() == level).count() as u64;
    let mendable = found.iter().filter(|it| it.mend.is_some()).count() as u64;
    out.push_str(&counted(of(Level::Warning), "warning", "warnings"));
    out.push_str(", ");
    out.push_str(&counted(of(Level::Note), "note", "notes"));
    if mendable > 0 {
        out.push_str("; `--fix` mends ");
        out.push_str(&mendable.to_string());
    }
    out.push('\n');
    out
}

fn json(found: &[Finding], written: bool, diff: Option<&str>) -> Value {
    let finding = |it: &Finding| {
        let problem = &it.problem;
        let mend = it.mend.as_ref().map(|mend| match mend {
            Mend::Remove => json!({"do": "remove"}),
            Mend::Replace(text) => json!({"do": "replace", "with": text}),
        });
        json!({
            "kind": it.kind.name(),
            "level": it.kind.level().name(),
            "file": problem.file,
            "line": problem.line,
            "column": problem.column,
            "span": [problem.span.start, problem.span.end],
            "list": it.rule.as_ref().map(|(list, _)| list.name()),
            "rule": it.rule.as_ref().map(|(_, text)| text),
            "message": problem.message,
            "help": problem.help,
            "examples": it.examples,
            "mend": mend,
        })
    };
    json!({
        "findings": found.iter().map(finding).collect::<Vec<_>>(),
        "written": written,
        "diff": diff,
    })
}
