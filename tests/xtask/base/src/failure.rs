//! What keeps a job from being done, and the remedy.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A job that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something has to be there before.
    #[error("{what} is missing")]
    Missing {
        /// Its name.
        what: String,
        /// How to get it.
        remedy: String,
    },
    /// A program did not start.
    #[error("`{program}` could not be started: {source}")]
    Start {
        /// Its name.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program ended with a failure.
    #[error("`{program}` failed: it ended with {status}")]
    Program {
        /// Its name.
        program: String,
        /// How it ended.
        status: String,
    },
    /// Cargo did not list the packages.
    #[error("the packages of the workspace could not be listed: {0}")]
    Packages(String),
    /// `wasm-bindgen` failed.
    #[error("the glue could not be made: {0:#}")]
    Glue(String),
    /// The module needs more than its glue.
    #[error("the module asks its host for {0}")]
    Imports(String),
    /// Two modules that have one glue need two.
    #[error("the glue of {module}.wasm is another than that of core.wasm: {file} differs")]
    OtherGlue {
        /// The file of the glue.
        file: String,
        /// The module with another one.
        module: &'static str,
    },
    /// The module has not the form that can be split.
    #[error("the module could not be split: {0}")]
    Split(String),
    /// A thread panicked.
    #[error("a part of the build stopped")]
    Stopped,
    /// The source of the grammar changed its form.
    #[error("the grammar has not the expected form: {0}")]
    Grammar(String),
    /// The committed files are of another grammar or generator.
    #[error("the committed grammar is not what the generator makes:\n{0}")]
    Stale(String),
    /// The job cannot be done as it was asked for.
    #[error("{what}")]
    Usage {
        /// Why not.
        what: String,
        /// How to ask.
        remedy: String,
    },
    /// The output of `cargo tree` was not understood.
    #[error("cargo's list of packages has not the expected form")]
    Tree,
    /// An archive was not written.
    #[error("an archive could not be written: {0}")]
    Archive(io::Error),
    /// A benchmark printed something else than its figures.
    #[error("`{command}`: {why}")]
    Figures {
        /// The command of the benchmark.
        command: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A file of the repository has not the expected form.
    #[error("{file}: {why}")]
    Template {
        /// Its name.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// The licence of a dependency is not on the list.
    #[error("these dependencies have a licence that is not allowed:\n{0}")]
    Licence(String),
    /// The list of the contents of a program does not fulfil its standard.
    #[error("the list of what is in the program is not valid: {0}")]
    Sbom(String),
    /// The program is not reproducible.
    #[error("a second build in another folder gave other bytes:\n{0}")]
    Differs(String),
    /// A file or a folder was not read or written.
    #[error("{}: {source}", place.display())]
    File {
        /// Its path.
        place: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// How a program ends whose job ended so; prints the failure and the remedy.
pub fn end(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}\n  = help: {}", failure.help());
            ExitCode::FAILURE
        }
    }
}

impl Failure {
    /// Makes a failure of what the system said about the file at `place`.
    pub fn at(place: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::File { place: place.to_owned(), source }
    }

    /// What to do.
    pub fn help(&self) -> &str {
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
                "the versions in Cargo.lock and the steps in tests/generator must fit together"
            }
            Self::Stale(_) => "run `cargo xtask grammar` and commit what it writes",
            Self::Tree => "see whether this version of cargo is that of rust-toolchain.toml",
            Self::Archive(_) => "see that the disk has space left",
            Self::Figures { .. } => {
                "run the command with `--json` and compare what it prints with tests/xtask/src/figures/rows.rs"
            }
            Self::Template { .. } => "host-runner/packages/README.md explains the files of packages",
            Self::Licence(_) => {
                "replace the dependency, or add the licence to deny.toml if the project may \
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
