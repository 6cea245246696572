//! The program that is started as the launcher.
//!
//! Owns the argument by which it knows that, and the path of this binary.

/// The first argument by which the binary knows that it is started as the launcher of a sandbox.
pub(crate) const LAUNCHER_ARGUMENT: &str = "__shellgate-sandbox";

/// This binary, as the kernel knows it: the launcher, unless another is named.
pub(crate) const OWN_BINARY: &str = "/proc/self/exe";
