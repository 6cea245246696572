//! The network of this machine on Unix.

use std::io;
use std::net::IpAddr;

/// A socket that another process made.
pub(crate) type OwnedSocket = std::os::fd::OwnedFd;

/// The addresses of this machine.
///
/// # Errors
/// The system does not say.
pub(crate) fn own_addresses() -> io::Result<Vec<IpAddr>> {
    let interfaces = nix::ifaddrs::getifaddrs()?;
    let address = |interface: nix::ifaddrs::InterfaceAddress| {
        let address = interface.address?;
        let v4 = address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()));
        v4.or_else(|| address.as_sockaddr_in6().map(|address| IpAddr::V6(address.ip())))
    };
    Ok(interfaces.filter_map(address).collect())
}
