//! A host and a port as a client named them, in one spelling.
//!
//! Owns the reading of hosts by the rules of URLs (WHATWG): a name that programs could read as different hosts becomes
//! one host or an error.

use std::fmt;
use std::net::IpAddr;

/// Longest name that there can be (RFC 1035).
const NAME_BYTES_MAX: usize = 253;

/// Where a command wants to connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// A name in lower case without the last dot, or an address without brackets.
    pub(crate) host: String,
    /// The address, if the host is one.
    pub(crate) address: Option<IpAddr>,
    /// The TCP port.
    pub(crate) port: u16,
}

impl Target {
    /// Reads a host, an IPv6 address in brackets; none if it is no host.
    pub(crate) fn parse(host: &str, port: u16) -> Option<Self> {
        let host = host.strip_suffix('.').unwrap_or(host);
        if port == 0 || host.len() > NAME_BYTES_MAX || host.split('.').any(str::is_empty) {
            return None;
        }
        match url::Host::parse(host).ok()? {
            url::Host::Domain(host) => Some(Self { host, address: None, port }),
            url::Host::Ipv4(address) => Some(Self::of_address(address.into(), port)),
            url::Host::Ipv6(address) => Some(Self::of_address(address.into(), port)),
        }
    }

    /// An address; an IPv4 address embedded in an IPv6 one is extracted.
    pub(super) fn of_address(address: IpAddr, port: u16) -> Self {
        let address = address.to_canonical();
        Self { host: address.to_string(), address: Some(address), port }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            Some(IpAddr::V6(address)) => write!(f, "[{address}]:{}", self.port),
            _ => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn a_host_has_one_spelling() {
        for (host, expected) in [
            ("Docs.RS", Some("docs.rs:443")),
            ("docs.rs.", Some("docs.rs:443")),
            ("b\u{fc}cher.de", Some("xn--bcher-kva.de:443")),
            ("ex%61mple.com", Some("example.com:443")),
            ("127.1", Some("127.0.0.1:443")),
            ("2130706433", Some("127.0.0.1:443")),
            ("0x7f.0.0.1", Some("127.0.0.1:443")),
            ("\u{ff11}27.0.0.1", Some("127.0.0.1:443")),
            ("[::1]", Some("[::1]:443")),
            ("[::ffff:10.0.0.1]", Some("10.0.0.1:443")),
            ("under_score.org", Some("under_score.org:443")),
            ("", None),
            ("a..b", None),
            ("docs.rs..", None),
            ("a b", None),
            ("a\0b", None),
            ("user@docs.rs", None),
            ("docs.rs/x", None),
            ("docs.rs:80", None),
            ("::1", None),
            ("[fe80::1%25eth0]", None),
            ("256.0.0.1", None),
        ] {
            let target = Target::parse(host, 443).map(|target| target.to_string());
            assert_eq!(target.as_deref(), expected, "{host:?}");
        }
        assert_eq!(Target::parse("docs.rs", 0), None);
    }
}
