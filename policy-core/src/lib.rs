//! Shellgate's policy core decides what a proposed shell command may do: a command and facts go in, a verdict comes out.
//!
//! Owns the way of a command: two readings, the checks, the programs' tables, the rules, the judge.
//! Never touches a disk, a clock, a network, an environment or another process; `no_std` keeps it so.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod checks;
pub mod commands;
pub mod door;
pub mod limits;
pub mod paths;
pub mod policy;
pub mod request;
pub mod rules;
pub mod span;
pub mod syntax;
pub mod verdict;

pub use policy::{Policy, PolicyError, Source};
pub use request::{Facts, Mode, Need, Request};
pub use span::Span;
pub use syntax::Dialect;
pub use verdict::{Decision, Verdict};

/// Decides requests under one policy.
#[derive(Debug)]
pub struct Engine {
    policy: Policy,
}

impl Engine {
    /// An engine for `policy`. Compiling is done here, once.
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// The policy that decides.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The verdict on one request. The same request gives the same verdict, always.
    pub fn check(&self, _request: &Request<'_>) -> Verdict {
        Verdict::default()
    }
}
