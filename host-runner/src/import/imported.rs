//! What became of a policy: its entries with their rules, and what is said about the rest.

use std::path::PathBuf;

use policy_core::Mode;
use policy_core::rules::List;

use super::flatten::Outcome;

/// One entry of a file of another tool, and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The file.
    pub(crate) file: PathBuf,
    /// Its line there, from 1.
    pub(crate) line: usize,
    /// Its column there in characters, from 1.
    pub(crate) column: usize,
    /// Its text.
    pub(crate) text: String,
    /// What it decides in the source.
    pub(crate) list: List,
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// Its rules, each with its list.
    pub(crate) rules: Vec<(List, String)>,
}

/// A policy of another tool in the words of a settings file.
#[derive(Clone, Debug)]
pub(crate) struct Imported {
    /// The entries in the order of the files.
    pub(crate) entries: Vec<Entry>,
    /// The mode, if the source has one that only Shellgate's default would not keep.
    pub(crate) mode: Option<Mode>,
    /// What the source does with a command that it does not name.
    pub(crate) unmatched: String,
    /// What else a person should know.
    pub(crate) notes: Vec<String>,
}

impl Imported {
    /// The rules of `list`, each once, in the order of the source.
    pub(crate) fn rules(&self, list: List) -> Vec<&str> {
        let mut rules = Vec::new();
        for (own, rule) in self.entries.iter().flat_map(|entry| &entry.rules) {
            if *own == list && !rules.contains(&rule.as_str()) {
                rules.push(rule.as_str());
            }
        }
        rules
    }
}
