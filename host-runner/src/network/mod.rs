//! The only way out of a sandbox: the runner's own proxy, which lets allowed hosts through.
//!
//! Owns the host lists, the check of every address, the protocols, the questions about hosts, and the record of refusals. All of it runs in the
//! runner, on sockets that the launcher made inside the sandbox. Never reads an encrypted connection, and never
//! connects where the lists do not say so.

mod address;
mod capture;
mod denial;
mod dns;
mod gate;
mod hosts;
mod http;
mod loopback;
mod outside;
mod proxy;
mod question;
mod questions;
#[cfg_attr(windows, expect(dead_code, reason = "nothing confines a command on Windows"))]
mod service;
mod socks;
mod target;
mod tunnel;
mod variables;

pub use denial::HostDenial;
pub use hosts::{BadHost, Hosts};
pub use loopback::PROXY_PORT;
#[cfg(target_os = "linux")]
pub(crate) use loopback::{NAMES_PORT, POOL, POOL_BITS};
pub use outside::{Outside, Pending, System};
pub use question::{AskedHost, HostAnswer, HostQuestion};

pub(crate) use gate::Gate;
#[cfg(feature = "web")]
pub(crate) use gate::{Refused, is_localhost};
pub(crate) use questions::{HostQuestions, Waiting};
#[cfg(unix)]
pub(crate) use service::Background;
pub(crate) use service::Service;
#[cfg(feature = "web")]
pub(crate) use target::Target;
pub(crate) use variables::set as set_variables;
#[cfg(unix)]
pub(crate) use variables::variables;
#[cfg(target_os = "macos")]
pub(crate) use variables::variables_at;
