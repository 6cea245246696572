//! The binary that becomes the launcher, and the argument that makes it one.
//!
//! Owns both constants. Starts nothing.

use std::path::Path;

/// The first argument by which the binary knows that it is started as the launcher of a sandbox.
pub(crate) const LAUNCHER_ARGUMENT: &str = "__shellgate-sandbox";

/// This binary, as the kernel knows it: the launcher, unless another is named.
pub(crate) const OWN_BINARY: &str = "/proc/self/exe";

/// Whether `launcher` cannot be started because `/proc` is not there, in which it is a link.
pub(crate) fn is_without_proc(launcher: &Path) -> bool {
    launcher == Path::new(OWN_BINARY) && !launcher.exists()
}
