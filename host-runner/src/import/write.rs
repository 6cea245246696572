//! An imported policy in a settings file: its rules after those that are there, everything else as it is.

use std::path::Path;

use policy_core::rules::List;
use serde_json::Value;

use crate::installation::change::Change;
use crate::installation::json::{self, Flaw, Slot};
use crate::installation::refusal::Refusal;
use crate::installation::tree::Tree;

use super::imported::Imported;

/// The change that adds the rules of `imported` to the settings file at `file`, an absolute path.
///
/// # Errors
/// The file cannot be read or written, or has no place for a rule.
pub(crate) fn change(file: &Path, imported: &Imported) -> Result<Change, Refusal> {
    Change::to_edit(file, |old| with(old, imported))
}

/// The text of a settings file of `imported` alone.
pub(crate) fn document(imported: &Imported) -> String {
    with(None, imported).unwrap_or_default()
}

fn with(old: Option<&str>, imported: &Imported) -> Result<String, Flaw> {
    let mut text = old.map(str::to_owned);
    for list in [List::Allow, List::Ask, List::Deny] {
        let keys = ["permissions", list.name()];
        for rule in imported.rules(list) {
            let is_it = |value: &Value| value.as_str() == Some(rule);
            if !json::found(text.as_deref().unwrap_or_default(), &keys, &is_it)?.is_empty() {
                continue;
            }
            let slot = Slot { keys: keys.to_vec(), entry: Tree::text(rule), beside: None };
            text = Some(json::with(text.as_deref(), &slot, &is_it)?);
        }
    }
    if let Some(mode) = imported.mode {
        let keys = ["permissions", "defaultMode"];
        text = Some(json::with_value(text.as_deref(), &keys, &Tree::text(mode.name()))?);
    }
    Ok(text.unwrap_or_else(|| "{}\n".to_owned()))
}
