//! The kernel's means of confinement, one a file. Each acts on the calling process only.
//!
//! Owns the system calls. Knows neither backends nor promises.

pub(super) mod landlock;
pub(super) mod loopback;
pub(super) mod mounts;
pub(super) mod namespaces;
pub(super) mod privileges;
pub(super) mod seccomp;
