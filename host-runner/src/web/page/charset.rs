//! The encoding of a page, and its text.
//!
//! Owns the order in which the signs are believed: byte order mark, `Content-Type`, what the first bytes of the document
//! declare, a guess. A byte sequence that is wrong in the encoding becomes U+FFFD. Never fails.
//!
//! The order is that of browsers (<https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>),
//! with one addition: bytes that are valid UTF-8 and not only ASCII are UTF-8, even if another encoding is declared, because
//! text in another encoding is practically never valid UTF-8 by accident.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use html5gum::State;
use url::Url;

use super::attributes::{Attribute, Attributes};
use super::kind::{self, Kind};
use super::tag::Tag;
use super::tokens::{Events, tokenize};

/// Where a document must declare its encoding, in bytes (HTML, “prescan a byte stream”).
const DECLARATION_BYTES: usize = 1_024;

/// How much of a document the guess is made from, in bytes.
const GUESS_BYTES: usize = 65_536;

/// Decodes the bytes of a document; also gives the standard's name of the encoding (`UTF-8`, `windows-1252`).
///
/// `label` is the `charset` of the `Content-Type`, if there is one.
pub(super) fn decode<'b>(
    bytes: &'b [u8],
    label: Option<&str>,
    kind: Kind,
    url: &Url,
) -> (Cow<'b, str>, &'static str) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return text(bytes.get(length..).unwrap_or_default(), encoding);
    }
    text(bytes, encoding(bytes, label, kind, url))
}

fn text<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> (Cow<'b, str>, &'static str) {
    (encoding.decode_without_bom_handling(bytes).0, encoding.name())
}

fn encoding(bytes: &[u8], label: Option<&str>, kind: Kind, url: &Url) -> &'static Encoding {
    // RFC 8259, section 8.1; the parameter `charset` means nothing there.
    if kind == Kind::Json {
        return UTF_8;
    }
    let declared = label
        .and_then(|label| Encoding::for_label(label.as_bytes()))
        .or_else(|| declaration(bytes, kind))
        .filter(|encoding| *encoding != UTF_8);
    match declared {
        // In an encoding that does not contain ASCII, a person sees other words: that one counts.
        Some(encoding) if encoding.is_ascii_compatible() && is_utf8_beyond_ascii(bytes) => UTF_8,
        Some(encoding) => encoding,
        None if label.and_then(|label| Encoding::for_label(label.as_bytes())) == Some(UTF_8) => UTF_8,
        None if declaration(bytes, kind) == Some(UTF_8)
            || bytes.is_ascii()
            || is_utf8_beyond_ascii(bytes) =>
        {
            UTF_8
        }
        None => guess(bytes, url),
    }
}

/// Whether the bytes are UTF-8 with more than ASCII, maybe cut off in the last character.
fn is_utf8_beyond_ascii(bytes: &[u8]) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text.as_bytes(),
        Err(error) if error.error_len().is_none() => bytes.get(..error.valid_up_to()).unwrap_or_default(),
        Err(_) => return false,
    };
    !valid.is_ascii()
}

fn guess(bytes: &[u8], url: &Url) -> &'static Encoding {
    let sample = bytes.get(..GUESS_BYTES).unwrap_or(bytes);
    // ISO-2022-JP is not guessed, because in it a page can hide letters from everybody who reads its bytes.
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() == bytes.len());
    let domain = top_level_domain(url);
    detector.guess(domain.as_deref().map(str::as_bytes), Utf8Detection::Deny)
}

/// The last label of the host. The detector panics on anything but lower case ASCII without a point.
fn top_level_domain(url: &Url) -> Option<String> {
    let domain = url.domain()?.trim_end_matches('.');
    let label = domain.rsplit('.').next()?;
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (!label.is_empty() && label.bytes().all(is_plain)).then(|| label.to_owned())
}

/// What the document itself says.
fn declaration(bytes: &[u8], kind: Kind) -> Option<&'static Encoding> {
    let head = bytes.get(..DECLARATION_BYTES).unwrap_or(bytes);
    let head = WINDOWS_1252.decode_without_bom_handling(head).0;
    let declared = match kind {
        Kind::Html => meta(&head),
        Kind::Xhtml => xml(&head).or_else(|| meta(&head)),
        Kind::Xml => xml(&head),
        Kind::Json | Kind::Markdown | Kind::Other | Kind::Text => None,
    }?;
    // As the standard has it: the declaration was readable as ASCII, so it is not UTF-16.
    Some(match declared {
        encoding if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
        encoding => encoding,
    })
}

/// `<?xml version="1.0" encoding="…"?>`.
fn xml(head: &str) -> Option<&'static Encoding> {
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Encoding::for_label(value.split(quote).nth(1)?.as_bytes())
}

/// `<meta charset>` or `<meta http-equiv=content-type content="…; charset=…">`.
fn meta(head: &str) -> Option<&'static Encoding> {
    let mut found = Declaration(None);
    tokenize(head, &mut found);
    found.0
}

struct Declaration(Option<&'static Encoding>);

impl Events for Declaration {
    fn start_tag(&mut self, name: &[u8], attributes: &Attributes, _: bool) -> Option<State> {
        if self.0.is_none() && Tag::of(name) == Tag::Meta {
            let label = attributes.get(Attribute::Charset);
            self.0 = match label {
                Some(label) => Encoding::for_label(label.as_bytes()),
                None if attributes.is(Attribute::HttpEquiv, "content-type") => attributes
                    .get(Attribute::Content)
                    .and_then(|content| Encoding::for_label(kind::charset_parameter(&content)?.as_bytes())),
                None => None,
            };
        }
        None
    }

    fn end_tag(&mut self, _: &[u8]) {}
    fn text(&mut self, _: &str) {}
    fn comment(&mut self, _: u64) {}
    fn doctype(&mut self, _: bool) {}
    fn has_cdata(&mut self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], label: Option<&str>, host: &str) -> (String, &'static str) {
        let url = Url::parse(&format!("https://{host}/")).unwrap();
        let (text, name) = decode(bytes, label, Kind::Html, &url);
        (text.into_owned(), name)
    }

    #[test]
    fn each_sign_is_believed_before_the_next() {
        let mark = b"\xEF\xBB\xBF\xC3\xA9";
        assert_eq!(read(mark, Some("windows-1251"), "a.test"), ("é".to_owned(), "UTF-8"));
        let header = b"<meta charset=windows-1251>\xE9";
        assert_eq!(read(header, Some("latin1"), "a.test").0, "<meta charset=windows-1251>é");
        assert_eq!(read(header, None, "a.test").0, "<meta charset=windows-1251>й");
        assert_eq!(read(header, Some("no-such"), "a.test").1, "windows-1251");
        let equiv = b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>\xC1";
        assert_eq!(read(equiv, None, "a.test").1, "KOI8-R");
    }

    #[test]
    fn a_declaration_counts_only_in_the_first_kibibyte_and_not_in_a_comment() {
        let late = [b" ".repeat(1_024).as_slice(), b"<meta charset=koi8-r>\xC1 \xC1"].concat();
        assert_ne!(read(&late, None, "a.test").1, "KOI8-R");
        assert_ne!(read(b"<!-- <meta charset=koi8-r> -->\xC1", None, "a.test").1, "KOI8-R");
    }

    #[test]
    fn utf_8_is_found_under_a_wrong_name() {
        assert_eq!(
            read("<p>é</p>".as_bytes(), Some("iso-8859-1"), "a.test"),
            ("<p>é</p>".to_owned(), "UTF-8")
        );
        assert_eq!(read("<meta charset=windows-1252>é".as_bytes(), None, "a.test").1, "UTF-8");
        assert_eq!(read(b"plain", Some("iso-8859-1"), "a.test").1, "windows-1252");
        // A person would see Chinese characters in it.
        assert_eq!(read("words é.".as_bytes(), Some("utf-16le"), "a.test").1, "UTF-16LE");
    }

    #[test]
    fn utf_16_declared_in_the_document_is_utf_8() {
        assert_eq!(read(b"<meta charset=utf-16>a", None, "a.test").1, "UTF-8");
        assert_eq!(read(b"a\0b\0", Some("utf-16le"), "a.test"), ("ab".to_owned(), "UTF-16LE"));
    }

    #[test]
    fn undeclared_text_is_guessed_with_the_help_of_the_host() {
        let text =
            encoding_rs::WINDOWS_1251.encode("Съешь же ещё этих мягких французских булок").0.into_owned();
        for host in ["a.ru", "EXAMPLE.RU", "a.test.", "127.0.0.1", "[::1]", "bücher.example"] {
            assert_eq!(read(&text, None, host).1, "windows-1251", "{host}");
        }
    }

    #[test]
    fn wrong_bytes_are_replaced() {
        assert_eq!(read(b"a\xFFb", Some("utf-8"), "a.test").0, "a\u{FFFD}b");
        assert_eq!(read(b"", None, "a.test"), (String::new(), "UTF-8"));
        assert_eq!(read(b"\xC3\xA9 caf\xC3", None, "a.test").0, "é caf\u{FFFD}");
    }

    #[test]
    fn xml_declares_its_encoding() {
        let url = Url::parse("https://a.test/").unwrap();
        let text = b"<?xml version='1.0' encoding='iso-8859-2'?><a>\xB1</a>";
        assert_eq!(decode(text, None, Kind::Xml, &url).1, "ISO-8859-2");
        assert_eq!(decode(text, Some("utf-8"), Kind::Json, &url).1, "UTF-8");
    }
}
