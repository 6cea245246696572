//! Why there is no plan.

use std::path::PathBuf;

use crate::network::BadHost;

/// A request that cannot become a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The verdict denies it.
    #[error("the command is denied: {0}; a denied command runs for nobody")]
    Denied(String),
    /// The verdict or the consent is about another command, directory or shell.
    #[error(
        "the verdict is not about this request; check the command again, in the directory in which it is to run"
    )]
    OtherRequest,
    /// The consent was given for a verdict that allowed, and this one does not.
    #[error("the consent is not for this command: the policy asks about it; let a person decide")]
    OtherConsent,
    /// There is no place to run it.
    #[error("the working directory `{0}` is not an absolute path; give the absolute path of a directory")]
    RelativeCwd(PathBuf),
    /// The verdict shows an edit of contents that the request does not hold.
    #[error("the edit is not of this request: the contents that it was told from are missing; check again")]
    OtherEdit,
    /// An entry of the settings names no host.
    #[error(transparent)]
    Host(#[from] BadHost),
}
