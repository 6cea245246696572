//! What keeps a job from being done, and the remedy.

use std::io;
use std::path::{Path, PathBuf};

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
    OtherGlue { file: &'static str, module: &'static str },
    #[error("a part of the build stopped")]
    Stopped,
    #[error("the grammar has not the expected form: {0}")]
    Grammar(String),
    #[error("the committed grammar is not what the generator makes:\n{0}")]
    Stale(String),
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
            Self::Missing { remedy, .. } => remedy,
            Self::Start { .. } => "install it, or see that it is in `PATH`",
            Self::Program { .. } | Self::Stopped => "what it said stands above",
            Self::Packages(_) => "see that `cargo metadata` works in this folder",
            Self::Glue(_) => "remove the folder `module` in the target folder and build again",
            Self::Imports(_) => "find the dependency that brought it in: the core has no input and no output",
            Self::OtherGlue { .. } => {
                "export and import the same from both: the package has one glue for its modules"
            }
            Self::Grammar(_) => {
                "the versions in Cargo.lock and the steps in tests/xtask/src/grammar must fit together"
            }
            Self::Stale(_) => "run `cargo xtask grammar` and commit what it writes",
            Self::File { .. } => "see that the file can be read and its folder written",
        }
    }
}
