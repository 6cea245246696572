//! The mutants that decide as the code does, each with the reason: `equivalent.toml`.
//!
//! Owns the table. Its rows name mutants exactly; a row that names none is an error, and so is one without a reason.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::list::{Key, Mutant};

const TABLE: &str = include_str!("../equivalent.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    equivalent: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(flatten)]
    key: Key,
    why: String,
}

/// No table.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TableError {
    #[error("equivalent.toml: {0}")]
    Unread(String),
    #[error("equivalent.toml: no reason for `{0}`")]
    NoReason(Key),
    #[error("equivalent.toml: two rows for `{0}`")]
    Twice(Key),
    #[error("equivalent.toml: no mutant is `{0}`")]
    Unknown(Key),
}

/// The keys of the equivalent mutants. `mutants` are all that there are.
pub(crate) fn keys(mutants: &[Mutant]) -> Result<BTreeSet<Key>, TableError> {
    let known = mutants.iter().map(|mutant| &mutant.key).collect::<BTreeSet<_>>();
    let rows = rows(TABLE)?;
    match rows.keys().find(|key| !known.contains(key)) {
        Some(key) => Err(TableError::Unknown(key.clone())),
        None => Ok(rows.into_keys().collect()),
    }
}

/// The rows of a table: mutants with their reasons.
fn rows(text: &str) -> Result<BTreeMap<Key, String>, TableError> {
    let table: Table = toml::from_str(text).map_err(|error| TableError::Unread(error.to_string()))?;
    let mut rows = BTreeMap::new();
    for Row { key, why } in table.equivalent {
        if why.trim().is_empty() {
            return Err(TableError::NoReason(key));
        }
        if rows.insert(key.clone(), why).is_some() {
            return Err(TableError::Twice(key));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_has_a_mutant_of_its_own_and_a_reason() {
        rows(TABLE).unwrap();
    }

    #[test]
    fn every_row_of_the_table_is_about_a_file_that_is_there() {
        let gone =
            rows(TABLE).unwrap().into_keys().find(|key| !crate::copy::root().join(&key.file).is_file());
        assert_eq!(gone, None);
    }

    #[test]
    fn a_row_without_a_reason_and_a_second_row_are_refused() {
        let row = |why: &str| format!("[[equivalent]]\nfile = \"a.rs\"\nchange = \"b\"\nwhy = \"{why}\"\n");
        let key = Key { file: "a.rs".to_owned(), change: "b".to_owned(), nth: 1 };
        assert_eq!(rows(&row("c")), Ok(BTreeMap::from([(key.clone(), "c".to_owned())])));
        assert_eq!(rows(&row(" ")), Err(TableError::NoReason(key.clone())));
        assert_eq!(rows(&(row("c") + &row("d"))), Err(TableError::Twice(key)));
    }
}
