//! A URL in the one spelling that is judged, cached and requested.
//!
//! Owns what makes a text no URL that can be fetched. The reading is that of the URL standard (WHATWG), and what two
//! readers read differently (userinfo, backslashes, control characters) is refused before it.

use std::net::IpAddr;

use policy_core::visible::line;
use policy_core::web::URL_BYTES_MAX;
use url::Url;

use crate::network::{Target, is_localhost};

/// Most characters of a URL that a message repeats.
const SHOWN_CHARACTERS_MAX: usize = 200;

/// A text that is no URL which can be fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{url}` cannot be fetched: {problem}; {help}")]
pub struct BadUrl {
    /// The text, cut and made visible.
    pub url: String,
    /// The problem.
    pub problem: String,
    /// The remedy.
    pub help: &'static str,
}

/// `text` as the URL that is requested: scheme `http` or `https`, the host in its one spelling, no fragment.
///
/// # Errors
/// It is no such URL: another scheme, a name or password in it, no host, port 0, a control character or backslash, over
/// 2,048 bytes.
pub fn canonical(text: &str) -> Result<Url, BadUrl> {
    readable(text)?;
    let url = Url::parse(text).map_err(|error| {
        bad(text, format!("it is not a URL ({error})"), "write it whole, such as `https://docs.rs/url`")
    })?;
    checked(url)
}

/// The URL to which `location` leads from `base`.
///
/// # Errors
/// As [`canonical`].
pub(super) fn joined(base: &Url, location: &str) -> Result<Url, BadUrl> {
    readable(location)?;
    let url = base.join(location).map_err(|error| {
        bad(location, format!("it is not a URL ({error})"), "ask for the page under another URL")
    })?;
    checked(url)
}

/// A text that every reader reads alike.
fn readable(text: &str) -> Result<(), BadUrl> {
    if has_userinfo(text) {
        // Not repeated: it can be a password.
        let (scheme, host) = (text.split('@').next().unwrap_or_default(), text.rsplit('@').next());
        let scheme = scheme.split_once(':').map_or("", |(scheme, _)| scheme);
        let shown = format!("{scheme}://…@{}", host.unwrap_or_default());
        let problem = "it has a name or a password in front of its host".to_owned();
        return Err(bad(&shown, problem, "leave out what comes before the `@`"));
    }
    if text.len() > URL_BYTES_MAX {
        return Err(bad(text, format!("it is over {URL_BYTES_MAX} bytes long"), "shorten it"));
    }
    if text.chars().any(char::is_control) {
        return Err(bad(text, "it has a control character".to_owned(), "write it on one line"));
    }
    if text.contains('\\') {
        let problem = "it has a backslash, which readers of URLs read differently".to_owned();
        return Err(bad(text, problem, "write `/`, or `%5C` for the character itself"));
    }
    Ok(())
}

fn checked(mut url: Url) -> Result<Url, BadUrl> {
    let refuse =
        |url: &Url, problem: &str, help: &'static str| Err(bad(url.as_str(), problem.to_owned(), help));
    if !matches!(url.scheme(), "http" | "https") {
        let problem = format!("its scheme is `{}`", url.scheme());
        return Err(bad(url.as_str(), problem, "only `https` and `http` are fetched"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        // Seen in the text already; not even a mistake there sends a password.
        return refuse(&url, "it has a name or a password in front of its host", "leave them out");
    }
    url.set_fragment(None);
    if url.port() == Some(0) {
        return refuse(&url, "its port is 0", "name the port of the server");
    }
    let Some(target) = target(&url) else {
        return refuse(&url, "it names no host", "write it whole, such as `https://docs.rs/url`");
    };
    let host = match target.address {
        Some(IpAddr::V6(address)) => format!("[{address}]"),
        _ => target.host,
    };
    if url.set_host(Some(&host)).is_err() {
        return refuse(&url, "it names no host", "write it whole, such as `https://docs.rs/url`");
    }
    if url.as_str().len() > URL_BYTES_MAX {
        return Err(bad(url.as_str(), format!("it is over {URL_BYTES_MAX} bytes long"), "shorten it"));
    }
    Ok(url)
}

/// Whether an `@` is in the part that names the host, even with nothing before it.
fn has_userinfo(text: &str) -> bool {
    let is_scheme =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let (scheme, rest) = match text.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (scheme, rest),
        Some(_) | None => ("", text),
    };
    if scheme.is_empty() && !rest.starts_with("//") {
        return false;
    }
    let authority = rest.trim_start_matches('/').split(['/', '?', '#']).next();
    authority.is_some_and(|authority| authority.contains('@'))
}

/// Where a URL's server is; none if it names none.
pub(super) fn target(url: &Url) -> Option<Target> {
    Target::parse(url.host_str()?, url.port_or_known_default()?)
}

/// Whether it is requested over TLS.
pub(super) fn is_encrypted(url: &Url) -> bool {
    url.scheme() == "https"
}

/// Whether it names this machine itself.
pub(super) fn is_loopback(url: &Url) -> bool {
    target(url).is_some_and(|target| match target.address {
        Some(address) => address.is_loopback(),
        None => is_localhost(&target.host),
    })
}

/// The same URL over TLS, if it is `http:` on port 80.
pub(super) fn over_tls(url: &Url) -> Option<Url> {
    if is_encrypted(url) || url.port().is_some() {
        return None;
    }
    let mut secure = url.clone();
    secure.set_scheme("https").ok()?;
    Some(secure)
}

fn bad(text: &str, problem: String, help: &'static str) -> BadUrl {
    BadUrl { url: shown(text), problem, help }
}

/// A text of the outside, for one line of a message.
pub(super) fn shown(text: &str) -> String {
    let mut characters = text.chars();
    let start = characters.by_ref().take(SHOWN_CHARACTERS_MAX).collect::<String>();
    let rest = if characters.next().is_some() { "…" } else { "" };
    format!("{}{rest}", line(&start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_url_has_one_spelling() {
        for (text, expected) in [
            ("https://Docs.RS", "https://docs.rs/"),
            ("https://docs.rs.", "https://docs.rs/"),
            ("https://docs.rs:443/a/../b?c#d", "https://docs.rs/b?c"),
            ("HTTP://docs.rs:8080/", "http://docs.rs:8080/"),
            ("https:docs.rs", "https://docs.rs/"),
            ("https:///docs.rs/x", "https://docs.rs/x"),
            ("https://b\u{fc}cher.de/\u{fc}", "https://xn--bcher-kva.de/%C3%BC"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://0177.0.0.1/", "http://127.0.0.1/"),
            ("http://[::FFFF:127.0.0.1]/", "http://127.0.0.1/"),
            ("http://[0:0:0:0:0:0:0:1]:8080/", "http://[::1]:8080/"),
        ] {
            assert_eq!(canonical(text).map(String::from).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_canonical_spelling_stays_as_it_is() {
        for text in ["https://docs.rs/a?b", "http://[::1]:8080/", "https://xn--bcher-kva.de/"] {
            assert_eq!(canonical(text).map(String::from).as_deref(), Ok(text));
        }
    }

    proptest! {
        #[test]
        fn what_is_canonical_has_no_userinfo_and_stays_as_it_is(
            text in r"(https?|HTTP|file|ftp|)(:|)(/|//|///|)([a-c@:./?#%\\\[\]0-9x\u{ff0e}\u{3002}\u{fc} \t]|@|%40|%2e|127|::1){0,16}"
        ) {
            if let Ok(url) = canonical(&text) {
                let again = canonical(url.as_str());
                prop_assert_eq!(again.as_ref(), Ok(&url));
                prop_assert!(matches!(url.scheme(), "http" | "https"));
                prop_assert!(url.username().is_empty() && url.password().is_none() && url.fragment().is_none());
                prop_assert!(url.as_str().is_ascii() && !has_userinfo(url.as_str()));
                let target = target(&url);
                prop_assert!(target.is_some_and(|target| !target.host.ends_with('.') && target.port != 0));
            }
        }
    }

    #[test]
    fn what_cannot_be_fetched_says_why() {
        let long = format!("https://docs.rs/{}", "a".repeat(URL_BYTES_MAX));
        let wide = format!("https://docs.rs/{}", "\u{fc}".repeat(800));
        let texts = [
            "",
            "docs.rs",
            "/x",
            "https://",
            "https://a b/",
            "https://a..b/",
            "https://256.0.0.1/",
            "https://docs.rs:0/",
            "https://docs.rs:99999/",
            "https://user@docs.rs/",
            "https://:secret@docs.rs/",
            "https://@docs.rs/",
            "https://docs.rs@evil.test/",
            "https://docs.rs\\@evil.test/",
            "https://docs.rs\n.evil.test/",
            " https://docs.rs\t/",
            "https://docs.rs/\u{85}",
            "file:///etc/passwd",
            "gopher://docs.rs/",
            "data:text/html,x",
            "javascript:alert(1)",
            &long,
            &wide,
        ];
        let told = texts.map(|text| canonical(text).unwrap_err().to_string()).join("\n");
        super::super::error::snapshot("bad_urls", &told);
    }

    #[test]
    fn a_location_is_joined_to_its_page() {
        let base = canonical("https://docs.rs/a/b?c").unwrap();
        for (location, expected) in [
            ("d", "https://docs.rs/a/d"),
            ("/d", "https://docs.rs/d"),
            ("?e", "https://docs.rs/a/b?e"),
            ("", "https://docs.rs/a/b?c"),
            ("//evil.test/", "https://evil.test/"),
            ("http://docs.rs", "http://docs.rs/"),
            // No host, as the scheme is that of the page.
            ("https:127.0.0.1", "https://docs.rs/a/127.0.0.1"),
        ] {
            assert_eq!(joined(&base, location).map(String::from).as_deref(), Ok(expected), "{location}");
        }
        assert!(joined(&base, "//user@docs.rs/").is_err());
        assert!(joined(&base, "/\\evil.test/").is_err());
        assert!(joined(&base, "file:///etc/passwd").is_err());
    }

    #[test]
    fn only_the_usual_port_is_fetched_over_tls_instead() {
        let upgraded = |text: &str| over_tls(&canonical(text).unwrap()).map(String::from);
        assert_eq!(upgraded("http://docs.rs/x?y").as_deref(), Some("https://docs.rs/x?y"));
        assert_eq!(upgraded("http://docs.rs:80/").as_deref(), Some("https://docs.rs/"));
        assert_eq!(upgraded("http://docs.rs:8080/"), None);
        assert_eq!(upgraded("https://docs.rs/"), None);
    }
}
