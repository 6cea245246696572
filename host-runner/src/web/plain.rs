//! Plain text from outside, with nothing in it that a person would not see.
//!
//! Owns the reading of text that is no page: of a file, of a field of an answer.

use std::iter;

use html5gum::{Token, Tokenizer};
use policy_core::visible;

use super::render::{Render, Rendered, Source};

/// Most characters of a page's text.
const CHARACTERS_MAX: usize = 100_000;

/// Reads text as it is, and says of everything else only its type and size.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainText;

impl Render for PlainText {
    fn render(&self, page: &Source<'_>) -> Rendered {
        let content_type = page.content_type.unwrap_or("application/octet-stream");
        if !is_text(content_type) {
            let text =
                format!("{} bytes of `{}`, which is not text", page.body.len(), visible::line(content_type));
            return Rendered { text, ..Rendered::default() };
        }
        let mut rendered = Rendered::default();
        let mut length = 0;
        for character in String::from_utf8_lossy(page.body).chars() {
            if length == CHARACTERS_MAX {
                rendered.truncated = true;
                break;
            }
            match seen(character, true) {
                Some(character) => {
                    rendered.text.push(character);
                    length += 1;
                }
                None => rendered.hidden_text_removed += 1,
            }
        }
        rendered
    }
}

fn is_text(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.starts_with("text/")
        || kind.ends_with("+json")
        || kind.ends_with("+xml")
        || matches!(kind.as_str(), "application/json" | "application/xml" | "application/javascript")
}

/// The character as it is kept: none if nobody would see it, a space for every blank.
fn seen(character: char, keeps_lines: bool) -> Option<char> {
    match character {
        '\n' | '\t' if keeps_lines => Some(character),
        '\r' if keeps_lines => None,
        _ if character.is_whitespace() => Some(' '),
        _ if visible::is_plain(character) => Some(character),
        _ => None,
    }
}

/// A piece of HTML as one line of text: no tags, entities decoded, at most `characters_max` characters.
pub(super) fn text_of(html: &str, characters_max: usize) -> String {
    let mut text = String::new();
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::String(piece) => text.push_str(&String::from_utf8_lossy(&piece)),
            // `one<br>two` are two words.
            Token::StartTag(tag) if !is_inline(&tag.name) => text.push(' '),
            Token::EndTag(tag) if !is_inline(&tag.name) => text.push(' '),
            Token::StartTag(_)
            | Token::EndTag(_)
            | Token::Comment(_)
            | Token::Doctype(_)
            | Token::Error(_) => {}
        }
    }
    one_line(&text, characters_max)
}

/// The tags that back ends set around the words of the query.
fn is_inline(tag: &[u8]) -> bool {
    matches!(tag, b"a" | b"b" | b"code" | b"em" | b"i" | b"mark" | b"span" | b"strong")
}

/// Text as one line: single spaces, nothing that nobody sees, at most `characters_max` characters.
pub(super) fn one_line(text: &str, characters_max: usize) -> String {
    let seen = text.chars().filter_map(|character| seen(character, false)).collect::<String>();
    let words = seen.split(' ').filter(|word| !word.is_empty());
    let mut line = words.flat_map(|word| iter::once(" ").chain(iter::once(word))).skip(1).collect::<String>();
    if let Some((end, _)) = line.char_indices().nth(characters_max) {
        line.truncate(end);
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn rendered(content_type: &str, body: &[u8]) -> Rendered {
        let url = Url::parse("https://docs.rs/").unwrap();
        PlainText.render(&Source { url: &url, content_type: Some(content_type), body })
    }

    #[test]
    fn text_passes_without_what_nobody_sees() {
        let hidden = "a\u{200b}\u{e0041}b\r\n\tc\u{a0}d\u{1b}[2J".as_bytes();
        let expected = Rendered {
            text: "ab\n\tc d[2J".to_owned(),
            truncated: false,
            title: None,
            hidden_text_removed: 4,
        };
        assert_eq!(rendered("text/plain; charset=utf-8", hidden), expected);
        assert_eq!(rendered("application/ld+json", b"{\"a\":1}").text, "{\"a\":1}");
        assert_eq!(rendered("image/png", b"\x89PNG").text, "4 bytes of `image/png`, which is not text");
        let long = rendered("text/plain", &vec![b'a'; CHARACTERS_MAX + 1]);
        assert_eq!((long.text.len(), long.truncated), (CHARACTERS_MAX, true));
    }

    #[test]
    fn a_piece_of_html_is_one_line_of_text() {
        for (html, expected) in [
            ("<strong>tokio</strong>::spawn", "tokio::spawn"),
            ("a<br>b</p><p>c", "a b c"),
            ("a &amp; b &lt;script&gt; &#x27;c&#39;", "a & b <script> 'c'"),
            ("  a \n\t b\u{a0}c\u{200b} ", "a b c"),
            ("a\u{202e}b", "ab"),
            ("<!-- hidden -->a<img alt='x'>", "a"),
            ("1 < 2 > 0", "1 < 2 > 0"),
            ("<b", ""),
            ("", ""),
        ] {
            assert_eq!(text_of(html, 100), expected, "{html}");
        }
        assert_eq!(text_of("<b>abcdefghijk", 10), "abcdefghij…");
    }
}
