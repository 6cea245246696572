//! Runs what the policy core has decided on, confined to what was decided.
//!
//! Owns the way from a [`Plan`](plan::Plan), which needs a verdict and a consent, to an
//! [`Outcome`](outcome::Outcome), which says how well the command was confined. Never decides, never edits a command.

pub mod cli;
pub mod decide;
#[cfg(unix)]
mod direct;
pub mod edit;
pub mod engine;
pub mod environment;
pub mod event;
pub mod facts;
mod grants;
pub mod job;
pub mod network;
pub mod outcome;
pub mod output;
pub mod plan;
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "system calls that no library wraps; each block says why it is sound")
)]
pub mod process;
#[cfg(unix)]
mod report;
mod repository;
mod run_error;
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "system calls that no library wraps; each block says why it is sound")
)]
pub mod sandbox;
pub mod session;
pub mod settings;
pub mod shell;
pub mod tasks;
pub mod timeouts;
pub mod tool;
