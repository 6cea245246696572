//! Why an installation stops. Nothing was written then.
//!
//! Owns the messages and the remedies.

use std::io;
use std::path::{Path, PathBuf};

use policy_core::{PolicyError, Source, Span};

use crate::system::rights::{ADMINISTRATOR, WHERE};

/// A reason to stop.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The file is a link to nothing.
    #[error("`{}` is a symbolic link that leads nowhere", .0.display())]
    Dangling(PathBuf),
    /// Something else is in its place.
    #[error("`{}` is {what}", file.display())]
    NoFile {
        /// The place.
        file: PathBuf,
        /// What is there.
        what: &'static str,
    },
    /// The file is no settings file by its size or its bytes.
    #[error("`{}` {what}", file.display())]
    NoText {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The system refuses to read the file.
    #[error("`{}` cannot be read: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The system refuses to write the file.
    #[error("`{}` cannot be written: {error}", file.display())]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file belongs to the administrator.
    #[error("`{}` can only be written by {ADMINISTRATOR}", file.display())]
    NeedsAdministrator {
        /// The file.
        file: PathBuf,
        /// The whole command to type.
        command: String,
    },
    /// Somebody else wrote to the file.
    #[error("`{}` changed in the meantime", .0.display())]
    Changed(PathBuf),
    /// Another installation is at work.
    #[error("another installation works in `{}`", .0.display())]
    Busy(PathBuf),
    /// The file is there and is not ours.
    #[error("`{}` is already there, and Shellgate did not write it", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The remedy.
        help: String,
    },
    /// The document has no place for the entry, or is not valid.
    #[error("{}", .0.message)]
    Document(Box<PolicyError>, Box<Source>),
    /// There is no such installation.
    #[error("{message}")]
    Unavailable {
        /// What is not there.
        message: String,
        /// The remedy.
        help: String,
    },
}

impl Refusal {
    /// The remedy.
    pub(crate) fn help(&self) -> String {
        match self {
            Self::Dangling(_) => "restore what it leads to, or remove the link".to_owned(),
            Self::NoFile { .. } => "move it away; nothing was written".to_owned(),
            Self::NoText { .. } => "check that this is the file you meant; nothing was written".to_owned(),
            Self::Unreadable { .. } => "make it a file that you may read; nothing was written".to_owned(),
            Self::Unwritable { .. } => {
                "make the file and its directory yours and writable; nothing was written".to_owned()
            }
            Self::NeedsAdministrator { command, .. } => format!("run `{command}`{WHERE}"),
            Self::Changed(_) => "run the command again; nothing was written".to_owned(),
            Self::Busy(_) => {
                "wait until it has ended, and run the command again; nothing was written".to_owned()
            }
            Self::Foreign { help, .. } | Self::Unavailable { help, .. } => help.clone(),
            Self::Document(error, _) => error.help.clone(),
        }
    }

    /// The path of this program cannot be written into a file.
    pub(super) fn no_text(program: &Path) -> Self {
        Self::Unavailable {
            message: format!("the path of this program, `{}`, is no text", program.display()),
            help: "install it at a path in UTF-8".to_owned(),
        }
    }

    /// A document that cannot be edited: the bytes of `text` that are wrong, and what is wrong with them.
    pub(crate) fn document(file: &Path, text: &str, at: std::ops::Range<usize>, message: String) -> Self {
        let start = floor(text, at.start);
        let front = text.get(..start).unwrap_or_default();
        let column = front.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let name = file.display().to_string();
        let error = PolicyError {
            file: name.clone(),
            line: number(front.matches('\n').count() + 1),
            column: number(column),
            span: Span::new(start, floor(text, at.end).max(start)),
            message,
            help: "correct it and run the command again; nothing was written".to_owned(),
        };
        let source = Source { name, text: text.to_owned(), ..Source::default() };
        Self::Document(Box::new(error), Box::new(source))
    }
}

/// The start of the character at `at`, or the end of the text.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
