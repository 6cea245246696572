//! Where a link leads.
//!
//! Owns that links are absolute, of a scheme that a model can use, and cannot end the Markdown around them. A link by
//! `javascript:` or `data:` is none, nor is one that is too long to be shown whole.

use std::fmt::Write as _;

use policy_core::web::URL_BYTES_MAX;
use url::{Position, Url};

/// A link as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// To another document, or a person's mailbox.
    To(String),
    /// To a place in the same document: its text is all that it says.
    Within,
}

/// The address from which the links of a page start.
#[derive(Debug)]
pub(super) struct Links<'u> {
    page: &'u Url,
    /// The page, less its fragment.
    document: Url,
    base: Option<Url>,
}

impl<'u> Links<'u> {
    pub(super) fn new(page: &'u Url) -> Self {
        let mut document = page.clone();
        document.set_fragment(None);
        Self { page, document, base: None }
    }

    /// Takes the address of `<base>`, if it is one of the web.
    pub(super) fn set_base(&mut self, href: &str) {
        self.base =
            self.page.join(href).ok().filter(|base| is_web(base) && base.as_str().len() <= URL_BYTES_MAX);
    }

    /// Where `href` leads; none if it is no link to follow.
    pub(super) fn resolve(&self, href: &str) -> Option<Link> {
        let href = href.trim_matches(|c: char| c <= ' ');
        if href.is_empty() {
            return None;
        }
        let mut url = self.base.as_ref().unwrap_or(self.page).join(href).ok()?;
        if !is_web(&url) && url.scheme() != "mailto" {
            return None;
        }
        let fragment = url.fragment().map(str::to_owned);
        url.set_fragment(None);
        if fragment.is_some() && url == self.document {
            return Some(Link::Within);
        }
        url.set_fragment(fragment.as_deref());
        let text = escaped(&url);
        (text.len() <= URL_BYTES_MAX).then_some(Link::To(text))
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// The address without what could end a link or a cell of a table in Markdown.
fn escaped(url: &Url) -> String {
    let host = &url[..Position::BeforePath];
    let mut out = host.to_owned();
    for character in url[Position::BeforePath..].chars() {
        match character {
            '(' | ')' | '<' | '>' | '\\' | '|' | '`' | '"' | ' ' | '[' | ']' | '*' => {
                encode(&mut out, character);
            }
            '!'..='~' => out.push(character),
            // The library encodes everything else already.
            _ => encode(&mut out, character),
        }
    }
    out
}

fn encode(out: &mut String, character: char) {
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        // Writing to a string does not fail.
        let _ = write!(out, "%{byte:02X}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(base: Option<&str>, href: &str) -> Option<Link> {
        let page = Url::parse("https://docs.test/guide/page.html?v=1#top").unwrap();
        let mut links = Links::new(&page);
        if let Some(base) = base {
            links.set_base(base);
        }
        links.resolve(href)
    }

    #[test]
    fn links_become_absolute() {
        for (base, href, expected) in [
            (None, "next.html", "https://docs.test/guide/next.html"),
            (None, " /a b\n", "https://docs.test/a%20b"),
            (None, "//other.test/x", "https://other.test/x"),
            (None, "?q=1", "https://docs.test/guide/page.html?q=1"),
            (Some("/v2/"), "next.html", "https://docs.test/v2/next.html"),
            (Some("https://cdn.test/"), "#top", "https://cdn.test/#top"),
            (Some("javascript:alert(1)//"), "next.html", "https://docs.test/guide/next.html"),
            (Some("data:text/html,x"), "next.html", "https://docs.test/guide/next.html"),
            (None, "/f(x)|`\\\"<>*", "https://docs.test/f%28x%29%7C%60/%22%3C%3E%2A"),
            (None, "http://[::1]:80/[a]", "http://[::1]/%5Ba%5D"),
            (None, "http://b\u{fc}cher.test/\u{202e}", "http://xn--bcher-kva.test/%E2%80%AE"),
            (None, "mailto:a@b.test?subject=(x)", "mailto:a@b.test?subject=%28x%29"),
        ] {
            assert_eq!(resolve(base, href), Some(Link::To(expected.to_owned())), "{href}");
        }
    }

    #[test]
    fn what_is_not_to_be_followed_is_no_link() {
        for href in [
            "",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://docs.test/x",
            "http://",
        ] {
            assert_eq!(resolve(None, href), None, "{href}");
        }
        assert_eq!(resolve(None, &"x".repeat(3_000)), None);
    }

    #[test]
    fn a_link_within_the_page_says_only_its_text() {
        for href in ["#part", "page.html?v=1#x", "#"] {
            assert_eq!(resolve(None, href), Some(Link::Within), "{href}");
        }
    }
}
