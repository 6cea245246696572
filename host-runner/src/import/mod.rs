//! The policies of other tools as rules of a settings file, with a report of what each entry lost.
//!
//! Owns the formats of the other tools and their translation. An imported rule never allows what its source does not allow.
//! Writes nothing but the settings file that it is given. Draws nothing: the command line does.

mod amp;
mod codex;
mod continuedev;
mod copilot;
mod cursor;
mod fields;
mod file;
mod flatten;
mod gemini;
mod imported;
mod opencode;
mod path;
mod places;
mod qwen;
mod regex;
mod shape;
mod starlark;
mod statement;
#[cfg(test)]
mod tests;
mod tool;
mod vscode;
mod write;
mod yaml;
mod zed;

use policy_core::Mode;
use policy_core::rules::List;

pub(crate) use file::File;
pub(crate) use flatten::Outcome;
pub(crate) use imported::{Entry, Imported};
pub(crate) use places::places;
pub(crate) use tool::Tool;
pub(crate) use write::{change, document};

use crate::installation::json::Flaw;
use crate::installation::refusal::Refusal;
use flatten::flatten;
use statement::Found;

/// Reads the policy of `tool` from `files`, the strongest last. With `strict`, an answer for every other command becomes a
/// rule, although it outweighs every allow rule.
///
/// # Errors
/// A file is not valid, or is no file of the tool.
pub(crate) fn import(tool: Tool, files: &[File], strict: bool) -> Result<Imported, Refusal> {
    let mut all = Found::default();
    for (number, file) in files.iter().enumerate() {
        let refused = |flaw: Flaw| Refusal::document(&file.path, &file.text, flaw.at, flaw.message);
        let found = tool.read(file).map_err(refused)?;
        let base = i64::try_from(number).unwrap_or(i64::MAX).saturating_mul(RANKS_OF_A_FILE);
        all.statements.extend(found.statements.into_iter().map(|mut statement| {
            statement.file = number;
            statement.rank = statement.rank.saturating_add(base * i64::from(tool.is_layered()));
            statement
        }));
        all.unmatched = found.unmatched.or(all.unmatched);
        all.notes.extend(found.notes);
    }
    let (flats, mode) = flatten(&all.statements, tool.order(), strict);
    let denies_others = all.unmatched == Some(List::Deny);
    let entries = flats.into_iter().filter_map(|flat| {
        let file = files.get(flat.statement.file)?;
        Some(entry(file, flat))
    });
    all.notes.dedup();
    Ok(Imported {
        entries: entries.collect(),
        mode: mode.or(denies_others.then_some(Mode::DontAsk)),
        unmatched: tool.unmatched().to_owned(),
        notes: all.notes,
    })
}

/// More than the ranks in one file.
const RANKS_OF_A_FILE: i64 = 1 << 40;

/// Longest text of an entry that is repeated, in characters.
const TEXT_MAX: usize = 100;

fn entry(file: &File, flat: flatten::Flat) -> Entry {
    let at = flat.statement.at;
    let front = file.text.get(..at.start).unwrap_or_default();
    let line = front.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
    let text = file.text.get(at).unwrap_or_default();
    let short: String =
        text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(TEXT_MAX).collect();
    Entry {
        file: file.path.clone(),
        line: front.matches('\n').count() + 1,
        column: line.chars().count() + 1,
        text: short,
        list: flat.statement.list,
        outcome: flat.outcome,
        rules: flat.rules,
    }
}
