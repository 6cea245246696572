//! The mutants that do not compile, remembered from one build to the next.
//!
//! Owns one file below the target directory. A mutant of a file that changed since is tried again.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::list::Mutant;

/// The remembered mutants.
#[derive(Debug)]
pub(crate) struct Broken {
    path: PathBuf,
    known: HashSet<String>,
    /// The digest of each source.
    digests: BTreeMap<String, u64>,
}

impl Broken {
    /// The mutants of `texts` that are remembered in `place`. A file that cannot be read remembers none.
    pub(crate) fn read(place: &Path, texts: &BTreeMap<String, String>) -> Self {
        let path = place.join("broken");
        let known = fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_owned).collect();
        let digest = |text: &String| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        };
        let digests = texts.iter().map(|(file, text)| (file.clone(), digest(text))).collect();
        Self { path, known, digests }
    }

    pub(crate) fn has(&self, mutant: &Mutant) -> bool {
        self.known.contains(&self.line(mutant))
    }

    pub(crate) fn add<'m>(&self, mutants: impl Iterator<Item = &'m Mutant>) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        for mutant in mutants {
            writeln!(file, "{}", self.line(mutant))?;
        }
        Ok(())
    }

    fn line(&self, mutant: &Mutant) -> String {
        let digest = self.digests.get(&mutant.key.file).copied().unwrap_or_default();
        format!("{digest:016x} {}", mutant.name)
    }
}
