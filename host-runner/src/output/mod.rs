//! The output of a command: kept in a file, watched while it grows, shown at the end.
//!
//! Owns the file and its directory. How text looks to its reader is the core's ([`policy_core::output`]).

#[cfg(unix)]
pub mod file;
#[cfg(unix)]
pub mod keep;
#[cfg(unix)]
pub(crate) mod regular;
#[cfg(unix)]
pub(crate) mod show;
#[cfg(unix)]
pub mod store;
#[cfg(unix)]
pub(crate) mod temporary_directory;
#[cfg(unix)]
pub(crate) mod vacated;
pub(crate) mod watch;

/// How many bytes a command may write before it is ended, unless the caller sets another number.
pub const BYTES_MAX: u64 = 5 << 30;

/// How many bytes of an output stay on the disk after the run.
pub const KEPT_BYTES_MAX: u64 = 64 << 20;
