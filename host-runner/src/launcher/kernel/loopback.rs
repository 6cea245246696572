//! The sandbox's own loopback interface and the sockets on it that the runner serves.
//!
//! Owns the interface's addresses and the sockets. A socket belongs to the namespace in which it is made, so they are
//! made here and passed to the runner: whatever answers the command is outside the sandbox, where the command can
//! neither trace, stop nor replace it.

use std::io;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::fd::{AsRawFd, OwnedFd};

use crate::launch::failure::Failure;
use crate::network::{NAMES_PORT, POOL, POOL_BITS, PROXY_PORT};

/// Brings the loopback of this process's network namespace up. The kernel gives it its usual addresses then.
pub(crate) fn bring_up() -> Result<(), Failure> {
    configure("lo", None).map_err(Failure::at("bringing the sandbox's loopback up"))
}

/// The sockets for the runner's proxy, in this order: the proxy's listener, the name server's socket, and one
/// listener for each of `ports` on the addresses that the name server gives out.
///
/// Runs once, as the first process of the new namespaces, with every capability in them.
pub(crate) fn listen(ports: &[u16]) -> Result<Vec<OwnedFd>, Failure> {
    bring_up()?;
    // A second address of the loopback makes its whole network local.
    configure("lo:1", Some((POOL, POOL_BITS)))
        .map_err(Failure::at("giving the sandbox's loopback addresses"))?;
    let failed = || Failure::at("listening on the sandbox's loopback");
    let mut sockets = vec![
        OwnedFd::from(TcpListener::bind((Ipv4Addr::LOCALHOST, PROXY_PORT)).map_err(failed())?),
        OwnedFd::from(UdpSocket::bind((Ipv4Addr::LOCALHOST, NAMES_PORT)).map_err(failed())?),
    ];
    for port in ports {
        sockets.push(TcpListener::bind((Ipv4Addr::UNSPECIFIED, *port)).map_err(failed())?.into());
    }
    Ok(sockets)
}

/// Gives the interface an address, or without one brings it up (`netdevice(7)`).
fn configure(interface: &str, address: Option<(Ipv4Addr, u32)>) -> io::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    let mut request = InterfaceRequest { name: [0; libc::IFNAMSIZ], value: [0; 24] };
    for (to, from) in request.name.iter_mut().zip(interface.bytes().take(libc::IFNAMSIZ - 1)) {
        *to = from;
    }
    let mut ask = |number: libc::c_ulong, value: &[u8]| {
        request.value = [0; 24];
        for (to, from) in request.value.iter_mut().zip(value) {
            *to = *from;
        }
        // SAFETY: `request` is as large as the kernel's `struct ifreq`, begins with a name that a zero byte ends, and
        // outlives the call.
        let answer = unsafe { libc::ioctl(socket.as_raw_fd(), number as libc::Ioctl, &raw mut request) };
        if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    };
    let Some((address, bits)) = address else {
        let flags = (libc::IFF_UP | libc::IFF_RUNNING) as u16;
        return ask(libc::SIOCSIFFLAGS, &flags.to_ne_bytes());
    };
    let mask = Ipv4Addr::from(u32::MAX.checked_shl(32 - bits).unwrap_or(0));
    ask(libc::SIOCSIFADDR, &socket_address(address))?;
    ask(libc::SIOCSIFNETMASK, &socket_address(mask))
}

/// `struct sockaddr_in`: the family, a port, the address.
fn socket_address(address: Ipv4Addr) -> [u8; 8] {
    let mut bytes = [0; 8];
    let family = (libc::AF_INET as u16).to_ne_bytes();
    let places = bytes.iter_mut().zip(family.into_iter().chain([0, 0]).chain(address.octets()));
    places.for_each(|(place, byte)| *place = byte);
    bytes
}

/// `struct ifreq` of `linux/if.h`: a name and a union, of which the first bytes are used.
#[repr(C, align(8))]
struct InterfaceRequest {
    name: [u8; libc::IFNAMSIZ],
    value: [u8; 24],
}
