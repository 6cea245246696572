//! A strict reader of URLs: what it takes as canonical is what every client makes of it (WHATWG URL).
//!
//! Owns the parts of a URL and the reasons why one is refused. It knows only ASCII: whatever a client would change, encode
//! or remove is not canonical, and the host of the program says what it becomes. It never guesses where the host ends.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write as _;

use super::checks::{self, WebCheck};
use super::host::{self, Host};
use crate::span::Span;
use crate::visible::line;

/// Longest URL that is read, in bytes.
pub const URL_BYTES_MAX: usize = 2_048;

/// How the server is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Without encryption.
    Http,
    /// Over TLS.
    Https,
}

impl Scheme {
    /// The name in a URL.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// The TCP port if none is written.
    pub const fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

/// A URL, as far as it is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url<'u> {
    /// The text that was read.
    pub text: &'u str,
    /// How the server is asked.
    pub scheme: Scheme,
    /// The host; none if only the tables of Unicode can tell.
    pub host: Option<Host>,
    /// Where the host is written, without the port.
    pub host_span: Span,
    /// The TCP port.
    pub port: u16,
    /// Where the path is written, from its first slash on; empty if there is none.
    pub path: Span,
    /// Where the query is written, without its question mark; none if there is none.
    pub query: Option<Span>,
    /// What a client would change; none if the URL is canonical.
    pub unclear: Option<Span>,
    /// The host in a canonical URL.
    canonical_host: String,
}

/// Why a text is no URL that is fetched, and the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason.
    pub check: &'static WebCheck,
    /// The place.
    pub span: Span,
}

impl<'u> Url<'u> {
    /// Reads `text`. `is_canonical` says that the host of the program knows it to be what a client makes of it; then the
    /// letters of the path and of an encoded name need no proof.
    ///
    /// # Errors
    /// It is never fetched, whatever a rule says.
    pub fn read(text: &'u str, is_canonical: bool) -> Result<Self, Refused> {
        let whole = Span::new(0, text.len());
        let refused = |check: &'static WebCheck, span: Span| Err(Refused { check, span });
        if text.len() > URL_BYTES_MAX {
            return refused(&checks::LENGTH, whole);
        }
        if let Some((at, hidden)) = text.char_indices().find(|(_, character)| is_hidden(*character)) {
            return refused(&checks::CONTROL_CHARACTERS, Span::new(at, at + hidden.len_utf8()));
        }
        let Some((name, rest)) = text.split_once(':').filter(|(name, _)| is_scheme(name)) else {
            return refused(&checks::URL, whole);
        };
        let scheme = match &*name.to_ascii_lowercase() {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            _ => return refused(&checks::SCHEME, Span::new(0, name.len())),
        };
        let start = name.len() + 3;
        let authority = rest.strip_prefix("//").filter(|rest| !rest.starts_with(['/', '\\']));
        let Some(authority) = authority else {
            // A client puts the slashes there, or takes some away.
            let span = Span::new(name.len(), text.len());
            return Ok(Self {
                text,
                scheme,
                host: None,
                host_span: span,
                port: scheme.port(),
                path: Span::at(text.len()),
                query: None,
                unclear: Some(span),
                canonical_host: String::new(),
            });
        };
        let length = authority.find(['/', '?', '#', '\\']).unwrap_or(authority.len());
        let authority = authority.get(..length).unwrap_or_default();
        let end = start + length;
        if let Some(at) = authority.rfind('@') {
            return refused(&checks::USERINFO, Span::new(start, start + at + 1));
        }
        // The colons in brackets are those of an address.
        let closed = authority.rfind(']').map_or(0, |at| at + 1);
        let colon = authority.get(closed..).and_then(|rest| rest.find(':')).map(|at| closed + at);
        let written = authority.get(..colon.unwrap_or(length)).unwrap_or_default();
        let host_span = Span::new(start, start + written.len());
        let port = match colon.and_then(|at| authority.get(at + 1..)) {
            None | Some("") => scheme.port(),
            Some(digits) => match port(digits) {
                Some(port) => port,
                None => return refused(&checks::URL, Span::new(start + written.len() + 1, end)),
            },
        };
        let (host, canonical_host, mut unclear) = match host::read(written) {
            host::Read::Nothing => return refused(&checks::HOST, host_span),
            host::Read::Unclear => (None, String::new(), Some(host_span)),
            host::Read::Host(host, canonical) => {
                let is_settled = is_canonical
                    || !matches!(&host, Host::Name(name) if name.idn.as_ref().is_some_and(|idn| !idn.is_settled));
                (Some(host), canonical, (!is_settled).then_some(host_span))
            }
        };
        let sent = text.find('#').unwrap_or(text.len());
        let question = text.get(end..sent).and_then(|rest| rest.find('?')).map(|at| end + at);
        let path = Span::new(end, question.unwrap_or(sent));
        let query = question.map(|at| Span::new(at + 1, sent));
        unclear = unclear
            .or_else(|| path_change(path.slice(text), is_canonical).map(|at| shifted(text, path, at)))
            .or_else(|| {
                query
                    .and_then(|span| Some(shifted(text, span, query_change(span.slice(text), is_canonical)?)))
            });
        Ok(Self { text, scheme, host, host_span, port, path, query, unclear, canonical_host })
    }

    /// The text that a client sends: without a fragment, the host in its one spelling, no port that is the usual one. None
    /// if it is not known.
    pub fn canonical(&self) -> Option<String> {
        if self.unclear.is_some() {
            return None;
        }
        let mut out = String::with_capacity(self.text.len() + 1);
        out.push_str(self.scheme.name());
        out.push_str("://");
        out.push_str(&self.canonical_host);
        if self.port != self.scheme.port() {
            // Writing to a string cannot fail.
            let _ = write!(out, ":{}", self.port);
        }
        out.push_str(self.path_text());
        if let Some(query) = self.query {
            out.push('?');
            out.push_str(query.slice(self.text));
        }
        Some(out)
    }

    /// The path; `/` if none is written.
    pub fn path_text(&self) -> &'u str {
        match self.path.slice(self.text) {
            "" => "/",
            path => path,
        }
    }

    /// Whether the port is one of the two that the web usually has.
    pub const fn has_usual_port(&self) -> bool {
        matches!(self.port, 80 | 443)
    }
}

/// The character at `at` of the part `within` of `text`.
fn shifted(text: &str, within: Span, at: usize) -> Span {
    let character = within.slice(text).get(at..).and_then(|rest| rest.chars().next());
    let start = within.start as usize + at;
    Span::new(start, start + character.map_or(0, char::len_utf8))
}

/// Whether nobody sees a character as it is: a control, or one that hides or reorders text.
pub(super) fn is_hidden(character: char) -> bool {
    !matches!(character, ' '..='~') && matches!(line(character.encode_utf8(&mut [0; 4])), Cow::Owned(_))
}

/// Whether this is the name of a scheme (RFC 3986, section 3.1).
fn is_scheme(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// A port from 1 to 65535.
fn port(digits: &str) -> Option<u16> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?.filter(|port| *port > 0)
}

/// The first place in a path that a client would change.
fn path_change(path: &str, is_canonical: bool) -> Option<usize> {
    // `.` and `..` are removed, also where they are encoded.
    let mut start = 0;
    for segment in path.split('/') {
        if is_dots(segment) {
            return Some(start);
        }
        start += segment.len() + 1;
    }
    unusual(path, is_canonical, |byte| matches!(byte, b'\'' | b'|'))
}

/// The first place in a query that a client would change.
fn query_change(query: &str, is_canonical: bool) -> Option<usize> {
    unusual(query, is_canonical, |byte| matches!(byte, b'?' | b'[' | b']' | b'|'))
}

/// The first byte that is none of those that RFC 3986 has everywhere, nor `also` one here.
fn unusual(text: &str, is_canonical: bool, also: impl Fn(u8) -> bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    bytes.iter().enumerate().position(|(at, byte)| match *byte {
        b'%' => !(is_canonical || is_hex(at + 1) && is_hex(at + 2)),
        b'\\' => true,
        b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
        | b':' | b'@' | b'/' => false,
        byte => !(byte.is_ascii_alphanumeric() || also(byte) || is_canonical && byte.is_ascii_graphic()),
    })
}

/// Whether a segment is one or two dots, in any spelling.
fn is_dots(segment: &str) -> bool {
    let mut rest = segment;
    let mut dots = 0;
    while !rest.is_empty() && dots < 3 {
        let after = [".", "%2e", "%2E"].iter().find_map(|dot| rest.strip_prefix(dot));
        let Some(after) = after else { return false };
        (rest, dots) = (after, dots + 1);
    }
    rest.is_empty() && matches!(dots, 1 | 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match Url::read(text, false) {
            Ok(url) => match url.canonical() {
                Some(canonical) => canonical,
                None => alloc::format!("? {}", url.unclear.unwrap_or_default().slice(text)),
            },
            Err(Refused { check, span }) => alloc::format!("{} {}", check.code.name, span.slice(text)),
        }
    }

    #[test]
    fn a_url_has_one_spelling_or_is_refused_or_is_asked_about() {
        for (text, expected) in [
            ("https://docs.rs", "https://docs.rs/"),
            ("HTTPS://Docs.RS:443/serde?a=b#c", "https://docs.rs/serde?a=b"),
            ("http://a.org:8080/", "http://a.org:8080/"),
            ("http://a.org:0080/", "http://a.org/"),
            ("https://a.org?", "https://a.org/?"),
            ("https://a.org#x y", "https://a.org/"),
            ("https://a.org:/", "https://a.org/"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("https://[::FFFF:10.0.0.1]/", "https://[::ffff:a00:1]/"),
            ("https://a.org/a/../b", "? ."),
            ("https://a.org/a/%2E%2e", "? %"),
            ("https://a.org/...", "https://a.org/..."),
            ("https://a.org/a b", "?  "),
            ("https://a.org/aé", "? é"),
            ("https://a.org/?q=日本", "? 日"),
            ("https://a.org\\@evil.org/", "? \\"),
            ("https://a.org/%zz", "? %"),
            ("https://a.org/?q='", "? '"),
            ("https://a.org/^", "? ^"),
            ("https:/a.org", "? :/a.org"),
            ("https:///a.org", "? :///a.org"),
            ("https:a.org", "? :a.org"),
            ("https://bücher.de/", "? bücher.de"),
            ("https://xn--bcher-kva.de/", "https://xn--bcher-kva.de/"),
            ("https://xn--80ak6aa92e.com/", "? xn--80ak6aa92e.com"),
            ("https://ex%61mple.com/", "? ex%61mple.com"),
            ("docs.rs/serde", "WEB_URL docs.rs/serde"),
            ("", "WEB_URL "),
            (" https://a.org", "WEB_URL  https://a.org"),
            ("https://a.org:65536/", "WEB_URL 65536"),
            ("https://a.org:x/", "WEB_URL x"),
            ("https://a.org:0/", "WEB_URL 0"),
            ("https://a.org:1:2/", "WEB_URL 1:2"),
            ("file:///etc/passwd", "WEB_SCHEME file"),
            ("gopher://a.org", "WEB_SCHEME gopher"),
            ("javascript:alert(1)", "WEB_SCHEME javascript"),
            ("data:text/html,x", "WEB_SCHEME data"),
            ("https://docs.rs@evil.org/", "WEB_USERINFO docs.rs@"),
            ("https://@evil.org/", "WEB_USERINFO @"),
            ("https://a:b@c@d/", "WEB_USERINFO a:b@c@"),
            ("https://", "WEB_HOST "),
            ("https://?x", "WEB_HOST "),
            ("https://[fe80::1%25eth0]/", "WEB_HOST [fe80::1%25eth0]"),
            ("https://a..b/", "WEB_HOST a..b"),
            ("https://a.org/\n", "WEB_CONTROL_CHARACTERS \n"),
            ("https://a\u{202e}.org/", "WEB_CONTROL_CHARACTERS \u{202e}"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
        assert!(shown(&["https://a.org/", &"a".repeat(URL_BYTES_MAX)].concat()).starts_with("WEB_LENGTH"));
    }

    #[test]
    fn what_the_host_confirms_needs_no_proof_of_its_letters() {
        for (text, expected) in [
            ("https://xn--80ak6aa92e.com/", true),
            ("https://a.org/^%zz", true),
            ("https://a.org/\\", false),
            ("https://a.org/ü", false),
            ("https://a!b/", false),
            ("https://a.org/../b", false),
        ] {
            let url = Url::read(text, true);
            assert_eq!(url.is_ok_and(|url| url.unclear.is_none()), expected, "{text}");
        }
    }
}
