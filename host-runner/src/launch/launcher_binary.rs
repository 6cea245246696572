//! The binary that becomes the launcher, and the argument that makes it one.
//!
//! Owns both constants. Starts nothing.

/// The first argument by which the binary knows that it is started as the launcher of a sandbox.
pub(crate) const LAUNCHER_ARGUMENT: &str = "__shellgate-sandbox";

/// This binary, as the kernel knows it: the launcher, unless another is named.
pub(crate) const OWN_BINARY: &str = "/proc/self/exe";
