//! The format of a log, by what is in it.

use serde::Deserialize;

use crate::fields::{self, Field};
use crate::{Format, shell_history, spec_story, table};

/// What tells the formats of JSON lines apart.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow)]
    payload: Field<'a>,
    #[serde(borrow, rename = "sessionId")]
    session: Field<'a>,
    #[serde(borrow, rename = "leafUuid")]
    leaf: Field<'a>,
    #[serde(borrow, rename = "messageId")]
    snapshot: Field<'a>,
    #[serde(borrow)]
    arguments: Field<'a>,
    #[serde(borrow)]
    action: Field<'a>,
    #[serde(borrow)]
    instructions: Field<'a>,
    #[serde(borrow)]
    command: Field<'a>,
    #[serde(borrow)]
    url: Field<'a>,
    #[serde(borrow)]
    query: Field<'a>,
    #[serde(borrow)]
    tool_input: Field<'a>,
}

/// The format that this line shows, if it shows one. `is_first`: nothing but empty lines came before it.
pub(crate) fn format(line: &str, is_first: bool, command_column: Option<&str>) -> Option<Format> {
    if line.starts_with('{') {
        return serde_json::from_str::<Entry<'_>>(line).ok().and_then(|entry| of_entry(&entry));
    }
    if line.starts_with(spec_story::TITLE) {
        return Some(Format::SpecStory);
    }
    if shell_history::zsh_entry(line).is_some() {
        return Some(Format::ZshHistory);
    }
    if shell_history::bash_moment(line).is_some() {
        return Some(Format::BashHistory);
    }
    if line.starts_with(shell_history::FISH_COMMAND) {
        return Some(Format::FishHistory);
    }
    let is_header = |name: &str| {
        table::fields(line).is_some_and(|fields| fields.iter().any(|field| field.trim() == name))
    };
    (is_first && is_header(command_column.unwrap_or(table::COMMAND))).then_some(Format::Csv)
}

fn of_entry(entry: &Entry<'_>) -> Option<Format> {
    let is_text = |field: Field<'_>| fields::text(field).is_some();
    if is_text(entry.kind) {
        if entry.payload.is_some() || entry.arguments.is_some() || entry.action.is_some() {
            return Some(Format::Codex);
        }
        if entry.session.is_some() || entry.leaf.is_some() || entry.snapshot.is_some() {
            return Some(Format::ClaudeCode);
        }
    }
    if is_text(entry.command) || is_text(entry.url) || is_text(entry.query) || entry.tool_input.is_some() {
        return Some(Format::JsonLines);
    }
    // The first line of an old rollout of Codex.
    (entry.kind.is_none() && entry.instructions.is_some()).then_some(Format::Codex)
}
