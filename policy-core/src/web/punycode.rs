//! Punycode (RFC 3492): the label after `xn--` as the letters that a person reads.
//!
//! Owns the decoding. Knows no table of characters: whether such a label may exist is asked of [`idn`](super::idn).

use alloc::string::String;
use alloc::vec::Vec;

/// The parameters of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// Longest label that there can be (RFC 1035), so that the work is bounded.
pub(super) const LABEL_BYTES_MAX: usize = 63;

/// Decodes the part of a label after `xn--`, in small letters. None if it is no punycode, or if it has no letter that
/// needed encoding.
pub(super) fn decode(text: &str) -> Option<String> {
    if text.len() > LABEL_BYTES_MAX {
        return None;
    }
    let (basic, extended) = text.rsplit_once('-').unwrap_or(("", text));
    // An encoder writes no delimiter after nothing, and nothing to decode is no reason to encode.
    if text.starts_with('-') || extended.is_empty() || !basic.is_ascii() {
        return None;
    }
    let mut decoded: Vec<char> = basic.chars().collect();
    let mut digits = extended.bytes();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    while digits.len() > 0 {
        let before = i;
        let mut weight = 1_u32;
        let mut k = BASE;
        loop {
            let digit = digit(digits.next()?)?;
            i = i.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            k = k.checked_add(BASE)?;
        }
        let count = u32::try_from(decoded.len()).ok()?.checked_add(1)?;
        bias = adapted(i - before, count, before == 0);
        n = n.checked_add(i / count)?;
        i %= count;
        decoded.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(decoded.into_iter().collect())
}

const fn digit(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some((byte - b'a') as u32),
        b'0'..=b'9' => Some((byte - b'0') as u32 + 26),
        _ => None,
    }
}

/// RFC 3492, section 6.1.
fn adapted(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > ((BASE - T_MIN) * T_MAX) / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn labels_are_decoded_as_rfc_3492_and_browsers_do() {
        for (encoded, expected) in [
            ("bcher-kva", Some("bücher")),
            ("mnchen-3ya", Some("münchen")),
            ("80ak6aa92e", Some("аррӏе")),
            ("fiqs8s", Some("中国")),
            ("ihqwcrb4cv8a8dqg056pqjye", Some("他们为什么不说中文")),
            ("eckwd4c7cu47r2wf", Some("ドメイン名例")),
            ("maana-pta", Some("mañana")),
            ("", None),
            ("abc-", None),
            ("-bcher-kva", None),
            ("ab!", None),
            ("BCHER-KVA", None),
            ("99999999", None),
            ("9", None),
        ] {
            assert_eq!(decode(encoded).as_deref(), expected, "{encoded}");
        }
        assert_eq!(decode(&"a".repeat(64)), None);
    }
}
