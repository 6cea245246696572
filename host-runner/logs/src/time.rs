//! Moments as logs write them, in milliseconds since 1970.

/// Numbers above this are milliseconds, others seconds: it is the year 5138 in seconds, and 1973 in milliseconds.
const SECONDS_MAX: i64 = 100_000_000_000;

/// Days from 1970-01-01 to the first of March of year 0, the other way.
const DAYS_TO_MARCH_OF_0: i64 = 719_468;

/// A number of seconds or of milliseconds.
pub(crate) fn of_number(number: i64) -> i64 {
    if number.abs() > SECONDS_MAX { number } else { number * 1000 }
}

/// A moment by RFC 3339, such as `2026-11-22T07:26:29.123Z`; also with a blank for the `T`, and without an offset, which
/// then is UTC.
pub(crate) fn of_text(text: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| -> Option<i64> {
        let digits = text.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let separator =
        |at: usize, any: &[u8]| text.as_bytes().get(at).filter(|byte| any.contains(byte)).map(|_| ());
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    separator(4, b"-")?;
    separator(7, b"-")?;
    separator(10, b"Tt ")?;
    separator(13, b":")?;
    separator(16, b":")?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let rest = text.get(19..)?;
    let (milliseconds, rest) = match rest.strip_prefix('.') {
        None => (0, rest),
        Some(fraction) => {
            let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
            let (digits, rest) = fraction.split_at(length);
            let three = digits.bytes().chain(*b"000").take(3);
            (three.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')), rest)
        }
    };
    let offset = offset_minutes(rest.trim())?;
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset;
    Some((minutes * 60 + second) * 1000 + milliseconds)
}

/// `Z`, nothing, `+02:00` or `+0200`, in minutes.
fn offset_minutes(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes() {
        [] | [b'Z' | b'z'] => return Some(0),
        [b'+', ..] => (1, text.get(1..)?),
        [b'-', ..] => (-1, text.get(1..)?),
        _ => return None,
    };
    let digits: String = digits.chars().filter(|c| *c != ':').collect();
    let is_offset = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = is_offset.then(|| digits.parse().ok())??;
    Some(sign * (number / 100 * 60 + number % 100))
}

/// Days since 1970-01-01 in the Gregorian calendar: years begin in March, so that the leap day is the last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - DAYS_TO_MARCH_OF_0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_with_their_offsets() {
        for (text, want) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2026-11-22T07:26:29.123Z", 1_795_332_389_123),
            ("2026-11-22T07:26:29.123456Z", 1_795_332_389_123),
            ("2026-11-22 08:26:29.1+01:00", 1_795_332_389_100),
            ("2026-11-22 07:26:29Z", 1_795_332_389_000),
            ("1969-12-31T23:59:59Z", -1_000),
        ] {
            assert_eq!(of_text(text), Some(want), "{text}");
        }
        for text in [
            "",
            "2026",
            "2026-13-01T00:00:00Z",
            "2026-11-22T07:26:29+5",
            "2026-11-22T07:26:29ü",
            "ü026-11-22T07:26:29Z",
        ] {
            assert_eq!(of_text(text), None, "{text}");
        }
        assert_eq!(
            (of_number(1_795_332_389), of_number(1_795_332_389_123)),
            (1_795_332_389_000, 1_795_332_389_123)
        );
    }
}
