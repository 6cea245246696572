//! Probes on networks and sockets.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::time::{Duration, Instant};

use super::answer::{Answer, call};

/// How long a probe waits for a visitor.
const PATIENCE: Duration = Duration::from_secs(2);

/// `IPPROTO_MPTCP` (`linux/in.h`).
const MULTIPATH: i32 = 262;

pub(crate) fn probe(words: &[&str]) -> Option<Answer> {
    Some(match *words {
        ["tcp", address, port] => {
            let address = SocketAddr::new(address.parse::<IpAddr>().ok()?, port.parse().ok()?);
            TcpStream::connect(address).and_then(|mut stream| stream.write_all(b"x")).ok()
        }
        ["fast-open", port] => send(libc::SOCK_STREAM, 0, port, libc::MSG_FASTOPEN),
        ["multipath", port] => connect(MULTIPATH, port),
        ["listen", port] => listen(port.parse().ok()?),
        ["udp", port] => send(libc::SOCK_DGRAM, 0, port, 0),
        ["udp-connected", port] => {
            let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).ok()?;
            let port: u16 = port.parse().ok()?;
            socket.connect((Ipv4Addr::LOCALHOST, port)).and_then(|()| socket.send(b"x")).ok().map(drop)
        }
        ["udp-many", port] => many(port.parse().ok()?),
        ["raw"] => socket(libc::AF_INET, libc::SOCK_RAW, libc::IPPROTO_ICMP).and_then(|socket| {
            // A whole echo request with its sum, to the loopback address.
            to_loopback(&socket, 0, &[8, 0, 0xf7, 0xff, 0, 0, 0, 0], 0)
        }),
        ["packets"] => socket(libc::AF_PACKET, libc::SOCK_RAW, 0).map(drop),
        ["address"] => address(),
        ["family", family] => socket(family.parse().ok()?, libc::SOCK_STREAM, 0).map(drop),
        ["unix", path] => UnixStream::connect(path).and_then(|mut stream| stream.write_all(b"x")).ok(),
        ["unix-datagram", path] => {
            UnixDatagram::unbound().and_then(|socket| socket.send_to(b"x", path)).ok().map(drop)
        }
        ["unix-pair", path] => {
            UnixDatagram::pair().and_then(|(socket, _)| socket.send_to(b"x", path)).ok().map(drop)
        }
        ["abstract", name] => {
            let address = std::os::unix::net::SocketAddr::from_abstract_name(name).ok()?;
            UnixStream::connect_addr(&address).and_then(|mut stream| stream.write_all(b"x")).ok()
        }
        ["abstract-datagram", name] => {
            let address = std::os::unix::net::SocketAddr::from_abstract_name(name).ok()?;
            UnixDatagram::unbound().and_then(|socket| socket.send_to_addr(b"x", &address)).ok().map(drop)
        }
        ["abstract-pair", name] => {
            let address = std::os::unix::net::SocketAddr::from_abstract_name(name).ok()?;
            UnixDatagram::pair().and_then(|(socket, _)| socket.send_to_addr(b"x", &address)).ok().map(drop)
        }
        _ => return None,
    })
}

fn socket(family: i32, kind: i32, protocol: i32) -> Option<OwnedFd> {
    // SAFETY: a call that takes numbers.
    let socket = unsafe { libc::socket(family, kind, protocol) };
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    (socket >= 0).then(|| unsafe { OwnedFd::from_raw_fd(socket) })
}

fn loopback(port: u16) -> libc::sockaddr_in {
    libc::sockaddr_in {
        sin_family: libc::AF_INET as libc::sa_family_t,
        sin_port: port.to_be(),
        sin_addr: libc::in_addr { s_addr: u32::from_be_bytes([127, 0, 0, 1]).to_be() },
        sin_zero: [0; 8],
    }
}

fn to_loopback(socket: &OwnedFd, port: u16, data: &[u8], flags: i32) -> Answer {
    let address = loopback(port);
    // SAFETY: an open descriptor, data and an address with their lengths; both outlive the call.
    call(unsafe {
        libc::sendto(
            socket.as_raw_fd(),
            data.as_ptr().cast(),
            data.len(),
            flags,
            (&raw const address).cast(),
            size_of_val(&address) as u32,
        ) as i64
    })
}

fn send(kind: i32, protocol: i32, port: &str, flags: i32) -> Answer {
    to_loopback(&socket(libc::AF_INET, kind, protocol)?, port.parse().ok()?, b"x", flags)
}

fn connect(protocol: i32, port: &str) -> Answer {
    let socket = socket(libc::AF_INET, libc::SOCK_STREAM, protocol)?;
    let address = loopback(port.parse().ok()?);
    // SAFETY: an open descriptor and an address with its length, which outlives the call.
    call(unsafe {
        libc::connect(socket.as_raw_fd(), (&raw const address).cast(), size_of_val(&address) as u32)
    })
}

fn listen(port: u16) -> Answer {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()?;
    listener.set_nonblocking(true).ok()?;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if listener.accept().is_ok() {
            return Some(());
        }
        std::thread::yield_now();
    }
    None
}

/// One datagram by the call for many (`sendmmsg(2)`).
fn many(port: u16) -> Answer {
    let socket = socket(libc::AF_INET, libc::SOCK_DGRAM, 0)?;
    let mut address = loopback(port);
    let mut byte = *b"x";
    let mut piece = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // SAFETY: the structure is numbers and pointers, for which zero is a value.
    let mut message: libc::mmsghdr = unsafe { std::mem::zeroed() };
    message.msg_hdr.msg_name = (&raw mut address).cast();
    message.msg_hdr.msg_namelen = size_of_val(&address) as u32;
    message.msg_hdr.msg_iov = &raw mut piece;
    message.msg_hdr.msg_iovlen = 1;
    // SAFETY: an open descriptor and one message, whose parts outlive the call.
    let sent = unsafe { libc::sendmmsg(socket.as_raw_fd(), &raw mut message, 1, 0) };
    (sent == 1).then_some(())
}

/// Puts the loopback interface into the state in which it is, which asks for the right to change it (`netdevice(7)`).
fn address() -> Answer {
    #[repr(C)]
    struct Request {
        name: [u8; 16],
        flags: i16,
        rest: [u8; 22],
    }
    let socket = socket(libc::AF_INET, libc::SOCK_DGRAM, 0)?;
    let mut request = Request { name: [0; 16], flags: 0, rest: [0; 22] };
    request.name[..2].copy_from_slice(b"lo");
    // SAFETY: an open descriptor and a structure as long as the kernel's `struct ifreq`, which outlives both calls.
    unsafe {
        call(libc::ioctl(socket.as_raw_fd(), libc::SIOCGIFFLAGS as libc::Ioctl, &raw mut request))?;
        call(libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as libc::Ioctl, &raw mut request))
    }
}
