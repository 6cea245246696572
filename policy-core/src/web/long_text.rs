//! Long texts that are no words: what an encoded secret looks like.
//!
//! Owns the measure. A text is long from 24 characters on, and says nothing if its characters have more than 3.5 bits each
//! (Shannon's entropy); words have as much, so what consists of words is taken out first.

/// The shortest text that is looked at.
const LONG: usize = 24;

/// The longest piece of letters and digits mixed that is taken for a word, such as `x86` or `utf8mb4`.
const MIXED_WORD_MAX: usize = 10;

/// The longest word in letters of one case.
const WORD_MAX: usize = 32;

/// Whether `bytes` is a long text that says nothing.
pub(super) fn says_nothing(bytes: &[u8]) -> bool {
    bytes.len() >= LONG && !is_of_words(bytes) && !is_digest(bytes) && exceeds_entropy(bytes)
}

/// Whether it is a digest of 20 or 32 bytes in hexadecimal digits (git, SHA-256).
fn is_digest(bytes: &[u8]) -> bool {
    matches!(bytes.len(), 40 | 64)
        && bytes.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}

/// Whether it consists of words, numbers and a UUID with signs between them.
fn is_of_words(bytes: &[u8]) -> bool {
    if is_uuid(bytes) {
        return true;
    }
    // Letters of other scripts are words, but bytes that are no text are not.
    let Ok(text) = core::str::from_utf8(bytes) else { return false };
    text.split(|c: char| !c.is_alphanumeric()).all(is_word)
}

/// RFC 9562, section 4.
fn is_uuid(bytes: &[u8]) -> bool {
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Whether a piece of letters and digits is a word or a number: `Iterator`, `HTTPServer`, `2026`, `x86`.
fn is_word(piece: &str) -> bool {
    let count = |of: fn(&u8) -> bool| piece.bytes().filter(of).count();
    let digits = count(u8::is_ascii_digit);
    if digits == piece.len() {
        return piece.len() < LONG;
    }
    if digits > 0 {
        // `x86`, `T10`, `Utf8`: the letters of a code change their case.
        let is_of_one_case = count(u8::is_ascii_lowercase) == 0
            || piece.bytes().skip(1).filter(u8::is_ascii_uppercase).count() == 0;
        return piece.len() <= MIXED_WORD_MAX && is_of_one_case;
    }
    let humps = piece
        .as_bytes()
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()))
        .count();
    match humps {
        0 => piece.chars().count() <= WORD_MAX,
        // Words of at least four letters on average.
        humps => piece.len() >= 4 * (humps + 1),
    }
}

/// Whether the characters have more than 3.5 bits each.
fn exceeds_entropy(bytes: &[u8]) -> bool {
    let mut counts = [0_u32; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    // n·H = n·log2(n) - Σ c·log2(c), in 1/1024 bits.
    let n = bytes.len() as u32;
    let spent: u64 = counts.iter().map(|count| u64::from(*count) * u64::from(log2(*count))).sum();
    let total = u64::from(n) * u64::from(log2(n));
    total.saturating_sub(spent) > u64::from(n) * (3 * 1024 + 512)
}

/// The binary logarithm of a whole number in 1/1024, without a floating point number, whose rounding would differ between
/// builds; 0 for 0.
fn log2(number: u32) -> u32 {
    if number < 2 {
        return 0;
    }
    let whole = number.ilog2();
    let mut mantissa = u64::from(number) << (31 - whole);
    let mut fraction = 0;
    for _ in 0..10 {
        mantissa = (mantissa * mantissa) >> 31;
        fraction <<= 1;
        if mantissa >> 32 != 0 {
            fraction |= 1;
            mantissa >>= 1;
        }
    }
    whole * 1024 + fraction
}

#[cfg(test)]
mod tests {
    use super::{log2, says_nothing};

    #[test]
    fn words_say_something_and_encoded_bytes_say_nothing() {
        for text in [
            "ch04-01-what-is-ownership.html",
            "how-to-configure-eslint-and-prettier-with-typescript",
            "AbstractAnnotationConfigDispatcherServletInitializer",
            "2026-03-15T10:20:30.123456",
            "struct.ReadableStreamDefaultController.html",
            "123e4567-e89b-12d3-a456-426614174000",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "rustc-1.95.0-x86_64-unknown-linux-gnu.tar.xz",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "Äquivalenzrelationen und andere Relationen",
            "漢字漢字漢字漢字漢字漢字漢字漢字",
        ] {
            assert!(!says_nothing(text.as_bytes()), "{text}");
        }
        for text in [
            "dGhpc2lzYXNlY3JldHRva2VuMTIzNA==",
            "UEFTU1dPUkQ9aHVudGVyMg8zNTk4Nzc",
            "4f9b2c7d1e8a6f3b0c5d9e2a7f4b1c8d",
            "mfzwizltorqxizlnmvxhi4q2vbdsk3t7",
            "a8Fj-Kd92_lPqZ7-xWm3_Rt6vYbN1cQe",
            "kXrTqWbZmPvLsDhGyNcJfRtUe",
        ] {
            assert!(says_nothing(text.as_bytes()), "{text}");
        }
        assert!(says_nothing(&[
            200, 1, 129, 77, 31, 250, 3, 99, 180, 161, 7, 88, 240, 12, 201, 64, 130, 9, 222, 5, 17, 66, 190,
            44
        ]));
    }

    #[test]
    fn the_logarithm_is_exact_to_a_thousandth() {
        for (number, expected) in
            [(0, 0), (1, 0), (2, 1024), (3, 1623), (10, 3401), (256, 8192), (1000, 10205)]
        {
            assert!(log2(number).abs_diff(expected) <= 1, "{number}: {}", log2(number));
        }
    }
}
