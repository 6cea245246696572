//! How much a run of the tests tries, and from which seed.
//!
//! Owns the variables `SHELLGATE_EFFORT` and `SHELLGATE_SEED`, and how a count is read from the environment. A value that
//! means nothing stops the test, so that a typing error does not run another number of cases than the caller asked for.

/// The seed of a run in which neither variable names one: a commit passes or fails alike everywhere.
const SEED: u64 = 23;

/// The variable with the effort.
const EFFORT: &str = "SHELLGATE_EFFORT";

/// What a run of the tests is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// `cargo test` while somebody waits.
    Quick,
    /// `.ci/full`.
    Full,
    /// `.ci/nightly`: ten times as much, from a fresh seed.
    Nightly,
}

impl Effort {
    fn of(setting: Option<&str>) -> Result<Self, String> {
        match setting {
            None | Some("" | "quick") => Ok(Self::Quick),
            Some("full") => Ok(Self::Full),
            Some("nightly") => Ok(Self::Nightly),
            Some(other) => {
                Err(format!("{EFFORT} is `{other}`; it can be `quick`, `full`, `nightly` or unset"))
            }
        }
    }
}

/// How many cases a test tries.
#[derive(Clone, Copy, Debug)]
pub struct Cases {
    /// In `cargo test`.
    pub quick: usize,
    /// In `.ci/full`; `.ci/nightly` tries ten times as many.
    pub full: usize,
}

fn variable(name: &str) -> Option<String> {
    match std::env::var(name) {
        Ok(text) => Some(text),
        Err(std::env::VarError::NotPresent) => None,
        Err(error) => panic!("{name}: {error}"),
    }
}

fn effort() -> Effort {
    Effort::of(variable(EFFORT).as_deref()).unwrap_or_else(|why| panic!("{why}"))
}

/// The number that `text` writes; `_` may separate digits.
fn number(name: &str, text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| format!("{name} is `{text}`; it has to be a whole number"))
}

/// How many cases to try: what the environment variable `name` says, else what the effort asks for.
///
/// # Panics
/// When the variable holds no number or 0, or the effort is unknown.
#[must_use]
pub fn count(name: &str, cases: Cases) -> usize {
    let Some(text) = variable(name) else { return self::cases(cases) };
    let count = number(name, &text).unwrap_or_else(|why| panic!("{why}"));
    assert!(count > 0, "{name} is 0: nothing would be tried");
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// How many cases to try, where no variable of their own sets the number.
///
/// # Panics
/// When the effort is unknown.
#[must_use]
pub fn cases(cases: Cases) -> usize {
    match effort() {
        Effort::Quick => cases.quick,
        Effort::Full => cases.full,
        Effort::Nightly => cases.full * 10,
    }
}

/// Whether the whole of a test runs, and not its quick part. Where it does not, the summary of `cargo test` says that `what` is
/// left to `.ci/full`.
///
/// # Panics
/// When the effort is unknown.
#[must_use]
pub fn is_full(what: &str) -> bool {
    let is_full = effort() != Effort::Quick;
    if !is_full {
        crate::left_out::note(&format!("quick: {what}"));
    }
    is_full
}

/// How many cases a property (`proptest!`) tries.
///
/// # Panics
/// When the effort is unknown.
#[must_use]
pub fn property(quick: usize, full: usize) -> u32 {
    u32::try_from(cases(Cases { quick, full })).unwrap_or(u32::MAX)
}

/// The seed: the number in `SHELLGATE_SEED`, or a fresh one where that is `random` or the effort is `nightly`, else 23. The
/// caller prints it, so that a run can be repeated.
///
/// # Panics
/// When `SHELLGATE_SEED` is anything else, or the effort is unknown.
#[must_use]
pub fn seed() -> u64 {
    match variable("SHELLGATE_SEED").as_deref() {
        Some("random") => fresh(),
        Some(text) => number("SHELLGATE_SEED", text).unwrap_or_else(|why| panic!("{why}, or `random`")),
        None if effort() == Effort::Nightly => fresh(),
        None => SEED,
    }
}

fn fresh() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.as_secs() ^ u64::from(now.subsec_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_effort_stops_the_test() {
        for (setting, effort) in [
            (None, Effort::Quick),
            (Some(""), Effort::Quick),
            (Some("quick"), Effort::Quick),
            (Some("full"), Effort::Full),
            (Some("nightly"), Effort::Nightly),
        ] {
            assert_eq!(Effort::of(setting), Ok(effort));
        }
        for setting in ["Full", "all", "full ", "1"] {
            assert!(Effort::of(Some(setting)).unwrap_err().contains(setting));
        }
    }

    #[test]
    fn a_count_that_is_no_number_stops_the_test() {
        assert_eq!(number("N", "1_000_000"), Ok(1_000_000));
        for text in ["", "-1", "1e6", "many", "1.5", " 1"] {
            assert!(number("N", text).unwrap_err().starts_with("N is `"), "{text}");
        }
    }

    #[test]
    fn a_variable_that_is_not_set_leaves_the_count_to_the_effort() {
        assert!(
            [3, 30, 300].contains(&count("SHELLGATE_COUNT_THAT_IS_NOT_SET", Cases { quick: 3, full: 30 }))
        );
    }
}
