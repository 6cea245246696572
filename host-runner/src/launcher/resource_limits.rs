//! Resource limits of the command (`setrlimit(2)`).
//!
//! Owns the calls. The bounds are [`Resources`]. macOS counts the processes of a user, and its programs have most of their
//! memory elsewhere than in the segment that the bound on data is about.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::sandbox::Resources;

/// Sets the bounds on the calling process and all that it starts. None is loosened: the system's own stay.
pub(crate) fn apply(resources: &Resources) -> io::Result<()> {
    let bounds = [
        (Resource::Data, resources.memory),
        (Resource::Nproc, resources.processes),
        (Resource::Fsize, resources.file_size),
    ];
    for (resource, bound) in bounds {
        if let Some(bound) = bound {
            let Rlimit { current, maximum } = getrlimit(resource);
            // None is no bound at all.
            let lower = |own: Option<u64>| Some(own.map_or(bound, |own| own.min(bound)));
            setrlimit(resource, Rlimit { current: lower(current), maximum: lower(maximum) })?;
        }
    }
    Ok(())
}
