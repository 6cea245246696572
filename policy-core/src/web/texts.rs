//! What the text of a URL, or of a search, tells the other side: secrets, long texts without words, a long query.
//!
//! Owns which parts are looked at: the labels of the host, the segments of the path, the parameters of the query, each as
//! it reads once `%XX` is decoded. Who may learn it is the question of the rules.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::checks::{self, WebCheck};
use super::long_text::says_nothing;
use super::secret_text::{has_known_form, names_secret};
use super::url::Url;
use crate::sorted;
use crate::span::Span;

/// The longest query that is taken without a question, in bytes.
const QUERY_BYTES_MAX: usize = 256;

/// One thing that was found, with its place in the text of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub check: &'static WebCheck,
    /// The place.
    pub span: Span,
}

/// What is found in `url`, in source order.
pub fn in_url(url: &Url<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let text = url.text;
    let mut look = |span: Span, is_secret: bool| {
        let decoded = decoded(span.slice(text));
        if is_secret || has_known_form(&readable(&decoded)) {
            found.push(Found { check: &checks::SECRET, span });
        } else if says_nothing(&decoded) {
            found.push(Found { check: &checks::LONG_TEXT, span });
        }
    };
    for label in split(url.host_span, text, b'.') {
        look(label, false);
    }
    for segment in split(url.path, text, b'/') {
        look(segment, false);
    }
    let Some(query) = url.query else { return found };
    for parameter in split(query, text, b'&') {
        let (name, value) = match parameter.slice(text).split_once('=') {
            Some((name, value)) => {
                (name, Span::new(parameter.end as usize - value.len(), parameter.end as usize))
            }
            None => ("", parameter),
        };
        let is_secret = names_secret(&readable(&decoded(name)), value.slice(text));
        look(value, is_secret);
        // A name carries as much as a value.
        if !name.is_empty() {
            let start = parameter.start as usize;
            look(Span::new(start, start + name.len()), false);
        }
    }
    if query.len() > QUERY_BYTES_MAX {
        found.push(Found { check: &checks::LONG_QUERY, span: query });
    }
    sorted::sort_by_key(&mut found, |found| found.span.start);
    found
}

/// What is found in the text of a search, in source order.
pub fn in_search(text: &str) -> Vec<Found> {
    if has_known_form(text) {
        return Vec::from([Found { check: &checks::SECRET, span: Span::new(0, text.len()) }]);
    }
    let words = split(Span::new(0, text.len()), text, b' ');
    let silent = words.filter(|word| says_nothing(word.slice(text).as_bytes()));
    silent.map(|span| Found { check: &checks::LONG_TEXT, span }).collect()
}

/// The parts of `within` between the signs `sign`.
fn split(within: Span, text: &str, sign: u8) -> impl Iterator<Item = Span> {
    let mut start = within.start as usize;
    within.slice(text).split(char::from(sign)).map(move |part| {
        let span = Span::new(start, start + part.len());
        start = span.end as usize + 1;
        span
    })
}

/// The bytes as text. What is no text hides nothing beside it.
fn readable(bytes: &[u8]) -> Cow<'_, str> {
    let other = |byte: u8| if byte.is_ascii() { char::from(byte) } else { '\u{fffd}' };
    core::str::from_utf8(bytes)
        .map_or_else(|_| Cow::Owned(bytes.iter().map(|byte| other(*byte)).collect::<String>()), Cow::Borrowed)
}

/// The bytes that `%XX` and `+` stand for.
fn decoded(text: &str) -> Cow<'_, [u8]> {
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |at: usize| char::from(*after.get(at)?).to_digit(16);
        rest = after;
        match (*first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                rest = after.get(2..).unwrap_or_default();
            }
            (b'+', ..) => out.push(b' '),
            (byte, ..) => out.push(byte),
        }
    }
    Cow::Owned(out)
}
