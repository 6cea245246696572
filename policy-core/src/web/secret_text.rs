//! Known forms of keys and tokens in a text, and parameters whose name says that they hold one.
//!
//! Owns the forms. Sources: the secret scanning patterns that GitHub documents, and the documentation of each service.

use alloc::vec::Vec;
use core::ops::Range;

use crate::commands::looks_secret;

/// What a key or token begins with, and how many letters, digits and signs of Base64url follow at least.
const FORMS: &[(&str, usize)] = &[
    ("AIza", 30),      // Google
    ("AKIA", 16),      // Amazon
    ("ASIA", 16),      // Amazon, for a session
    ("SG.", 20),       // SendGrid
    ("dckr_pat_", 20), // Docker
    ("dop_v1_", 32),   // DigitalOcean
    ("gho_", 30),      // GitHub
    ("ghp_", 30),      // GitHub
    ("ghr_", 30),      // GitHub
    ("ghs_", 30),      // GitHub
    ("ghu_", 30),      // GitHub
    ("github_pat_", 20),
    ("glpat-", 16), // GitLab
    ("hf_", 30),    // Hugging Face
    ("npm_", 30),
    ("pypi-", 30),
    ("rk_live_", 16), // Stripe
    ("sk-", 20),      // OpenAI, Anthropic and others
    ("sk_live_", 16), // Stripe
    ("xapp-", 10),    // Slack
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxr-", 10),
    ("xoxs-", 10),
];

/// A shorter value of a parameter is no secret.
const VALUE_BYTES_MIN: usize = 8;

/// The shortest text in which there can be one.
const SHORTEST: usize = 14;

/// Whether a known form of a key or token is in `text`, which has no `%XX` in it.
pub(super) fn has_known_form(text: &str) -> bool {
    if text.len() < SHORTEST {
        return false;
    }
    let mut is_inside = false;
    text.char_indices().any(|(at, character)| {
        let begins = !is_inside;
        is_inside = character.is_ascii_alphanumeric();
        begins && begins_known_form(text.get(at..).unwrap_or_default())
    })
}

/// The places in `text` of keys and tokens of a known form, from the first to the last, as byte ranges. A key in lines
/// (`-----BEGIN …`) reaches to the end of the text. For hosts that print commands of others.
pub fn secrets_in(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_inside = false;
    for (at, character) in text.char_indices() {
        let begins = !is_inside && found.last().is_none_or(|last| last.end <= at);
        is_inside = character.is_ascii_alphanumeric();
        let rest = text.get(at..).unwrap_or_default();
        if begins && begins_known_form(rest) {
            let is_key = rest.starts_with('-');
            let length =
                rest.bytes().take_while(|byte| is_key || is_of_token(*byte) || *byte == b'.').count();
            found.push(at..at + length);
        }
    }
    found
}

/// Whether `text` begins with a known form.
fn begins_known_form(text: &str) -> bool {
    ["-----BEGIN ", "-----BEGIN+"].iter().any(|start| text.starts_with(start))
        || begins_web_token(text)
        || FORMS.iter().any(|(start, length)| {
            text.strip_prefix(start).is_some_and(|rest| is_token(rest, *length, start))
        })
}

/// Whether `text` begins with a token of this length at least. Words with hyphens between them are none, such as those
/// after `sk-`.
fn is_token(text: &str, length: usize, start: &str) -> bool {
    let token = || text.bytes().take_while(|byte| is_of_token(*byte)).take(length);
    let has_digit = || token().any(|byte| byte.is_ascii_digit());
    token().count() == length && (has_digit() || start.bytes().all(|byte| byte.is_ascii_uppercase()))
}

const fn is_of_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Whether `text` begins with a JSON Web Token (RFC 7519): two objects in Base64url, joined by a dot.
fn begins_web_token(text: &str) -> bool {
    let Some(head) = text.strip_prefix("eyJ") else { return false };
    let length = head.bytes().take_while(|byte| is_of_token(*byte)).count();
    head.get(length..).is_some_and(|rest| rest.starts_with(".eyJ"))
}

/// Whether the value of a parameter with this name is a secret.
pub(super) fn names_secret(name: &str, value: &str) -> bool {
    // `key` alone is a word that is searched for.
    value.len() >= VALUE_BYTES_MIN && !name.eq_ignore_ascii_case("key") && looks_secret(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_keys_and_tokens_are_found() {
        let places = |text: &'static str| {
            secrets_in(text).into_iter().map(|place| text.get(place).unwrap_or_default()).collect::<Vec<_>>()
        };
        for (text, want) in [
            ("curl -H 'x: AKIAIOSFODNN7EXAMPLE' https://a.org", &["AKIAIOSFODNN7EXAMPLE"][..]),
            (
                "A=eyJhbGciOi.eyJzdWIi.c2ln; B=xoxb-1234567890-abc",
                &["eyJhbGciOi.eyJzdWIi.c2ln", "xoxb-1234567890-abc"],
            ),
            ("echo '-----BEGIN KEY-----\nab' x", &["-----BEGIN KEY-----\nab' x"]),
            ("pip install sk-learn", &[]),
            ("echo \u{e4}", &[]),
        ] {
            assert_eq!(places(text), want, "{text}");
        }
    }
}
