//! A domain of a search: the host itself and everything below it.
//!
//! Owns the comparison, label by label on the host of a parsed URL: `evil-docs.rs` is not below `docs.rs`.

use super::error::SearchError;
use crate::web::location::shown;

/// A domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain(String);

impl Domain {
    /// Reads a host such as `docs.rs`; a `*.` in front of it adds nothing.
    ///
    /// # Errors
    /// It is not a host: empty, a URL, with a port or a path.
    pub fn parse(text: &str) -> Result<Self, SearchError> {
        let bad = || SearchError::BadDomain { entry: shown(text) };
        let host = text.trim();
        let host = host.strip_prefix("*.").unwrap_or(host);
        let host = host.strip_suffix('.').unwrap_or(host);
        if host.is_empty() || host.split('.').any(str::is_empty) || host.contains(['%', '*']) {
            return Err(bad());
        }
        let host = url::Host::parse(host).map_err(|_| bad())?;
        Ok(Self(host.to_string()))
    }

    /// Whether `host`, as a URL in its canonical spelling has it, is this domain or below it.
    pub fn contains(&self, host: &str) -> bool {
        host.strip_suffix(self.0.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    }

    /// The host.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_a_host_and_what_is_below_it() {
        for (domain, host, expected) in [
            ("docs.rs", "docs.rs", true),
            ("docs.rs", "a.b.docs.rs", true),
            ("*.docs.rs", "docs.rs", true),
            ("DOCS.rs.", "docs.rs", true),
            ("docs.rs", "evil-docs.rs", false),
            ("docs.rs", "docs.rs.evil.test", false),
            ("docs.rs", "rs", false),
            ("b\u{fc}cher.de", "xn--bcher-kva.de", true),
            ("10.0.0.5", "10.0.0.5", true),
        ] {
            assert_eq!(Domain::parse(domain).unwrap().contains(host), expected, "{host} in {domain}");
        }
    }

    #[test]
    fn what_is_no_host_is_refused() {
        for text in
            ["", "*", "*.", "a..b", "https://docs.rs", "docs.rs/x", "docs.rs:443", "a b", "user@a.b", "a%2eb"]
        {
            assert!(Domain::parse(text).is_err(), "{text}");
        }
    }
}
