//! What leaves a process, seen where it leaves: every packet of the network, before it arrives.
//!
//! Owns the reading of packets. A server that nobody can reach would hear nothing; here the attempt is seen as well. The
//! kernel hands over a packet while it is sent, so what an ended program sent has been seen.

use std::io::IoSliceMut;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::sync::{Arc, Mutex};
use std::thread;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{
    AddressFamily, ControlMessageOwned, LinkAddr, MsgFlags, SockFlag, SockProtocol, SockType, recvmsg,
    setsockopt, socket, sockopt,
};

/// The name server.
pub(super) const NAME_SERVER: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 53);

/// The length of the head of a frame: two addresses and a type.
const FRAME_HEAD: usize = 14;

const TCP: u8 = 6;
const UDP: u8 = 17;
/// What the kernel says of its own accord: ICMP, and in IPv6 what each hop reads and the same.
const OF_THE_KERNEL: [u8; 3] = [1, 0, 58];

/// The wire of this network namespace.
pub(super) struct Wire(Arc<Tap>);

struct Tap {
    socket: OwnedFd,
    /// Where something was sent, in order.
    sent: Mutex<Vec<String>>,
}

impl Wire {
    /// Sees everything from now on.
    pub(super) fn tapped() -> Self {
        let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
        let socket = socket(AddressFamily::Packet, SockType::Raw, flags, SockProtocol::EthAll).unwrap();
        setsockopt(&socket, sockopt::RxqOvfl, &1).unwrap();
        let tap = Arc::new(Tap { socket, sent: Mutex::default() });
        let reader = Arc::clone(&tap);
        thread::spawn(move || {
            loop {
                let mut wanted = [PollFd::new(reader.socket.as_fd(), PollFlags::POLLIN)];
                poll(&mut wanted, PollTimeout::NONE).unwrap();
                reader.read();
            }
        });
        Self(tap)
    }

    /// The destinations of connections and packets since the last time, in order, but for questions about names: the
    /// address and port to which a connection was tried, or what else was sent.
    pub(super) fn destinations(&self) -> Vec<String> {
        self.0.read();
        std::mem::take(&mut *self.0.sent.lock().unwrap())
    }
}

impl Tap {
    /// Reads what is there.
    fn read(&self) {
        let mut sent = self.sent.lock().unwrap();
        let mut frame = vec![0; 1 << 17];
        let mut control = nix::cmsg_space!(u32);
        loop {
            let mut parts = [IoSliceMut::new(&mut frame)];
            let (descriptor, flags) = (self.socket.as_raw_fd(), MsgFlags::empty());
            let (length, is_outgoing) =
                match recvmsg::<LinkAddr>(descriptor, &mut parts, Some(&mut control), flags) {
                    Err(Errno::EAGAIN) => return,
                    Err(error) => panic!("{error}"),
                    Ok(message) => {
                        for part in message.cmsgs().unwrap() {
                            assert!(
                                !matches!(part, ControlMessageOwned::RxqOvfl(1..)),
                                "packets were missed"
                            );
                        }
                        (message.bytes, message.address.unwrap().pkttype() == libc::PACKET_OUTGOING)
                    }
                };
            if is_outgoing {
                sent.extend(destination(&frame[FRAME_HEAD..length]));
            }
        }
    }
}

/// Where a packet goes, if it begins something.
fn destination(packet: &[u8]) -> Option<String> {
    let (protocol, head, from, to): (u8, usize, IpAddr, IpAddr) = if packet[0] >> 4 == 4 {
        let address = |at: usize| Ipv4Addr::from(<[u8; 4]>::try_from(&packet[at..at + 4]).unwrap());
        (packet[9], usize::from(packet[0] & 15) * 4, address(12).into(), address(16).into())
    } else {
        let address = |at: usize| Ipv6Addr::from(<[u8; 16]>::try_from(&packet[at..at + 16]).unwrap());
        (packet[6], 40, address(8).into(), address(24).into())
    };
    let port = |at: usize| u16::from_be_bytes([packet[head + at], packet[head + at + 1]]);
    match protocol {
        TCP => {
            let is_first = packet[head + 13] & 0b1_0010 == 0b10;
            is_first.then(|| SocketAddr::new(to, port(2)).to_string())
        }
        UDP => {
            let ends = [SocketAddr::new(from, port(0)), SocketAddr::new(to, port(2))];
            (!ends.contains(&NAME_SERVER)).then(|| format!("a datagram to {}", ends[1]))
        }
        protocol if OF_THE_KERNEL.contains(&protocol) => None,
        protocol => Some(format!("protocol {protocol} to {to}")),
    }
}
