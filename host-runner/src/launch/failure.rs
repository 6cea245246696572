//! A step of the launcher that failed.
//!
//! Owns the sentence: the step, the path, the kernel's error.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A step of the launcher that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// The step, in words.
    pub(crate) step: String,
    /// On which path, if on one.
    pub(crate) path: Option<PathBuf>,
    /// The error of the kernel.
    pub(crate) errno: i32,
}

impl Failure {
    /// The failure of `step`, for use with `map_err`.
    pub(crate) fn at<E: Into<io::Error>>(step: &str) -> impl FnOnce(E) -> Self {
        move |error| {
            let errno = error.into().raw_os_error().unwrap_or(0);
            Self { step: step.to_owned(), path: None, errno }
        }
    }

    /// The failure of `step` on `path`, for use with `map_err`.
    pub(crate) fn on<E: Into<io::Error>>(step: &str, path: &Path) -> impl FnOnce(E) -> Self {
        move |error| Self { path: Some(path.to_owned()), ..Self::at(step)(error) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.step)?;
        if let Some(path) = &self.path {
            write!(f, " `{}`", path.display())?;
        }
        match self.errno {
            // Nothing was refused: it was not tried.
            0 => Ok(()),
            errno => write!(f, ": {}", io::Error::from_raw_os_error(errno)),
        }
    }
}
