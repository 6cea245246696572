//! Where an answer sends its client on.
//!
//! Owns the statuses and the reading of `Location`. Whether the way may be gone is not known here.

use hyper::header::{HeaderMap, LOCATION};
use hyper::{StatusCode, header::HeaderValue};
use url::Url;

use super::location::{self, BadUrl};

/// The URL to which an answer from `url` redirects; none if it is an answer of its own.
///
/// All five are followed by a GET, which was the request. A redirect without a `Location` is an answer (RFC 9110, 15.4).
///
/// # Errors
/// It redirects to what is no URL, or to several: in words.
pub(super) fn of(url: &Url, status: StatusCode, headers: &HeaderMap) -> Result<Option<Url>, String> {
    if !matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let mut locations = headers.get_all(LOCATION).iter();
    let Some(first) = locations.next() else { return Ok(None) };
    if locations.any(|other| other != first) {
        return Err("it names several locations".to_owned());
    }
    let text = text(first).ok_or("its location is not text")?;
    let bad = |error: BadUrl| format!("`{}`: {}", error.url, error.problem);
    location::joined(url, text).map(Some).map_err(bad)
}

fn text(value: &HeaderValue) -> Option<&str> {
    std::str::from_utf8(value.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(status: u16, locations: &[&str]) -> Result<Option<String>, String> {
        let url = Url::parse("https://docs.rs/a").unwrap();
        let mut headers = HeaderMap::new();
        for location in locations {
            headers.append(LOCATION, HeaderValue::from_bytes(location.as_bytes()).unwrap());
        }
        of(&url, StatusCode::from_u16(status).unwrap(), &headers).map(|to| to.map(String::from))
    }

    #[test]
    fn five_statuses_with_a_location_redirect() {
        for status in [301, 302, 303, 307, 308] {
            assert_eq!(to(status, &["b"]), Ok(Some("https://docs.rs/b".to_owned())));
            assert_eq!(to(status, &[]), Ok(None));
        }
        for status in [200, 201, 300, 304, 305, 306, 404] {
            assert_eq!(to(status, &["b"]), Ok(None));
        }
        assert_eq!(to(302, &["/\u{fc}"]), Ok(Some("https://docs.rs/%C3%BC".to_owned())));
        assert_eq!(to(302, &["b", "b"]), Ok(Some("https://docs.rs/b".to_owned())));
    }

    #[test]
    fn a_location_that_is_none_is_an_error() {
        assert_eq!(to(302, &["b", "c"]).unwrap_err(), "it names several locations");
        for location in ["file:///etc/passwd", "https://user@docs.rs/", "https://", "/\\evil.test"] {
            assert!(to(302, &[location]).unwrap_err().contains("`: it"), "{location}");
        }
    }
}
