//! The kernel's means of confinement, one a file, each as calls on the calling process.

pub(super) mod landlock;
pub(super) mod loopback;
pub(super) mod mounts;
pub(super) mod namespaces;
pub(super) mod privileges;
pub(super) mod resource_limits;
pub(super) mod seccomp;
