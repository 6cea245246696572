//! Addresses that a name must not lead to: this machine, its network, reserved networks.
//!
//! Owns the table, which follows the registries of special addresses (IANA, RFC 6890) and the cloud providers'
//! documentation, and the addresses embedded in others. Judges one address; whether it was named is the caller's
//! question. The runner asks the same table about each address that it dials.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is refused unless it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It belongs to a private network, which an intranet's names lead to.
    Private,
    /// It is special in this way.
    Special(&'static str),
}

impl Objection {
    /// The kind of address, for a person.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Private => "a private address",
            Self::Special(kind) => kind,
        }
    }

    /// Whether people run servers of their own at such addresses, which a rule can name: this machine and its network.
    pub fn is_of_a_persons_server(self) -> bool {
        match self {
            Self::Private => true,
            Self::Special(kind) => kind == LOOPBACK,
        }
    }
}

/// This machine's own addresses.
pub const OWN: Objection = Objection::Special("one of this machine's own addresses");

const LOOPBACK: &str = "a loopback address";
const LINK_LOCAL: &str = "a link-local address";
const METADATA: &str = "a cloud's metadata address";
const MULTICAST: &str = "a multicast address";
const RESERVED: &str = "a reserved address";
const UNSPECIFIED: &str = "an unspecified address";
const DOCUMENTATION: &str = "an address for documentation";

/// IPv4: network, length of its prefix, objection. The first that fits counts.
const V4: [([u8; 4], u32, Objection); 20] = [
    ([169, 254, 169, 254], 32, Objection::Special(METADATA)),
    ([100, 100, 100, 200], 32, Objection::Special(METADATA)), // Alibaba
    ([192, 0, 0, 192], 32, Objection::Special(METADATA)),     // Oracle
    ([168, 63, 129, 16], 32, Objection::Special(METADATA)),   // Azure; not in any special network
    ([0, 0, 0, 0], 8, Objection::Special(UNSPECIFIED)),
    ([10, 0, 0, 0], 8, Objection::Private),
    ([100, 64, 0, 0], 10, Objection::Private),
    ([127, 0, 0, 0], 8, Objection::Special(LOOPBACK)),
    ([169, 254, 0, 0], 16, Objection::Special(LINK_LOCAL)),
    ([172, 16, 0, 0], 12, Objection::Private),
    ([192, 0, 0, 0], 24, Objection::Special(RESERVED)),
    ([192, 0, 2, 0], 24, Objection::Special(DOCUMENTATION)),
    ([192, 88, 99, 0], 24, Objection::Special(RESERVED)),
    ([192, 168, 0, 0], 16, Objection::Private),
    ([198, 18, 0, 0], 15, Objection::Special(RESERVED)),
    ([198, 51, 100, 0], 24, Objection::Special(DOCUMENTATION)),
    ([203, 0, 113, 0], 24, Objection::Special(DOCUMENTATION)),
    ([224, 0, 0, 0], 4, Objection::Special(MULTICAST)),
    ([240, 0, 0, 0], 4, Objection::Special(RESERVED)),
    ([255, 255, 255, 255], 32, Objection::Special(RESERVED)),
];

/// IPv6: the first three groups of the network, length of its prefix, objection.
const V6: [([u16; 3], u32, Objection); 13] = [
    ([0x64, 0xff9b, 1], 48, Objection::Private), // NAT64 of a private network (RFC 8215)
    ([0x100, 0, 0], 64, Objection::Special(RESERVED)),
    // Teredo, ORCHID, measurements: a tunnel to an address that nobody looked at, or no host.
    ([0x2001, 0, 0], 23, Objection::Special(RESERVED)),
    ([0x2001, 0xdb8, 0], 32, Objection::Special(DOCUMENTATION)),
    ([0x3fff, 0, 0], 20, Objection::Special(DOCUMENTATION)),
    ([0x5f00, 0, 0], 16, Objection::Special(RESERVED)),
    ([0xfd00, 0xec2, 0], 32, Objection::Special(METADATA)), // Amazon
    ([0xfd20, 0xce, 0], 32, Objection::Special(METADATA)),  // Google
    ([0xfc00, 0, 0], 7, Objection::Private),
    ([0xfe80, 0, 0], 10, Objection::Special(LINK_LOCAL)),
    ([0xfec0, 0, 0], 10, Objection::Private),
    ([0xff00, 0, 0], 8, Objection::Special(MULTICAST)),
    // All that is left of the first network once mapped addresses, `::` and `::1` are taken out.
    ([0, 0, 0], 16, Objection::Special(RESERVED)),
];

/// The objection to dialling `address`, or an address embedded in it.
pub fn objection(address: IpAddr) -> Option<Objection> {
    match address.to_canonical() {
        IpAddr::V4(address) => objection_v4(address),
        IpAddr::V6(address) => objection_v6(address),
    }
}

fn objection_v4(address: Ipv4Addr) -> Option<Objection> {
    let fits = |network: [u8; 4], bits: u32| {
        let difference = u32::from(address) ^ u32::from(Ipv4Addr::from(network));
        difference.leading_zeros() >= bits
    };
    V4.into_iter().find(|(network, bits, _)| fits(*network, *bits)).map(|(_, _, objection)| objection)
}

fn objection_v6(address: Ipv6Addr) -> Option<Objection> {
    if address.is_unspecified() {
        return Some(Objection::Special(UNSPECIFIED));
    }
    if address.is_loopback() {
        return Some(Objection::Special(LOOPBACK));
    }
    if let Some(hidden) = hidden(address) {
        return objection_v4(hidden);
    }
    let fits = |[a, b, c]: [u16; 3], bits: u32| {
        let network = Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0);
        (u128::from(address) ^ u128::from(network)).leading_zeros() >= bits
    };
    V6.into_iter().find(|(network, bits, _)| fits(*network, *bits)).map(|(_, _, objection)| objection)
}

/// The IPv4 address to which a gateway would pass a packet on.
fn hidden(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let of = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match address.segments() {
        // NAT64 (RFC 6052)
        [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        // IPv4-compatible (RFC 4291), IPv4-translated (RFC 2765)
        | [0, 0, 0, 0, 0 | 0xffff, 0, high, low]
        // ISATAP (RFC 5214)
        | [_, _, _, _, 0 | 0x200, 0x5efe, high, low]
        // 6to4 (RFC 3056)
        | [0x2002, high, low, ..] => Some(of(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    const PRIVATE: &str = "a private address";

    #[test]
    fn only_what_is_everybodys_passes_unnamed() {
        for (address, expected) in [
            ("1.1.1.1", ""),
            ("93.184.215.14", ""),
            ("172.15.255.255", ""),
            ("172.32.0.0", ""),
            ("100.63.255.255", ""),
            ("100.128.0.0", ""),
            ("11.0.0.0", ""),
            ("2606:4700::1111", ""),
            ("2a00:1450::1", ""),
            ("127.0.0.1", LOOPBACK),
            ("127.255.255.254", LOOPBACK),
            ("0.0.0.0", UNSPECIFIED),
            ("0.1.2.3", UNSPECIFIED),
            ("10.255.0.1", PRIVATE),
            ("172.16.0.1", PRIVATE),
            ("172.31.255.255", PRIVATE),
            ("192.168.1.1", PRIVATE),
            ("100.64.0.1", PRIVATE),
            ("100.127.255.255", PRIVATE),
            ("169.254.1.1", LINK_LOCAL),
            ("169.254.169.254", METADATA),
            ("100.100.100.200", METADATA),
            ("192.0.0.192", METADATA),
            ("168.63.129.16", METADATA),
            ("192.0.2.1", DOCUMENTATION),
            ("198.51.100.1", DOCUMENTATION),
            ("203.0.113.1", DOCUMENTATION),
            ("198.19.255.255", RESERVED),
            ("224.0.0.1", MULTICAST),
            ("239.255.255.250", MULTICAST),
            ("240.0.0.1", RESERVED),
            ("255.255.255.255", RESERVED),
            ("::", UNSPECIFIED),
            ("::1", LOOPBACK),
            ("::2", UNSPECIFIED),
            ("::127.0.0.1", LOOPBACK),
            ("::ffff:127.0.0.1", LOOPBACK),
            ("::ffff:10.0.0.1", PRIVATE),
            ("::ffff:1.1.1.1", ""),
            ("::ffff:0:127.0.0.1", LOOPBACK),
            ("64:ff9b::7f00:1", LOOPBACK),
            ("64:ff9b::a9fe:a9fe", METADATA),
            ("64:ff9b::101:101", ""),
            ("64:ff9b:1::101:101", PRIVATE),
            ("2002:7f00:1::", LOOPBACK),
            ("2002:a00:1::1", PRIVATE),
            ("2002:101:101::1", ""),
            ("2001:0:1:2:3:4:80ff:fffe", RESERVED),
            ("2001:db8::1", DOCUMENTATION),
            ("2a00:1450::5efe:127.0.0.1", LOOPBACK),
            ("2a00:1450::200:5efe:10.0.0.1", PRIVATE),
            ("fd00:ec2::254", METADATA),
            ("fd12:3456::1", PRIVATE),
            ("fe80::1", LINK_LOCAL),
            ("fec0::1", PRIVATE),
            ("ff02::1", MULTICAST),
            ("100::1", RESERVED),
        ] {
            let kind = objection(address.parse().unwrap()).map_or("", Objection::kind);
            assert_eq!(kind, expected, "{address}");
        }
    }
}
