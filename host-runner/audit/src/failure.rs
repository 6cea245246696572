//! What stops an audit, with its place and what to do next.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use datafusion::error::DataFusionError;
use policy_core::{PolicyError, Source};

/// An audit that cannot be done.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage, or inputs that do not fit: the problem and the remedy.
    Usage(String, String),
    /// A settings file is not there or cannot be read.
    NoPolicy(PathBuf, io::Error),
    /// Settings cannot be used; with the texts that the places are in.
    Policy(Vec<PolicyError>, Vec<Source>),
    /// The output cannot be written.
    Output(PathBuf, io::Error),
    /// The query engine failed.
    Engine(DataFusionError),
    /// The system failed.
    Io(io::Error),
}

impl Failure {
    /// A usage that is wrong, and the remedy.
    pub fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage(message.into(), help.into())
    }

    /// The exit status: 5 for settings that cannot be used, else 2.
    pub const fn exit(&self) -> u8 {
        match self {
            Self::Policy(..) | Self::NoPolicy(..) => 5,
            _ => 2,
        }
    }
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        Self::Engine(error)
    }
}

impl From<datafusion::arrow::error::ArrowError> for Failure {
    fn from(error: datafusion::arrow::error::ArrowError) -> Self {
        Self::Engine(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The message of the query engine without the layers that it is wrapped in.
fn root(error: &DataFusionError) -> String {
    match error {
        DataFusionError::Context(_, inner) | DataFusionError::Diagnostic(_, inner) => root(inner),
        DataFusionError::Shared(inner) => root(inner),
        DataFusionError::Execution(message) | DataFusionError::Plan(message) => message.clone(),
        DataFusionError::SQL(error, _) => error.to_string(),
        other => other.to_string(),
    }
}

/// Whether the disk was full.
fn is_full(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::StorageFull
}

/// A file, and what the system said about it.
fn about(f: &mut fmt::Formatter<'_>, what: &str, file: &Path, error: &io::Error) -> fmt::Result {
    write!(f, "error: {what} `{}`: {error}", file.display())
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message, help) => write!(f, "error: {message}\n  = help: {help}"),
            Self::NoPolicy(file, error) => {
                about(f, "cannot read the settings file", file, error)?;
                write!(f, "\n  = help: check the path after `--policy`")
            }
            Self::Policy(errors, sources) => {
                let drawn = errors.iter().map(|error| {
                    let text = sources.iter().find(|source| source.name == error.file);
                    error.draw("error", text.map_or("", |source| &source.text))
                });
                write!(f, "{}", drawn.collect::<Vec<_>>().join("\n"))
            }
            Self::Output(file, error) => {
                about(f, "cannot write", file, error)?;
                let help = if is_full(error) { "free some space, or" } else { "check the directory, or" };
                write!(
                    f,
                    "\n  = help: {help} name another file with `--output`; what was there before is unchanged"
                )
            }
            Self::Engine(error) => {
                write!(f, "error: {}", root(error))?;
                if matches!(error.find_root(), DataFusionError::ResourcesExhausted(_)) {
                    write!(
                        f,
                        "\n  = help: give the queries more memory with `--memory MIB`, or use fewer `--threads`"
                    )?;
                }
                Ok(())
            }
            Self::Io(error) => write!(f, "error: {error}"),
        }
    }
}
