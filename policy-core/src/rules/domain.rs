//! `WebFetch(domain:…)`: the hosts that a rule matches.
//!
//! Owns host patterns. Never resolves a name.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Span;

use super::glob::Glob;
use super::problem::{Problem, tick};

/// A host pattern. Case does not matter; a leading `*.` is any depth below, not the host itself; another `*`
/// stays inside its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainPattern {
    /// Whether further labels must stand in front.
    below: bool,
    /// Every host.
    any: bool,
    labels: Vec<Glob>,
    /// As written.
    text: Box<str>,
}

impl DomainPattern {
    /// Reads a host pattern.
    ///
    /// # Errors
    /// When it is not a host: empty, a URL, a path, a port.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let whole = Span::new(0, text.len());
        let host_only = |message: String| {
            Problem::new(whole, message, "write only the host, such as `docs.rs` or `*.example.com`")
        };
        if text.is_empty() {
            return Err(host_only(String::from("there is no host after `domain:`")));
        }
        if text == "*" {
            return Ok(Self { below: false, any: true, labels: Vec::new(), text: text.into() });
        }
        let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '*');
        if !text.chars().all(allowed) {
            return Err(host_only(alloc::format!("{} is not a host", tick(text))));
        }
        let lower = text.to_lowercase();
        let (below, rest) = lower.strip_prefix("*.").map_or((false, lower.as_str()), |rest| (true, rest));
        let rest = rest.strip_suffix('.').unwrap_or(rest);
        if rest.split('.').any(str::is_empty) {
            return Err(host_only(alloc::format!("{} has an empty label", tick(text))));
        }
        let labels = rest.split('.').map(Glob::from_text).collect();
        Ok(Self { below, any: false, labels, text: text.into() })
    }

    /// The pattern as it was written, without `domain:`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether every host is meant.
    pub(super) fn is_any(&self) -> bool {
        self.any
    }

    /// Whether one single host is meant.
    pub(super) fn is_literal(&self) -> bool {
        !self.any && !self.below && self.labels.iter().all(Glob::is_exact)
    }

    /// Whether `host`, without a port, is meant.
    pub fn matches(&self, host: &str) -> bool {
        if self.any {
            return true;
        }
        let host = host.strip_suffix('.').unwrap_or(host).to_lowercase();
        let count = host.split('.').count();
        let Some(extra) = count.checked_sub(self.labels.len()) else { return false };
        if self.below != (extra > 0) {
            return false;
        }
        self.labels.iter().zip(host.split('.').skip(extra)).all(|(label, text)| label.matches(text))
    }
}

#[cfg(test)]
mod tests {
    use super::DomainPattern;

    #[test]
    fn a_leading_wildcard_is_any_depth_below_and_not_the_host_itself() {
        for (pattern, host, expected) in [
            ("docs.rs", "docs.rs", true),
            ("docs.rs", "DOCS.RS.", true),
            ("docs.rs", "evil-docs.rs", false),
            ("docs.rs", "docs.rs.evil.org", false),
            ("*.example.com", "a.example.com", true),
            ("*.example.com", "a.b.example.com", true),
            ("*.example.com", "example.com", false),
            ("*.example.com", "evilexample.com", false),
            ("api-*.example.com", "api-1.example.com", true),
            ("api-*.example.com", "api-1.x.example.com", false),
            ("*", "anything.org", true),
        ] {
            let pattern = DomainPattern::parse(pattern).ok();
            assert_eq!(pattern.as_ref().map(|p| p.matches(host)), Some(expected), "{pattern:?} on {host}");
        }
    }

    #[test]
    fn what_is_not_a_host_is_refused() {
        for text in ["", "https://docs.rs", "docs.rs/x", "docs.rs:443", "a b", "a..b", "*."] {
            assert!(DomainPattern::parse(text).is_err(), "{text}");
        }
    }
}
