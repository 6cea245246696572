//! The strict reader against the `url` crate, which follows the WHATWG standard as browsers do: what the reader takes as
//! canonical is what the crate makes of it. That it takes less is no mistake.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::format;
use alloc::string::{String, ToString};

use proptest::prelude::*;

use super::{Host, Url, is_settled};

/// What the crate sends.
fn sent(text: &str) -> Option<(String, String)> {
    let mut url = ::url::Url::parse(text).ok()?;
    url.set_fragment(None);
    let host = match url.host()? {
        ::url::Host::Domain(name) => name.strip_suffix('.').unwrap_or(name).to_string(),
        ::url::Host::Ipv4(address) => address.to_string(),
        ::url::Host::Ipv6(address) => match std::net::IpAddr::V6(address).to_canonical() {
            std::net::IpAddr::V4(address) => address.to_string(),
            std::net::IpAddr::V6(address) => format!("[{address}]"),
        },
    };
    let port = url.port_or_known_default()?;
    Some((url.to_string(), format!("{host}:{port}")))
}

/// Holds the reader against the crate about `text`, and says whether the reader understood it.
fn agrees(text: &str) -> bool {
    let Ok(url) = Url::read(text, false) else { return false };
    let host = url.host.as_ref().map(|host| format!("{host}:{}", url.port));
    if let (Some(host), Some((_, theirs))) = (&host, sent(text)) {
        assert_eq!(*host, theirs, "the host of {text:?}");
    }
    let Some(canonical) = url.canonical() else { return false };
    assert_eq!(Some((canonical.clone(), host.unwrap())), sent(text), "{text:?}");
    // What it takes as canonical, it takes as the same again.
    let again = Url::read(&canonical, false).unwrap();
    assert_eq!(again.canonical().as_ref(), Some(&canonical));
    assert_eq!((again.host, again.port), (url.host, url.port));
    true
}

/// Pieces of which URLs are made, and what is used to make two programs read them differently.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&[
            "http", "https", "HTTP", "file", ":", "//", "/", "\\", "@", "?", "#", ".", "..", "%2e", "%2f", "%40", "%", "[", "]",
            "::", "::1", "::ffff:7f00:1", "127.0.0.1", "0x7f", "0177", "2130706433", "localhost", "docs.rs", "a.org", "xn--",
            "xn--bcher-kva", "xn--80ak6aa92e", "bücher", "ｅxample", "。", "-", "_", "~", "!", "'", "|", "^", "{", "&", "=",
            "+", " ", "\t", "\n", "\u{200b}", "\u{ad}", "ß", "0", "80", "443", "65536", "08", "1", "é", "ї", "%zz", "%C3%BC",
            "www.", "com", "",
        ][..]).prop_map(String::from),
        1 => "[a-zA-Z0-9._~!$&'()*+,;=:@/?#%\\[\\]|^{}-]{0,6}",
        1 => any::<char>().prop_map(String::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(1_000, 4_000), ..ProptestConfig::default() })]

    #[test]
    fn what_is_taken_as_canonical_is_what_a_browser_sends(pieces in prop::collection::vec(piece(), 0..9)) {
        let rest = pieces.concat();
        agrees(&rest);
        agrees(&format!("https://{rest}"));
        agrees(&format!("http://a.org{rest}"));
    }

    #[test]
    fn every_number_for_a_host_is_read_as_a_browser_reads_it(
        parts in prop::collection::vec("0x[0-9a-fA-F]{0,9}|0[0-9]{0,6}|[0-9]{1,11}|[a-f]", 1..6),
        dot in "\\.?",
    ) {
        agrees(&format!("https://{}{dot}/", parts.join(".")));
    }

    #[test]
    fn every_address_of_ipv6_is_written_as_a_browser_writes_it(bits in any::<u128>(), mask in any::<u128>(), other in any::<u128>()) {
        // Whole segments of zeros.
        let mut segments = std::net::Ipv6Addr::from(bits & mask & other).segments();
        for (at, segment) in segments.iter_mut().enumerate() {
            *segment *= u16::from(mask >> at & 1 == 1);
        }
        let text = format!("http://[{}]/", std::net::Ipv6Addr::from(segments));
        prop_assert!(agrees(&text));
    }

    #[test]
    fn a_settled_label_is_encoded_as_a_browser_encodes_it(letters in prop::collection::vec(any::<char>(), 1..8)) {
        let letters: String = letters.into_iter().filter(|letter| is_settled(*letter) && (letter.is_alphanumeric())).collect();
        let text = format!("https://{letters}.org/");
        if let Some((canonical, _)) = sent(&text) {
            agrees(&canonical);
            if let Ok(Url { host: Some(Host::Name(name)), unclear: None, .. }) = Url::read(&canonical, false)
                && let Some(idn) = name.idn
            {
                prop_assert_eq!(idn.unicode, format!("{letters}.org").to_lowercase());
            }
        }
    }
}

#[test]
fn every_settled_letter_is_valid_and_is_not_mapped() {
    for letter in ('\u{80}'..='\u{ffff}').filter(|letter| is_settled(*letter)) {
        let text = format!("https://{letter}.org/");
        let (canonical, host) = sent(&text).unwrap_or_else(|| (text.clone(), String::new()));
        let Ok(Url { host: Some(Host::Name(name)), unclear: None, .. }) = Url::read(&canonical, false) else {
            assert!(host.is_empty(), "{letter} is no letter of a host");
            continue;
        };
        assert!(!host.is_empty(), "{letter} is in no host");
        assert_eq!(name.unicode(), Some(format!("{letter}.org").as_str()), "{letter}");
    }
}

#[test]
fn the_generator_makes_what_is_understood() {
    for text in [
        "https://docs.rs",
        "HTTPS://A.org:0443/x?y=[1]|2#z",
        "http://0x7f.1",
        "https://xn--bcher-kva.de./%C3%BC",
    ] {
        assert!(agrees(text), "{text}");
    }
}
