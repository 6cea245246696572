//! The classifier of the settings as a value.
//!
//! Owns the types, and which addresses are of this machine. Reads no settings.

use alloc::string::String;
use alloc::vec::Vec;

use crate::rules::SourceLocation;

/// Who is asked whether a command that asks may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classifier {
    /// How.
    pub by: ClassifierBy,
    /// How long it may take, in milliseconds.
    pub time_ms: u64,
    /// The codes of the reasons that it may answer. A command that asks for any other reason is not shown to it.
    pub asks: Vec<String>,
    /// Where the settings name it.
    pub place: SourceLocation,
}

/// How a classifier is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassifierBy {
    /// By a program and its arguments, on standard input.
    Command(Vec<String>),
    /// By a request to a server on this machine.
    Url(LoopbackUrl),
}

/// An address on the loopback interface: `http://127.0.0.1:8080/judge`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopbackUrl {
    /// The host as it is written: `localhost`, `[::1]`, or an address that begins with `127.`.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The path with its query, which begins with `/`.
    pub path: String,
}

impl LoopbackUrl {
    /// The address in `text`; none if it is no plain address of this machine.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("http://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at_checked(end)?;
        let is_plain =
            |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'"' | b'<' | b'>' | b'\\');
        if !path.bytes().all(is_plain) || path.starts_with('?') {
            return None;
        }
        let (host, port) = match authority.strip_prefix("[::1]") {
            Some(port) => ("[::1]", port),
            None => authority.split_at_checked(authority.find(':').unwrap_or(authority.len()))?,
        };
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => 80,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
            None | Some(_) => return None,
        };
        let is_loopback = host == "localhost" || host == "[::1]" || is_127(host);
        let path = if path.is_empty() { String::from("/") } else { String::from(path) };
        (is_loopback && port > 0).then(|| Self { host: String::from(host), port, path })
    }
}

/// Whether `host` is one of the addresses `127.0.0.0/8`, in four decimal numbers.
fn is_127(host: &str) -> bool {
    let numbers = host.split('.').map(|part| {
        let is_decimal =
            part == "0" || !part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u8>().ok().filter(|_| is_decimal)
    });
    let numbers = numbers.collect::<Option<Vec<_>>>().unwrap_or_default();
    numbers.len() == 4 && numbers.first() == Some(&127)
}
