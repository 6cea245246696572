//! The backends of Linux.
//!
//! Owns the choice by name.

use std::convert::Infallible;
use std::os::unix::net::UnixStream;

use super::backends::{bubblewrap, elsewhere, embedded, landlock, none};
use crate::launch::failure::Failure;
use crate::launch::protocol::Launch;
use crate::sandbox::Backend;

/// Hands the launch to its backend.
pub(super) fn carry_out(control: &UnixStream, launch: &Launch) -> Result<Infallible, Failure> {
    match launch.backend {
        Backend::Embedded => embedded::start(control, launch),
        Backend::Landlock => landlock::start(control, launch, landlock::chosen()),
        Backend::Bubblewrap => bubblewrap::start(control, launch),
        Backend::Seatbelt | Backend::RestrictedToken => Err(elsewhere(launch.backend)),
        Backend::None => landlock::start(control, launch, none::chosen()),
    }
}
