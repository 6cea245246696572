//! What keeps a job from being done, and the remedy.

use std::io;
use std::path::{Path, PathBuf};

use crate::split::Unsplit;

/// A job that could not be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{what} is missing")]
    Missing { what: String, remedy: String },
    #[error("`{program}` could not be started: {source}")]
    Start { program: String, source: io::Error },
    #[error("`{program}` failed: it ended with {status}")]
    Program { program: String, status: String },
    #[error("the packages of the workspace could not be listed: {0}")]
    Packages(#[from] cargo_metadata::Error),
    #[error("the glue could not be made: {0:#}")]
    Glue(String),
    #[error("the module asks its host for {0}")]
    Imports(String),
    #[error("the glue of {module}.wasm is another than that of core.wasm: {file} differs")]
    OtherGlue { file: String, module: &'static str },
    #[error("the module could not be split: {0}")]
    Split(#[from] Unsplit),
    #[error("a part of the build stopped")]
    Stopped,
    #[error("the grammar has not the expected form: {0}")]
    Grammar(String),
    #[error("the committed grammar is not what the generator makes:\n{0}")]
    Stale(String),
    #[error("{what}")]
    Usage { what: String, remedy: String },
    #[error("cargo's list of packages has not the expected form")]
    Tree,
    #[error("an archive could not be written: {0}")]
    Archive(io::Error),
    #[error("`{command}`: {why}")]
    Figures { command: &'static str, why: String },
    #[error("{file}: {why}")]
    Template { file: String, why: String },
    #[error("these dependencies have a licence that is not allowed:\n{0}")]
    Licence(String),
    #[error("the list of what is in the program is not valid: {0}")]
    Sbom(String),
    #[error("a second build in another folder gave other bytes:\n{0}")]
    Differs(String),
    #[error("{}: {source}", place.display())]
    File { place: PathBuf, source: io::Error },
}

impl Failure {
    /// Makes a failure of what the system said about the file at `place`.
    pub(crate) fn at(place: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::File { place: place.to_owned(), source }
    }

    /// What to do.
    pub(crate) fn help(&self) -> &str {
        match self {
            Self::Missing { remedy, .. } | Self::Usage { remedy, .. } => remedy,
            Self::Start { .. } => "install it, or see that it is in `PATH`",
            Self::Program { .. } | Self::Stopped => "what it said is above",
            Self::Packages(_) => "see that `cargo metadata` works in this folder",
            Self::Glue(_) => "remove the folder `module` in the target folder and build again",
            Self::Imports(_) => "find the dependency that brought it in: the core has no input and no output",
            Self::Split(_) => {
                "see what of tests/xtask/src/split does not fit the compiler or the optimiser any more"
            }
            Self::OtherGlue { .. } => {
                "export and import the same from both: the package has one glue for its modules"
            }
            Self::Grammar(_) => {
                "the versions in Cargo.lock and the steps in tests/xtask/src/grammar must fit together"
            }
            Self::Stale(_) => "run `cargo xtask grammar` and commit what it writes",
            Self::Tree => "see whether this version of cargo is that of rust-toolchain.toml",
            Self::Archive(_) => "see that the disk has space left",
            Self::Figures { .. } => {
                "run the command with `--json` and compare what it prints with tests/xtask/src/figures/rows.rs"
            }
            Self::Template { .. } => "host-runner/packages/README.md explains the files of packages",
            Self::Licence(_) => {
                "replace the dependency, or add the licence to host-runner/packages/licences.toml if the project may \
                 distribute under it"
            }
            Self::Sbom(_) => "see the manifests of the dependencies that it names",
            Self::Differs(_) => {
                "compare the two programs in the target folder; a path, a time or an order went into them"
            }
            Self::File { .. } => "see that the file can be read and its folder written",
        }
    }
}
