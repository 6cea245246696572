//! The backends, one a file: how each starts a confined command.
//!
//! Owns the list. `start` calls the backend that a launch names, and refuses one of another system.

#[cfg(target_os = "linux")]
pub(super) mod bubblewrap;
#[cfg(target_os = "linux")]
pub(super) mod embedded;
#[cfg(target_os = "linux")]
pub(super) mod landlock;
#[cfg(target_os = "linux")]
pub(super) mod none;
pub mod seatbelt;

/// The failure to find `backend`, which another system has.
#[cfg(unix)]
pub(super) fn elsewhere(backend: crate::sandbox::Backend) -> crate::launch::failure::Failure {
    let own = crate::sandbox::Backend::of_this_system();
    crate::launch::failure::Failure {
        step: format!(
            "looking for `{}`, which this system does not have (choose `{}`)",
            backend.name(),
            own.name()
        ),
        path: None,
        errno: libc::ENOSYS,
    }
}
