//! A URL as a person reads it.
//!
//! Owns the letters after an encoded name. It is only shown: what is judged and requested is the canonical spelling.

use policy_core::visible::line;
use policy_core::web::{Host, Url};

/// `url`, which is canonical, with the letters of its host instead of their encoding (`xn--…`); none if no label of the host
/// is encoded.
pub fn in_letters(url: &str) -> Option<String> {
    let read = Url::read(url, true).ok()?;
    let Some(Host::Name(name)) = &read.host else { return None };
    let letters = name.unicode()?;
    let (start, end) = (read.host_span.start as usize, read.host_span.end as usize);
    Some(format!("{}{}{}", url.get(..start)?, line(letters), url.get(end..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_host_is_shown_in_its_letters() {
        let shown = |url| in_letters(url);
        assert_eq!(shown("https://xn--bcher-kva.de:8443/a?b").as_deref(), Some("https://bücher.de:8443/a?b"));
        assert_eq!(shown("https://a.xn--bcher-kva.de/").as_deref(), Some("https://a.bücher.de/"));
        for url in ["https://docs.rs/xn--bcher-kva", "https://[::1]/", "https://127.0.0.1/", "docs.rs"] {
            assert_eq!(shown(url), None, "{url}");
        }
    }
}
