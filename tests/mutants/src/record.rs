//! The outcomes, kept in a file as they come, so that a run that ended early continues.
//!
//! Owns `outcomes.jsonl` below the target directory, one line for each mutant. A line of other sources says nothing
//! about these; the test that caught the mutant then is the first one to try.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::list::Key;

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Outcome {
    /// A test failed.
    Caught,
    /// The tests did not end.
    TimedOut,
    /// No test failed.
    Missed,
    /// No test reaches it.
    Unreached,
    /// It decides as the code does, as the table says.
    Equivalent,
    /// It is not in the program: it does not compile, or has no switch.
    NotBuilt,
}

impl Outcome {
    pub(crate) fn is_caught(self) -> bool {
        matches!(self, Self::Caught | Self::TimedOut)
    }

    pub(crate) fn is_missed(self) -> bool {
        matches!(self, Self::Missed | Self::Unreached)
    }
}

/// One outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    #[serde(flatten)]
    pub(crate) key: Key,
    pub(crate) outcome: Outcome,
    /// The test that caught it, if it is known.
    pub(crate) test: Option<String>,
    /// The digest of the sources.
    pub(crate) sources: String,
}

/// The file of outcomes.
#[derive(Debug)]
pub(crate) struct Record {
    file: Mutex<File>,
    entries: HashMap<Key, Entry>,
}

impl Record {
    /// Opens the file in `place`, and leaves the last line of each mutant in it.
    pub(crate) fn open(place: &Path) -> io::Result<Self> {
        let path = place.join("outcomes.jsonl");
        let entries = read(&fs::read_to_string(&path).unwrap_or_default());
        let mut text = Vec::new();
        for entry in entries.values() {
            write_line(&mut text, entry)?;
        }
        let new = place.join("outcomes.new");
        fs::write(&new, text)?;
        fs::rename(&new, &path)?;
        let file = Mutex::new(OpenOptions::new().append(true).open(path)?);
        Ok(Self { file, entries })
    }

    /// What the file had about a mutant when it was opened.
    pub(crate) fn last(&self, key: &Key) -> Option<&Entry> {
        self.entries.get(key)
    }

    pub(crate) fn keep(&self, entry: &Entry) -> io::Result<()> {
        write_line(&mut *self.file.lock().unwrap_or_else(PoisonError::into_inner), entry)
    }
}

/// The last entry of each mutant. A line that is not whole is left out.
fn read(text: &str) -> HashMap<Key, Entry> {
    let entries = text.lines().filter_map(|line| serde_json::from_str::<Entry>(line).ok());
    entries.map(|entry| (entry.key.clone(), entry)).collect()
}

fn write_line(out: &mut impl io::Write, entry: &Entry) -> io::Result<()> {
    let line = serde_json::to_string(entry)? + "\n";
    out.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_mutant_counts_and_half_a_line_does_not() {
        let key = Key { file: "a.rs".to_owned(), change: "b".to_owned(), nth: 2 };
        let entry = |outcome| Entry { key: key.clone(), outcome, test: None, sources: "1".to_owned() };
        let mut text = Vec::new();
        for outcome in [Outcome::Missed, Outcome::Caught, Outcome::Unreached] {
            write_line(&mut text, &entry(outcome)).unwrap();
        }
        let text = String::from_utf8(text).unwrap();
        assert_eq!(read(&text)[&key], entry(Outcome::Unreached));
        assert_eq!(read(&text[..text.len() - 5])[&key], entry(Outcome::Caught));
    }
}
