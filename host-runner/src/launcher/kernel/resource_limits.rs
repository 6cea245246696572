//! Resource limits of the command (`setrlimit(2)`).
//!
//! Owns the calls. The bounds are [`Resources`].

use std::io;

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use crate::sandbox::Resources;

/// Sets the bounds on the calling process and all that it starts. None is loosened: the system's own stay.
pub(crate) fn apply(resources: &Resources) -> io::Result<()> {
    let bounds = [
        (Resource::RLIMIT_DATA, resources.memory),
        (Resource::RLIMIT_NPROC, resources.processes),
        (Resource::RLIMIT_FSIZE, resources.file_size),
    ];
    for (resource, bound) in bounds {
        if let Some(bound) = bound {
            let (soft, hard) = getrlimit(resource)?;
            setrlimit(resource, soft.min(bound), hard.min(bound))?;
        }
    }
    Ok(())
}
