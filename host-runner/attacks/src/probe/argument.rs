//! How a program knows that it was started as a probe.

/// The first argument by which the binary knows that it is a probe: a maker of calls that no shell makes.
pub(crate) const ARGUMENT: &str = "__shellgate-probe";
