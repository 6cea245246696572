//! `policy diff`: what two settings files answer differently.
//!
//! Owns the drawing and the JSON. The comparison is the core's.

use std::fmt::Write as _;
use std::path::Path;

use policy_core::Policy;
use policy_core::history::{Change, Changes, Side, changes, examples, mask};
use serde_json::{Value, json};

use super::super::arguments::{LocationArguments, PolicyDiff};
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::request::Location;
use super::super::terminal;
use super::log;
use super::text::{counted, fitted};
use crate::settings::{self, Lookup};

pub(super) fn diff(asked: &PolicyDiff) -> Result<Exit, Failure> {
    let here = Location::of(&LocationArguments::default())?;
    let (from, to) = (read(&asked.from, &here)?, read(&asked.to, &here)?);
    let home = here.home.as_deref();
    let commands = if asked.log.is_empty() {
        examples(&[&from, &to], Some(&here.cwd), home)
    } else {
        log::read(&asked.log, home)?.distinct()
    };
    let changes = changes(&from, &to, &commands);
    let is_log = !asked.log.is_empty();
    terminal::data(&if asked.json {
        format!("{}\n", json(&changes, is_log))
    } else {
        drawn(&changes, is_log)
    })?;
    Ok(if changes.is_more_permissive() { Exit::MorePermissive } else { Exit::Done })
}

/// The policy of one settings file.
fn read(file: &Path, here: &Location) -> Result<Policy, Failure> {
    let files = [file.to_owned()];
    let lookup = Lookup {
        files: &files,
        none: false,
        cwd: Path::new(&here.cwd),
        home: here.home.as_deref().map(Path::new),
    };
    let found = settings::find(&lookup)?;
    settings::policy(&found, None, None).map_err(|errors| Failure::Policy(errors, found.sources))
}

fn drawn(changes: &Changes, is_log: bool) -> String {
    let mut out = String::new();
    for change in &changes.groups {
        draw(&mut out, change);
    }
    let more = changes.groups.iter().filter(|it| it.is_more_permissive());
    let more_calls: u64 = more.map(|it| it.calls).sum();
    let all: u64 = changes.groups.iter().map(|it| it.calls).sum();
    let source = if is_log { "in the log" } else { "made from the rules and the tables" };
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "{} and {} distinct commands {source}: {more_calls} permitted more, {} permitted less",
        counted(changes.calls, "call", "calls"),
        changes.commands,
        all - more_calls
    );
    out
}

fn draw(out: &mut String, change: &Change) {
    let head = format!(
        "{} → {}: {}, {}: ",
        change.from.decision.name(),
        change.to.decision.name(),
        counted(change.calls, "call", "calls"),
        counted(change.commands as u64, "command", "commands")
    );
    let example = fitted(head.chars().count() + 2, &mask(&change.example));
    // Writing to a string does not fail.
    let _ = writeln!(out, "{head}`{example}`");
    for (name, side) in [("before", &change.from), ("after", &change.to)] {
        let _ = writeln!(out, "  {}", fitted(2, &format!("{name}: {}", cause(side))));
    }
}

fn cause(side: &Side) -> String {
    let rule = side.rule.as_ref().map(|rule| format!(" `{}`", mask(rule))).unwrap_or_default();
    let source = side.source.as_ref().map(|source| format!(" at {source}")).unwrap_or_default();
    format!("{}{rule}{source}", side.code)
}

fn json(changes: &Changes, is_log: bool) -> Value {
    let side = |side: &Side| {
        json!({
            "decision": side.decision.name(),
            "code": side.code,
            "rule": side.rule.as_deref().map(mask),
            "source": side.source,
        })
    };
    let group = |change: &Change| {
        json!({
            "from": side(&change.from),
            "to": side(&change.to),
            "morePermissive": change.is_more_permissive(),
            "calls": change.calls,
            "commands": change.commands,
            "example": mask(&change.example),
        })
    };
    json!({
        "source": if is_log { "log" } else { "examples" },
        "calls": changes.calls,
        "commands": changes.commands,
        "morePermissive": changes.is_more_permissive(),
        "changes": changes.groups.iter().map(group).collect::<Vec<_>>(),
    })
}
