//! The output of a command: kept in a file, watched while it grows, shown at the end.
//!
//! Owns the file and its directory. How text looks to its reader is the core's ([`policy_core::output`]).

pub mod file;
pub mod keep;
pub(crate) mod regular;
pub(crate) mod show;
#[cfg_attr(windows, expect(dead_code, reason = "nothing confines a command on Windows"))]
pub mod store;
#[cfg_attr(windows, expect(dead_code, reason = "nothing confines a command on Windows"))]
pub(crate) mod vacated;
pub(crate) mod watch;

/// How many bytes a command may write before it is ended, unless the caller sets another number.
pub const BYTES_MAX: u64 = 5 << 30;

/// How many bytes of an output stay on the disk after the run.
pub const KEPT_BYTES_MAX: u64 = 64 << 20;
