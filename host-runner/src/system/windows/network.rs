//! The network of this machine on Windows.

use std::io;
use std::net::IpAddr;

/// A socket that another process made.
pub(crate) type OwnedSocket = std::os::windows::io::OwnedSocket;

/// The addresses of this machine.
///
/// # Errors
/// The system does not say.
pub(crate) fn own_addresses() -> io::Result<Vec<IpAddr>> {
    Ok(if_addrs::get_if_addrs()?.into_iter().map(|interface| interface.ip()).collect())
}
