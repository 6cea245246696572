//! Runs what the policy core has decided on, confined to what was decided.
//!
//! Owns the way from a [`Plan`](plan::Plan), which needs a verdict and a consent, to an
//! [`Outcome`](outcome::Outcome), which says how well the command was confined. Never decides, never edits a command.
//!
//! ```no_run
//! use host_runner::job::Job;
//! use host_runner::session::Session;
//! use policy_core::{Policy, Request};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), host_runner::session::RunError> {
//! // The launcher is this very program, started again: its first act must be to become it when asked.
//! host_runner::launch_if_asked();
//!
//! let session = Session::new().with_policy(Policy::default());
//! let mut request = Request::new("git log --oneline | head -5");
//! request.cwd = Some("/repo");
//! let outcome = session.run(Job::new(request), |_event| {}).await?;
//! println!("{} {}", outcome.exit_code, outcome.stdout);
//! # Ok(())
//! # }
//! ```
//!
//! The way in: [`settings::find`] finds the settings and [`settings::policy`] reads them. A
//! [`Session`](session::Session) runs [`Job`](job::Job)s under them, asks the callback of
//! [`Job::approved_by`](job::Job::approved_by), and reports [`Event`](event::Event)s. A host that needs only a verdict with
//! this machine's facts calls [`decide::decide`]; [`launch::program`] runs any program in the sandbox.
//! `ARCHITECTURE.md` beside this crate's manifest says which process runs what.

// `clippy.toml` lists them. Tests may make any directory.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[doc(hidden)] // for the program `shellgate`
pub mod cli;
mod consult;
pub mod decide;
#[cfg(unix)]
mod direct;
#[cfg(windows)]
#[path = "direct/windows.rs"]
mod direct;
pub mod edit;
pub mod engine;
pub mod environment;
pub mod facts;
mod git_config;
mod git_layout;
pub mod help;
mod implementation;
mod import;
mod installation;
pub mod launch;
#[cfg_attr(
    unix,
    expect(unsafe_code, reason = "system calls that no library wraps; each block says why it is sound")
)]
pub mod launcher;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(all(unix, feature = "engine"))]
mod module_cache;
pub mod network;
pub mod outcome;
pub mod output;
#[cfg(unix)]
mod ownership;
pub mod plan;
#[cfg(unix)]
mod programs;
#[cfg(windows)]
#[path = "programs/windows.rs"]
mod programs;
mod repository;
pub mod sandbox;
pub mod session;
pub mod settings;
pub mod shell;
mod shims;
mod system;
pub mod tasks;
#[cfg(feature = "web")]
pub mod web;
#[cfg(windows)]
#[expect(unsafe_code, reason = "system calls that no library wraps; each block says why it is sound")]
mod win32;

pub use consult::HookRun;
pub use launcher::launch_if_asked;
pub use outcome::event;
pub use session::{job, timeouts, tool};

/// The program `shellgate`, for its `main` and nobody else.
#[doc(hidden)]
pub fn main() -> std::process::ExitCode {
    #[cfg(all(target_os = "linux", feature = "attacks"))]
    sandbox_attacks::probe_if_asked();
    launch_if_asked();
    // A panic is an internal error, and its exit code is the documented one.
    std::panic::catch_unwind(|| cli::main(std::env::args_os())).unwrap_or(std::process::ExitCode::FAILURE)
}

/// The examples of the repository's front page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
