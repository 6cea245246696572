//! `--since`: how far back calls count.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds of a unit: hours, days, weeks.
const UNITS: [(char, i64); 3] = [('h', 3_600_000), ('d', 86_400_000), ('w', 7 * 86_400_000)];

/// A moment in milliseconds since 1970: `30d` before `now`, or the start of a day `2026-11-22` (UTC).
///
/// # Errors
/// It is neither.
pub fn parse(text: &str, now: i64) -> Result<i64, String> {
    let unit = UNITS.iter().find_map(|(unit, length)| Some((text.strip_suffix(*unit)?, *length)));
    if let Some((number, length)) = unit
        && let Some(number) = number.parse::<i64>().ok().filter(|number| *number >= 0)
    {
        return Ok(now.saturating_sub(number.saturating_mul(length)));
    }
    agent_logs::moment(text)
        .or_else(|| agent_logs::moment(&format!("{text}T00:00:00Z")))
        .ok_or_else(|| format!("`{text}` is no time: write `12h`, `30d`, `8w` or a day such as `2026-11-22`"))
}

/// This moment.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_distance_or_a_day() {
        let now = 1_795_332_389_123;
        assert_eq!(parse("1d", now), Ok(now - 86_400_000));
        assert_eq!(parse("2w", now), Ok(now - 14 * 86_400_000));
        assert_eq!(parse("2026-11-22", now), Ok(1_795_305_600_000));
        assert_eq!(parse("2026-11-22T07:26:29.123Z", now), Ok(now));
        for wrong in ["", "d", "-1d", "soon", "2026-13-01"] {
            assert!(parse(wrong, now).is_err(), "{wrong}");
        }
    }
}
