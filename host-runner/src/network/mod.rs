//! The only way out of a sandbox: the runner's own proxy, which lets allowed hosts through.
//!
//! Owns the host lists, the check of every address, the protocols, the questions about hosts, and the record of refusals. All of it runs in the
//! runner, on sockets that the launcher made inside the sandbox. Never reads an encrypted connection, and never
//! connects where the lists do not say so.

#[cfg(unix)]
mod address;
#[cfg(unix)]
mod capture;
#[cfg(unix)]
mod denial;
#[cfg(unix)]
mod dns;
#[cfg(unix)]
mod gate;
mod hosts;
#[cfg(unix)]
mod http;
mod loopback;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod proxy;
mod question;
#[cfg(unix)]
mod questions;
#[cfg(unix)]
mod service;
#[cfg(unix)]
mod socks;
#[cfg(unix)]
mod target;
#[cfg(unix)]
mod tunnel;
#[cfg(unix)]
mod variables;

#[cfg(unix)]
pub use denial::HostDenial;
pub use hosts::{BadHost, Hosts};
pub use loopback::PROXY_PORT;
#[cfg(target_os = "linux")]
pub(crate) use loopback::{NAMES_PORT, POOL, POOL_BITS};
#[cfg(unix)]
pub use outside::{Outside, Pending, System};
pub use question::{AskedHost, HostAnswer, HostQuestion};

#[cfg(unix)]
pub(crate) use gate::Gate;
#[cfg(all(unix, feature = "web"))]
pub(crate) use gate::{Refused, is_localhost};
#[cfg(unix)]
pub(crate) use questions::{HostQuestions, Waiting};
#[cfg(unix)]
pub(crate) use service::{Background, Service};
#[cfg(all(unix, feature = "web"))]
pub(crate) use target::Target;
#[cfg(target_os = "macos")]
pub(crate) use variables::variables_at;
#[cfg(unix)]
pub(crate) use variables::{set as set_variables, variables};
