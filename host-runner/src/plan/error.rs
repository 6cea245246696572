//! Why there is no plan.

use std::path::PathBuf;

use crate::network::BadHost;

/// A request that cannot become a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The verdict denies it.
    #[error("the command is denied: {0}; no approval can change that")]
    Denied(String),
    /// The verdict or the consent is about another command, directory or shell.
    #[error(
        "the verdict belongs to another request; check the command again, in the directory in which it will run"
    )]
    OtherRequest,
    /// The consent was given for a verdict that allowed, and this one does not.
    #[error("the consent does not cover this command: the policy asks about it; let a person decide")]
    OtherConsent,
    /// There is no place to run it.
    #[error("the working directory `{0}` is not an absolute path; give the absolute path of a directory")]
    RelativeCwd(PathBuf),
    /// The verdict shows an edit of contents that the request does not hold.
    #[error(
        "the edit belongs to another request: the contents that it was computed from are missing; check again"
    )]
    OtherEdit,
    /// An entry of the settings names no host.
    #[error(transparent)]
    Host(#[from] BadHost),
}
