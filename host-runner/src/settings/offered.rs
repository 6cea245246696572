//! Which offers a person has seen at the question of `run`, so that each of them comes up once by itself.
//!
//! Owns the record, `offered.json`. A record that cannot be kept only shows an offer once more.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::record;

/// Whether the offer to write into `file` was never shown to the user with this home. From now on it counts as shown.
pub(crate) fn is_new(file: &Path, home: Option<&Path>) -> bool {
    let Some(place) = record::file("offered.json", home) else { return false };
    let mut shown: BTreeSet<PathBuf> = record::read(&place);
    let is_new = shown.insert(std::path::absolute(file).unwrap_or_else(|_| file.to_owned()));
    if is_new {
        drop(record::write(&place, &shown));
    }
    is_new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_new_once_for_each_file() {
        let home = tempfile::tempdir().unwrap();
        let is_new = |file: &str| is_new(Path::new(file), Some(home.path()));
        assert_eq!((is_new("/a"), is_new("/a"), is_new("/b"), is_new("/a")), (true, false, true, false));
        assert!(!super::is_new(Path::new("/a"), None));
    }
}
