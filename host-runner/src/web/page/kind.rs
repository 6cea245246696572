//! What a document is, by its content type and its first bytes.
//!
//! Owns which content types are text. The type that the server names is believed as far as it does no harm: what is named
//! text and has binary content is [`Kind::Other`], and so is everything that nobody named text. Bytes are looked at only
//! if there is no type (<https://mimesniff.spec.whatwg.org/>).

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// HTML, read as a browser reads it.
    Html,
    /// XHTML: elements end themselves, and nothing is raw text.
    Xhtml,
    /// Markdown, passed on.
    Markdown,
    /// JSON, passed on.
    Json,
    /// Plain text, source code, tables of commas; passed on.
    Text,
    /// Another XML, passed on as it is.
    Xml,
    /// Not text: nothing of its content is passed on.
    Other,
}

/// The content type as the server sent it, in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ContentType {
    /// Type and subtype in lower case; none if it is missing or no content type.
    pub(super) essence: Option<String>,
    /// The parameter `charset`.
    pub(super) charset: Option<String>,
}

/// Longest content type that is one, in bytes.
const TYPE_BYTES_MAX: usize = 127;

impl ContentType {
    pub(super) fn parse(text: &str) -> Self {
        // Of several header lines joined to one, the first counts.
        let first = text.split(',').next().unwrap_or_default();
        let essence = first.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        Self { essence: is_essence(&essence).then_some(essence), charset: charset_parameter(first) }
    }
}

/// The `charset` of a content type.
pub(super) fn charset_parameter(content_type: &str) -> Option<String> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        name.trim().eq_ignore_ascii_case("charset").then(|| value.to_owned())
    })
}

fn is_essence(text: &str) -> bool {
    let is_token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    text.len() <= TYPE_BYTES_MAX
        && text.split_once('/').is_some_and(|(kind, sub)| is_token(kind) && is_token(sub))
}

/// The kind of a document by its content type; without one, by its first bytes.
pub(super) fn of(content_type: &ContentType, bytes: &[u8]) -> Kind {
    if has_binary_signature(bytes) {
        return Kind::Other;
    }
    match content_type.essence.as_deref() {
        None | Some("unknown/unknown" | "application/unknown") => sniffed(bytes),
        Some(essence) => named(essence),
    }
}

fn named(essence: &str) -> Kind {
    let (kind, sub) = essence.split_once('/').unwrap_or_default();
    match essence {
        "text/html" => Kind::Html,
        "application/xhtml+xml" => Kind::Xhtml,
        "text/markdown" | "text/x-markdown" | "application/markdown" => Kind::Markdown,
        "application/json"
        | "text/json"
        | "application/jsonl"
        | "application/x-ndjson"
        | "application/ndjson"
        | "application/json5"
        | "application/json-seq" => Kind::Json,
        "application/xml" | "text/xml" => Kind::Xml,
        "application/ecmascript"
        | "application/graphql"
        | "application/javascript"
        | "application/node"
        | "application/rtf+text"
        | "application/sql"
        | "application/toml"
        | "application/typescript"
        | "application/x-httpd-php"
        | "application/x-javascript"
        | "application/x-perl"
        | "application/x-python"
        | "application/x-ruby"
        | "application/x-sh"
        | "application/x-shellscript"
        | "application/x-tex"
        | "application/x-toml"
        | "application/x-yaml"
        | "application/yaml"
        | "application/x-subrip" => Kind::Text,
        // No text to read.
        "text/rtf" => Kind::Other,
        _ if kind == "text" => Kind::Text,
        _ if kind == "application" && sub.ends_with("+json") => Kind::Json,
        _ if kind == "application" && sub.ends_with("+xml") => Kind::Xml,
        _ if kind == "application" && sub.ends_with("+yaml") => Kind::Text,
        _ => Kind::Other,
    }
}

/// The kind of bytes that nobody named.
fn sniffed(bytes: &[u8]) -> Kind {
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let begins = |prefix: &[u8]| {
        start.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix))
            && start
                .get(prefix.len())
                .is_none_or(|next| matches!(next, b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'/'))
    };
    let pages: [&[u8]; 17] = [
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<script",
        b"<iframe",
        b"<h1",
        b"<div",
        b"<font",
        b"<table",
        b"<a",
        b"<style",
        b"<title",
        b"<b",
        b"<body",
        b"<br",
        b"<p",
        b"<meta",
    ];
    if start.starts_with(b"<!--") || pages.iter().any(|page| begins(page)) {
        return Kind::Html;
    }
    if start.starts_with(b"<?xml") {
        let head = start.get(..1_024).unwrap_or(start);
        let is_xhtml = head.windows(28).any(|part| part == b"http://www.w3.org/1999/xhtml");
        return if is_xhtml { Kind::Xhtml } else { Kind::Xml };
    }
    match start.first() {
        Some(b'{') => Kind::Json,
        Some(b'[') if start.get(1..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"{")) => {
            Kind::Json
        }
        _ => Kind::Text,
    }
}

/// The first bytes of formats that some servers name text.
fn has_binary_signature(bytes: &[u8]) -> bool {
    let signatures: [&[u8]; 19] = [
        b"%PDF-",
        b"\x89PNG",
        b"GIF8",
        b"\xFF\xD8\xFF",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\x1F\x8B",
        b"BZh",
        b"\xFD7zXZ",
        b"\x28\xB5\x2F\xFD",
        b"7z\xBC\xAF",
        b"Rar!\x1A",
        b"\x7FELF",
        b"\xCA\xFE\xBA\xBE",
        b"\xCF\xFA\xED\xFE",
        b"\0asm",
        b"OggS",
        b"ID3\x03",
        b"{\\rtf",
    ];
    signatures.iter().any(|signature| bytes.starts_with(signature))
        || (bytes.starts_with(b"RIFF")
            && bytes.get(8..12).is_some_and(|tag| tag == b"WEBP" || tag == b"WAVE"))
}

/// How much of a decoded text is looked at to tell whether it is one, in characters.
const TEXT_SAMPLE: usize = 65_536;

/// One of how many characters may be none of text.
const BINARY_PART: usize = 10;

/// Whether what was decoded is no text after all: a NUL anywhere in text, or many characters that no text has.
///
/// HTML may have a few NULs, which a browser drops.
pub(super) fn is_binary(text: &str, kind: Kind) -> bool {
    let is_page = matches!(kind, Kind::Html | Kind::Xhtml);
    if !is_page && text.contains('\0') {
        return true;
    }
    let (mut all, mut wrong) = (0_usize, 0_usize);
    for character in text.chars().take(TEXT_SAMPLE) {
        all += 1;
        let is_wrong = character == char::REPLACEMENT_CHARACTER
            || (character.is_control() && !matches!(character, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}'));
        wrong += usize::from(is_wrong);
    }
    wrong * BINARY_PART > all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(content_type: &str, bytes: &[u8]) -> Kind {
        of(&ContentType::parse(content_type), bytes)
    }

    #[test]
    fn the_named_type_counts() {
        for (content_type, expected) in [
            ("text/html", Kind::Html),
            ("TEXT/HTML; charset=utf-8", Kind::Html),
            ("text/html,text/html", Kind::Html),
            ("application/xhtml+xml", Kind::Xhtml),
            ("text/markdown", Kind::Markdown),
            ("application/ld+json", Kind::Json),
            ("application/atom+xml", Kind::Xml),
            ("text/csv", Kind::Text),
            ("application/yaml", Kind::Text),
            ("application/octet-stream", Kind::Other),
            ("application/pdf", Kind::Other),
            ("image/png", Kind::Other),
            ("image/svg+xml", Kind::Other),
            ("multipart/form-data", Kind::Other),
            ("x/y", Kind::Other),
        ] {
            assert_eq!(kind(content_type, b"<html>hello"), expected, "{content_type}");
        }
    }

    #[test]
    fn text_that_looks_like_a_page_stays_text() {
        assert_eq!(kind("text/plain", b"<!doctype html><p>x"), Kind::Text);
    }

    #[test]
    fn bytes_are_looked_at_only_without_a_type() {
        for content_type in ["", "garbage", "text/", ";charset=utf-8", "unknown/unknown"] {
            assert_eq!(kind(content_type, b"\n <!DOCTYPE HTML><p>x"), Kind::Html, "{content_type}");
            assert_eq!(kind(content_type, b"<pre>x"), Kind::Text);
            assert_eq!(kind(content_type, b" {\"a\":1}"), Kind::Json);
            assert_eq!(kind(content_type, b"[section]\nkey=1"), Kind::Text);
            assert_eq!(kind(content_type, b"<?xml version='1.0'?><rss/>"), Kind::Xml);
            let page = b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>";
            assert_eq!(kind(content_type, page), Kind::Xhtml);
        }
    }

    #[test]
    fn a_format_that_is_none_of_text_is_known_under_any_name() {
        for bytes in [b"%PDF-1.7 hello".as_slice(), b"\x89PNG\r\n", b"PK\x03\x04", b"RIFF....WEBPVP8 "] {
            for content_type in ["text/html", "text/plain", "application/json", ""] {
                assert_eq!(kind(content_type, bytes), Kind::Other);
            }
        }
    }

    #[test]
    fn zeros_and_many_controls_are_no_text() {
        assert!(is_binary("a\0b", Kind::Text));
        assert!(!is_binary("<p>a\0b and much more text", Kind::Html));
        assert!(is_binary("a\0b\0c", Kind::Html));
        assert!(is_binary("\u{fffd}\u{fffd}abc", Kind::Text));
        assert!(!is_binary("\u{1b}[31mred\u{1b}[0m", Kind::Text));
        assert!(!is_binary("", Kind::Text));
    }
}
