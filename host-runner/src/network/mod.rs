//! The only way out of a sandbox: the runner's own proxy, which lets the allowed hosts through.
//!
//! Owns the lists of hosts, the look at every address before it is dialled, the protocols by which a command asks, and
//! the account of what was refused. All of it runs in the runner, on sockets that were made inside the sandbox and
//! handed out of it. Never looks into an encrypted connection, and never connects where the lists do not say so.

#[cfg(unix)]
mod address;
#[cfg(unix)]
mod capture;
#[cfg(unix)]
mod denial;
#[cfg(unix)]
mod gate;
mod hosts;
#[cfg(unix)]
mod http;
#[cfg(unix)]
mod names;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod proxy;
#[cfg(unix)]
mod service;
#[cfg(unix)]
mod socks;
#[cfg(unix)]
mod target;
#[cfg(unix)]
mod variables;

use std::net::Ipv4Addr;

#[cfg(unix)]
pub use denial::HostDenial;
pub use hosts::{BadHost, Hosts};
#[cfg(unix)]
pub use outside::{Outside, Pending, System};

#[cfg(unix)]
pub(crate) use gate::Gate;
#[cfg(unix)]
pub(crate) use service::{Background, Service};
#[cfg(unix)]
pub(crate) use variables::{set as set_variables, variables};

/// The port of the proxy on the sandbox's own loopback. Nothing else listens in a new namespace, so it is always free.
pub const PROXY_PORT: u16 = 3128;

/// Where programs look for a name server.
pub(crate) const NAMES_PORT: u16 = 53;

/// The first of the addresses that stand for allowed names inside a sandbox. RFC 2544 keeps the network for
/// measurements, so it is nobody's on the internet.
pub(crate) const POOL: Ipv4Addr = Ipv4Addr::new(198, 18, 0, 1);

/// The length of the prefix of that network.
pub(crate) const POOL_BITS: u32 = 15;

/// The ports on which a program that knows of no proxy reaches an allowed name: SSH, HTTP and HTTPS. Those that the
/// lists name come on top.
pub(crate) const CAPTURED_PORTS: [u16; 3] = [22, 80, 443];
