//! The launcher of macOS: one supervisor above the command, which `sandbox-exec(1)` confines.
//!
//! Owns the choice of the backend by name. There are no namespaces, no control groups and no filter of system calls:
//! what follows from that is data of the promises (`sandbox/limitation.rs`).

mod command;
mod confine;
mod process_table;
mod proxy;
mod supervise;
mod tree;

use std::convert::Infallible;
use std::os::unix::net::UnixStream;

use super::backends::elsewhere;
use crate::launch::failure::Failure;
use crate::launch::protocol::Launch;
use crate::sandbox::Backend;

/// Hands the launch to its backend.
pub(super) fn carry_out(control: &UnixStream, launch: &Launch) -> Result<Infallible, Failure> {
    match launch.backend {
        Backend::Seatbelt => confine::start(control, launch),
        Backend::None => command::start(control, launch, command::Confined::not()),
        Backend::Embedded | Backend::Landlock | Backend::Bubblewrap | Backend::RestrictedToken => {
            Err(elsewhere(launch.backend))
        }
    }
}
