//! The sandbox without namespaces: Landlock and the filter of system calls, for machines that refuse more.
//!
//! Owns nothing but the choice. The launcher minds the command itself, and existing protected names are kept by the
//! supervisor, because no mount can do it.

use std::convert::Infallible;
use std::os::unix::net::UnixStream;

use nix::sys::prctl;

use super::launcher::mind;
use super::means::Means;
use crate::process::failure::Failure;
use crate::process::supervise::Tree;
use crate::process::wire::Launch;

/// Starts the command without namespaces; `refused` is why there are none.
pub(super) fn start(control: &UnixStream, launch: &Launch, refused: Failure) -> Result<Infallible, Failure> {
    prctl::set_child_subreaper(true).map_err(Failure::at("adopting orphans"))?;
    mind(control, launch, Means::new(Err(refused.clone()), Err(refused)), Tree::Descendants)
}

/// The reason when nobody asked for namespaces.
pub(super) fn chosen() -> Failure {
    Failure { step: "Landlock alone was chosen".to_owned(), path: None, errno: 0 }
}
