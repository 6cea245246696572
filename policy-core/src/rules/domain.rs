//! `WebFetch(domain:…)`: the hosts that a rule matches.
//!
//! Owns host patterns, and what a pattern in other letters than those of ASCII means: clients send its punycode. Never
//! resolves a name.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Span;
use crate::web::{Name, is_settled};

use super::glob::Glob;
use super::problem::{Problem, tick};

/// A host pattern. Case does not matter; a leading `*.` is any depth below, not the host itself; another `*`
/// stays inside its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainPattern {
    /// Whether further labels must be in front.
    below: bool,
    /// Every host.
    any: bool,
    labels: Vec<Glob>,
    /// The labels in small letters, if no wildcard is in them.
    exact: Option<Box<str>>,
    /// The labels with a wildcard in place of each letter of which it is not known what a client sends for it. None
    /// where that is known of each.
    loose: Option<Vec<Glob>>,
    /// As written.
    text: Box<str>,
}

/// Whether a pattern means a host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Meeting {
    /// It does not.
    No,
    /// Only the tables of Unicode can tell.
    Perhaps,
    /// It does.
    Yes,
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
            return Ok(Self {
                below: false,
                any: true,
                labels: Vec::new(),
                exact: None,
                loose: None,
                text: text.into(),
            });
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
        let is_known = rest.chars().all(|letter| letter == '*' || is_settled(letter));
        let exact = (!rest.contains('*')).then(|| rest.into());
        let loose =
            (!is_known).then(|| rest.split('.').map(|label| Glob::from_text(&loosened(label))).collect());
        Ok(Self { below, any: false, labels, exact, loose, text: text.into() })
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
        self.are_of(&self.labels, &host)
    }

    /// Whether the host `name` is meant, in either of its forms.
    pub(super) fn meets(&self, name: &Name) -> Meeting {
        if self.any {
            return Meeting::Yes;
        }
        if let Some(exact) = &self.exact
            && self.loose.is_none()
        {
            let ends = |form: &str| match form.strip_suffix(&**exact) {
                Some("") => !self.below,
                Some(rest) => self.below && rest.ends_with('.'),
                None => false,
            };
            let is_met = ends(&name.ascii) || name.unicode().is_some_and(ends);
            return if is_met { Meeting::Yes } else { Meeting::No };
        }
        let forms = || [Some(name.ascii.as_str()), name.unicode()].into_iter().flatten();
        let is_met = |labels: &[Glob]| forms().any(|form| self.are_of(labels, form));
        match &self.loose {
            _ if is_met(&self.labels) => Meeting::Yes,
            Some(loose) if is_met(loose) => Meeting::Perhaps,
            _ => Meeting::No,
        }
    }

    /// Whether `labels` are those of `host`, which is in small letters.
    fn are_of(&self, labels: &[Glob], host: &str) -> bool {
        let count = host.split('.').count();
        let Some(extra) = count.checked_sub(labels.len()) else { return false };
        self.below == (extra > 0)
            && labels.iter().zip(host.split('.').skip(extra)).all(|(label, text)| label.matches(text))
    }
}

/// `label` with a wildcard in place of each letter that is not settled, and of the one before it, which it may change.
fn loosened(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    for letter in label.chars() {
        if is_settled(letter) || letter == '*' {
            out.push(letter);
        } else {
            out.pop();
            out.push('*');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{DomainPattern, Meeting};

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
    fn a_pattern_in_other_letters_meets_the_punycode_that_clients_send() {
        let name = |text: &str| {
            let url = alloc::format!("https://{text}/");
            match crate::web::Url::read(&url, true).ok().and_then(|url| url.host) {
                Some(crate::web::Host::Name(name)) => Some(name),
                _ => None,
            }
        };
        for (pattern, host, expected) in [
            ("bücher.de", "xn--bcher-kva.de", Meeting::Yes),
            ("BÜCHER.de", "xn--bcher-kva.de", Meeting::Yes),
            ("*.bücher.de", "www.xn--bcher-kva.de", Meeting::Yes),
            ("b*cher.de", "xn--bcher-kva.de", Meeting::Yes),
            ("xn--bcher-kva.de", "xn--bcher-kva.de", Meeting::Yes),
            ("bücher.de", "bucher.de", Meeting::No),
            ("bücher.de", "xn--mnchen-3ya.de", Meeting::No),
            ("中国.cn", "xn--fiqs8s.cn", Meeting::Yes),
            // Clients send `strasse` or `xn--strae-oqa`, and `example` for letters of full width.
            ("straße.de", "xn--strae-oqa.de", Meeting::Yes),
            ("straße.de", "strasse.de", Meeting::Perhaps),
            ("straße.de", "example.de", Meeting::No),
            ("ｅxample.com", "example.com", Meeting::Perhaps),
            ("ｅxample.com", "example.org", Meeting::No),
            ("аррӏе.com", "xn--80ak6aa92e.com", Meeting::Yes),
            ("аррӏе.com", "apple.com", Meeting::No),
        ] {
            let met = DomainPattern::parse(pattern).ok().zip(name(host)).map(|(it, host)| it.meets(&host));
            assert_eq!(met, Some(expected), "{pattern} on {host}");
        }
    }

    #[test]
    fn what_is_not_a_host_is_refused() {
        for text in ["", "https://docs.rs", "docs.rs/x", "docs.rs:443", "a b", "a..b", "*."] {
            assert!(DomainPattern::parse(text).is_err(), "{text}");
        }
    }
}
