//! Time limits from the environment.
//!
//! Owns two variables and how they combine: the longer one bounds every command. A value that is no number is an error,
//! so that nobody relies on a limit that was never set.

use std::ffi::OsString;
use std::time::Duration;

use crate::plan::Limits;

/// The variable with the time that a command is given when nobody says how long it may take, in milliseconds.
pub const DEFAULT: &str = "BASH_DEFAULT_TIMEOUT_MS";

/// The variable with the time that any command is given at most, in milliseconds.
pub const MAXIMUM: &str = "BASH_MAX_TIMEOUT_MS";

/// A variable that says no time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{variable}` is `{value}`, which is no number of milliseconds above 0; correct it, or unset the variable"
)]
pub struct TimeoutError {
    /// The variable.
    pub variable: &'static str,
    /// Its value.
    pub value: String,
}

/// `limits` as the variables in `environment` change them; an empty variable says nothing.
///
/// # Errors
/// When one of the two is no whole number above 0.
pub fn from_environment(
    mut limits: Limits,
    environment: &[(OsString, OsString)],
) -> Result<Limits, TimeoutError> {
    let said = |variable: &'static str| -> Result<Option<Duration>, TimeoutError> {
        let found = environment.iter().find(|(name, value)| name == variable && !value.is_empty());
        let Some(value) = found.map(|(_, value)| value.to_string_lossy()) else { return Ok(None) };
        match value.trim().parse() {
            Ok(milliseconds) if milliseconds > 0 => Ok(Some(Duration::from_millis(milliseconds))),
            _ => Err(TimeoutError { variable, value: value.into_owned() }),
        }
    };
    limits.timeout = said(DEFAULT)?.unwrap_or(limits.timeout);
    limits.timeout_max = said(MAXIMUM)?.unwrap_or(limits.timeout_max).max(limits.timeout);
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(default: &str, maximum: &str) -> Result<(u128, u128), TimeoutError> {
        let environment =
            [(DEFAULT, default), (MAXIMUM, maximum)].map(|(name, value)| (name.into(), value.into()));
        let limits = from_environment(Limits::default(), &environment)?;
        Ok((limits.timeout.as_millis(), limits.timeout_max.as_millis()))
    }

    #[test]
    fn the_longer_of_the_two_bounds_every_command() {
        let cases = [
            ("", "", 120_000, 600_000),
            ("5000", "", 5_000, 600_000),
            ("", "60000", 120_000, 120_000),
            ("900000", "", 900_000, 900_000),
            ("900000", "300000", 900_000, 900_000),
            ("1000", "1200000", 1_000, 1_200_000),
            (" 7 ", "8", 7, 8),
        ];
        for (default, maximum, given, most) in cases {
            assert_eq!(limits(default, maximum), Ok((given, most)), "{default:?} {maximum:?}");
        }
    }

    #[test]
    fn what_is_no_time_is_told_with_the_variable() {
        for (default, maximum, variable) in
            [("2m", "", DEFAULT), ("0", "", DEFAULT), ("", "-5", MAXIMUM), ("1.5", "", DEFAULT)]
        {
            let error = limits(default, maximum).unwrap_err();
            assert_eq!(error.variable, variable);
            assert!(error.to_string().contains("correct it, or unset the variable"), "{error}");
        }
    }
}
