//! One line of text from outside, with nothing in it that a person would not see.
//!
//! Owns the reading of text that is no page: a field of an answer.

use std::iter;

use html5gum::{Token, Tokenizer};
use policy_core::visible;

/// The character as it is kept: none if nobody would see it, a space for every blank.
fn seen(character: char) -> Option<char> {
    if character.is_whitespace() {
        return Some(' ');
    }
    visible::is_plain(character).then_some(character)
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
    let seen = text.chars().filter_map(seen).collect::<String>();
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
    use super::*;

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
