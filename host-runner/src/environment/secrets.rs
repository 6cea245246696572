//! Whether a text that is about to leave the machine holds a secret of the environment.
//!
//! Owns the forms in which a value is recognised: as it is, in percent-encoding, in hexadecimal, in Base64 wherever it
//! begins. It is a fact for the verdict and decides nothing. The values are in no message.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use percent_encoding::percent_decode_str;
use policy_core::commands::looks_secret;

/// Shorter values are in too many texts by chance.
const BYTES_MIN: usize = 8;

/// The secrets of an environment.
#[derive(Clone, Default)]
pub struct Secrets {
    /// For each: what stands for it in a text whose letters are small, and what in one whose Base64 is the standard's.
    forms: Vec<(Vec<String>, Vec<String>)>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} secrets", self.forms.len())
    }
}

impl Secrets {
    /// The values of those variables, by name and value, whose names say that they are secret.
    pub fn of<'v>(variables: impl IntoIterator<Item = (&'v str, &'v str)>) -> Self {
        let secrets = variables.into_iter().filter(|(name, _)| looks_secret(name));
        let values = secrets.map(|(_, value)| value.trim()).filter(|value| value.len() >= BYTES_MIN);
        let forms = values.map(|value| {
            let hexadecimal = value.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
            (vec![value.to_lowercase(), hexadecimal], base64_forms(value.as_bytes()))
        });
        Self { forms: forms.collect() }
    }

    /// Whether `text`, a URL, a query or a command, holds one of them.
    pub fn are_in(&self, text: &str) -> bool {
        if self.forms.is_empty() {
            return false;
        }
        let once = percent_decode_str(text).decode_utf8_lossy();
        let twice = percent_decode_str(&once).decode_utf8_lossy();
        [text, &once, &twice].into_iter().any(|text| {
            let small = text.to_lowercase();
            let standard = text.replace('-', "+").replace('_', "/");
            self.forms.iter().any(|(plain, base64)| {
                plain.iter().any(|form| small.contains(form))
                    || base64.iter().any(|form| standard.contains(form))
            })
        })
    }
}

/// The letters that stand for `value` in Base64, in each of the three places where it can begin; without the letters at
/// both ends that depend on what is beside it.
fn base64_forms(value: &[u8]) -> Vec<String> {
    let form = |before: usize| {
        let padded = [&[0; 2][..before], value].concat();
        let letters = BASE64_STANDARD_NO_PAD.encode(&padded);
        let (start, end) = ((before * 8).div_ceil(6), padded.len() * 8 / 6);
        letters.get(start..end).unwrap_or_default().to_owned()
    };
    (0..3).map(form).collect()
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

    use super::*;

    const VALUE: &str = "s3cret?>~Value";

    #[test]
    fn a_secret_is_seen_in_each_of_its_forms() {
        let secrets = Secrets::of([
            ("HOME", "/home/someone"),
            ("API_TOKEN", VALUE),
            ("MY_PASSWORD", "short"),
            ("X_KEY", ""),
        ]);
        let base64 = |before: &str| BASE64_STANDARD.encode(format!("{before}{VALUE}&more"));
        for text in [
            VALUE.to_owned(),
            format!("https://a.test/?q={VALUE}"),
            "https://a.test/?q=s3cret%3F%3E%7EValue".to_owned(),
            "https://a.test/?q=s3cret%253F%253E%257EValue".to_owned(),
            VALUE.to_uppercase(),
            "https://7333637265743f3e7e56616c7565.a.test/".to_owned(),
            "https://a.test/7333637265743F3E7E56616C7565".to_owned(),
            base64(""),
            base64("a"),
            base64("ab"),
            base64("abc"),
            BASE64_URL_SAFE_NO_PAD.encode(VALUE),
            base64("x").replace('+', "%2B").replace('/', "%2F"),
        ] {
            assert!(secrets.are_in(&text), "{text}");
        }
        for text in ["https://a.test/home/someone", "short", "", "s3cret", "https://a.test/?q=c2VjcmV0"] {
            assert!(!secrets.are_in(text), "{text}");
        }
        assert_eq!(format!("{secrets:?}"), "1 secrets");
    }
}
