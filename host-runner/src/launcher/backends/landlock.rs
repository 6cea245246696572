//! The sandbox without namespaces: Landlock and the filter of system calls, for machines that refuse more.
//!
//! Owns nothing but the choice. The launcher minds the command itself, and existing protected names are kept by the
//! supervisor, because no mount can do it.

use std::convert::Infallible;
use std::os::unix::net::UnixStream;

use nix::sys::prctl;

use crate::launch::failure::Failure;
use crate::launch::protocol::Launch;
use crate::launcher::account::ConfinementSteps;
use crate::launcher::command::supervise_command;
use crate::launcher::supervisor::reap::Tree;

/// Starts the command without namespaces; `refused` is why there are none.
pub(crate) fn start(control: &UnixStream, launch: &Launch, refused: Failure) -> Result<Infallible, Failure> {
    prctl::set_child_subreaper(true).map_err(Failure::at("adopting orphans"))?;
    supervise_command(
        control,
        launch,
        ConfinementSteps::new(Err(refused.clone()), Err(refused)),
        Tree::Descendants,
    )
}

/// The reason when nobody asked for namespaces.
pub(crate) fn chosen() -> Failure {
    Failure { step: "Landlock alone was chosen".to_owned(), path: None, errno: 0 }
}
