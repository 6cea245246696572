//! A module as two files: the part that everyday verdicts need, and the rest, which is linked when a call needs it.
//!
//! Owns which functions are in which part: a run of everyday commands shows what they call, and all else is in the rest, as
//! is what leads to the tables of the grammar. A call of the first part that needs the rest stops the instance, and whoever
//! holds it asks a new one that has both.

mod apart;
mod layout;
mod noted;
mod parts;
mod references;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wasm_encoder::reencode;
use xtask_base::Failure;
use xtask_base::places::{self, Places};

use self::apart::Map;
use self::layout::Layout;
use self::parts::Parts;

/// A module that cannot be split.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unsplit {
    #[error("it is no module: {0}")]
    Module(#[from] wasmparser::BinaryReaderError),
    #[error("it could not be written: {0}")]
    Written(String),
    #[error("it has {0}")]
    Form(&'static str),
    #[error("the map of the linker: {0}")]
    Map(&'static str),
    #[error("the run of everyday commands printed something else: {0}")]
    Run(String),
}

impl From<reencode::Error<Infallible>> for Unsplit {
    fn from(error: reencode::Error<Infallible>) -> Self {
        Self::Written(error.to_string())
    }
}

impl From<Unsplit> for Failure {
    fn from(reason: Unsplit) -> Self {
        Self::Split(reason.to_string())
    }
}

/// The files of a split.
pub(crate) struct Split<'p> {
    /// The module.
    pub(crate) module: &'p Path,
    /// Its glue.
    pub(crate) glue: &'p Path,
    /// What the linker wrote about it.
    pub(crate) map: &'p Path,
    /// Where the parts go, the first one first.
    pub(crate) parts: [PathBuf; 2],
}

/// The program that runs everyday commands.
const PROGRAM: &str = "tests/xtask/split/everyday.mjs";
/// The commands.
const COMMANDS: [&str; 2] = ["tests/benches/corpus.txt", "policy-core/cases/everyday.md"];

/// What changes the parts of one and the same module.
pub(crate) fn inputs(places: &Places) -> Result<Vec<u8>, Failure> {
    let mut inputs = Vec::new();
    for file in [PROGRAM].iter().chain(&COMMANDS) {
        inputs.extend(places::read(&places.workspace.join(file))?);
    }
    Ok(inputs)
}

impl Split<'_> {
    /// Writes the parts.
    pub(crate) fn make(&self, places: &Places) -> Result<(), Failure> {
        let module = places::read(self.module)?;
        let map = String::from_utf8_lossy(&places::read(self.map)?).into_owned();
        let layout = Layout::read(&module)?;
        let map = Map::read(&map)?;
        let noted = self.module.with_extension("noted");
        places::write(&noted, noted::noted(&module, &layout)?)?;
        let samples = self.samples(&noted, places)?;
        let first = everyday(&samples, &map.doors(&layout)?);
        let apart = map.apart(&layout, &first)?;
        let Parts { first, rest } = parts::parts(&module, &layout, &first, &apart)?;
        places::write(&self.parts[0], first)?;
        places::write(&self.parts[1], rest)
    }

    /// The functions that each everyday command calls.
    fn samples(&self, noted: &Path, places: &Places) -> Result<Vec<BTreeSet<u32>>, Failure> {
        let mut command = Command::new("node");
        command.arg(places.workspace.join(PROGRAM)).args([self.glue, noted]);
        command.args(COMMANDS.map(|file| places.workspace.join(file))).stderr(Stdio::inherit());
        let output = command.output();
        let output = output.map_err(|source| Failure::Start { program: "node".to_owned(), source })?;
        if !output.status.success() {
            return Err(Failure::Program { program: "node".to_owned(), status: output.status.to_string() });
        }
        serde_json::from_slice(&output.stdout).map_err(|error| Unsplit::Run(error.to_string()).into())
    }
}

/// The functions of the commands that do without the tables behind `doors`.
fn everyday(samples: &[BTreeSet<u32>], doors: &BTreeSet<u32>) -> BTreeSet<u32> {
    samples.iter().filter(|sample| sample.is_disjoint(doors)).flatten().copied().collect()
}

#[cfg(test)]
mod tests;
