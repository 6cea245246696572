//! Why a command did not run, or why its run was lost.
//!
//! Owns the messages, each with a remedy. A command that fails is no error but an outcome.

use std::io;
use std::path::PathBuf;

use policy_core::Verdict;

use crate::edit;
use crate::output::store::StoreError;
use crate::plan::PlanError;
use crate::sandbox::Missing;
use crate::shell::select::SelectError;

/// A command that was not run, or whose run was lost.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// `failIfUnavailable` is set, and not every promise holds.
    #[error("the command was not run, because the sandbox is not complete: {}", list(.0))]
    SandboxUnavailable(Vec<Missing>),
    /// The shell is not installed.
    #[error(
        "the shell `{0}` was not found in `/bin`, `/usr/bin` or `PATH`; install it, or choose another shell"
    )]
    ShellNotFound(&'static str),
    /// There is no shell that can run it.
    #[error(transparent)]
    Shell(SelectError),
    /// The command cannot start where it shall.
    #[error("the working directory `{}` {problem}; give a directory that exists and can be entered", path.display())]
    WorkingDirectory {
        /// The directory.
        path: PathBuf,
        /// The problem.
        problem: &'static str,
    },
    /// A step between the plan and the command failed.
    #[error("the command was not run, because the sandbox could not be set up: {step}")]
    Launcher {
        /// The step with the system's answer.
        step: String,
    },
    /// The program that was started as the launcher is none.
    #[error(
        "the launcher `{}` did not answer; a program that runs commands calls `launch_if_asked` first in `main`",
        .0.display()
    )]
    NoLauncher(PathBuf),
    /// The sandbox is this program, started again by a link in `/proc`.
    #[error("the command was not run, because `/proc` is not mounted; mount it: `mount -t proc proc /proc`")]
    NoProc,
    /// The command cannot be passed to any program.
    #[error("the command contains a null byte, which no argument can contain; remove it")]
    NullByte,
    /// The policy denies it.
    #[error("the command is denied: {}; no approval can change that", .0.reason.message)]
    Denied(Box<Verdict>),
    /// The policy asks, and nobody said yes.
    #[error("the command was not approved: {}; approve it, or add a rule that allows it", .0.reason.message)]
    NotApproved(Box<Verdict>),
    /// The edit that was approved is not the one that it is now.
    #[error("the command was not run: it is not the approved edit; check it again")]
    OtherEdit,
    /// It was cancelled while it waited for its turn.
    #[error("the command was not run, because it was cancelled before it started")]
    Cancelled,
    /// It cannot become a plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// There is no place for its output.
    #[error(transparent)]
    Output(#[from] StoreError),
    /// The edit that the command is was not applied.
    #[error(transparent)]
    Edit(#[from] edit::EditError),
    /// The system refused something that is no step of the sandbox.
    #[error("the run failed: {0}")]
    Io(#[from] io::Error),
}

impl From<SelectError> for RunError {
    fn from(error: SelectError) -> Self {
        match error {
            SelectError::NotFound(shell) => Self::ShellNotFound(shell),
            error => Self::Shell(error),
        }
    }
}

fn list(missing: &[Missing]) -> String {
    missing
        .iter()
        .filter(|lost| lost.promise.is_required())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}
