//! Addresses and ports on a sandbox's own loopback that represent the outside.
//!
//! Owns the numbers. The launcher makes the sockets, the proxy serves them.

use std::net::Ipv4Addr;

/// The port of the proxy on the sandbox's own loopback. Nothing else listens in a new namespace, so it is always free.
pub const PROXY_PORT: u16 = 3128;

/// Where programs look for a name server.
#[cfg(target_os = "linux")]
pub(crate) const NAMES_PORT: u16 = 53;

/// The first of the addresses that stand for allowed names inside a sandbox. RFC 2544 keeps the network for
/// measurements, so it is nobody's on the internet.
pub(crate) const POOL: Ipv4Addr = Ipv4Addr::new(198, 18, 0, 1);

/// The length of the prefix of that network.
#[cfg(target_os = "linux")]
pub(crate) const POOL_BITS: u32 = 15;

/// The ports on which a program that knows of no proxy reaches an allowed name: SSH, HTTP and HTTPS. Those that the
/// lists name come on top.
pub(super) const CAPTURED_PORTS: [u16; 3] = [22, 80, 443];
