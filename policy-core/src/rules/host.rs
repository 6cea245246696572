//! `WebFetch(domain:…)`, `sandbox.network.allowedDomains` and `deniedDomains`: the hosts and ports that an entry matches.
//!
//! Owns the parser of an entry: a host pattern or an address, and a port. Never resolves a name.

use alloc::boxed::Box;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::Span;
use crate::web;

use super::domain::{DomainPattern, Meeting};
use super::problem::{Problem, tick};

/// Hosts, and one port or every one: `docs.rs`, `*.example.com`, `api.example.com:443`, `10.0.0.5`, `[::1]:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPattern {
    host: Host,
    port: Option<u16>,
    /// As written.
    text: Box<str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Host {
    Name(DomainPattern),
    Address(IpAddr),
}

impl HostPattern {
    /// Reads an entry. Names are those of [`DomainPattern`]; an IPv6 address is in brackets when a port follows.
    ///
    /// # Errors
    /// When it is no host: empty, a URL, a range of addresses, a port that is none, a number that only some programs
    /// take for an address.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let problem = |from: usize, to: usize, message: alloc::string::String, help: &str| {
            Problem::new(Span::new(from, to), message, help)
        };
        let end = text.len();
        if let Some(at) = text.find("://") {
            let help = "write only the host, such as `docs.rs` or `docs.rs:443`";
            return Err(problem(0, at + 3, alloc::format!("{} is a URL, not a host", tick(text)), help));
        }
        if let Some(at) = text.find('/') {
            let what = if text.starts_with(|first: char| first.is_ascii_digit()) { "range" } else { "path" };
            let help = "write only the host or the address";
            return Err(problem(
                at,
                end,
                alloc::format!("{} has a {what}, so it is not a host", tick(text)),
                help,
            ));
        }
        if let Ok(address) = text.parse::<Ipv6Addr>() {
            let host = Host::Address(IpAddr::V6(address).to_canonical());
            return Ok(Self { host, port: None, text: text.into() });
        }
        let (host, port) = if text.starts_with('[') {
            let Some(closed) = text.find(']') else {
                let help = "write `[::1]` or `[::1]:443`";
                return Err(problem(0, end, alloc::format!("{} has no closing `]`", tick(text)), help));
            };
            let inside = text.get(1..closed).unwrap_or_default();
            let Ok(address) = inside.parse::<Ipv6Addr>() else {
                let message = alloc::format!("{} is not an IPv6 address", tick(inside));
                return Err(problem(1, closed, message, "only an IPv6 address is written in brackets"));
            };
            let rest = text.get(closed + 1..).unwrap_or_default();
            let port = rest.strip_prefix(':');
            if port.is_none() && !rest.is_empty() {
                let message = alloc::format!("{} is not a port", tick(rest));
                return Err(problem(closed + 1, end, message, "write `[::1]` or `[::1]:443`"));
            }
            (Host::Address(IpAddr::V6(address).to_canonical()), port)
        } else {
            let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
            (Self::name(name)?, port)
        };
        let port = match port {
            None => None,
            Some(digits) => match digits.parse::<u16>() {
                Ok(number @ 1..) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(number),
                Ok(_) | Err(_) => {
                    let help = "write a number from 1 to 65535, or leave it out to mean every port";
                    let message = alloc::format!("{} is not a port", tick(digits));
                    return Err(problem(end - digits.len(), end, message, help));
                }
            },
        };
        Ok(Self { host, port, text: text.into() })
    }

    fn name(name: &str) -> Result<Host, Problem> {
        if let Ok(address) = name.parse::<Ipv4Addr>() {
            return Ok(Host::Address(IpAddr::V4(address)));
        }
        // What programs make of `127.1`, `0x7f.0.0.1` or `2130706433` differs (`inet_aton(3)`).
        let last = name.strip_suffix('.').unwrap_or(name).rsplit('.').next().unwrap_or_default();
        if !last.is_empty() && (last.starts_with("0x") || last.bytes().all(|byte| byte.is_ascii_digit())) {
            return Err(Problem::new(
                Span::new(0, name.len()),
                alloc::format!("{} is neither a name nor an address", tick(name)),
                "write an IPv4 address as four numbers, such as `10.0.0.5`",
            ));
        }
        DomainPattern::parse(name).map(Host::Name)
    }

    /// The entry as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The port that is meant; none means every port.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether `host` is meant, on whichever port: a name, or an address without brackets.
    pub fn matches_host(&self, host: &str) -> bool {
        match (&self.host, host.parse::<IpAddr>()) {
            (Host::Address(named), Ok(address)) => *named == address.to_canonical(),
            (Host::Address(_), Err(_)) => false,
            (Host::Name(pattern), Ok(_)) => pattern.is_any(),
            (Host::Name(pattern), Err(_)) => pattern.matches(host),
        }
    }

    /// Whether `host` on `port` is meant.
    pub fn matches(&self, host: &str, port: u16) -> bool {
        self.port.is_none_or(|meant| meant == port) && self.matches_host(host)
    }

    /// Whether the host of a URL is meant, on whichever port.
    pub fn meets(&self, host: &web::Host) -> Meeting {
        match (&self.host, host) {
            (Host::Name(pattern), web::Host::Name(name)) => pattern.meets(name),
            (Host::Name(pattern), web::Host::Address(_)) if pattern.is_any() => Meeting::Yes,
            (Host::Address(named), web::Host::Address(address)) if named == address => Meeting::Yes,
            (Host::Address(_) | Host::Name(_), web::Host::Address(_))
            | (Host::Address(_), web::Host::Name(_)) => Meeting::No,
        }
    }

    /// Whether one single host is meant, and no wildcard is in it.
    pub fn is_literal(&self) -> bool {
        match &self.host {
            Host::Name(pattern) => pattern.is_literal(),
            Host::Address(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HostPattern;

    #[test]
    fn an_entry_means_a_host_and_a_port() {
        for (pattern, host, port, expected) in [
            ("docs.rs", "docs.rs", 443, true),
            ("docs.rs", "docs.rs", 22, true),
            ("DOCS.rs.", "docs.rs", 443, true),
            ("docs.rs", "sub.docs.rs", 443, false),
            ("docs.rs", "docs.rs.evil.org", 443, false),
            ("docs.rs:443", "docs.rs", 443, true),
            ("docs.rs:443", "docs.rs", 80, false),
            ("*.example.com:8443", "a.b.example.com", 8443, true),
            ("*.example.com:8443", "example.com", 8443, false),
            ("*.example.com", "evilexample.com", 443, false),
            ("localhost:3000", "localhost", 3000, true),
            ("10.0.0.5", "10.0.0.5", 80, true),
            ("10.0.0.5", "10.0.0.50", 80, false),
            ("10.0.0.5:80", "10.0.0.5", 81, false),
            ("[::1]:443", "::1", 443, true),
            ("[::1]:443", "::1", 80, false),
            ("[::1]", "0:0:0:0:0:0:0:1", 80, true),
            ("::1", "::1", 80, true),
            ("[::ffff:10.0.0.5]", "10.0.0.5", 80, true),
            ("10.0.0.5", "::ffff:10.0.0.5", 80, true),
            ("*", "anything.org", 1, true),
            ("*", "1.2.3.4", 1, true),
            ("*:443", "anything.org", 80, false),
            ("*.com", "1.2.3.4", 80, false),
            ("1.2.3.4", "1.2.3.4.example.com", 80, false),
        ] {
            let read = HostPattern::parse(pattern).ok();
            assert_eq!(
                read.map(|read| read.matches(host, port)),
                Some(expected),
                "{pattern} on {host}:{port}"
            );
        }
    }

    #[test]
    fn an_entry_without_a_port_means_every_port() {
        for (pattern, port) in
            [("docs.rs", None), ("docs.rs:8443", Some(8443)), ("::1", None), ("[::1]:22", Some(22))]
        {
            assert_eq!(HostPattern::parse(pattern).map(|read| read.port()), Ok(port), "{pattern}");
        }
    }

    #[test]
    fn only_an_entry_without_a_wildcard_names_one_host() {
        for (pattern, expected) in [
            ("docs.rs:443", true),
            ("[::1]", true),
            ("10.0.0.5", true),
            ("*.docs.rs", false),
            ("a*.rs", false),
            ("*", false),
        ] {
            assert_eq!(HostPattern::parse(pattern).map(|read| read.is_literal()), Ok(expected), "{pattern}");
        }
    }

    #[test]
    fn what_is_no_host_is_refused_with_the_place() {
        for (text, place, part) in [
            ("", "", "no host"),
            ("https://docs.rs", "https://", "a URL"),
            ("docs.rs/x", "/x", "a path"),
            ("10.0.0.0/8", "/8", "a range"),
            ("docs.rs:", "", "not a port"),
            ("docs.rs:0", "0", "not a port"),
            ("docs.rs:70000", "70000", "not a port"),
            ("docs.rs:+80", "+80", "not a port"),
            ("docs.rs:80:90", "80:90", "not a port"),
            ("[::1", "[::1", "no closing"),
            ("[1.2.3.4]", "1.2.3.4", "not an IPv6 address"),
            ("[::1]443", "443", "not a port"),
            ("127.1", "127.1", "neither"),
            ("2130706433", "2130706433", "neither"),
            ("0x7f.0.0.1", "0x7f.0.0.1", "neither"),
            ("10.0.0.256", "10.0.0.256", "neither"),
            ("a b", "a b", "not a host"),
            ("user@docs.rs", "user@docs.rs", "not a host"),
            ("a..b", "a..b", "empty label"),
            ("*.", "*.", "empty label"),
        ] {
            let problem = HostPattern::parse(text).err();
            let seen = problem.as_ref().map(|problem| problem.span.slice(text));
            assert_eq!(seen, Some(place), "{text}: {problem:?}");
            assert!(problem.is_some_and(|problem| problem.message.contains(part)), "{text}");
        }
    }
}
