//! VS Code: `settings.json`, `chat.tools.terminal.autoApprove`. `false` asks, and outweighs `true`.
//!
//! Source: <https://code.visualstudio.com/docs/copilot/chat/chat-tools>. A key is the beginning of a command up to the end of
//! a word, or a regular expression between slashes.

use policy_core::rules::List;
use serde_json::Value;

use crate::installation::json::{Flaw, Kind, Node, Property};

use super::fields::{field, flag, properties, root, wrong};
use super::file::File;
use super::regex::{self, Reading};
use super::shape::{End, Shape, Unsaid};
use super::statement::{Found, Statement};

/// The entries of commands, and the lists of older versions.
const ENTRIES: [(&str, Option<List>); 4] = [
    ("chat.tools.terminal.autoApprove", None),
    ("chat.agent.terminal.autoApprove", None),
    ("chat.agent.terminal.allowList", Some(List::Allow)),
    ("chat.agent.terminal.denyList", Some(List::Ask)),
];

/// The switches that approve every tool.
const APPROVE_ALL: [&str; 2] = ["chat.tools.global.autoApprove", "chat.tools.autoApprove"];

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(&file.text)? else { return Ok(found) };
    // A workspace file has them one level deeper.
    let settings = if file.has_extension("code-workspace") { field(&root, "settings")? } else { Some(&root) };
    let Some(settings) = settings else { return Ok(found) };
    let enabled = field(settings, "chat.tools.terminal.enableAutoApprove")?.map(flag).transpose()?;
    for (key, list) in ENTRIES {
        let Some(entries) = field(settings, key)? else { continue };
        for entry in properties(entries)? {
            found.statements.push(statement(entry, list, enabled != Some(false))?);
        }
    }
    for key in APPROVE_ALL {
        let Some((_, property)) = settings.property(key)? else { continue };
        let approves = !matches!(property.value.kind, Kind::Other(Value::Bool(false)));
        if approves {
            found.statements.push(Statement::commands(property.at.clone(), List::Allow, every()));
        }
    }
    if field(settings, "chat.tools.terminal.ignoreDefaultAutoApproveRules")?.is_none() {
        found
            .notes
            .push("the rules that VS Code has by itself are not in the file, and not imported".to_owned());
    }
    Ok(found)
}

fn every() -> Result<Vec<Shape>, Unsaid> {
    Shape::glob("*", false).map(|shape| vec![shape])
}

fn statement(entry: &Property, list: Option<List>, enabled: bool) -> Result<Statement, Flaw> {
    let at = entry.at.clone();
    let Some(approves) = approves(&entry.value)? else {
        return Ok(Statement::nothing(
            at,
            List::Ask,
            "it only takes an entry away that VS Code has by itself",
        ));
    };
    let list = match (list, approves) {
        (Some(list), true) => list,
        (Some(_), false) => return Ok(Statement::nothing(at, List::Ask, "it is switched off")),
        (None, true) => List::Allow,
        (None, false) => List::Ask,
    };
    if list == List::Allow && !enabled {
        return Ok(Statement::nothing(at, list, "`chat.tools.terminal.enableAutoApprove` is `false`"));
    }
    Ok(Statement::commands(at, list, shapes(&entry.name, list)))
}

/// Whether the entry approves; none if it is `null`.
fn approves(value: &Node) -> Result<Option<bool>, Flaw> {
    match &value.kind {
        Kind::Other(Value::Bool(flag)) => Ok(Some(*flag)),
        Kind::Other(Value::Null) => Ok(None),
        Kind::Object(_) => match field(value, "approve")? {
            Some(inner) if !matches!(inner.kind, Kind::Object(_)) => approves(inner),
            _ => Err(Flaw::new(value.at.clone(), "this entry has no `approve`")),
        },
        _ => Err(wrong(value, "`true`, `false`, `null` or an object")),
    }
}

fn shapes(key: &str, list: List) -> Result<Vec<Shape>, Unsaid> {
    match key.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
        Some((expression, flags))
            if flags.chars().all(|it| it.is_ascii_lowercase()) && !expression.is_empty() =>
        {
            let ignores_case = list != List::Allow && flags.contains('i');
            regex::shapes(expression, Reading { is_anchored: false, ignores_case })
        }
        _ if key.ends_with(|it: char| it.is_alphanumeric() || it == '_') => {
            Shape::text(key, End::Boundary).map(|shape| vec![shape])
        }
        _ => Shape::text(key, End::Anything).map(|shape| vec![shape]),
    }
}
