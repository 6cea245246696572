//! The backend `landlock`: Landlock and the system-call filter, without namespaces.
//!
//! Owns the choice only. The launcher supervises the command itself, and the supervisor keeps existing protected names,
//! because without a namespace there are no mounts to do it.

use std::convert::Infallible;
use std::os::unix::net::UnixStream;

use nix::sys::prctl;

use crate::launch::failure::Failure;
use crate::launch::protocol::Launch;
use crate::launcher::account::ConfinementSteps;
use crate::launcher::command::{Overseer, supervise_command};
use crate::launcher::supervisor::reap::Tree;
use crate::sandbox::quarantine::Before;

/// Starts the command without namespaces; `refused` is why there are none.
pub(crate) fn start(control: &UnixStream, launch: &Launch, refused: Failure) -> Result<Infallible, Failure> {
    prctl::set_child_subreaper(true).map_err(Failure::at("adopting orphans"))?;
    supervise_command(
        control,
        launch,
        ConfinementSteps::new(Err(refused.clone()), Err(refused)),
        Tree::Descendants,
        Overseer::Own(Before::of(&launch.sandbox, launch.backend)),
    )
}

/// The reason when nobody asked for namespaces.
pub(crate) fn chosen() -> Failure {
    Failure { step: "Landlock alone was chosen".to_owned(), path: None, errno: 0 }
}
