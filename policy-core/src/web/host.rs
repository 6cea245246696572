//! The host of a URL in its one spelling: a name in small letters, or an address, whatever numbers it was written with.
//!
//! Owns the reading of hosts as far as it needs no tables of Unicode (WHATWG URL, host parsing): ASCII names, every numeric
//! spelling of IPv4, IPv6 in brackets. What it does not understand completely is left to the host of the program.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::address::{self, Objection};
use super::idn::Idn;
use super::punycode::LABEL_BYTES_MAX;

/// Longest name that there can be (RFC 1035).
const NAME_BYTES_MAX: usize = 253;

/// A host that is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A name.
    Name(Name),
    /// An address. One of IPv4 that is embedded in IPv6 is the IPv4 address.
    Address(IpAddr),
}

/// The name of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// In small letters, as it is sent, without the dot of the root.
    pub ascii: String,
    /// Its letters, if a label of it is encoded.
    pub idn: Option<Idn>,
}

impl Name {
    /// The name as a person reads it, if that is another text.
    pub fn unicode(&self) -> Option<&str> {
        self.idn.as_ref().map(|idn| idn.unicode.as_str())
    }
}

/// What the text of a host is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// This host, and its text in a canonical URL.
    Host(Host, String),
    /// A host only by the tables of Unicode, or none.
    Unclear,
    /// No host.
    Nothing,
}

/// Reads the host in `text`, which has no port.
pub(super) fn read(text: &str) -> Read {
    if let Some(inside) = text.strip_prefix('[') {
        let address = inside.strip_suffix(']').and_then(|inside| inside.parse::<Ipv6Addr>().ok());
        return address.map_or(Read::Nothing, |address| {
            Read::Host(Host::Address(IpAddr::V6(address).to_canonical()), format!("[{}]", Canonical(address)))
        });
    }
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')) {
        return Read::Unclear;
    }
    let canonical = text.to_ascii_lowercase();
    let name = canonical.strip_suffix('.').unwrap_or(&canonical);
    if is_numeric(name) {
        return ipv4(name)
            .map_or(Read::Nothing, |address| Read::Host(Host::Address(address.into()), address.to_string()));
    }
    let can_exist = name.len() <= NAME_BYTES_MAX
        && name.split('.').all(|label| !label.is_empty() && label.len() <= LABEL_BYTES_MAX);
    if !can_exist {
        return Read::Nothing;
    }
    match Idn::of(name) {
        Ok(idn) => Read::Host(Host::Name(Name { ascii: name.to_string(), idn }), canonical),
        Err(()) => Read::Nothing,
    }
}

/// Whether the last label is a number, so that all of it is an address of IPv4 or none.
fn is_numeric(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    let hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    !last.is_empty()
        && (last.bytes().all(|byte| byte.is_ascii_digit())
            || last.strip_prefix("0x").is_some_and(hexadecimal))
}

/// An address as `inet_aton(3)` and the rules of URLs read it: one to four numbers, decimal, octal or hexadecimal, of
/// which the last one fills the bytes that are left.
fn ipv4(text: &str) -> Option<Ipv4Addr> {
    let count = text.split('.').count();
    if count > 4 {
        return None;
    }
    let mut address = 0_u32;
    for (at, part) in text.split('.').enumerate() {
        let value = number(part)?;
        let is_last = at + 1 == count;
        let bytes = if is_last { 4 - at as u32 } else { 1 };
        if value >= 1_u64 << (8 * bytes) {
            return None;
        }
        let shift = if is_last { 0 } else { 8 * (3 - at as u32) };
        address |= u32::try_from(value << shift).ok()?;
    }
    Some(Ipv4Addr::from(address))
}

fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (text.trim_start_matches('0'), 8),
        None if text.is_empty() => return None,
        None => (text, 10),
    };
    if digits.is_empty() {
        return Some(0);
    }
    // A sign is no digit.
    digits
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric())
        .then(|| u64::from_str_radix(digits, radix).ok())?
}

/// An IPv6 address as the rules of URLs write it: never with dots in it.
struct Canonical(Ipv6Addr);

impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segments = self.0.segments();
        // The first of the longest runs of zeros, of two at least.
        let (mut start, mut length) = (0, 1);
        for from in 0..segments.len() {
            let zeros = segments.iter().skip(from).take_while(|segment| **segment == 0).count();
            if zeros > length {
                (start, length) = (from, zeros);
            }
        }
        let skipped = if length > 1 { start..start + length } else { 0..0 };
        for (at, segment) in segments.iter().enumerate() {
            if skipped.contains(&at) {
                if at == skipped.start {
                    f.write_str(if at == 0 { "::" } else { ":" })?;
                }
                continue;
            }
            write!(f, "{segment:x}")?;
            if at < 7 {
                f.write_str(":")?;
            }
        }
        Ok(())
    }
}

/// A kind of host that only a rule opens which names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// What it is, for a person.
    pub kind: &'static str,
    /// Whether people run servers of their own there, which a rule can name.
    pub is_of_a_persons_server: bool,
}

/// Ends of names that lead to this machine or stay in its network, each with what they are. Sources: RFC 6761 (localhost),
/// RFC 6762 (local), RFC 8375 (home.arpa), ICANN's resolution 2024.07.29.06 (internal); `localdomain` is what
/// hosts(5) of many systems has.
const NAMES: [(&str, &str); 5] = [
    ("localhost", "a name of this machine"),
    ("localdomain", "a name of this machine"),
    ("local", "a name in the local network"),
    ("internal", "a name in a private network"),
    ("home.arpa", "a name in the home network"),
];

impl Host {
    /// What is special about it.
    pub fn special(&self) -> Option<Special> {
        match self {
            Self::Address(address) => address::objection(*address).map(|objection: Objection| Special {
                kind: objection.kind(),
                is_of_a_persons_server: objection.is_of_a_persons_server(),
            }),
            Self::Name(Name { ascii, .. }) => {
                let named = NAMES.iter().find(|(end, _)| {
                    ascii.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                });
                // Such a name is completed with the domains of resolv.conf(5).
                let kind = named.map(|(_, kind)| *kind).or_else(|| {
                    (!ascii.contains('.'))
                        .then_some("a name without a dot, which the local network completes")
                });
                kind.map(|kind| Special { kind, is_of_a_persons_server: true })
            }
        }
    }
}

/// As a rule names it: a name, or an address, in brackets if it is one of IPv6.
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(&name.ascii),
            Self::Address(IpAddr::V4(address)) => write!(f, "{address}"),
            Self::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        match read(text) {
            Read::Host(host, canonical) => Some(format!("{host} {canonical}")),
            Read::Unclear => Some("?".into()),
            Read::Nothing => None,
        }
    }

    #[test]
    fn every_spelling_of_a_host_is_one_host() {
        for (text, expected) in [
            ("Docs.RS", Some("docs.rs docs.rs")),
            ("docs.rs.", Some("docs.rs docs.rs.")),
            ("under_score.org", Some("under_score.org under_score.org")),
            ("2130706433", Some("127.0.0.1 127.0.0.1")),
            ("0x7f000001", Some("127.0.0.1 127.0.0.1")),
            ("0X7F.0.0.1", Some("127.0.0.1 127.0.0.1")),
            ("017700000001", Some("127.0.0.1 127.0.0.1")),
            ("0177.0.0.1", Some("127.0.0.1 127.0.0.1")),
            ("127.1", Some("127.0.0.1 127.0.0.1")),
            ("127.0.1", Some("127.0.0.1 127.0.0.1")),
            ("127.0.0.1.", Some("127.0.0.1 127.0.0.1")),
            ("0", Some("0.0.0.0 0.0.0.0")),
            ("0x", Some("0.0.0.0 0.0.0.0")),
            ("10.0.0.0x5", Some("10.0.0.5 10.0.0.5")),
            ("256.0.0.1", None),
            ("1.2.3.4.5", None),
            ("4294967296", None),
            ("08.0.0.1", None),
            ("1.2.3.", Some("1.2.0.3 1.2.0.3")),
            ("foo.0x7f", None),
            ("foo.09", None),
            ("0xfffffffffffffffffffff", None),
            ("foo.1x", Some("foo.1x foo.1x")),
            ("[::1]", Some("[::1] [::1]")),
            ("[::ffff:127.0.0.1]", Some("127.0.0.1 [::ffff:7f00:1]")),
            ("[::ffff:7f00:1]", Some("127.0.0.1 [::ffff:7f00:1]")),
            ("[0:0:0:0:0:0:0:0]", Some("[::] [::]")),
            ("[1:0:0:2:0:0:0:3]", Some("[1:0:0:2::3] [1:0:0:2::3]")),
            ("[2001:DB8::1]", Some("[2001:db8::1] [2001:db8::1]")),
            ("[64:ff9b::7f00:1]", Some("[64:ff9b::7f00:1] [64:ff9b::7f00:1]")),
            ("[fe80::1%25eth0]", None),
            ("[fe80::1%eth0]", None),
            ("[::1", None),
            ("[127.0.0.1]", None),
            ("a..b", None),
            (".", None),
            ("", None),
            ("bücher.de", Some("?")),
            ("ex%61mple.com", Some("?")),
            ("a!b", Some("?")),
            ("127。0。0。1", Some("?")),
            ("１27.0.0.1", Some("?")),
            ("xn--bcher-kva.de", Some("xn--bcher-kva.de xn--bcher-kva.de")),
            ("xn--.de", None),
        ] {
            assert_eq!(shown(text).as_deref(), expected, "{text}");
        }
        assert_eq!(shown(&format!("{}.org", "a".repeat(64))), None);
        assert_eq!(shown(&"a.".repeat(128)), None);
    }

    #[test]
    fn what_leads_inside_is_special_in_every_spelling() {
        let kind = |text: &str| match read(text) {
            Read::Host(host, _) => host.special().map(|special| special.kind),
            Read::Unclear | Read::Nothing => Some("unread"),
        };
        for text in [
            "localhost",
            "LOCALHOST.",
            "a.localhost",
            "localhost.localdomain",
            "printer.local",
            "metadata.google.internal",
            "router.home.arpa",
            "intranet",
            "127.0.0.1",
            "0x7f.1",
            "2130706433",
            "[::1]",
            "[::]",
            "[::ffff:7f00:1]",
            "[::ffff:a9fe:a9fe]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[fd00:ec2::254]",
            "[fe80::1]",
            "169.254.169.254",
            "0xa9fea9fe",
            "192.168.0.1",
            "10.1",
            "0",
            "224.0.0.1",
        ] {
            assert!(kind(text).is_some_and(|kind| kind != "unread"), "{text}");
        }
        for text in [
            "docs.rs",
            "localhost.example.com",
            "notlocal.org",
            "mylocalhost.com",
            "1.1.1.1",
            "[2606:4700::1111]",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }
}
