//! The time limits of a command.

use std::time::Duration;

use policy_core::Profile;

/// The bounds of one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long the command may run; at most `timeout_max` is given.
    pub timeout: Duration,
    /// How long any command may run.
    pub timeout_max: Duration,
}

impl Limits {
    /// The bounds that a profile gives.
    pub fn of(profile: &Profile) -> Self {
        Self { timeout: profile.timeout.default, timeout_max: profile.timeout.maximum }
    }

    /// How long the command is really given.
    pub fn time_given(&self) -> Duration {
        self.timeout.min(self.timeout_max)
    }
}

impl Default for Limits {
    /// The bounds of the profile `standard`.
    fn default() -> Self {
        Self::of(<&Profile>::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_bounds_how_long_a_command_may_run() {
        let cases = [
            // name, default, asked for, given, in seconds
            ("standard", 120, 300, 300),
            ("standard", 120, 1_000, 600),
            ("claurst", 120, 1_000, 600),
            ("jazz", 120, 800, 800),
            ("jazz", 120, 1_000, 900),
        ];
        assert_eq!(Limits::default(), Limits { timeout: seconds(120), timeout_max: seconds(600) });
        for (name, default, asked, given) in cases {
            let limits = Limits::of(Profile::from_name(name).unwrap());
            assert_eq!(limits.time_given(), seconds(default), "{name}");
            assert_eq!(Limits { timeout: seconds(asked), ..limits }.time_given(), seconds(given), "{name}");
        }
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }
}
