//! The URLs in a text that a model wrote for another model, which fetches what it finds in it.
//!
//! Owns the search. It finds too much rather than too little: every place from which a reader could take a URL.

use alloc::string::String;
use alloc::vec::Vec;

/// Signs that end a sentence or close a bracket after a URL, and that are not in the names of hosts.
const BEHIND: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '}', '>', '"', '\'', '`', '*', '_'];

/// Every URL in `text`, without repetition: from its scheme to the next blank.
pub fn urls_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        for (at, _) in word.match_indices("://") {
            let before = word.get(..at).unwrap_or_default();
            let name = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')));
            let start = name.map_or(0, |at| {
                at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
            });
            let url = word.get(start..).unwrap_or_default().trim_end_matches(BEHIND);
            if !found.iter().any(|known| known == url) {
                found.push(url.into());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::urls_in;

    #[test]
    fn every_url_of_a_prompt_is_found() {
        for (text, expected) in [
            (
                "Summarize https://docs.rs/serde and https://a.org/b?c=d.",
                &["https://docs.rs/serde", "https://a.org/b?c=d"][..],
            ),
            ("(see <http://a.org>), [x](https://b.org)", &["http://a.org", "https://b.org"]),
            ("https://a.org/?u=https://b.org/", &["https://a.org/?u=https://b.org/", "https://b.org/"]),
            ("file:///etc/passwd FTP://a", &["file:///etc/passwd", "FTP://a"]),
            ("https://a.org https://a.org", &["https://a.org"]),
            ("漢https://a.org", &["https://a.org"]),
            ("nothing: here", &[]),
        ] {
            assert_eq!(urls_in(text), expected, "{text}");
        }
    }
}
