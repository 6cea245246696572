//! The backend `seatbelt` of macOS: a request as a profile for `sandbox-exec(1)`, and what the profile promises.
//!
//! Owns both as pure functions of the request and of what was found on the machine, so that they are tested on every
//! system: an evaluator of the language judges the profiles (`tests/seatbelt`). No command is started here; `macos` does.

mod account;
mod pattern;
mod profile;
#[cfg(test)]
mod tests;

pub use account::{Found, account};
pub use profile::{Ways, on_disk, profile};

/// The failure of a system that has none.
#[cfg(target_os = "linux")]
pub(crate) fn elsewhere() -> crate::launch::failure::Failure {
    crate::launch::failure::Failure {
        step: "looking for Seatbelt, which only macOS has (choose `embedded`, `bubblewrap` or `landlock`)"
            .to_owned(),
        path: None,
        errno: libc::ENOSYS,
    }
}
