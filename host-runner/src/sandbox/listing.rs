//! The names in a directory, read once.
//!
//! Owns the answer that a name cannot be there, which saves a look at the disk for each of the many names that are not.
//! A name that may be there still has to be looked for: only the file system knows which spellings it takes for one.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// The names in a directory.
#[derive(Debug)]
pub(crate) struct Listing {
    names: Vec<OsString>,
    /// In lower case; none where any name may be there, because the directory cannot be listed or a name in it has
    /// other letters than those of ASCII.
    known: Option<HashSet<Vec<u8>>>,
}

impl Listing {
    /// What is in `directory` now.
    pub(crate) fn of(directory: &Path) -> Self {
        let (mut names, mut is_known) = (Vec::new(), true);
        match fs::read_dir(directory) {
            // Nothing is in what is not there.
            Err(error) => is_known = error.kind() == io::ErrorKind::NotFound,
            Ok(entries) => {
                for entry in entries {
                    match entry {
                        Ok(entry) => names.push(entry.file_name()),
                        Err(_) => is_known = false,
                    }
                }
            }
        }
        is_known &= names.iter().all(|name| name.is_ascii());
        let known =
            is_known.then(|| names.iter().map(|name| name.as_encoded_bytes().to_ascii_lowercase()).collect());
        Self { names, known }
    }

    /// The names that could be read.
    pub(crate) fn names(&self) -> &[OsString] {
        &self.names
    }

    /// Whether something may be at `path`, relative to the directory; false only if no name in the list leads there.
    pub(crate) fn may_lead_to(&self, path: &Path) -> bool {
        let first = path.components().next().map(|first| first.as_os_str().as_encoded_bytes());
        let Some((known, first)) = self.known.as_ref().zip(first) else { return true };
        !first.is_ascii() || known.contains(&first.to_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> (tempfile::TempDir, Listing) {
        let guard = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(guard.path().join(name), "").unwrap();
        }
        let listing = Listing::of(guard.path());
        (guard, listing)
    }

    #[test]
    fn a_name_may_be_there_in_any_case() {
        let (_guard, listing) = of(&[".GitConfig", "b"]);
        for (path, may) in
            [(".gitconfig", true), (".gitconfig/x", true), ("b", true), ("B/c", true), ("c", false)]
        {
            assert_eq!(listing.may_lead_to(Path::new(path)), may, "{path}");
        }
    }

    #[test]
    fn any_name_may_be_there_beside_one_that_a_file_system_may_fold() {
        // U+017F, the long s: a file system that does not tell cases apart takes it for an `s`.
        let (_guard, listing) = of(&[".\u{17f}sh"]);
        assert!(listing.may_lead_to(Path::new(".ssh")));
    }

    #[test]
    fn nothing_is_in_what_is_not_there_and_anything_in_what_cannot_be_listed() {
        let (guard, _) = of(&["file"]);
        assert!(!Listing::of(&guard.path().join("no")).may_lead_to(Path::new(".envrc")));
        assert!(Listing::of(&guard.path().join("file")).may_lead_to(Path::new(".envrc")));
    }
}
